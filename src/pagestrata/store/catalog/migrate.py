"""Creating the schema, bringing older archives up to it, and refusing newer ones.

An older archive gets the tables, columns and indexes of `schema` that it lacks. What else a revision changed is listed here:
tables and indexes that went, and contents that are stored in another form since. Each step can run again over its own result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pagestrata.errors import ArchiveError, NotFoundError, OlderArchiveError
from pagestrata.store.catalog import ledger
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import ask
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.names import FOREVER, host_of
from pagestrata.store.catalog.packs import COLUMNS, pack_changes
from pagestrata.store.catalog.varints import unpack
from pagestrata.store.search import word_pairs

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

REVISIONS = tuple(f"{number:04}" for number in range(1, 21))
HEAD = REVISIONS[-1]
_NEWLY_SEALED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("0014", "0015", "0016", "0017", "0018", "0019"), ()),
    "0020": ("page_host",),
}
"""Tables that a revision adds to the ledger, for revisions that change nothing else the ledger covers."""


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
    """Create the indexes that an older PostgreSQL archive lacks while others read and write, before it is upgraded.

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
    """Create the schema in an empty database."""
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


def upgrade(connection: sql.Connection) -> None:
    """Bring the catalog of an older archive to the current schema, in the transaction of the connection."""
    missing = REVISIONS[REVISIONS.index(_revision(connection) or REVISIONS[0]) + 1 :]
    for number in missing:
        if number in _GONE:
            connection.exec_driver_sql(f"DROP {_GONE[number]}")
    if "0010" in missing:
        _pack_changes(connection)
    _complete(connection)
    for number in missing:
        if number in _CONVERSIONS:
            _CONVERSIONS[number](connection)
    connection.execute(sql.text("UPDATE alembic_version SET version_num = :head"), {"head": HEAD})


_GONE = {
    "0003": "TABLE IF EXISTS notification",
    "0006": "TABLE IF EXISTS notice_position",
    "0010": "INDEX IF EXISTS ix_object_bundle_id",
    "0014": "INDEX IF EXISTS due_next",  # it has another column since, and is created again
    "0017": "INDEX IF EXISTS presence_time",
}
"""Tables and indexes that a revision dropped."""


def _complete(connection: sql.Connection) -> None:
    """Add the tables, columns and indexes of the schema that the catalog lacks."""
    found = sql.inspect(connection)
    names = set(found.get_table_names())
    for table in schema.metadata.sorted_tables:
        if table.name not in names:
            table.create(connection)
            continue
        columns = {column["name"] for column in found.get_columns(table.name)}
        for column in table.columns:
            if column.name not in columns:
                definition = sql.schema.CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f'ALTER TABLE "{table.name}" ADD COLUMN {definition}')
        indexes = {index["name"] for index in found.get_indexes(table.name)}
        for index in table.indexes:
            if index.name not in indexes:
                index.create(connection)


def _pack_changes(connection: sql.Connection) -> None:
    """Pack the operations of each version into one row; `change` had one row for each operation."""
    if "data" in {column["name"] for column in sql.inspect(connection).get_columns("change")}:
        return
    listed = ", ".join(f'"{name}"' for name in COLUMNS)
    rows = ask(connection, f"SELECT version_id, {listed} FROM change ORDER BY version_id, number")  # noqa: S608 - no input
    versions: dict[int, list[dict[str, Any]]] = {}
    for version_id, *values in rows:
        versions.setdefault(version_id, []).append(dict(zip(COLUMNS, values, strict=True)))
    connection.exec_driver_sql("DROP TABLE change")
    schema.change.create(connection)
    _insert(
        connection, schema.change, [{"version_id": n, "data": pack_changes(found)} for n, found in versions.items()]
    )


