"""Statements straight to the driver, for what every append asks and what names many keys at once.

Having SQLAlchemy render an `IN` over a few hundred keys, or put a small statement together, takes longer than the
database takes to answer it. Statements are written with `?` marks, SQLite's; PostgreSQL gets its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import sqlalchemy as sql

_BATCH = 5000  # parameters per statement


def ask(connection: sql.Connection, statement: str, values: Sequence[Any] = ()) -> Sequence[tuple[Any, ...]]:
    """The rows a statement gives."""
    return connection.exec_driver_sql(_marked(connection, statement), tuple(values)).all()


def tell(connection: sql.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Runs a statement that gives nothing once for every row of values."""
    if rows:
        connection.exec_driver_sql(_marked(connection, statement), list(rows))


def among(connection: sql.Connection, statement: str, wanted: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """The rows of a statement with a list of values in the place of {wanted}, however long the list is."""
    ordered = sorted(set(wanted))
    for start in range(0, len(ordered), _BATCH):
        batch = ordered[start : start + _BATCH]
        if connection.dialect.name == "sqlite":
            listed, values = f"IN ({','.join('?' * len(batch))})", tuple(batch)
        else:
            listed, values = "= ANY(%s)", (batch,)
        yield from connection.exec_driver_sql(statement.format(wanted=listed), values).all()


def values_by_key(
    connection: sql.Connection, key: sql.Column[Any], value: sql.Column[Any], wanted: Iterable[Any]
) -> dict[Any, Any]:
    """What stands in the column `value` of the rows whose `key` is among the wanted."""
    head = f'SELECT "{key.name}", "{value.name}" FROM "{key.table.name}"'  # noqa: S608 - no input
    return dict(map(tuple, among(connection, f'{head} WHERE "{key.name}" {{wanted}}', wanted)))


def _marked(connection: sql.Connection, statement: str) -> str:
    return statement if connection.dialect.name == "sqlite" else statement.replace("?", "%s")
