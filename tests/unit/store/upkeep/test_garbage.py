from pathlib import Path

import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, keep, texts_of
from captures import START
from pagestrata.errors import ArchiveError
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import bundle
from pagestrata.store.upkeep import garbage
from pagestrata.store.upkeep.garbage import (
    SMALL_PAGE_BYTES,
    USUAL_PAGE_BYTES,
    collect,
    compact,
    join_loose,
    remove_dead,
)
from pagestrata.store.upkeep.retention import drop_versions

URL = "http://site.test/"


def drop(catalog: Catalog, *numbers: int) -> None:
    with catalog.writing() as connection:
        drop_versions(connection, numbers, rule="a test", now=START)


def known(catalog: Catalog) -> set[str]:
    with catalog.reading() as connection:
        return {digest.hex() for digest in connection.execute(sql.select(bundle.c.digest)).scalars()}


def test_a_collection_of_what_is_all_in_use_removes_nothing(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs
) -> None:
    kept = keep(archive, "one", "two", picture=True)
    found = collect(catalog, blobs)
    assert (found.objects, found.blocks, found.blobs, found.freed_bytes) == (0, 0, 0, 0)
    assert texts_of(archive, kept) == ["one", "two"]


def test_what_only_dropped_versions_used_goes(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "only here", "everywhere")
    kept = keep(archive, "only there", "everywhere", hours=1)
    drop(catalog, 1)
    found = collect(catalog, blobs)
    assert found.blocks == 1
    assert archive.queries.search("here") == []
    assert texts_of(archive, kept) == ["only there", "everywhere"]
    assert archive.upkeep.verify().is_sound


def test_an_archive_without_versions_has_no_blobs(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one", picture=True)
    size = sum(map(len, blobs.kept.values()))
    drop(catalog, 1)
    assert collect(catalog, blobs).freed_bytes == size
    assert blobs.kept == {}
    assert remove_dead(catalog) == (0, 0)


def test_bundles_are_joined_once_there_are_enough_loose_ones(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = [keep(archive, f"text {hour}", hours=hour) for hour in range(3)]
    join_loose(catalog, blobs)
    assert len(blobs.kept) == 3
    monkeypatch.setattr(garbage, "LOOSE_BUNDLES", 3)
    join_loose(catalog, blobs)
    assert len(blobs.kept) == 1
    assert known(catalog) == set(blobs.kept)
    assert [texts_of(archive, version) for version in kept] == [["text 0"], ["text 1"], ["text 2"]]


def test_damaged_bundles_are_never_copied(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    for hour in range(2):
        keep(archive, f"text {hour}", hours=hour)
    name = min(blobs.kept)
    blobs.kept[name] = blobs.kept[name][::-1]
    before = dict(blobs.kept)
    with pytest.raises(ArchiveError, match=f"bundle {name} is damaged; run `pagestrata verify --repair`"):
        collect(catalog, blobs)
    assert blobs.kept == before


def test_leftovers_of_killed_writers_go(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one")
    blobs.put("abnew-half", b"half a blob")
    assert collect(catalog, blobs).blobs == 1
    assert set(blobs.kept) == known(catalog)
    assert archive.versions.of("http://site.test/")[0].captured_at == START


def page_bytes(archive: Archive) -> int:
    with archive._catalog.reading() as connection:
        return int(connection.exec_driver_sql("PRAGMA page_size").scalar_one())


def journal(archive: Archive) -> str:
    with archive._catalog.reading() as connection:
        return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar_one())


def test_a_small_catalog_gets_small_pages_and_keeps_everything(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive:
        kept = [keep(archive, f"hour {hour}", "stays", hours=hour) for hour in range(3)]
        bodies = [archive.contents.response(version).body for version in kept]
        before = archive.upkeep.stats()["bytes"]["database"]
        freed = compact(archive._catalog)
        assert page_bytes(archive) == SMALL_PAGE_BYTES
        assert journal(archive) == "wal"
        assert archive.upkeep.stats()["bytes"]["database"] == before - freed < before / 2
        assert (tmp_path / "catalog.sqlite").stat().st_size == before - freed
        assert [archive.contents.response(version).body for version in kept] == bodies
        assert [stay.text for stay in archive.queries.search("hour 1")] == ["hour 1"]
        assert archive.upkeep.verify().is_sound
        assert compact(archive._catalog) == 0


def test_a_large_catalog_gets_the_usual_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_archive(tmp_path) as archive:
        keep(archive, "text")
        compact(archive._catalog)
        monkeypatch.setattr("pagestrata.store.upkeep.garbage.SMALL_CATALOG_BYTES", 1000)
        assert compact(archive._catalog) < 0
        assert page_bytes(archive) == USUAL_PAGE_BYTES
        assert archive.upkeep.verify().is_sound


def test_a_catalog_another_program_has_open_stays_as_it_is(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive, open_archive(tmp_path) as other:
        kept = keep(archive, "text")
        with other._catalog.reading() as connection:
            connection.exec_driver_sql("SELECT * FROM version").all()
            assert compact(archive._catalog) == 0
        assert page_bytes(archive) == USUAL_PAGE_BYTES
        assert journal(archive) == "wal"
        assert other.contents.response(kept).body == archive.contents.response(kept).body


def test_free_pages_are_given_back(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive:
        compact(archive._catalog)
        with archive._catalog.writing() as connection:
            connection.exec_driver_sql("CREATE TABLE filling AS SELECT zeroblob(500000) AS filler")
        with archive._catalog.writing() as connection:
            connection.exec_driver_sql("DROP TABLE filling")
        assert compact(archive._catalog) > 490_000
        assert journal(archive) == "wal"
