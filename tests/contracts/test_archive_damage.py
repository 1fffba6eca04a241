"""Damage is found, named and repaired; what is not needed goes; on every database."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sql

from archives import fill_every_table
from captures import START, capture, pixels, visit_of
from pagestrata.errors import ArchiveError, NotFoundError
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.schema import block, presence, version, visit

Kept = list[tuple[Version, Snapshot]]


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        yield opened


def fill(archive: Archive, count: int = 4) -> Kept:
    kept = []
    for hour in range(count):
        style = Response(url="http://site.test/a.css", status=200, headers=(), body=b"p { margin: %d }" % hour)
        texts = [f"text of hour {hour}", "a text that stays", "and another one that stays"]
        taken, tree = capture(texts, hours=hour, resources=(style,))
        kept.append((archive.append(taken, tree, None, visit=visit_of(taken)), taken))
    return kept


def blob_files(place: str) -> list[Path]:
    folder = Path(place.partition("blobs=")[2] or f"{place}/blobs")
    return sorted(path for path in folder.rglob("*") if path.is_file())


def assert_intact(archive: Archive, kept: Kept) -> None:
    for found, taken in kept:
        assert archive.contents.response(found).body == taken.responses[0].body
        assert archive.contents.response(found, "http://site.test/a.css").body == taken.responses[1].body
        assert archive.contents.dom(found) == taken.dom
        assert pixels(archive.contents.screenshot(found)) == pixels(taken.screenshot_png)


def test_a_sound_archive_has_no_problems(archive: Archive) -> None:
    kept = fill(archive)
    report = archive.upkeep.verify()
    assert report.is_sound
    assert report.versions == 4
    assert report.bundles == 4
    archive.upkeep.gc()
    assert archive.upkeep.verify().is_sound
    assert_intact(archive, kept)


def test_every_flipped_byte_of_a_blob_is_found_and_its_versions_named(archive: Archive, place: str) -> None:
    kept = fill(archive)
    newest = max(blob_files(place), key=lambda path: path.stat().st_mtime_ns)
    sound = newest.read_bytes()
    for position in range(0, len(sound), max(1, len(sound) // 7)):
        damaged = bytearray(sound)
        damaged[position] ^= 0x10
        newest.write_bytes(damaged)
        report = archive.upkeep.verify()
        assert not report.is_sound, position
        assert kept[-1][0].id in {name for problem in report.problems for name in problem.versions}, position
        assert kept[0][0].id not in {name for problem in report.problems for name in problem.versions}, position
    newest.write_bytes(sound)
    assert archive.upkeep.verify().is_sound


def test_a_missing_blob_is_found_and_repair_keeps_the_rest(archive: Archive, place: str) -> None:
    kept = fill(archive)
    max(blob_files(place), key=lambda path: path.stat().st_mtime_ns).unlink()
    lost = kept[-1][0]
    with pytest.raises(ArchiveError, match=r"is missing in .*; run `pagestrata verify --repair`"):
        archive.contents.response(lost)
    report = archive.upkeep.verify()
    assert {problem.kind for problem in report.problems} >= {"bundle", "object", "version"}
    assert {name for problem in report.problems for name in problem.versions} == {lost.id}
    repaired = archive.upkeep.verify(repair=True)
    assert repaired.problems == ()
    assert repaired.repaired
    assert archive.versions.of("http://site.test/") == [found for found, _ in kept]
    assert_intact(archive, kept[:-1])
    with pytest.raises(NotFoundError, match="was stored without"):
        archive.contents.response(lost)
    assert any(leaf.text for leaf in archive.contents.tree(lost).leaves())  # its texts are in the catalog
    taken, tree = capture(["goes on"], hours=50)
    archive.append(taken, tree, None, visit=visit_of(taken))
    assert archive.upkeep.verify().is_sound


def test_whichever_blob_is_lost_every_version_keeps_what_it_did_not_hold(archive: Archive, place: str) -> None:
    kept = fill(archive)
    texts = [sorted(leaf.text for leaf in archive.contents.tree(found).leaves()) for found, _ in kept]
    min(blob_files(place), key=lambda path: path.stat().st_mtime_ns).unlink()  # all others are stored against it
    assert archive.upkeep.verify(repair=True).problems == ()
    assert archive.versions.of("http://site.test/") == [found for found, _ in kept]
    for (found, _), said in zip(kept, texts, strict=True):
        assert sorted(leaf.text for leaf in archive.contents.tree(found).leaves()) == said


@pytest.mark.parametrize("seed", range(6))
def test_one_lost_blob_costs_only_the_versions_that_need_it(archive: Archive, place: str, seed: int) -> None:
    kept = fill(archive, 10)
    texts = [sorted(leaf.text for leaf in archive.contents.tree(found).leaves()) for found, _ in kept]
    lost = random.Random(seed).choice(blob_files(place))
    lost.unlink()
    hurt = {name for problem in archive.upkeep.verify().problems for name in problem.versions}
    assert archive.upkeep.verify(repair=True).problems == ()
    assert archive.versions.of("http://site.test/") == [found for found, _ in kept]
    assert_intact(archive, [(found, taken) for found, taken in kept if found.id not in hurt])
    for (found, _), said in zip(kept, texts, strict=True):
        assert sorted(leaf.text for leaf in archive.contents.tree(found).leaves()) == said


def test_a_version_outlives_its_screenshot(archive: Archive, place: str) -> None:
    kept = fill(archive, 1)
    (file,) = blob_files(place)
    data = bytearray(file.read_bytes())
    data[data.index(b"WEBP") + 40] ^= 0xFF
    file.write_bytes(data)
    assert not archive.upkeep.verify().is_sound
    assert archive.upkeep.verify(repair=True).problems == ()
    found, taken = kept[0]
    assert archive.contents.screenshot(found) is None
    assert archive.contents.response(found).body == taken.responses[0].body
    assert archive.contents.dom(found) == taken.dom


def test_a_version_that_refers_to_nothing_is_refused_or_found(archive: Archive) -> None:
    fill(archive, 2)
    to_nothing = sql.update(version).values(body_id=10**6)
    if archive._catalog.is_sqlite:  # PostgreSQL is not asked to look after references
        with pytest.raises(ArchiveError), archive._catalog.writing() as connection:
            connection.execute(to_nothing)
        return
    with archive._catalog.writing() as connection:
        connection.execute(to_nothing)
    assert "version" in {problem.kind for problem in archive.upkeep.verify().problems}


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        (sql.update(version).values(title="forged"), "version"),
        (sql.update(version).values(pieces=b"\x80"), "version"),
        (sql.update(visit).values(score=0.5), "visit"),
        (sql.update(block).values(text="forged"), "block"),
        (sql.update(presence).values(gone_at=5), "stays"),
    ],
)
def test_rows_changed_behind_its_back_are_found_and_repaired(
    archive: Archive, statement: sql.Update, kind: str
) -> None:
    kept = fill(archive, 2)
    with archive._catalog.writing() as connection:
        connection.execute(statement)
    assert kind in {problem.kind for problem in archive.upkeep.verify().problems}
    assert archive.upkeep.verify(repair=True).problems == ()
    texts = {stay.text for stay in archive.queries.stays("http://site.test/")}
    expected = {"text of hour 0", "text of hour 1", "a text that stays", "and another one that stays"}
    assert texts == (set() if "pieces" in str(statement) else expected)
    if "pieces" not in str(statement):
        assert_intact(archive, kept)


EDITS = [
    "UPDATE trail_entry SET facts = replace(facts, '12', '11')",
    "UPDATE trail SET state = '{}'",
    "UPDATE notice_rule SET subject = 'w2'",
    "UPDATE watch SET url = 'http://other.test/'",
    "UPDATE delivery SET status = 'sent'",
    "UPDATE label SET name = 'advert'",
    "UPDATE presence SET ref = '9'",
    "UPDATE page SET facts = '{\"a\": 1}'",
    "UPDATE feedback SET verdict = 'noise'",
    "UPDATE object SET kind = 'd' WHERE kind = 'h'",
    "DELETE FROM visit WHERE id = 2",
    "DELETE FROM page_memory",
    "UPDATE skipped SET probability = 0.5",
    "UPDATE version SET probability = 0.5",
    "UPDATE setting SET value = '9'",
    "DELETE FROM learned_model",
    "DELETE FROM trail_entry WHERE id = 1",
    "INSERT INTO label (name) VALUES ('new')",
]


def test_no_table_is_edited_unseen(archive: Archive, place: str) -> None:
    fill_every_table(archive)
    for edit in EDITS:
        assert archive.upkeep.verify().is_sound, edit
        as_another_program(place, edit)
        assert not archive.upkeep.verify().is_sound, edit
        assert archive.upkeep.verify(repair=True).is_sound, edit
    taken, tree = capture(["goes on"], hours=50)
    archive.append(taken, tree, None, visit=visit_of(taken))
    archive.upkeep.gc()
    assert archive.upkeep.verify().is_sound


def as_another_program(place: str, statement: str) -> None:
    """Run a statement without Pagestrata knowing of it."""
    if not place.startswith("postgresql"):
        connection = sqlite3.connect(Path(place) / "catalog.sqlite", isolation_level=None)
        connection.execute(statement)
        connection.close()
        return
    import psycopg

    with psycopg.connect(place.partition("&blobs=")[0]) as server:
        server.execute(statement)


def test_a_search_index_that_lost_a_block_is_found(archive: Archive, place: str) -> None:
    fill(archive, 1)
    is_sqlite = not place.startswith("postgresql")
    lost = "SELECT id FROM block WHERE text = 'text of hour 0'"
    forget = f"INSERT INTO block_search (block_search, rowid, words) SELECT 'delete', ({lost}), 'text of hour 0'"
    as_another_program(place, forget if is_sqlite else f"DELETE FROM block_search WHERE block_id = ({lost})")
    assert {problem.kind for problem in archive.upkeep.verify().problems} == {"search"}
    assert archive.upkeep.verify(repair=True).is_sound


def blob_bytes(archive: Archive) -> int:
    """Of one answer: between two, a server may grow its database on its own."""
    found = archive.upkeep.stats()["bytes"]
    return int(found["total"] - found["database"])


def test_collection_frees_what_dropped_versions_used(archive: Archive) -> None:
    kept = fill(archive, 8)
    before = blob_bytes(archive)
    now = START + timedelta(days=10)
    dropped = archive.upkeep.retain("thin 1d:1d", now=now)
    assert dropped == [found for found, _ in kept[1:-1]]
    collected = archive.upkeep.gc()
    assert collected.objects > 0
    assert collected.blocks == 6
    assert blob_bytes(archive) < before
    assert archive.upkeep.verify().is_sound
    assert_intact(archive, [kept[0], kept[-1]])
    assert archive.queries.search("hour 3") == []
    with pytest.raises(NotFoundError, match="is no longer in the archive"):
        archive.contents.dom(kept[3][0])
    assert len(archive.visits.of("http://site.test/")) == 8
    assert archive.upkeep.retain("thin 1d:1d", now=now) == []


def test_small_bundles_are_joined_and_leftovers_removed(archive: Archive, place: str) -> None:
    kept = fill(archive, 5)
    folder = blob_files(place)[0].parent.parent
    (folder / "ab").mkdir(exist_ok=True)
    (folder / "ab" / "new-leftover").write_bytes(b"half a blob")
    (folder / "ab" / ("c" * 62)).write_bytes(b"a blob no catalog knows")
    assert any("belong to no version" in note for note in archive.upkeep.verify().notes)
    archive.upkeep.gc()
    assert len(blob_files(place)) == 1
    assert archive.upkeep.verify().notes == ()
    assert_intact(archive, kept)


def test_writers_join_small_bundles_by_themselves(
    archive: Archive, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pagestrata.store.upkeep.garbage.LOOSE_BUNDLES", 3)
    kept = fill(archive, 7)
    assert len(blob_files(place)) <= 3
    assert_intact(archive, kept)
    assert archive.upkeep.verify().is_sound


def test_an_archive_open_for_reading_only_is_never_changed(place: str) -> None:
    with open_archive(place) as archive:
        kept = fill(archive, 1)
    with open_archive(place, read_only=True) as archive:
        assert_intact(archive, kept)
        taken, tree = capture(["new"], hours=9)
        with pytest.raises(ArchiveError, match="open for reading only; open it for writing"):
            archive.append(taken, tree, None, visit=visit_of(taken))
        with pytest.raises(ArchiveError, match="open for reading only"):
            archive.upkeep.gc()
        assert archive.upkeep.verify().is_sound
    assert os.listdir(Path(blob_files(place)[0]).parent)


def test_blobs_of_another_database_are_not_taken_over(new_database: Callable[[], str]) -> None:
    first, second = new_database(), new_database()
    with open_archive(first) as archive:
        taken, tree = capture(["text"], picture=False)
        kept = archive.append(taken, tree, None, visit=visit_of(taken))
    wrong = second.partition("&blobs=")[0] + "&blobs=" + first.partition("&blobs=")[2]
    with pytest.raises(ArchiveError, match="contains no archive, but its blob storage is not empty; check the name"):
        open_archive(wrong)
    with open_archive(first) as archive:
        assert archive.contents.dom(kept) == taken.dom
