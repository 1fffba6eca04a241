"""Looking up many keys at once: the rows whose key is in a list, in one round trip.

Written straight to the driver: having SQLAlchemy render an `IN` over a few hundred keys takes longer than the database
takes to answer it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sql

_BATCH = 5000  # parameters per statement


def values_by_key(
    connection: sql.Connection, key: sql.Column[Any], value: sql.Column[Any], wanted: Iterable[Any]
) -> dict[Any, Any]:
    """What stands in the column `value` of the rows whose `key` is among the wanted."""
    ordered = sorted(set(wanted))
    head = f'SELECT "{key.name}", "{value.name}" FROM "{key.table.name}" WHERE "{key.name}"'  # noqa: S608 - no input
    found: dict[Any, Any] = {}
    for start in range(0, len(ordered), _BATCH):
        batch = ordered[start : start + _BATCH]
        if connection.dialect.name == "sqlite":
            rows = connection.exec_driver_sql(f"{head} IN ({','.join('?' * len(batch))})", tuple(batch))
        else:
            rows = connection.exec_driver_sql(f"{head} = ANY(%s)", (batch,))
        found.update(map(tuple, rows.all()))
    return found
