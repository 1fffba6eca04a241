from pathlib import Path

import pytest

from archives import keep
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.upkeep.compact import SMALL_PAGE_BYTES, USUAL_PAGE_BYTES, compact

URL = "http://site.test/"


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
        monkeypatch.setattr("pagestrata.store.upkeep.compact.SMALL_CATALOG_BYTES", 1000)
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
