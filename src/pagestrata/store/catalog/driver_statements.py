"""Statements sent straight to the database driver: the queries of every visit, and those over many keys at once.

Through SQLAlchemy the smallest query takes two or three times the processor time, and an `IN` over a few hundred keys takes
longer to render than the database takes to answer it. Statements are written with the `?` marks of SQLite and translated for
PostgreSQL. For PostgreSQL their text does not depend on the number of rows or keys, so that psycopg prepares each only once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from pagestrata.store.catalog.later import sql
from pagestrata.store.catalog.plain_sqlite import PlainConnection

# Imports inside functions: psycopg is optional; the rest works without.

_BATCH = 5000  # parameters per statement
_ROWS_AT_ONCE = 500
COPIED_ROWS = 30
Member = TypeVar("Member")


def is_sqlite(connection: sql.Connection) -> bool:
    return connection.dialect.name == "sqlite"


def ask(connection: sql.Connection, statement: str, values: Sequence[Any] = ()) -> Sequence[tuple[Any, ...]]:
    """Run a statement and return its rows."""
    if is_sqlite(connection):
        return _sent_to_sqlite(connection, statement, tuple(values)).fetchall()
    return list(_sent(connection, _marked(statement), tuple(values)).fetchall())


def tell(connection: sql.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Run a statement that returns nothing, once for each row of values."""
    if not rows:
        return
    if is_sqlite(connection):
        _sent_to_sqlite(connection, statement, rows, many=True)
    elif len(rows) == 1:
        _sent(connection, _marked(statement), rows[0])
    else:
        _sent(connection, _marked(statement), list(rows), many=True)


def among(
    connection: sql.Connection, statement: str, wanted: Iterable[Any], *, prepare: bool = True
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a statement in which {wanted} is a condition on many values, however many there are.

    Pass `prepare=False` for statements whose best plan depends on the number of values.
    """
    for batch in batches(sorted(set(wanted))):
        if is_sqlite(connection):
            yield from ask(connection, statement.format(wanted=f"IN ({','.join('?' * len(batch))})"), batch)
        else:
            text = statement.format(wanted="= ANY(%s)")
            yield from _sent(connection, text, (array_of(batch),), prepare=prepare).fetchall()


def batches(members: Sequence[Member], size: int = _BATCH) -> Iterator[Sequence[Member]]:
    """Yield the members of a sequence in order, at most `size` at a time; by default as many as one statement may name."""
    for start in range(0, len(members), size):
        yield members[start : start + size]


def values_by_key(
    connection: sql.Connection, key: sql.Column[Any], value: sql.Column[Any], wanted: Iterable[Any]
) -> dict[Any, Any]:
    """Return the column `value` by the column `key`, of the rows with the wanted keys."""
    head = f'SELECT "{key.name}", "{value.name}" FROM "{key.table.name}"'  # noqa: S608 - no input
    return dict(map(tuple, among(connection, f'{head} WHERE "{key.name}" {{wanted}}', wanted)))


def insert_rows(
    connection: sql.Connection, table: sql.Table, names: Sequence[str], rows: Sequence[Sequence[Any]]
) -> None:
    """Insert rows, their values in the order of `names`; rows that already exist are skipped."""
    if not rows:
        return
    if is_sqlite(connection):
        connection.exec_driver_sql(_insert_sqlite(table, tuple(names)), [tuple(row) for row in rows])
        return
    for _ in _insert_batches(connection, _insert_postgres(table, tuple(names)), rows):
        pass


def insert_new(connection: sql.Connection, table: sql.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, each with its values by column; rows that already exist are skipped."""
    if rows:
        insert_rows(connection, table, list(rows[0]), [list(row.values()) for row in rows])


def delete_rows(connection: sql.Connection, key: sql.Column[Any], wanted: Iterable[Any]) -> None:
    """Delete the rows whose `key` is among the wanted, in their order."""
    for batch in batches(list(wanted)):
        connection.execute(sql.delete(key.table).where(key.in_(batch)))


def append_rows(
    connection: sql.Connection, table: sql.Table, names: Sequence[str], rows: Sequence[Sequence[Any]]
) -> None:
    """Insert rows that cannot exist yet. PostgreSQL receives many of them by `COPY`, which takes half the time."""
    if is_sqlite(connection) or len(rows) < COPIED_ROWS:
        insert_rows(connection, table, names, rows)
        return
    driver: Any = connection.connection.driver_connection
    statement = f'COPY "{table.name}" ({", ".join(names)}) FROM STDIN'
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)
    except connection.dialect.loaded_dbapi.Error as error:
        raise _translated(connection, statement, None, error) from error


