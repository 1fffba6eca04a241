from pathlib import Path

import pytest

from pagestrata.app.kept_secrets import KeptSecrets, kept_secrets
from pagestrata.errors import UsageError

SITE = "https://site.test"


def test_a_secret_is_kept_for_its_owner_and_its_origin_alone(tmp_path: Path) -> None:
    file = tmp_path / "config" / "secrets.json"
    kept = KeptSecrets(file)
    first, second = kept.keep("pa55\nword", SITE), kept.keep("pa55\nword", SITE)
    assert first != second  # a name says nothing about its secret
    assert kept.find(first, SITE) == "pa55\nword"
    assert file.stat().st_mode & 0o077 == 0
    for name, origin in ((first, "https://other.test"), (first, ""), ("unknown", SITE), ("unknown", "")):
        with pytest.raises(UsageError, match="is not stored on this machine"):
            kept.find(name, origin)
    kept.forget(frozenset({first, "unknown"}))
    with pytest.raises(UsageError):
        kept.find(first, SITE)
    assert kept.find(second, SITE) == "pa55\nword"


def test_where_secrets_are_kept_can_be_said(tmp_path: Path) -> None:
    said = kept_secrets({"PAGESTRATA_SECRETS": str(tmp_path / "mine.json")})
    said.keep("x", SITE)
    assert (tmp_path / "mine.json").exists()
    beside = kept_secrets({"PAGESTRATA_CHANNELS": str(tmp_path / "folder" / "channels.json")})
    beside.keep("x", SITE)
    assert (tmp_path / "folder" / "secrets.json").exists()
