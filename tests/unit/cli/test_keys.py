from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archived_site import archived_site
from command_line import Called, call
from pagestrata.proof.keys import FileSigner, create_key
from pagestrata.store.archive import open_archive


@pytest.fixture
def run(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Called]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    archived_site(tmp_path / "archive").close()
    return lambda *words: call(capfdbinary, *words, "--archive", tmp_path / "archive")


def test_a_key_is_made_shown_rotated_and_revoked(run: Callable[..., Called], tmp_path: Path) -> None:
    assert "create one with `pagestrata key create`" in run("key", "show").err
    made = run("key", "create", "--name", "example.org", "--json").json
    assert (made["name"], made["kind"], made["revoked_at"]) == ("example.org", "ed25519", None)
    assert Path(made["file"]).stat().st_mode & 0o777 == 0o600
    assert run("key", "create").code == 2
    assert run("key", "show", "--pem").text.startswith("-----BEGIN PUBLIC KEY-----")
    rotated = run("key", "rotate", "--kind", "p256", "--json").json
    assert (rotated["kind"], rotated["signed_by_the_key_before"]) == ("p256", True)
    revoked = run("key", "revoke", "--reason", "stolen", "--json").json
    assert (revoked["reason"], revoked["revoked_at"] is not None) == ("stolen", True)
    assert run("key", "revoke").code == 2
    assert [key["kind"] for key in run("key", "show", "--json").json] == ["ed25519", "p256"]
    assert run("verify").code == 0


def test_a_program_may_keep_the_key(
    run: Callable[..., Called], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_key(tmp_path / "card.pem", "p256")
    (tmp_path / "card.pub").write_text(FileSigner(tmp_path / "card.pem", "card").public.pem)
    monkeypatch.setenv("PAGESTRATA_KEY", f"command:openssl dgst -sha256 -sign {tmp_path / 'card.pem'}")
    assert run("key", "create", "--public", tmp_path / "card.pub", "--name", "card").code == 0
    with open_archive(tmp_path / "archive") as archive:
        note = archive.proof.signed_head()
        assert note is not None
        assert note.signatures[0].name == "card"
    assert run("verify").code == 0
