from collections.abc import Sequence
from pathlib import Path

import pytest

from archives import MemoryBlobs, keep, new_archive
from captures import START, capture, visit_of
from pagestrata.errors import ArchiveError, CollectedMeanwhileError, NotFoundError
from pagestrata.interfaces import Span
from pagestrata.store.archive import Archive, open_archive

URL = "http://site.test/"


class MovedOnce(MemoryBlobs):
    """Fails at the first read, as when a collection has just moved a blob."""

    failures = 1

    def read(self, spans: Sequence[Span]) -> Sequence[bytes]:
        if self.failures:
            self.failures -= 1
            raise CollectedMeanwhileError(f"blob {spans[0][0]} is missing")
        return super().read(spans)


def test_leaving_the_archive_closes_it_and_opening_it_again_finds_everything(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive:
        kept = keep(archive, "one")
    with open_archive(str(tmp_path / "archive"), create=False) as archive:
        assert archive.versions.pages() == [URL]
        assert archive.versions.latest(URL) == kept


def test_an_archive_that_is_not_there_is_created_only_when_asked_for(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no archive in"):
        open_archive(tmp_path / "archive", create=False)
    assert list(tmp_path.iterdir()) == []


def test_reading_is_tried_once_more_when_a_collection_came_between(tmp_path: Path) -> None:
    archive, _ = new_archive(tmp_path)
    blobs = MovedOnce()
    with Archive(archive._catalog, blobs) as steady:
        kept = keep(steady, "one")
        assert "one" in steady.contents.dom(kept)
        assert blobs.failures == 0
        blobs.failures = 2
        with pytest.raises(ArchiveError, match="is missing"):
            steady.contents.dom(kept)


def test_a_failed_append_leaves_neither_version_nor_visit(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_values: object) -> None:
        raise ArchiveError("no space left")

    monkeypatch.setattr(MemoryBlobs, "put", refuse)
    with pytest.raises(ArchiveError, match="no space left"):
        keep(archive, "one")
    monkeypatch.undo()
    assert (archive.versions.of(URL), archive.visits.of(URL), archive.versions.pages()) == ([], [], [])


def test_a_repair_reports_what_it_found_and_what_is_left(archive: Archive, blobs: MemoryBlobs) -> None:
    keep(archive, "one")
    assert archive.upkeep.verify(repair=True).repaired == ()
    blobs.kept.update(dict.fromkeys(blobs.kept, b"damaged"))
    report = archive.upkeep.verify(repair=True)
    assert report.is_sound
    assert {problem.kind for problem in report.found} >= {"bundle", "version"}
    assert any(sentence.startswith("version 1: took out") for sentence in report.repaired)


def test_retention_gives_the_versions_it_dropped(archive: Archive) -> None:
    kept = [keep(archive, f"text {hour}", hours=hour) for hour in range(3)]
    assert archive.upkeep.retain("all", now=START) == []
    taken, tree = capture(["last"], hours=3, picture=False)
    kept.append(archive.append(taken, tree, None, visit=visit_of(taken)))
    assert archive.upkeep.retain("thin 1h:1d", now=START.replace(year=2027)) == kept[1:3]
    assert archive.versions.of(URL) == [kept[0], kept[3]]


def test_nothing_is_dropped_for_want_of_all_blobs(archive: Archive, blobs: MemoryBlobs) -> None:
    kept = keep(archive, "one")
    away = dict(blobs.kept)
    blobs.kept.clear()
    assert not archive.upkeep.verify().is_sound
    with pytest.raises(ArchiveError, match=r"No blob of .* was found.*nothing was repaired"):
        archive.upkeep.verify(repair=True)
    blobs.kept.update(away)
    assert archive.upkeep.verify().is_sound
    assert archive.contents.response(kept).body
