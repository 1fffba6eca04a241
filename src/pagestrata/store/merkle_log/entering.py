"""Enter versions, visits and audit lines in the log, and their removal.

An item that the program rewrites, such as a skipped visit that is kept after all, enters again: its last entry counts. A
removed version keeps its leaf; one entry names all versions that a rule removed from a page at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pagestrata.proof.merkle import canonical, leaf_hash, moment_text
from pagestrata.store.catalog.driver_statements import among
from pagestrata.store.catalog.later import sql
from pagestrata.store.catalog.log_entries import Kind, NewEntry, announce, entry_with_statement
from pagestrata.store.catalog.names import to_microseconds, version_name
from pagestrata.store.merkle_log.row_statements import (
    Statement,
    VersionContents,
    new_version_statement,
    statements_of,
    visit_statement,
)

_MOMENTS = "SELECT id, captured_at FROM version WHERE id {wanted}"


def enter(connection: sql.Connection, kind: Kind, numbers: Iterable[int]) -> None:
    """Have versions, visits or audit lines enter the log as their rows are now."""
    announce(connection, new_entries(connection, kind, list(numbers)))


def enter_new_version(
    connection: sql.Connection, row: Mapping[str, Any], contents: VersionContents, changes: Iterable[Mapping[str, Any]]
) -> None:
    """Have a version enter the log whose row was just written, without reading it and its parts again."""
    leaf = leaf_of(new_version_statement(row, contents, changes))
    announce(connection, [NewEntry(kind=Kind.VERSION, subject=row["id"], leaf=leaf)])


def enter_new_visit(
    connection: sql.Connection, number: int, url: str, row: Mapping[str, Any], facts: Mapping[str, Any]
) -> None:
    """Have a visit enter the log whose row was just written, without reading it again: most visits are nothing else."""
    leaf = leaf_of(visit_statement(number, url, row, facts))
    announce(connection, [NewEntry(kind=Kind.VISIT, subject=number, leaf=leaf)])


def new_entries(connection: sql.Connection, kind: Kind, numbers: Sequence[int]) -> list[NewEntry]:
    """Return the entries of items, made of their rows; one whose row cannot be read says only that."""
    found = statements_of(connection, kind, numbers)
    return [
        NewEntry(kind=kind, subject=number, leaf=leaf_of(found.get(number) or {"unreadable": number}))
        for number in numbers
    ]


def leaf_of(statement: Statement) -> bytes:
    return leaf_hash(canonical(statement))


def enter_removed(
    connection: sql.Connection,
    kind: Kind,
    numbers: Sequence[int],
    *,
    rule: str,
    now: datetime,
    visits: Mapping[int, int] | None = None,
    page: int = 0,
) -> None:
    """Have the log say that a rule removed versions, visits or audit lines.

    Of versions, `visits` are the visits that named one until now, with its number, and `page` is the number of their page, 0
    if they are of several: lists of versions find the entry by it.
    """
    statement: dict[str, Any] = {"kind": "removed", "what": kind.table, "numbers": list(numbers), "rule": rule}
    statement["at"] = moment_text(to_microseconds(now))
    if kind is Kind.VERSION:
        moments = among(connection, _MOMENTS, numbers)
        statement["visits"] = [list(pair) for pair in (visits or {}).items()]
        statement["names"] = {str(number): version_name(number, moment) for number, moment in moments}
    announce(connection, [entry_with_statement(Kind.REMOVED, statement, subject=page)])
