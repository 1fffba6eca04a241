from datetime import timedelta

import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, keep
from captures import START
from pagestrata.errors import ArchiveError, NotFoundError
from pagestrata.model.geometry import Box
from pagestrata.model.records import Feedback, Trail, TrailEntry, Watch
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.kept_records import (
    add_feedback,
    add_trail_entry,
    all_feedback,
    remove_trail,
    remove_watch,
    save_trail,
    save_watch,
    trail_entries,
    trails,
    watches,
)

URL = "http://site.test/"
TRAIL = Trail(id="t1", url=URL, origin={"css": ".price"}, state={"templates": [1, 2]})


def entry(hours: float = 0, **fields: object) -> TrailEntry:
    values = {"found_at": START + timedelta(hours=hours), "version": None, "state": "found", "confidence": 0.9}
    return TrailEntry(**{**values, **fields})  # type: ignore[arg-type]


def test_a_trail_is_replaced_by_one_with_the_same_id(catalog: Catalog) -> None:
    save_trail(catalog, TRAIL)
    other = Trail(id="t0", url="http://other.test/", origin={}, state={})
    changed = Trail(id="t1", url=URL, origin={"css": ".price"}, state={"templates": []})
    save_trail(catalog, other)
    save_trail(catalog, changed)
    assert trails(catalog, None) == [other, changed]
    assert trails(catalog, "HTTP://site.test/#part") == [changed]


def test_entries_come_back_oldest_first_with_their_pictures(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs
) -> None:
    version = keep(archive, "one")
    save_trail(catalog, TRAIL)
    late = entry(2, version=version.id, path="body[1]/p[1]", box=Box(1.5, 2, 3, 4), text="9 €", picture_png=b"png 2")
    early = entry(1, state="lost", confidence=0.01, change="it is gone")
    for found in (late, early):
        add_trail_entry(catalog, blobs, "t1", found)
    assert trail_entries(catalog, blobs, "t1") == [early, late]
    assert trail_entries(catalog, blobs, "other") == []


def test_entries_of_one_moment_stay_in_the_order_they_were_made(catalog: Catalog, blobs: MemoryBlobs) -> None:
    save_trail(catalog, TRAIL)
    made = [entry(text=text, picture_png=b"the same picture") for text in "bca"]
    for found in made:
        add_trail_entry(catalog, blobs, "t1", found)
    assert trail_entries(catalog, blobs, "t1") == made
    assert len(blobs.kept) == 1


def test_a_removed_trail_takes_its_entries_along(catalog: Catalog, blobs: MemoryBlobs) -> None:
    save_trail(catalog, TRAIL)
    add_trail_entry(catalog, blobs, "t1", entry())
    remove_trail(catalog, "t1")
    assert (trails(catalog, None), trail_entries(catalog, blobs, "t1")) == ([], [])
    with pytest.raises(NotFoundError, match="no block is followed under 't1'; `pagestrata follow list` shows"):
        remove_trail(catalog, "t1")
    with pytest.raises(NotFoundError, match="no block is followed under 't1'; `pagestrata follow add` starts one"):
        add_trail_entry(catalog, blobs, "t1", entry(picture_png=b"not kept"))
    assert blobs.kept == {}


def test_an_entry_of_a_version_that_never_was_is_refused(catalog: Catalog, blobs: MemoryBlobs) -> None:
    save_trail(catalog, TRAIL)
    with pytest.raises(ArchiveError, match="FOREIGN KEY"):
        add_trail_entry(catalog, blobs, "t1", entry(version="20260102030405-77"))


def test_watches_are_kept_by_id_and_canonical_address(catalog: Catalog) -> None:
    save_watch(catalog, Watch(id="b", url="HTTP://SITE.test", settings={"interval": "1h"}))
    save_watch(catalog, Watch(id="a", url=URL))
    save_watch(catalog, Watch(id="b", url=URL, settings={"interval": "2h", "tags": ["x"]}))
    assert watches(catalog) == [
        Watch(id="a", url=URL),
        Watch(id="b", url=URL, settings={"interval": "2h", "tags": ["x"]}),
    ]
    remove_watch(catalog, "a")
    with pytest.raises(NotFoundError, match="there is no watch 'a'; `pagestrata watch list` shows those there are"):
        remove_watch(catalog, "a")


def test_the_last_word_about_two_versions_counts(catalog: Catalog) -> None:
    first = Feedback(old_version="v1", new_version="v2", verdict="noise", given_at=START, note="only an ad")
    other = Feedback(old_version="v2", new_version="v3", verdict="noise", given_at=START + timedelta(hours=1))
    last = Feedback(old_version="v1", new_version="v2", verdict="mattered", given_at=START + timedelta(hours=2))
    for found in (first, other, last):
        add_feedback(catalog, found)
    assert all_feedback(catalog) == [other, last]


def test_the_last_entries_come_without_the_others_and_without_pictures(catalog: Catalog, blobs: MemoryBlobs) -> None:
    save_trail(catalog, TRAIL)
    for number in range(4):
        add_trail_entry(catalog, blobs, "t1", entry(number, text=str(number), picture_png=b"picture"))
    assert [found.text for found in trail_entries(catalog, blobs, "t1", last=2)] == ["2", "3"]
    blobs.kept.clear()
    bare = trail_entries(catalog, blobs, "t1", last=1, with_pictures=False)
    assert [(found.text, found.picture_png) for found in bare] == [("3", None)]


def test_a_damaged_watch_is_damage_of_the_archive(archive: Archive, catalog: Catalog) -> None:
    archive.save_watch(Watch(id="w", url="http://site.test/", settings={}))
    with catalog.writing() as connection:
        connection.execute(sql.text("UPDATE watch SET facts = '{'"))
    with pytest.raises(ArchiveError, match=r"is damaged \(malformed text\)"):
        archive.watches()
