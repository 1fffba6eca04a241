from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from archives import fill_every_table, keep, new_archive
from captures import START
from compared_pages import URL, visited_archive
from pagestrata.store.merkle_log.stamps import KeptStamp
from pagestrata.web.context import WebContext
from pagestrata.web.views.seal import seal_of
from web_fixtures import client_of


def test_a_seal_says_the_strongest_thing_that_is_proven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    archive, _ = new_archive(tmp_path)
    with archive:
        fill_every_table(archive)
        version = keep(archive, "one", hours=9)
        seal = seal_of(archive, version)
        assert seal is not None
        assert (seal.words, seal.signed_by) == ("sealed", "")
        archive.proof.create_key(now=START, name="example.org")
        seal = seal_of(archive, version)
        assert seal is not None
        assert (seal.words, seal.signed_by) == ("signed", "example.org")
        note = archive.proof.signed_head()
        assert note is not None
        stamp = KeptStamp(
            size=note.head.size,
            authority="a",
            at=datetime(2026, 2, 1, tzinfo=UTC),
            token=b"an answer",
            certificates=b"",
        )
        archive.proof.add_stamp(stamp, note)
        seal = seal_of(archive, version)
        assert seal is not None
        assert (seal.words, seal.stamped_at) == ("stamped", stamp.at)
        (skipped,) = archive.skipped.of()
        assert seal_of(archive, skipped) is None


def test_the_screens_show_the_seal_and_give_proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with visited_archive(tmp_path, days=2) as archive, client_of(WebContext(archive=archive)) as client:
        old, new = archive.versions.of(URL)[:2]
        shown = client.get(f"/versions/{new.id}").text
        assert 'href="#seal"' in shown
        assert ">sealed</a>" in shown
        assert "proof.zip" not in shown
        assert "<code>pagestrata key create</code>" in shown
        compared = client.get(f"/compare/{old.id}/{new.id}").text
        assert "both sealed</a>" in compared
        assert "proof.zip" not in compared
        archive.proof.create_key(now=START)
        assert "both signed</a>" in client.get(f"/compare/{old.id}/{new.id}").text
        assert "settings --time-authority URL" in client.get(f"/versions/{new.id}").text
        assert f"/versions/{new.id}/files/proof.zip" in client.get(f"/versions/{new.id}").text
        assert f"/compare/{old.id}/{new.id}/proof.zip" in client.get(f"/compare/{old.id}/{new.id}").text
        for path in (f"/versions/{new.id}/files/proof.zip", f"/compare/{old.id}/{new.id}/proof.zip"):
            answer = client.get(path)
            assert (answer.status_code, answer.content[:2]) == (200, b"PK")
