from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest

from archives import keep
from captures import START
from pagestrata.app.proving.witnesses import commit_head, head_feed, send_head
from pagestrata.errors import InputError, UsageError
from pagestrata.proof.pinned_head import read_pinned
from pagestrata.store.archive import Archive, open_archive

NOW = datetime(2026, 1, 3, tzinfo=UTC)


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, check=True)
    return done.stdout


def test_a_head_is_committed_and_nothing_else(proven: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "A witness")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "witness@example.org")
    folder = tmp_path / "heads"
    pinned = proven.proof.pinned(now=NOW)
    with pytest.raises(UsageError, match="is not a git repository"):
        commit_head(pinned, folder)
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    (folder / "other.txt").write_text("not ours")
    _git(folder, "add", "other.txt")
    commit_head(pinned, folder)
    assert _git(folder, "show", "--name-only", "--format=").split() == ["head.json"]
    against = read_pinned((folder / "head.json").read_text())
    assert proven.upkeep.verify(against=against).is_sound
    with pytest.raises(InputError, match="git did not commit the head"):
        commit_head(pinned, folder)  # nothing changed


def test_heads_that_were_published_are_a_feed(proven: Archive) -> None:
    proven.proof.pinned(now=NOW)
    keep(proven, "more", hours=9)
    proven.proof.pinned(now=NOW)
    feed = ElementTree.fromstring(head_feed(proven))
    contents = [content.text or "" for content in feed.iter("{http://www.w3.org/2005/Atom}content")]
    assert len(contents) == 2
    for written in contents:
        assert proven.upkeep.verify(against=read_pinned(written)).is_sound


def test_a_head_goes_out_through_a_channel(proven: Archive, capfd: pytest.CaptureFixture[str]) -> None:
    send_head(proven, proven.proof.pinned(now=NOW), "terminal", now=NOW)
    note = proven.proof.signed_head()
    assert note is not None
    assert note.text.splitlines()[2] in capfd.readouterr().err


def test_an_unsigned_head_is_not_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with open_archive(tmp_path / "archive") as archive:
        keep(archive, "one")
        with pytest.raises(UsageError, match="pagestrata key create"):
            send_head(archive, archive.proof.pinned(now=START), "terminal", now=START)
