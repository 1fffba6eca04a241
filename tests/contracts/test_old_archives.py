"""An archive of an older program, on every database: brought up to date, made small, and still all there."""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from captures import capture, pixels, visit_of
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.migrate import HEAD, revision, upgrade
from pagestrata.store.catalog.schema import object_
from pagestrata.store.search import full_text

URL = "http://site.test/"
_DATA = Path(__file__).parents[1] / "unit" / "store" / "catalog" / "data" / "archive_0004.zip"
_OLD = "0004"


@pytest.fixture
def old_place(place: str, tmp_path: Path) -> str:
    """Three versions of a page with a style sheet, one of another, as the program left them at revision 0004."""
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(_DATA) as packed:
        packed.extractall(unpacked)
    if "blobs=" not in place:
        shutil.copytree(unpacked, place)
        return place
    address, _, blobs = place.partition("&blobs=")
    shutil.copytree(unpacked / "blobs", blobs)
    _copy_to_server(unpacked / "catalog.sqlite", address)
    return place


def _copy_to_server(file: Path, address: str) -> None:
    catalog = Catalog(sql.make_url(address).set(drivername="postgresql+psycopg"), name="old")
    with sqlite3.connect(file) as source, catalog.engine.begin() as connection:
        upgrade(connection, _OLD)
        found = sql.MetaData()
        found.reflect(connection)
        for table in found.sorted_tables:
            if table.name in {"alembic_version", "block_search"}:
                continue
            rows = [_row(table, row) for row in _rows(source, table.name)]
            if rows:
                connection.execute(sql.insert(table), rows)
            if "id" in table.c and isinstance(table.c.id.type, sql.Integer):
                sequence = f"pg_get_serial_sequence('\"{table.name}\"', 'id')"
                last = f'(SELECT coalesce(max(id), 0) + 1 FROM "{table.name}")'
                connection.execute(sql.text(f"SELECT setval({sequence}, {last}, false) WHERE {sequence} IS NOT NULL"))
        texts = dict(source.execute("SELECT id, text FROM block").fetchall())
        full_text.index(connection, texts)
    catalog.close()


def _rows(source: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    cursor = source.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _row(table: sql.Table, row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: bool(value) if isinstance(table.c[name].type, sql.Boolean) and value is not None else value
        for name, value in row.items()
    }


def _crops(archive: Archive) -> int:
    with archive._catalog.reading() as connection:
        query = sql.select(sql.func.count()).select_from(object_).where(object_.c.codec == "crop")
        return int(connection.execute(query).scalar_one())


def _assert_all_there(archive: Archive) -> None:
    kept = archive.versions.of(URL)
    for hour, (version, text) in enumerate(zip(kept, ("rain today", "sun today", "rain again"), strict=True)):
        taken, tree = capture([text, "the weather"], hours=hour, picture=hour == 0)
        assert archive.contents.response(version) == taken.responses[0]
        assert archive.contents.dom(version) == taken.dom
        assert archive.contents.tree(version) == tree
        if hour == 0:
            assert pixels(archive.contents.screenshot(version)) == pixels(taken.screenshot_png)
    assert [visit.seconds for visit in archive.visits.of(URL)] == [{"fetch": 0.5}, {"fetch": 0.5}, {}]
    assert [stay.text for stay in archive.queries.search('"rain again"')] == ["rain again"]
    assert [(found.number, found.op, found.old, found.new) for found in archive.queries.changes()] == [
        (0, "delete", "sun today", None),
        (1, "insert", None, "rain again"),
        (0, "update", "rain today", "sun today"),
    ]


def test_an_old_archive_is_brought_up_to_date_and_made_small(old_place: str) -> None:
    with open_archive(old_place) as archive:
        assert revision(archive._catalog) == HEAD
        _assert_all_there(archive)
        assert _crops(archive) > 0
        assert archive.upkeep.verify().is_sound
        archive.upkeep.gc()
        assert _crops(archive) == 0
        _assert_all_there(archive)
        assert archive.upkeep.verify().is_sound
    with open_archive(old_place) as archive:
        taken, tree = capture(["rain for ever", "the weather"], hours=30)
        added = archive.append(taken, tree, None, visit=visit_of(taken))
        assert pixels(archive.contents.screenshot(added)) == pixels(taken.screenshot_png)
        assert archive.upkeep.verify().is_sound


def test_an_old_archive_on_a_server_gets_the_indexes_and_references_of_a_new_one(
    new_database: Callable[[], str],
) -> None:
    found = []
    for is_old in (True, False):
        place = new_database()
        if is_old:
            begun = Catalog(
                sql.make_url(place.partition("&blobs=")[0]).set(drivername="postgresql+psycopg"), name="old"
            )
            with begun.engine.begin() as connection:
                upgrade(connection, "0013")
                connection.exec_driver_sql("CREATE INDEX version_time ON version (captured_at)")
                half = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'version_time'::regclass"
                connection.exec_driver_sql(half)  # as a program leaves it that is killed while it makes one
            begun.close()
        with open_archive(place) as archive:
            assert archive.upkeep.verify().is_sound
            found.append(_structure(archive._catalog))
    upgraded, new = found
    assert upgraded == new
    assert ("version_time", "version", True) in upgraded


def test_phrases_of_an_archive_without_pairs_of_words_are_found_by_them(new_database: Callable[[], str]) -> None:
    place = new_database()
    with open_archive(place) as archive:
        for hour in range(3):
            taken, tree = capture([f"the hall of the town {hour}", f"the town of the hall {hour}"], hours=hour)
            archive.append(taken, tree, None, visit=visit_of(taken))
        with archive._catalog.engine.begin() as connection:
            connection.exec_driver_sql("DROP FUNCTION word_pairs CASCADE")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0017'")
    with open_archive(place) as archive:
        found = {stay.text for stay in archive.queries.search('"the hall of"')}
        assert found == {f"the hall of the town {hour}" for hour in range(3)}
        with archive._catalog.engine.begin() as connection:
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
            query = (
                """SELECT block_id FROM block_search WHERE word_pairs(words) @> word_pairs('hall:1 of:2'::tsvector)"""
            )
            steps = [row[0] for row in connection.exec_driver_sql(f"EXPLAIN {query}")]
            assert any("block_search_pairs" in step for step in steps)
            assert len(connection.exec_driver_sql(query).all()) == 3


def _structure(catalog: Catalog) -> set[tuple[Any, ...]]:
    indexes = """
        SELECT c.relname, t.relname, i.indisvalid FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
        JOIN pg_class AS t ON t.oid = i.indrelid WHERE t.relnamespace = 'public'::regnamespace
        AND NOT i.indisprimary"""
    references = "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f'"
    with catalog.reading() as connection:
        return {tuple(row) for query in (indexes, references) for row in connection.exec_driver_sql(query)}
