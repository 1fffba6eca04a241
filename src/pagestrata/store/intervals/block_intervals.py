"""Which block was on which page from when to when: one row per stay.

Only blocks that come or go cost a row. A version that arrives in order closes the stays of the blocks it lacks and
opens those of its new ones; one that arrives late, or one that is dropped, has the page's stays worked out again from
the block lists of its versions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from pagestrata.store.catalog.driver_statements import append_rows, ask, tell
from pagestrata.store.catalog.names import FOREVER
from pagestrata.store.catalog.schema import presence, version
from pagestrata.store.catalog.varints import unpack

_STAYING = "SELECT block_id FROM presence WHERE page_id = ? AND gone_at = ?"
_END = "UPDATE presence SET gone_at = ? WHERE page_id = ? AND gone_at = ? AND block_id = ?"
_COLUMNS = ("page_id", "block_id", "label_id", "ref", "first_at", "gone_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A block as one version shows it."""

    block_id: int
    label_id: int
    ref: str


def extend(connection: sql.Connection, page_id: int, moment: int, placed: Sequence[Placed]) -> None:
    """Update the stays of blocks for a version that is the newest of its page."""
    current: dict[int, Placed] = {}
    for p in placed:
        current.setdefault(p.block_id, p)
    staying = {row[0] for row in ask(connection, _STAYING, (page_id, FOREVER))}
    tell(connection, _END, [(moment, page_id, FOREVER, number) for number in sorted(staying - current.keys())])
    come = (p for number, p in current.items() if number not in staying)
    append_rows(connection, presence, _COLUMNS, [_row(page_id, p, moment, FOREVER) for p in come])


def expected(connection: sql.Connection, page_id: int) -> Sequence[tuple[int, int, int]]:
    """Block, beginning and end of all stays, as the versions of a page have them, in the order they came."""
    return stays_of(connection, page_id, version.c.blocks)


def stays_of(connection: sql.Connection, page_id: int, column: sql.Column[Any]) -> Sequence[tuple[int, int, int]]:
    """Number, beginning and end of all stays of what a page's versions list in a packed column."""
    query = sql.select(version.c.captured_at, column).where(version.c.page_id == page_id)
    stays: list[tuple[int, int, int]] = []
    places: dict[int, int] = {}  # of the stays that still last
    for moment, packed in connection.execute(query.order_by(version.c.captured_at)):
        current = dict.fromkeys(unpack(packed))
        for number in [number for number in places if number not in current]:
            place = places.pop(number)
            stays[place] = (number, stays[place][1], moment)
        for number in current:
            if number not in places:
                places[number] = len(stays)
                stays.append((number, moment, FOREVER))
    return stays


def recorded(connection: sql.Connection, page_id: int) -> set[tuple[int, int, int]]:
    """Block, beginning and end of all stays, as the catalog has them."""
    query = sql.select(presence.c.block_id, presence.c.first_at, presence.c.gone_at)
    return {tuple(row) for row in connection.execute(query.where(presence.c.page_id == page_id))}


def rebuild(connection: sql.Connection, page_id: int, known: Mapping[int, Placed]) -> None:
    """Recompute all stays of a page. `known` holds the place of blocks that have no stay yet."""
    query = sql.select(presence.c.block_id, presence.c.label_id, presence.c.ref).where(presence.c.page_id == page_id)
    old = connection.execute(query.order_by(presence.c.first_at.desc()))
    places = {row.block_id: Placed(block_id=row.block_id, label_id=row.label_id, ref=row.ref) for row in old}
    places = {**known, **places}
    connection.execute(sql.delete(presence).where(presence.c.page_id == page_id))
    found = expected(connection, page_id)
    rows = [_row(page_id, places[number], since, until) for number, since, until in found if number in places]
    append_rows(connection, presence, _COLUMNS, rows)


def _row(page_id: int, placed: Placed, first_at: int, gone_at: int) -> tuple[int, int, int, str, int, int]:
    return page_id, placed.block_id, placed.label_id, placed.ref, first_at, gone_at