def insert_numbered(
    connection: sql.Connection, key: sql.Column[Any], rows: Sequence[Mapping[str, Any]]
) -> dict[Any, int]:
    """Insert rows that were missing a moment ago; return all their ids by key.

    A row that another program inserted meanwhile is not inserted again, and its id is returned like the others.
    """
    if not rows:
        return {}
    table, names = key.table, list(rows[0])
    keys, values = [row[key.name] for row in rows], [list(row.values()) for row in rows]
    if is_sqlite(connection):
        insert_rows(connection, table, names, values)
        return values_by_key(connection, key, table.c.id, keys)
    statement = f'{_insert_postgres(table, tuple(names))} RETURNING "{key.name}", id'
    found = dict(row for cursor in _insert_batches(connection, statement, values) for row in cursor.fetchall())
    missing = [wanted for wanted in keys if wanted not in found]  # inserted by another program in the meantime
    return found | values_by_key(connection, key, table.c.id, missing) if missing else found


def upsert(connection: sql.Connection, table: sql.Table, keys: Sequence[str], row: Mapping[str, Any]) -> None:
    """Insert a row, or replace the one with the same key."""
    tell(connection, _upsert(table.name, tuple(keys), tuple(row)), [tuple(row.values())])


@lru_cache(maxsize=64)
def _upsert(table: str, keys: tuple[str, ...], names: tuple[str, ...]) -> str:
    listed, marks = ", ".join(f'"{name}"' for name in names), ", ".join("?" * len(names))
    rest = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name not in keys)
    return (
        f'INSERT INTO "{table}" ({listed}) VALUES ({marks}) '  # noqa: S608 - no input
        f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {rest}"
    )


def array_of(values: Iterable[Any]) -> str:
    """Return values as a PostgreSQL array literal; the statement names its type.

    psycopg inspects every value several times to find a common type, which takes longer than the query itself.
    """
    return f"{{{','.join(map(_element, values))}}}"


def _element(value: Any) -> str:
    if isinstance(value, bytes):
        return f'"\\\\x{value.hex()}"'
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return "NULL" if value is None else str(value)


class Question:
    """A fixed query; `columns` names the attributes of its rows."""

    def __init__(self, columns: str, text: str) -> None:
        self._columns = columns.split()
        self._text = text

    def all(self, connection: sql.Connection, *values: Any) -> list[Any]:
        """Return its rows."""
        rows = ask(connection, self._text, values)
        return [SimpleNamespace(**dict(zip(self._columns, row, strict=True))) for row in rows]

    def first(self, connection: sql.Connection, *values: Any) -> Any:
        """Return its first row, None if it has none."""
        return next(iter(self.all(connection, *values)), None)


class BuiltStatement:
    """A query that SQLAlchemy compiles once instead of at every call; its values are named by `bindparam`."""

    def __init__(self, statement: sql.Select[Any]) -> None:
        self._statement = statement
        self._compiled: tuple[str, dict[str, Any]] | None = None

    def all(self, connection: sql.Connection, **values: Any) -> Sequence[Any]:
        """Return its rows, with their columns as attributes."""
        if is_sqlite(connection):
            return connection.execute(self._statement, values).all()
        if self._compiled is None:
            compiled = self._statement.compile(dialect=connection.dialect)
            self._compiled = str(compiled), dict(compiled.params)
        from psycopg.rows import namedtuple_row

        text, usual = self._compiled
        return list(_sent(connection, text, {**usual, **values}, row_factory=namedtuple_row).fetchall())

    def first(self, connection: sql.Connection, **values: Any) -> Any:
        """Return its first row, None if it has none."""
        return next(iter(self.all(connection, **values)), None)


@lru_cache(maxsize=512)
def _marked(statement: str) -> str:
    return statement.replace("?", "%s")


@lru_cache(maxsize=128)
def _insert_sqlite(table: sql.Table, names: tuple[str, ...]) -> str:
    listed = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join("?" * len(names))
    return f'INSERT INTO "{table.name}" ({listed}) VALUES ({marks}) ON CONFLICT DO NOTHING'  # noqa: S608 - no input