def _note_resources(connection: sql.Connection) -> None:
    """Note which page held which resource from when to when, from the lists of its versions."""
    if ask(connection, "SELECT 1 FROM holding LIMIT 1"):
        return
    known = {number for (number,) in ask(connection, "SELECT id FROM resource")}
    rows: list[dict[str, int]] = []
    staying: dict[tuple[int, int], dict[str, int]] = {}  # of the page at hand, by page and resource
    listed = ask(connection, "SELECT page_id, captured_at, resources FROM version ORDER BY page_id, captured_at")
    for page_id, moment, packed in listed:
        current = {(page_id, number) for number in unpack(packed) if number in known}
        for key in [key for key in staying if key not in current]:
            stay = staying.pop(key)
            stay["gone_at"] = moment if key[0] == page_id else FOREVER
        for key in sorted(current - staying.keys()):
            stay = {"page_id": page_id, "resource_id": key[1], "first_at": moment, "gone_at": FOREVER}
            staying[key] = stay
            rows.append(stay)
    _insert(connection, schema.holding, rows)


def _shorten_rows(connection: sql.Connection) -> None:
    """Write kinds and codecs of objects as their first letter, and seals of versions in eight bytes.

    Lists of responses that name the page's body, and facts that state defaults, stay as they are and are read as before.
    """
    connection.exec_driver_sql("UPDATE object SET kind = substr(kind, 1, 1), codec = substr(codec, 1, 1)")
    connection.exec_driver_sql("UPDATE version SET seal = substr(seal, 1, 8)")


def _mark_special(connection: sql.Connection) -> None:
    """Mark the entries of the schedule whose facts a plan must read."""
    facts = schema.due.c.facts
    fails = facts.contains('"failures":') & ~facts.contains('"failures":0')
    is_special = fails | facts.contains('"signalled_at"') | facts.contains('"week"')
    connection.execute(sql.update(schema.due).where(is_special).values(special=True))


def _drop_unchecked_references(connection: sql.Connection) -> None:
    """Drop the references that PostgreSQL checks no longer (`schema.UNCHECKED`)."""
    if connection.dialect.name == "sqlite":
        return
    inspector = sql.inspect(connection)
    for table in ("version", "skipped", "trail_entry", "visit"):
        for key in inspector.get_foreign_keys(table):
            if set(key["constrained_columns"]) & schema.UNCHECKED:
                connection.exec_driver_sql(f'ALTER TABLE {table} DROP CONSTRAINT "{key["name"]}"')


def _index_word_pairs(connection: sql.Connection) -> None:
    """Create PostgreSQL's index of pairs of words."""
    if connection.dialect.name != "sqlite":
        word_pairs.create(connection)


def _note_hosts(connection: sql.Connection) -> None:
    """Note the host of each page, from which the first visits of other pages learn."""
    query = sql.text("SELECT id, url FROM page WHERE id > :last ORDER BY id LIMIT :most")
    insert = sql.text("INSERT INTO page_host (page_id, host) VALUES (:page_id, :host) ON CONFLICT (page_id) DO NOTHING")
    last = 0
    while rows := connection.execute(query, {"last": last, "most": _HOSTS_AT_ONCE}).all():
        connection.execute(insert, [{"page_id": number, "host": host_of(url)} for number, url in rows])
        last = rows[-1][0]


_HOSTS_AT_ONCE = 5_000
_CONVERSIONS: Mapping[str, Callable[[sql.Connection], None]] = {
    "0004": _note_resources,
    "0005": _shorten_rows,
    "0014": _mark_special,
    "0016": _drop_unchecked_references,
    "0018": _index_word_pairs,
    "0020": _note_hosts,
}
"""Conversions of contents that archives before a revision store in another form; they run once the schema is complete."""


def _insert(connection: sql.Connection, table: sql.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        connection.execute(sql.insert(table), rows)


def _note_first_revision(connection: sql.Connection, number: str) -> None:
    """Write the revision of a new catalog in the table in which Alembic keeps it, as all releases have done."""
    column = "version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    connection.execute(sql.text(f"CREATE TABLE alembic_version ({column})"))
    connection.execute(sql.text("INSERT INTO alembic_version VALUES (:number)"), {"number": number})
