"""What a database would do for the statements of a piece of work: which tables it would walk through from end to end."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sql

from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import metadata

SMALL = {"setting", "label", "learned_model", "account", "api_token", "alembic_version", "sqlite_master"}
"""Tables that stay short however many pages and visits there are."""
TEMPORARY = " FROM moved "
"""In a statement about a table that was gone when it had been sent."""
_FIRST = 1_000_000  # rows of the archive itself have smaller numbers
_LIMITED = {"Limit", "Result"}  # above a walk in the order of an index, which then ends early


@dataclass(frozen=True, kw_only=True)
class Walk:
    """One table that a statement walks through, and the function of the store that sent it."""

    sender: str
    step: str
    statement: str

    def __str__(self) -> str:
        return f"{self.sender}: {self.step}: {' '.join(self.statement.split())[:300]}"


@dataclass(kw_only=True)
class Sent:
    """The different statements that were sent, each with its first values and its sender."""

    statements: dict[tuple[str, str], Any] = field(default_factory=dict)
    prepared: set[str] = field(default_factory=set)  # straight to the driver: their plans are kept for any values

    def note(self, statement: str, values: Any, *, many: bool, prepared: bool) -> None:
        is_asked = statement.lstrip().split(None, 1)[0] in {"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}
        if is_asked and TEMPORARY not in statement:
            self.statements.setdefault((_sender(), statement), values[0] if many else values)
            self.prepared |= {statement} if prepared else set()


@contextmanager
def recorded(catalog: Catalog) -> Iterator[Sent]:
    """All statements that the catalog gets meanwhile, from whatever thread."""
    sent = Sent()

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, context: Any, many: bool) -> None:
        sent.note(statement, values, many=many, prepared=context is None)

    sql.event.listen(catalog.engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        sql.event.remove(catalog.engine, "before_cursor_execute", note)


def walks(catalog: Catalog, sent: Sent) -> list[Walk]:
    """The tables that grow with the archive and that some statement would walk through, were the archive large.

    PostgreSQL is asked with sequential scans forbidden: one that remains has no index to use.
    """
    steps = _steps_of_sqlite if catalog.is_sqlite else _steps_of_postgres
    with catalog.engine.connect() as connection:
        found = [
            Walk(sender=sender, step=step, statement=statement)
            for (sender, statement), values in sent.statements.items()
            for step in steps(connection, statement, values)
        ]
        return found + [
            Walk(sender=sender, step=f"for any values: {step}", statement=statement)
            for sender, statement in sent.statements
            if statement in sent.prepared and not catalog.is_sqlite
            for step in _steps_for_any_values(connection, statement)
        ]


def fill(catalog: Catalog, rows: int = 10_000) -> None:
    """Makes an archive look large to its database: PostgreSQL decides by what it has counted. It is of no use behind this."""
    if catalog.is_sqlite:
        return
    with catalog.engine.begin() as connection:
        for table in metadata.sorted_tables:
            if table.name not in SMALL:
                values = ", ".join(_value(column) for column in table.columns)
                names = ", ".join(f'"{column.name}"' for column in table.columns)
                numbers = f"generate_series({_FIRST}, {_FIRST + rows}) AS n"
                connection.exec_driver_sql(f'INSERT INTO "{table.name}" ({names}) SELECT {values} FROM {numbers}')
        words = "to_tsvector('simple', 'text' || n)"
        numbers = f"generate_series({_FIRST}, {_FIRST + rows}) AS n"
        connection.exec_driver_sql(f"INSERT INTO block_search SELECT n, {words} FROM {numbers}")
        connection.exec_driver_sql("ANALYZE")


def _value(column: sql.Column[Any]) -> str:
    if column.foreign_keys and next(iter(column.foreign_keys)).target_fullname == "label.id":
        return "1"
    if isinstance(column.type, sql.SmallInteger):  # the number of a kind
        return "mod(n, 5)"
    if isinstance(column.type, sql.BigInteger | sql.Integer):
        return f"{_FIRST} + (n - {_FIRST}) / 10" if column.name == "page_id" and not column.primary_key else "n"
    kinds: dict[type, str] = {sql.LargeBinary: "sha256(n::text::bytea)", sql.Boolean: "mod(n, 10) = 0", sql.Float: "n"}
    return kinds.get(type(column.type), "json_build_object('n', n)::text")


def _sender() -> str:
    frame: Any = sys._getframe(1)
    names = []
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.startswith("pagestrata.store.") and not module.startswith("pagestrata.store.catalog."):
            names.append(f"{module.removeprefix('pagestrata.store.')}.{frame.f_code.co_name}")
        frame = frame.f_back
    return names[0] if names else "?"


def _steps_for_any_values(connection: sql.Connection, statement: str) -> Iterator[str]:
    """What PostgreSQL does with a prepared statement whose plan it has kept."""
    places: dict[str, int] = {}

    def place(mark: re.Match[str]) -> str:
        return f"${places.setdefault(mark['name'] or str(len(places)), len(places) + 1)}"

    numbered = re.sub(r"%(?:\((?P<name>\w+)\))?s", place, statement).replace("%%", "%")
    with connection.begin():
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        driver: Any = connection.connection.driver_connection
        (answer,) = driver.execute(f"EXPLAIN (GENERIC_PLAN, FORMAT JSON, VERBOSE) {numbered}").fetchone()
        leading = dict(map(tuple, connection.exec_driver_sql(_LEADING)))
    yield from _bad_nodes(answer[0]["Plan"], leading, above=())


def _steps_of_postgres(connection: sql.Connection, statement: str, values: Any) -> Iterator[str]:
    with connection.begin():
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        answer = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON, VERBOSE) {statement}", values).scalar_one()
        leading = dict(map(tuple, connection.exec_driver_sql(_LEADING)))
    found = json.loads(answer) if isinstance(answer, str) else answer
    yield from _bad_nodes(found[0]["Plan"], leading, above=())


_LEADING = """
    SELECT c.relname, split_part(pg_get_indexdef(i.indexrelid, 1, true), '(', 1)
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE pg_table_is_visible(i.indrelid)"""


def _bad_nodes(node: dict[str, Any], leading: dict[str, str], *, above: tuple[str, ...]) -> Iterator[str]:
    """An index is of use where its first column or function is asked for, or where its order is and the walk ends early."""
    kind, index = node["Node Type"], node.get("Index Name", "")
    table = node.get("Relation Name") or index
    is_whole = kind == "Seq Scan" or (index != "" and leading[index] not in node.get("Index Cond", ""))
    ends_early = kind != "Seq Scan" and bool(_LIMITED & set(above)) and "Sort" not in above
    if table and table not in SMALL and is_whole and not ends_early:
        yield f"{kind} on {table}"
    for child in node.get("Plans", ()):
        yield from _bad_nodes(child, leading, above=(*above, kind))


def _steps_of_sqlite(connection: sql.Connection, statement: str, values: Any) -> Iterator[str]:
    if statement.lstrip().startswith("INSERT"):
        return  # what it names are references, which SQLite looks for only where one was broken before
    lines = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
    ends_early = "LIMIT" in statement and not any(line.startswith("USE TEMP B-TREE FOR ORDER") for line in lines)
    for line in lines:
        word, table, *_ = f"{line} ? ?".split()
        if word == "SCAN" and table in metadata.tables and table not in SMALL and not ends_early:
            yield line
