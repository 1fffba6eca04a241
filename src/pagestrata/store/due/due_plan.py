"""Read the whole schedule as columns of numbers and write it back: the input and output of a plan of a million pages.

Rows become columns in pieces, so that a million rows never exist as Python objects at once. SQLite finds the rows to move by
`rowid`, in disk order, many per statement; PostgreSQL joins the table with the columns. Both compare with the times that the
plan has read: a page visited since then has another due time, and keeps it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
import sqlalchemy as sql

from pagestrata.model.due import NEVER_VISITED, DueNumbers
from pagestrata.store.catalog.driver_statements import SEPARATOR, joined_columns
from pagestrata.store.catalog.schema import due

MANY = 100_000
"""Pages to be moved at once above which an index is made again instead of being changed page by page."""
_TOGETHER = 1000
"""Rows that are Python objects at a time: few enough to stay in the processor's cache."""
_TYPES = {"rows": np.int64, "due_at": np.int64, "last_at": np.int64, "rates": float, "weights": float, "costs": float}
_BYTES = {
    True: "coalesce(json_extract(facts, '$.bytes'), {typical})",
    False: "coalesce((facts::json->>'bytes')::float8, {typical})",
}
_MOVED = "CREATE TEMPORARY TABLE moved (id text, due_at bigint, before bigint) ON COMMIT DROP"
_MOVE_TOGETHER = """
    UPDATE due SET due_at = moved.due_at FROM moved WHERE due.watch_id = moved.id AND due.due_at = moved.before"""
_MOVE_BLOCK = """
    UPDATE due SET due_at = CAST(substr(?1, (rowid - ?3) * 20 + 1, 20) AS INTEGER) WHERE rowid BETWEEN ?3 AND ?4
    AND due_at = CAST(substr(?2, (rowid - ?3) * 20 + 1, 20) AS INTEGER)"""
_BLOCK = 4096
_LEAST_DENSE = 16
"""Row numbers to one page, at most, for moving them in blocks."""
_NO_MOMENT = b"-9223372036854775808"
"""The due time in the slots of pages that are not moved, which equals that of no page."""
_MOVE_ONE = "UPDATE due SET due_at = ? WHERE rowid = ? AND watch_id = ? AND due_at = ?"
Moments = npt.NDArray[np.int64]


def read_numbers(connection: sql.Connection, *, typical_bytes: float | None) -> DueNumbers:
    """Return the numbers of all pages. Costs are seconds; with `typical_bytes` bytes, and that many if unknown."""
    is_sqlite = connection.dialect.name == "sqlite"
    cost = "cost" if typical_bytes is None else _BYTES[is_sqlite].format(typical=float(typical_bytes))
    names: list[str] = []
    columns: dict[str, list[npt.NDArray[Any]]] = {name: [np.zeros(0, kind)] for name, kind in _TYPES.items()}
    for own, *numbers in (_sqlite_pieces if is_sqlite else _server_pieces)(connection, cost):
        names += own
        for name, piece in zip(columns, numbers, strict=True):
            columns[name].append(piece)
    joined = {name: np.concatenate(pieces) for name, pieces in columns.items()}
    return DueNumbers(names=names, facts=_special_facts(connection, names), **joined)


def _sqlite_pieces(connection: sql.Connection, cost: str) -> Iterator[Sequence[Any]]:
    moments = ["rowid", "due_at", f"coalesce(last_at, {NEVER_VISITED})"]
    fractions = [f"CAST({column} * {scale} AS INTEGER)" for column, scale in _scales(cost)]
    for names, *joined in joined_columns(connection, "due", ["watch_id", *moments, *fractions]):
        numbers = [np.fromstring(column, np.int64, sep=SEPARATOR) for column in joined]
        scaled = [column / scale for column, (_, scale) in zip(numbers[3:], _scales(cost), strict=True)]
        yield [names.split(SEPARATOR), *numbers[:3], *scaled]


