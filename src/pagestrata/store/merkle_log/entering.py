"""Enter versions, visits and audit lines in the log, and their removal.

An item that the program rewrites, such as a skipped visit that is kept after all, enters again: its last entry counts. A
removed version keeps its leaf; one entry names all versions that a rule removed from a page at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    audit_statements,
    new_version_statement,
    version_statements,
    visit_statement,
    visit_statements,
)

_MOMENTS = "SELECT id, captured_at FROM version WHERE id {wanted}"
_MADE_BY: Mapping[Kind, Callable[[sql.Connection, Iterable[int]], dict[int, Statement]]] = {
    Kind.VERSION: version_statements,
    Kind.VISIT: visit_statements,
    Kind.AUDIT: audit_statements,
}


def enter_versions(connection: sql.Connection, numbers: Iterable[int]) -> None:
    """Have versions enter the log as their rows are now."""
    announce(connection, new_entries(connection, Kind.VERSION, list(numbers)))


def enter_new_version(
    connection: sql.Connection, row: Mapping[str, Any], contents: VersionContents, changes: Iterable[Mapping[str, Any]]
) -> None:
    """Have a version enter the log whose row was just written, without reading it and its parts again."""
    leaf = leaf_of(new_version_statement(row, contents, changes))
    announce(connection, [NewEntry(kind=Kind.VERSION, subject=row["id"], leaf=leaf)])


def enter_visits(connection: sql.Connection, numbers: Iterable[int]) -> None:
    """Have visits enter the log as their rows are now."""
    announce(connection, new_entries(connection, Kind.VISIT, list(numbers)))


def enter_new_visit(
    connection: sql.Connection, number: int, url: str, row: Mapping[str, Any], facts: Mapping[str, Any]
) -> None:
    """Have a visit enter the log whose row was just written, without reading it again: most visits are nothing else."""
    leaf = leaf_of(visit_statement(number, url, row, facts))
    announce(connection, [NewEntry(kind=Kind.VISIT, subject=number, leaf=leaf)])


def enter_audit(connection: sql.Connection, numbers: Iterable[int]) -> None:
    """Have lines of the audit log enter the log as their rows are now."""
    announce(connection, new_entries(connection, Kind.AUDIT, list(numbers)))


def new_entries(connection: sql.Connection, kind: Kind, numbers: Sequence[int]) -> list[NewEntry]:
    """Return the entries of items, made of their rows; one whose row cannot be read says only that."""
    found = _MADE_BY[kind](connection, numbers)
    return [
        NewEntry(kind=kind, subject=number, leaf=leaf_of(found.get(number) or {"unreadable": number}))
        for number in numbers
    ]


def leaf_of(statement: Statement) -> bytes:
    return leaf_hash(canonical(statement))


def enter_removed_versions(
    connection: sql.Connection,
    numbers: Sequence[int],
    visits: Mapping[int, int],
    *,
    rule: str,
    now: datetime,
    page: int = 0,
) -> None:
    """Have the log say that a rule removed versions; `visits`: the version that each visit named until now.

    `page`: the number of their page, 0 where they are of several; lists find the entry by it.
    """
    rows = among(connection, _MOMENTS, numbers)
    names = {str(number): version_name(number, moment) for number, moment in rows}
    named = [list(pair) for pair in visits.items()]
    announce(connection, [_removed("version", numbers, rule, now, page=page, visits=named, names=names)])


def enter_removed_visits(connection: sql.Connection, numbers: Sequence[int], *, rule: str, now: datetime) -> None:
    """Have the log say that visits were removed."""
    announce(connection, [_removed("visit", numbers, rule, now)])


def enter_removed_audit(connection: sql.Connection, numbers: Sequence[int], *, rule: str, now: datetime) -> None:
    """Have the log say that lines of the audit log were removed."""
    announce(connection, [_removed("audit", numbers, rule, now)])


def _removed(what: str, numbers: Sequence[int], rule: str, now: datetime, *, page: int = 0, **more: Any) -> NewEntry:
    statement = {"kind": "removed", "what": what, "numbers": list(numbers), "rule": rule}
    return entry_with_statement(
        Kind.REMOVED, {**statement, "at": moment_text(to_microseconds(now)), **more}, subject=page
    )
