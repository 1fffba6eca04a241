import json
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog.database import Catalog, _explain
from pagestrata.store.catalog.driver_statements import insert_new
from pagestrata.store.catalog.schema import label


def names(catalog: Catalog) -> list[str]:
    with catalog.reading() as connection:
        return list(connection.execute(sql.select(label.c.name).order_by(label.c.id)).scalars())


def test_a_writing_transaction_happens_as_a_whole_or_not_at_all(catalog: Catalog) -> None:
    with catalog.writing() as connection:
        connection.execute(sql.insert(label).values(name="kept"))
    with pytest.raises(ArchiveError, match="UNIQUE"), catalog.writing() as connection:
        connection.execute(sql.insert(label), [{"name": "lost"}, {"name": "kept"}])
    assert names(catalog) == ["kept"]


def test_readers_see_one_view_while_a_writer_goes_on(catalog: Catalog) -> None:
    with catalog.reading() as reader:
        assert reader.execute(sql.select(label)).all() == []
        with catalog.writing() as connection:
            connection.execute(sql.insert(label).values(name="new"))
        assert reader.execute(sql.select(label)).all() == []
    assert names(catalog) == ["new"]


def test_rows_that_are_there_are_left_out(catalog: Catalog) -> None:
    with catalog.writing() as connection:
        insert_new(connection, label, [{"name": "a"}, {"name": "b"}])
        insert_new(connection, label, [{"name": "b"}, {"name": "c"}])
        insert_new(connection, label, [])
    assert names(catalog) == ["a", "b", "c"]


def test_references_are_enforced_and_refusals_are_archive_errors(catalog: Catalog) -> None:
    with (
        pytest.raises(ArchiveError, match=r"refused a request: FOREIGN KEY .*; if this persists, run `pagestrata"),
        catalog.writing() as connection,
    ):
        connection.execute(sql.text("INSERT INTO layout (object_id) VALUES (99)"))


def test_a_catalog_open_for_reading_refuses_writers(catalog: Catalog) -> None:
    closed = Catalog(catalog.engine.url, name="mine", read_only=True)
    with (
        pytest.raises(ArchiveError, match="the archive mine is open for reading only; open it for writing"),
        closed.writing(),
    ):
        pass
    with pytest.raises(ArchiveError, match=r"cannot be written \(read-only\)"), closed.reading() as connection:
        connection.execute(sql.insert(label).values(name="sneaky"))
    closed.close()


def test_a_file_that_is_no_database_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "catalog.sqlite"
    file.write_bytes(b"no database at all " * 100)
    broken = Catalog(sql.URL.create("sqlite", database=str(file)), name="mine")
    with pytest.raises(ArchiveError, match=r"the catalog of mine is damaged .*; `pagestrata verify"), broken.reading():
        pass
    broken.close()


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("database is locked", "is locked by another program"),
        ("database or disk is full", "free some space and try again: nothing was changed"),
        ("unable to open database file", "check that it exists and that you may use it"),
        ("connection to server\n failed", "cannot be opened (connection to server failed)"),
        ("connection to server failed: Connection refused", "start its PostgreSQL server"),
        ("password authentication failed for user", "refuses the password"),
        ("cannot execute INSERT in a read-only transaction", "its server is read-only, a standby perhaps; give the"),
        ("FATAL:  sorry, too many clients already", "has no free connection left; end other programs, run fewer"),
        ("FATAL:  the database system is starting up", "its server is being restarted: try again in a moment"),
        ("terminating connection due to administrator command", "was stopped: try again when it is back"),
        ("something odd", "refused a request: something odd"),
    ],
)
def test_messages_say_what_to_do(message: str, told: str) -> None:
    assert told in _explain(message)


@pytest.mark.parametrize("read", [lambda: b"\xff".decode(), lambda: json.loads('{"half')])
def test_text_that_is_none_is_damage(catalog: Catalog, read: Callable[[], object]) -> None:
    with (
        pytest.raises(ArchiveError, match=r"is damaged \(malformed text\); .*verify --repair` may help"),
        catalog.reading(),
    ):
        read()
