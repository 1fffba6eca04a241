"""Packing moves what rows say without changing an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, fill_every_table, keep
from captures import START, capture, visit_of
from pagestrata.store.archive import Archive
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import block, change, pack, visit
from pagestrata.store.upkeep.pack_history import pack_history
from pagestrata.store.upkeep.retention import drop_versions

URL = "http://site.test/"


def answers(archive: Archive) -> list[Any]:
    """What an archive says about everything that can be packed."""
    return [
        archive.queries.search("text"),
        archive.queries.stays(URL),
        archive.queries.changes(URL),
        archive.visits.of(URL),
        [archive.visits.reasons(version) for version in archive.versions.of(URL)],
        archive.upkeep.stats()["saved_seconds"],
    ]


def in_packs(catalog: Catalog) -> list[int]:
    """How many blocks, changes and visits are packed, and in how many packs."""
    counted = (
        sql.select(sql.func.count()).select_from(block).where(block.c.packed.is_not(None)),
        sql.select(sql.func.count()).select_from(change).where(sql.func.substr(change.c.data, 1, 1) == b"P"),
        sql.select(sql.func.count()).select_from(visit).where(visit.c.facts.like('{"packed"%')),
        sql.select(sql.func.count()).select_from(pack),
    )
    with catalog.reading() as connection:
        return [int(connection.execute(query).scalar_one()) for query in counted]


def test_everything_is_packed_and_every_answer_stays(archive: Archive, catalog: Catalog) -> None:
    fill_every_table(archive)
    before = answers(archive)
    assert pack_history(catalog) > 0
    assert in_packs(catalog) == [3, 1, 3, 1]
    assert answers(archive) == before
    assert archive.upkeep.verify().is_sound


def test_visits_that_failed_are_still_found_as_such(archive: Archive, catalog: Catalog) -> None:
    taken, _ = capture(["one"], picture=False)
    archive.record_visit(replace(visit_of(taken, kept=False), error="no answer"))
    keep(archive, "one", hours=1)
    pack_history(catalog)
    assert [found.error for found in archive.visits.failed(URL, limit=5)] == ["no answer"]


def test_packing_again_changes_nothing(archive: Archive, catalog: Catalog) -> None:
    fill_every_table(archive)
    pack_history(catalog)
    assert pack_history(catalog) == 0
    assert in_packs(catalog) == [3, 1, 3, 1]


def test_what_came_since_goes_into_the_last_pack(archive: Archive, catalog: Catalog) -> None:
    fill_every_table(archive)
    pack_history(catalog)
    keep(archive, "a later text", hours=9)
    before = answers(archive)
    pack_history(catalog)
    assert in_packs(catalog) == [4, 1, 4, 1]
    assert answers(archive) == before


def test_full_packs_are_left_alone(archive: Archive, catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "PACK_BYTES", 150)
    for hour in range(6):
        keep(archive, f"text {hour} " * 8, hours=hour)
    before = answers(archive)
    pack_history(catalog)
    assert in_packs(catalog)[3] > 2
    assert answers(archive) == before
    assert archive.upkeep.verify().is_sound


def test_packs_shrink_with_what_is_dropped(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    for hour in range(4):
        keep(archive, f"text {hour} " * 40, hours=hour)
    archive.upkeep.gc()
    with catalog.writing() as connection:
        drop_versions(connection, [1, 2, 3], rule="a test", now=START)
    archive.upkeep.gc()
    with catalog.reading() as connection:
        entries = packs.read_pack(connection.execute(sql.select(pack.c.data)).scalar_one())
    assert sum(b"text" in entry for entry in entries) == 1
    assert [stay.text for stay in archive.queries.search("text")] == ["text 3 " * 40]
    assert archive.upkeep.verify().is_sound


def test_an_entry_that_is_too_large_stays_in_its_row(
    archive: Archive, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "LARGEST_ENTRY", 300)
    keep(archive, "long " * 100, "short")
    pack_history(catalog)
    assert in_packs(catalog)[0] == 1
    assert [stay.text for stay in archive.queries.search("long")] == ["long " * 100]


def test_a_damaged_pack_is_found_and_the_texts_are_read_again(archive: Archive, catalog: Catalog) -> None:
    fill_every_table(archive)
    before = archive.queries.stays(URL)
    archive.upkeep.gc()
    with catalog.writing(sealing=False) as connection:
        connection.execute(sql.update(pack).values(data=b"\0\0\0\1x"))
    report = archive.upkeep.verify()
    assert {problem.kind for problem in report.problems} >= {"block", "visit", "version", "rows"}
    assert archive.upkeep.verify(repair=True).is_sound
    assert archive.queries.stays(URL) == before
    assert [found.kept for found in archive.visits.of(URL)] == [False, True, True]
    assert archive.upkeep.verify().is_sound
