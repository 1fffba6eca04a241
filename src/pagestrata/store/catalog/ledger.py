"""A count and a checksum over the rows of every table, to detect rows that are changed, added or removed.

The seal of a row proves that the row is unchanged, but not that none is missing, and most tables have no seals. The ledger
has one line for each small group of rows: the visits of a page, the history of a trail, one rule. A line holds the number of
rows and the sum of their hashes. A new row is added to the sum and a deleted one subtracted, so that an append costs one
hash, however long the history is. Lines are written in the transaction that writes the rows.

The database itself reports the rows: triggers that work only in transactions of this program (`Catalog.writing`). On
SQLite they belong to the connection and call back into this module, which adds up in memory until the transaction ends;
on PostgreSQL they belong to the tables, look for a setting of the transaction and write lines of their own, one for
each transaction, so that writers do not wait for each other. What anything else writes is missing in the ledger, and
`verify` finds it there.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from pagestrata.store.catalog.later import schema, sql

Lines = dict[tuple[str, str], tuple[int, int]]
"""Table and key to the number of rows and the sum of their hashes."""

_MODULUS = 2**61
BUCKET = 1024  # rows of what belongs to no page, by number
GROUPED_BY = {
    "page": "id",
    "page_host": "page_id",
    "version": "page_id",
    "visit": "page_id",
    "presence": "page_id",
    "holding": "page_id",
    "page_memory": "page_id",
    "pack": "page_id",
    "skipped": "page_id",
    "setting": "name",
    "learned_model": "id",
    "trail": "id",
    "trail_entry": "trail_id",
    "watch": "id",
    "notice_rule": "id",
    "delivery": "rule_id",
    "account": "name",
    "api_token": "id",
    "audit": f"id / {BUCKET}",
    "feedback": f"id / {BUCKET}",
    "label": f"id / {BUCKET}",
    "block": f"id / {BUCKET}",
    "resource": f"id / {BUCKET}",
    "layout": f"id / {BUCKET}",
    "object": f"id / {BUCKET}",
    "bundle": f"id / {BUCKET}",
}
"""Table -> the value that the rows of one ledger line share. Rows of `change` are sealed with their version instead."""
VISITED = {
    "page": ("id", "url_key", "url", "first_at", "facts"),
    "page_host": ("page_id", "host"),
    "visit": (
        "id", "page_id", "visited_at", "stage", "version_id", "kept", "importance", "score", "changes", "facts",
        "anchor_id", "seal",
    ),
    "page_memory": ("page_id", "data"),
}  # fmt: skip
"""The tables and columns that a visit without a new version writes: such a visit does not load the schema."""
SETTING = "pagestrata.sealing"
_READ_AT_ONCE = 2000


class RowNotes:
    """Sums up what the triggers of one SQLite connection report, until the transaction writes it to the ledger."""

    def __init__(self) -> None:
        self.active = False
        self.has_triggers = False
        self._rows: Counter[tuple[str, str]] = Counter()
        self._totals: Counter[tuple[str, str]] = Counter()

    def begin(self, *, active: bool) -> None:
        """Start a transaction: drop what an earlier one reported and rolled back."""
        self._rows.clear()
        self._totals.clear()
        self.active = active

    def is_active(self) -> bool:
        return self.active

    def note(self, table: str, key: object, sign: int, *values: object) -> None:
        self._rows[table, str(key)] += sign
        self._totals[table, str(key)] += sign * _hash_of(values)

    def write(self, connection: sql.Connection) -> None:
        """Add what was reported since `begin` to the ledger."""
        changed = [key for key, total in self._totals.items() if total or self._rows[key]]
        rows = [(name, key, self._rows[name, key], self._totals[name, key] % _MODULUS) for name, key in changed]
        if rows:
            connection.exec_driver_sql(_ADD_SQLITE, rows)


_ADD_SQLITE = f"""
    INSERT INTO ledger (name, key, writer, rows, total) VALUES (?, ?, 0, ?, ?)
    ON CONFLICT (name, key, writer)
    DO UPDATE SET rows = rows + excluded.rows, total = (total + excluded.total) % {_MODULUS}"""  # noqa: S608 - no input


def _hash_of(values: tuple[object, ...]) -> int:
    return (
        int.from_bytes(hashlib.blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=8).digest())
        % _MODULUS
    )


def install_on_connection(
    connection: sql.Connection, notes: RowNotes, *, tables: Collection[str] = GROUPED_BY.keys()
) -> None:
    """Create the triggers of a SQLite connection once the archive has a ledger. Call it outside a transaction."""
    if notes.has_triggers or not _has_ledger(connection):
        return
    for statement in _sqlite_triggers(tables):
        connection.exec_driver_sql(statement)
    notes.has_triggers = True


def _has_ledger(connection: sql.Connection) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ledger'"
    return connection.exec_driver_sql(query).one_or_none() is not None


def _sqlite_triggers(tables: Collection[str]) -> Iterator[str]:
    for name in tables:
        group = GROUPED_BY[name]
        for event, sides in (("INSERT", ("NEW",)), ("DELETE", ("OLD",)), ("UPDATE", ("OLD", "NEW"))):
            notes = "".join(f"SELECT note_row({_report(name, group, side)}); " for side in sides)
            head = f'CREATE TEMP TRIGGER IF NOT EXISTS "ledger_{name}_{event}" AFTER {event} ON main."{name}"'
            yield f"{head} WHEN notes_rows() BEGIN {notes}END"


def _report(name: str, group: str, side: str) -> str:
    values = ", ".join(f'{side}."{column}"' for column in _columns(name))
    return f"'{name}', {side}.{group}, {1 if side == 'NEW' else -1}, {values}"


def _columns(name: str) -> Sequence[str]:
    return VISITED.get(name) or [column.name for column in schema.metadata.tables[name].columns]


def install_on_tables(connection: sql.Connection) -> None:
    """Create the triggers of a PostgreSQL database, or replace them after its columns changed."""
    for name, group in GROUPED_BY.items():
        lines = "".join(
            f"IF TG_OP <> '{other}' THEN {_add_postgres(name, group, sign, rows)} END IF; "
            for other, sign, rows in (("INSERT", "-", "old_rows"), ("DELETE", "", "new_rows"))
        )
        check = f"IF current_setting('{SETTING}', true) = 'on' THEN {lines}END IF; RETURN NULL;"
        connection.exec_driver_sql(
            f"CREATE OR REPLACE FUNCTION ledger_{name}() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN {check} END$$"
        )
        for event, tables in _TRANSITIONS.items():
            connection.exec_driver_sql(f'DROP TRIGGER IF EXISTS ledger_{event} ON "{name}"')
            connection.exec_driver_sql(
                f'CREATE TRIGGER ledger_{event} AFTER {event} ON "{name}" REFERENCING {tables} '
                f"FOR EACH STATEMENT EXECUTE FUNCTION ledger_{name}()"
            )


_TRANSITIONS = {
    "insert": "NEW TABLE AS new_rows",
    "delete": "OLD TABLE AS old_rows",
    "update": "OLD TABLE AS old_rows NEW TABLE AS new_rows",
}
_HASHES = f"sum(hashtextextended(r::text, 0) & {_MODULUS - 1})"


def _add_postgres(name: str, group: str, sign: str, rows: str) -> str:
    summed = f"SELECT '{name}', (r.{group})::text, txid_current(), {sign}count(*), mod({sign}{_HASHES}, {_MODULUS})"
    return (
        f"INSERT INTO ledger AS l (name, key, writer, rows, total) {summed} FROM {rows} AS r GROUP BY 2 "
        f"ON CONFLICT (name, key, writer) DO UPDATE SET rows = l.rows + excluded.rows, "
        f"total = mod(l.total + excluded.total, {_MODULUS});"
    )


def written_down(connection: sql.Connection) -> Lines:
    """Return the row count and checksum that the ledger holds for each group of rows."""
    # The sum of totals is exact on PostgreSQL; SQLite has one line per key, so that nothing can overflow.
    sums = sql.select(
        schema.ledger.c.name,
        schema.ledger.c.key,
        sql.func.sum(schema.ledger.c.rows),
        sql.func.sum(schema.ledger.c.total),
    )
    rows = connection.execute(sums.group_by(schema.ledger.c.name, schema.ledger.c.key))
    lines = {(name, key): (int(count), int(total) % _MODULUS) for name, key, count, total in rows}
    return {key: line for key, line in lines.items() if line != (0, 0)}


def counted(connection: sql.Connection, tables: Collection[str] = GROUPED_BY.keys()) -> Lines:
    """Return the row count and checksum of each group, computed from the rows themselves."""
    count = _counted_here if connection.dialect.name == "sqlite" else _counted_there
    return {key: line for name in tables for key, line in count(connection, name, GROUPED_BY[name]).items()}


def _counted_here(connection: sql.Connection, name: str, group: str) -> Lines:
    listed = ", ".join(f'"{column}"' for column in _columns(name))
    rows: Counter[str] = Counter()
    totals: defaultdict[str, int] = defaultdict(int)
    cursor = connection.connection.cursor()  # SQLAlchemy takes longer over a row than its hash does
    cursor.execute(f'SELECT {group}, {listed} FROM "{name}"')  # noqa: S608 - no input
    while found := cursor.fetchmany(_READ_AT_ONCE):
        for row in found:
            rows[str(row[0])] += 1
            totals[str(row[0])] += _hash_of(row[1:])
    return {(name, key): (number, totals[key] % _MODULUS) for key, number in rows.items()}


def _counted_there(connection: sql.Connection, name: str, group: str) -> Lines:
    query = f'SELECT (r.{group})::text, count(*), mod({_HASHES}, {_MODULUS}) FROM "{name}" AS r GROUP BY 1'  # noqa: S608
    return {(name, key): (count, int(total)) for key, count, total in connection.exec_driver_sql(query)}


def seal(connection: sql.Connection, tables: Collection[str] = GROUPED_BY.keys()) -> None:
    """Recompute the ledger from the rows as they are now, after a migration or a repair."""
    if connection.dialect.name != "sqlite":
        install_on_tables(connection)
    connection.execute(sql.delete(schema.ledger).where(schema.ledger.c.name.in_(sorted(tables))))
    _insert(connection, counted(connection, tables))


def join_lines(connection: sql.Connection) -> None:
    """Merge the lines of each key into one; PostgreSQL adds one per transaction. No other writer may be active."""
    if connection.dialect.name == "sqlite":
        connection.execute(sql.delete(schema.ledger).where(schema.ledger.c.rows == 0, schema.ledger.c.total == 0))
        return
    lines = written_down(connection)
    connection.execute(sql.delete(schema.ledger))
    _insert(connection, lines)


def _insert(connection: sql.Connection, lines: Lines) -> None:
    rows = [
        {"name": name, "key": key, "writer": 0, "rows": count, "total": total}
        for (name, key), (count, total) in lines.items()
    ]
    if rows:
        connection.execute(sql.insert(schema.ledger), rows)
