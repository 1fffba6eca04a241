"""Versions removed by rules, as the log records them: the content is gone, the rule and the time stay."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pagestrata.store.catalog.driver_statements import among
from pagestrata.store.catalog.later import sql
from pagestrata.store.catalog.log_entries import Kind, LogEntry, entries_with_statements

_PAGES = "SELECT id, page_id FROM visit WHERE id {wanted}"
_TIME = "%Y%m%d%H%M%S"
_UNREADABLE = (ValueError, KeyError, AttributeError, TypeError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """The removal of a version: the rule, the time, and the place of its log entry."""

    rule: str
    at: str
    place: int

    def __str__(self) -> str:
        return f"removed by the rule {self.rule!r} on {self.at[:10]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedVersion:
    """A version that a rule removed, by the name that it had."""

    name: str
    captured_at: datetime
    removal: Removal


def removal_words(removed: Sequence[RemovedVersion]) -> str:
    """Return how many versions were removed, by which rule and when; of several rules the last one is named."""
    last = max((version.removal for version in removed), key=lambda removal: removal.place)
    count = f"{len(removed)} version{'s' * (len(removed) != 1)}"
    if len({(version.removal.rule, version.removal.at[:10]) for version in removed}) == 1:
        return f"{count} {last}"
    return f"{count} removed by rules, the last {str(last).partition(' ')[2]}"


def removal_of(connection: sql.Connection, name: str) -> Removal | None:
    """Return which rule removed the version of this name; None where the log does not say so."""
    for entry in entries_with_statements(connection, Kind.REMOVED):
        try:
            statement = json.loads(entry.statement_json or "{}")
            if statement["what"] == "version" and name in statement.get("names", {}).values():
                return _removal(entry, statement)
        except _UNREADABLE:
            continue  # `verify` names entries that were changed
    return None


def removed_versions(
    connection: sql.Connection, pages: Collection[int] | None = None
) -> dict[int, list[RemovedVersion]]:
    """Return the versions of all pages, or of some, that rules removed, by the number of the page, the oldest first.

    Entries of earlier releases, and of repairs, name no page; it is then that of the visits, which stay.
    """
    found: dict[int, list[RemovedVersion]] = {}
    for entry in entries_with_statements(connection, Kind.REMOVED, subjects=[0, *pages] if pages is not None else None):
        try:
            for page, version in _versions(connection, entry):
                if page and (pages is None or page in pages):
                    found.setdefault(page, []).append(version)
        except _UNREADABLE:
            continue  # `verify` names entries that were changed
    return {page: sorted(versions, key=lambda version: version.captured_at) for page, versions in found.items()}


def _versions(connection: sql.Connection, entry: LogEntry) -> Iterator[tuple[int, RemovedVersion]]:
    statement = json.loads(entry.statement_json or "{}")
    if statement["what"] != "version":
        return
    numbers = {str(number): visit for visit, number in statement.get("visits", ())}
    pages = {} if entry.subject else dict(map(tuple, among(connection, _PAGES, numbers.values())))
    for number, name in statement.get("names", {}).items():
        page = entry.subject or pages.get(numbers.get(number, 0), 0)
        at = datetime.strptime(name.partition("-")[0], _TIME).replace(tzinfo=UTC)
        yield page, RemovedVersion(name=name, captured_at=at, removal=_removal(entry, statement))


def _removal(entry: LogEntry, statement: Mapping[str, Any]) -> Removal:
    return Removal(rule=str(statement["rule"]), at=str(statement["at"]), place=entry.place)