def _scales(cost: str) -> list[tuple[str, float]]:
    """Return the columns with fractions and the factors that make them integers with enough digits."""
    return [("rate", 1e12), ("weight", 1e12), (cost, 1e6)]


def _server_pieces(connection: sql.Connection, cost: str) -> Iterator[Sequence[Any]]:
    query = f"SELECT watch_id, 0, due_at, coalesce(last_at, {NEVER_VISITED}), rate, weight, {cost} FROM due"  # noqa: S608 - no input
    cursor = connection.exec_driver_sql(query).cursor
    while rows := cursor.fetchmany(_TOGETHER):
        names, *columns = zip(*rows, strict=True)
        yield [names, *(np.array(column, kind) for column, kind in zip(columns, _TYPES.values(), strict=True))]


def _special_facts(connection: sql.Connection, names: Sequence[str]) -> dict[int, dict[str, Any]]:
    """Return the facts of special pages, by place."""
    found = connection.exec_driver_sql("SELECT watch_id, facts FROM due WHERE special").cursor.fetchall()
    if not found:
        return {}
    facts = dict(found)
    return {place: json.loads(facts[name]) for place, name in enumerate(names) if name in facts}


def move(connection: sql.Connection, numbers: DueNumbers, places: Moments, moments: Moments) -> None:
    """Set when the pages at some places are due; leases stay."""
    if connection.dialect.name != "sqlite":
        _move_joined(connection, numbers, places, moments)
        return
    if len(places) <= MANY:
        _move_each(connection, numbers, places, moments)
        return
    index = next(index for index in due.indexes if index.name == "due_next")
    index.drop(connection)
    is_dense = np.ptp(numbers.rows[places]) < _LEAST_DENSE * len(places)
    (_move_blocks if is_dense else _move_each)(connection, numbers, places, moments)
    index.create(connection)


def _move_joined(connection: sql.Connection, numbers: DueNumbers, places: Moments, moments: Moments) -> None:
    names = [numbers.names[place] for place in places.tolist()]
    connection.exec_driver_sql(_MOVED)
    with connection.connection.cursor().copy("COPY moved FROM STDIN (FORMAT BINARY)") as copy:
        copy.set_types(["text", "int8", "int8"])
        for row in zip(names, moments.tolist(), numbers.due_at[places].tolist(), strict=True):
            copy.write_row(row)
    connection.exec_driver_sql("ANALYZE moved")
    connection.exec_driver_sql(_MOVE_TOGETHER)
    connection.exec_driver_sql("DROP TABLE moved")


def _move_each(connection: sql.Connection, numbers: DueNumbers, places: Moments, moments: Moments) -> None:
    names = [numbers.names[place] for place in places.tolist()]
    columns = (moments.tolist(), numbers.rows[places].tolist(), names, numbers.due_at[places].tolist())
    changes = zip(*columns, strict=True)
    while piece := list(islice(changes, _TOGETHER)):
        connection.exec_driver_sql(_MOVE_ONE, piece)


def _move_blocks(connection: sql.Connection, numbers: DueNumbers, places: Moments, moments: Moments) -> None:
    """Run one statement for each 4,096 row numbers, with a slot of 20 digits for each: half the work of one per row."""
    rows = numbers.rows[places]
    order = np.argsort(rows, kind="stable")
    rows, moments, before = rows[order], moments[order], numbers.due_at[places][order]
    edges = np.flatnonzero(np.diff(rows // _BLOCK, prepend=-1))
    for begin, end in zip(edges, [*edges[1:], len(rows)], strict=True):
        first = int(rows[begin] // _BLOCK * _BLOCK)
        slots = np.full((2, _BLOCK), _NO_MOMENT, "S20")
        slots[0, rows[begin:end] - first] = moments[begin:end].astype("S20")
        slots[1, rows[begin:end] - first] = before[begin:end].astype("S20")
        values = (slots[0].tobytes(), slots[1].tobytes(), first, first + _BLOCK - 1)
        connection.exec_driver_sql(_MOVE_BLOCK, values)