@lru_cache(maxsize=128)
def _insert_postgres(table: sql.Table, names: tuple[str, ...]) -> str:
    """One statement for any number of rows, which go as one array for each column."""
    listed = ", ".join(f'"{name}"' for name in names)
    arrays = ", ".join(f"%s::{_array_type(table.c[name])}[]" for name in names)
    return f'INSERT INTO "{table.name}" ({listed}) SELECT * FROM unnest({arrays}) ON CONFLICT DO NOTHING'  # noqa: S608


def _array_type(column: sql.Column[Any]) -> str:
    kind = column.type.impl if isinstance(column.type, sql.TypeDecorator) else column.type
    names = {sql.LargeBinary: "bytea", sql.Boolean: "boolean", sql.Float: "double precision", sql.Text: "text"}
    return next((name for known, name in names.items() if isinstance(kind, known)), "bigint")


def _insert_batches(connection: sql.Connection, statement: str, rows: Sequence[Sequence[Any]]) -> Iterator[Any]:
    for batch in batches(rows, _ROWS_AT_ONCE):
        yield _sent(connection, statement, tuple(map(array_of, zip(*batch, strict=True))))


def _sent_to_sqlite(
    connection: sql.Connection, statement: str, values: Sequence[Any], *, many: bool = False
) -> sqlite3.Cursor:
    """Run a statement on sqlite3 and return its cursor. On a connection of SQLAlchemy, errors are SQLAlchemy's."""
    either: object = connection
    if isinstance(either, PlainConnection):
        plain = either.driver
        return plain.executemany(statement, values) if many else plain.execute(statement, values)
    if not connection.in_transaction():
        connection.begin()  # as SQLAlchemy would
    driver = cast("sqlite3.Connection", connection.connection.driver_connection)
    for listen in connection.dispatch.before_cursor_execute:
        listen(connection, None, statement, values, None, many)
    try:
        return driver.executemany(statement, values) if many else driver.execute(statement, values)
    except sqlite3.Error as error:
        raise _translated(connection, statement, values, error) from error


def _sent(
    connection: sql.Connection,
    statement: str,
    values: Any,
    *,
    many: bool = False,
    prepare: bool = True,
    row_factory: Any = None,
) -> Any:
    """Run a statement on psycopg and return its cursor. Listeners of SQLAlchemy are called; errors are SQLAlchemy's."""
    driver: Any = connection.connection.driver_connection
    cursor = driver.cursor(row_factory=row_factory) if row_factory is not None else driver.cursor()
    for listen in connection.dispatch.before_cursor_execute:
        listen(connection, cursor, statement, values, None, many)
    try:
        return cursor.executemany(statement, values) if many else cursor.execute(statement, values, prepare=prepare)
    except connection.dialect.loaded_dbapi.Error as error:
        raise _translated(connection, statement, values, error) from error


def _translated(connection: sql.Connection, statement: str, values: Any, error: Exception) -> Exception:
    dialect = connection.dialect
    is_lost = dialect.is_disconnect(error, connection.connection.dbapi_connection, None)  # type: ignore[arg-type]
    if is_lost:
        connection.invalidate(error)
    return sql.exc.DBAPIError.instance(
        statement, values, error, dialect.loaded_dbapi.Error, connection_invalidated=is_lost, dialect=dialect
    )


SEPARATOR = "\x1f"
"""Between two values: a character that is in no JSON and in no name."""
_PIECE = 20_000
_LAST = 2**63 - 1


def joined_columns(connection: sql.Connection, table: str, columns: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield columns of a large SQLite table in pieces, each column as one text in which `SEPARATOR` divides the rows.

    Splitting these texts is ten times as fast as fetching rows. `columns` are SQL expressions that are never NULL; integers
    are faster than fractions, which SQLite takes long to write.
    """
    joined = ", ".join(f"group_concat({column}, char({ord(SEPARATOR)}))" for column in columns)
    read = f"SELECT {joined} FROM {table} WHERE rowid > ? AND rowid <= ?"  # noqa: S608 - no input
    edge = f"SELECT rowid FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT 1 OFFSET {_PIECE - 1}"  # noqa: S608
    begin = -_LAST
    while begin < _LAST:
        found = connection.exec_driver_sql(edge, (begin,)).first()
        end = _LAST if found is None else found[0]
        piece = connection.exec_driver_sql(read, (begin, end)).one()
        if piece[0] is not None:
            yield piece
        begin = end
