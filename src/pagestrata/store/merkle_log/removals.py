"""What rules removed, as the log says it: content goes, and which rule removed it when stays."""

from __future__ import annotations

import json
from dataclasses import dataclass

import sqlalchemy as sql

from pagestrata.store.catalog.log_entries import Kind, told_entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """That a rule removed a version: when, and which entry of the log says so."""

    rule: str
    at: str
    place: int


def removal_of(connection: sql.Connection, name: str) -> Removal | None:
    """Return which rule removed the version of this name; None where the log does not say so."""
    for entry in told_entries(connection, Kind.REMOVED):
        try:
            statement = json.loads(entry.said or "{}")
            is_named = statement["what"] == "version" and name in statement.get("names", {}).values()
            if is_named:
                return Removal(rule=str(statement["rule"]), at=str(statement["at"]), place=entry.place)
        except (ValueError, KeyError, AttributeError, TypeError):
            continue  # `verify` names entries that were changed
    return None
