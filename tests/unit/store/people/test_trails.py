from datetime import timedelta

import pytest

from archives import MemoryBlobs, add_entry, keep
from captures import START
from pagestrata.errors import ArchiveError, NotFoundError
from pagestrata.model.geometry import Box
from pagestrata.model.records import Trail, TrailCandidate, TrailEntry
from pagestrata.store.archive import Archive

URL = "http://site.test/"
TRAIL = Trail(id="t1", url=URL, origin={"css": ".price"}, state={"templates": [1, 2]})


def entry(hours: float = 0, **fields: object) -> TrailEntry:
    values = {"found_at": START + timedelta(hours=hours), "version": None, "state": "found", "confidence": 0.9}
    return TrailEntry(**{**values, **fields})  # type: ignore[arg-type]


def test_a_trail_is_replaced_by_one_with_the_same_id(archive: Archive) -> None:
    archive.trails.save(TRAIL)
    other = Trail(id="t0", url="http://other.test/", origin={}, state={})
    changed = Trail(id="t1", url=URL, origin={"css": ".price"}, state={"templates": []})
    archive.trails.save(other)
    archive.trails.save(changed)
    assert archive.trails.of() == [other, changed]
    assert archive.trails.of("HTTP://site.test/#part") == [changed]


def test_entries_come_back_oldest_first_with_their_pictures(archive: Archive) -> None:
    version = keep(archive, "one")
    archive.trails.save(TRAIL)
    known = {"gap": 0.7, "reasons": ("not learned until confirmed",), "alerts": ("its path changed much",)}
    place = {"path": "body[1]/p[1]", "box": Box(1.5, 2, 3, 4)}
    late = entry(2, version=version.id, text="9 €", picture_png=b"png 2", **place, **known)
    early = entry(1, state="lost", confidence=0.01, change="it is gone")
    doubtful = entry(3, state="uncertain", other=TrailCandidate(path="body[1]/p[2]", text="8 €", confidence=0.3))
    for found in (late, early, doubtful):
        add_entry(archive, "t1", found)
    assert archive.trails.entries("t1") == [early, late, doubtful]
    assert archive.trails.entries("other") == []


def test_entries_of_one_moment_stay_in_the_order_they_were_made(archive: Archive, blobs: MemoryBlobs) -> None:
    archive.trails.save(TRAIL)
    made = [entry(text=text, picture_png=b"the same picture") for text in "bca"]
    for found in made:
        add_entry(archive, "t1", found)
    assert archive.trails.entries("t1") == made
    assert len(blobs.kept) == 1


def test_a_removed_trail_takes_its_entries_along(archive: Archive, blobs: MemoryBlobs) -> None:
    archive.trails.save(TRAIL)
    add_entry(archive, "t1", entry())
    archive.trails.remove("t1")
    assert (archive.trails.of(), archive.trails.entries("t1")) == ([], [])
    with pytest.raises(NotFoundError, match="no block is followed under 't1'; `pagestrata follow list` lists"):
        archive.trails.remove("t1")
    assert blobs.kept == {}


def test_an_entry_of_a_version_that_never_was_is_refused(archive: Archive) -> None:
    archive.trails.save(TRAIL)
    with pytest.raises(ArchiveError, match="FOREIGN KEY"):
        add_entry(archive, "t1", entry(version="20260102030405-77"))


def test_the_last_entries_come_without_the_others_and_without_pictures(archive: Archive, blobs: MemoryBlobs) -> None:
    archive.trails.save(TRAIL)
    for number in range(4):
        add_entry(archive, "t1", entry(number, text=str(number), picture_png=b"picture"))
    assert [found.text for found in archive.trails.entries("t1", last=2)] == ["2", "3"]
    blobs.kept.clear()
    bare = archive.trails.entries("t1", last=1, with_pictures=False)
    assert [(found.text, found.picture_png) for found in bare] == [("3", None)]
