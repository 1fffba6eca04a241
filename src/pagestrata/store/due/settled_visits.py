"""Leases given back with when each page is due next: many by one statement, each only where its lease was not lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sql

from pagestrata.store.catalog.driver_statements import array_of

_TYPES = {
    "watch_id": "text", "host": "text", "due_at": "bigint", "last_at": "bigint", "rate": "float8", "weight": "float8",
    "cost": "float8", "facts": "text", "special": "boolean",
}  # fmt: skip
_CHANGED = [name for name in _TYPES if name != "watch_id"]
_EACH = f"""
    UPDATE due SET {", ".join(f"{name} = ?" for name in _CHANGED)}, holder = NULL, held_until = 0
    WHERE watch_id = ? AND holder = ?"""  # noqa: S608 - no input
_TOGETHER = f"""
    UPDATE due SET {", ".join(f"{name} = settled.{name}" for name in _CHANGED)}, holder = NULL, held_until = 0
    FROM unnest({", ".join(f"%s::{kind}[]" for kind in _TYPES.values())}) AS settled ({", ".join(_TYPES)})
    WHERE due.watch_id = settled.watch_id AND due.holder = %s RETURNING due.watch_id"""  # noqa: S608 - no input


def write_settled(connection: sql.Connection, rows: Sequence[Mapping[str, Any]], *, holder: str) -> set[str]:
    """The names of those rows whose leases were the holder's, and are written now."""
    if not rows:
        return set()
    if connection.dialect.name != "sqlite":
        columns = (array_of(row[name] for row in rows) for name in _TYPES)
        return set(connection.exec_driver_sql(_TOGETHER, (*columns, holder)).scalars())
    settled, cursor = set(), connection.connection.cursor()  # SQLAlchemy takes longer for a row than SQLite
    for row in rows:
        cursor.execute(_EACH, [*(row[name] for name in _CHANGED), row["watch_id"], holder])
        if cursor.rowcount:
            settled.add(str(row["watch_id"]))
    return settled
