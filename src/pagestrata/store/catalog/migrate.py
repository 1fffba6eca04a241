"""Creating the schema, bringing older archives up to it, and refusing newer ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from pagestrata.errors import ArchiveError, NotFoundError, OlderArchiveError
from pagestrata.store.catalog import ledger
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import ask
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.search import word_pairs

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

REVISIONS = tuple(f"{number:04}" for number in range(1, 21))
HEAD = REVISIONS[-1]
_NEWLY_SEALED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("0014", "0015", "0016", "0017", "0018", "0019"), ()),
    "0020": ("page_host",),
}
"""Of revisions that change no other row and no column of which the ledger knows: the tables that they add to it."""


def bring_up_to_date(catalog: Catalog, *, create: bool = True) -> None:
    """Bring the catalog to the current schema. Raises ArchiveError if that is not possible."""
    found = revision(catalog)
    if found is not None and found not in REVISIONS:
        raise ArchiveError(
            f"the archive {catalog.name} has schema {found}, newer than {HEAD} of this program; upgrade Pagestrata"
        )
    if found == HEAD:
        return
    if catalog.read_only or (found is None and not create):
        if found is None:
            raise NotFoundError(f"there is no archive in {catalog.name}; `pagestrata visit URL` starts one there")
        raise OlderArchiveError(
            f"the archive {catalog.name} has the older schema {found}; open it once for writing to upgrade it"
        )
    if found is not None and not catalog.is_sqlite:
        create_indexes_online(catalog)
    with catalog.writing(alone=True, sealing=False) as connection:
        found = _revision(connection)  # another program may have been faster
        if found is None:
            _create(connection, catalog)
        elif found != HEAD:
            upgrade(connection)
            _seal(connection, REVISIONS[REVISIONS.index(found) + 1 :])


def _seal(connection: sql.Connection, revisions: Sequence[str]) -> None:
    """Update the ledger after these revisions; tables that no revision changed are not read."""
    if not all(number in _NEWLY_SEALED for number in revisions):
        ledger.seal(connection)
    elif tables := {name for number in revisions for name in _NEWLY_SEALED[number]}:
        ledger.seal(connection, tables)


def create_indexes_online(catalog: Catalog) -> None:
    """Create the indexes that an older PostgreSQL archive lacks while others read and write, before its migrations run.

    An index left unfinished by a program that was killed is created again.
    """
    with catalog.translated(), catalog.engine.connect() as plain:
        connection = plain.execution_options(isolation_level="AUTOCOMMIT")
        connection.exec_driver_sql(f"SELECT pg_advisory_lock({_INDEXING_LOCK})")
        try:
            known = dict(map(tuple, connection.exec_driver_sql(_INDEXES)))
            connection.exec_driver_sql(word_pairs.CREATE_FUNCTION)
            for name, create in _possible_indexes(connection):
                if known.get(name) is False:
                    connection.exec_driver_sql(f'DROP INDEX CONCURRENTLY "{name}"')
                if not known.get(name):
                    connection.exec_driver_sql(create.replace("INDEX", "INDEX CONCURRENTLY", 1))
        finally:
            connection.exec_driver_sql(f"SELECT pg_advisory_unlock({_INDEXING_LOCK})")


_HAS_TABLE_SQLITE = "SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
_HAS_TABLE_POSTGRES = "SELECT 1 WHERE to_regclass('alembic_version') IS NOT NULL"
_INDEXING_LOCK = 0x50616765496E64  # 'PageInd'; any constant will do
_INDEXES = """
    SELECT c.relname, i.indisvalid FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE pg_table_is_visible(i.indrelid)"""


def _possible_indexes(connection: sql.Connection) -> Iterator[tuple[str, str]]:
    """The indexes of a new archive whose columns this one has already, and the statements that make them."""
    found: Any = sql.inspect(connection).get_multi_columns()
    columns = {name: {column["name"] for column in listed} for (_, name), listed in found.items()}
    for table in schema.metadata.sorted_tables:
        for index in table.indexes:
            if {column.name for column in index.columns} <= columns.get(table.name, set()):
                yield str(index.name), str(sql.schema.CreateIndex(index).compile(dialect=connection.dialect))
    yield word_pairs.INDEX, word_pairs.CREATE_INDEX


def check_current(catalog: Catalog) -> None:
    """Raise ArchiveError if another program upgraded the catalog since it was opened: writing would damage it."""
    found = revision(catalog)
    if found != HEAD:
        raise ArchiveError(
            f"the archive {catalog.name} was upgraded to schema {found} by another version of Pagestrata; nothing was changed. "
            "Start this program again with that version"
        )


def revision(catalog: Catalog) -> str | None:
    """The schema revision of a catalog, None for an empty database."""
    with catalog.reading_by_driver() as connection:
        return _revision(connection)


def _revision(connection: sql.Connection) -> str | None:
    has_table = _HAS_TABLE_SQLITE if connection.dialect.name == "sqlite" else _HAS_TABLE_POSTGRES
    if not ask(connection, has_table):
        return None
    found = ask(connection, "SELECT version_num FROM alembic_version")
    return str(found[0][0]) if found else None


def _create(connection: sql.Connection, catalog: Catalog) -> None:
    """Create the schema that all migrations together produce, without loading Alembic."""
    from pagestrata.store.search import full_text

    if catalog.is_sqlite:
        for statement in _sqlite_tables():
            ask(connection, statement)
    else:
        schema.metadata.create_all(connection)
    full_text.create(connection)
    if not catalog.is_sqlite:
        word_pairs.create(connection)
        ledger.install_on_tables(connection)
    _note_first_revision(connection, HEAD)


@cache
def _sqlite_tables() -> tuple[str, ...]:
    """The statements of all tables and indexes. SQLAlchemy takes longer to write them than SQLite to follow them."""
    written: list[str] = []

    def write(statement: Any, *_given: Any, **_named: Any) -> None:
        written.append(str(statement.compile(dialect=engine.dialect)))

    engine: Any = sql.create_mock_engine("sqlite://", write)
    schema.metadata.create_all(engine, checkfirst=False)
    return tuple(written)


def upgrade(connection: sql.Connection, target: str = HEAD) -> None:
    """Run the missing migrations up to a revision in the transaction of the connection."""
    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    from pagestrata.store.catalog.migrations import MIGRATIONS

    found = _revision(connection)
    if found is None:
        _note_first_revision(connection, REVISIONS[0])
    operations = Operations(MigrationContext.configure(connection))
    begin = 0 if found is None else REVISIONS.index(found) + 1
    for number in REVISIONS[begin : REVISIONS.index(target) + 1]:
        MIGRATIONS[number](operations)
    connection.execute(sql.text("UPDATE alembic_version SET version_num = :target"), {"target": target})


def _note_first_revision(connection: sql.Connection, number: str) -> None:
    """Write the revision of a new catalog in the table in which Alembic keeps it, as all releases have done."""
    column = "version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    connection.execute(sql.text(f"CREATE TABLE alembic_version ({column})"))
    connection.execute(sql.text("INSERT INTO alembic_version VALUES (:number)"), {"number": number})
