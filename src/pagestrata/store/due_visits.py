"""The schedule of an archive: which page is due when, and who visits it.

A visit is leased: whoever takes it writes its name and a time beside it, says again and again that it is alive, and gives
it back with what came of it. A program that dies says nothing more, and after that time somebody else may take the
visit. No page is leased twice at a time, however many programs there are: SQLite has one writer, and on PostgreSQL rows
that another program is taking are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sql

from pagestrata.model.due import Due
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import from_microseconds, to_microseconds
from pagestrata.store.catalog.schema import due

LEASE = timedelta(minutes=5)
"""How long a program may be silent before its visits are somebody else's."""
_TOGETHER = 1000


class DueVisits:
    """Due visits and their leases."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def add(self, entries: Sequence[Due]) -> None:
        """Enters pages that are not in the schedule; those that are stay as they are."""
        with self._catalog.writing(sealing=False) as connection:
            for begin in range(0, len(entries), _TOGETHER):
                rows = [_row(entry) for entry in entries[begin : begin + _TOGETHER]]
                self._catalog.insert_new(connection, due, rows)

    def remove(self, watch_ids: Collection[str]) -> None:
        """Takes pages out of the schedule."""
        listed = list(watch_ids)
        with self._catalog.writing(sealing=False) as connection:
            for begin in range(0, len(listed), _TOGETHER):
                chosen = due.c.watch_id.in_(listed[begin : begin + _TOGETHER])
                connection.execute(sql.delete(due).where(chosen))

    def take(
        self,
        *,
        now: datetime,
        holder: str,
        limit: int = 1,
        without_hosts: Collection[str] = (),
        due_by: datetime | None = None,
    ) -> Sequence[Due]:
        """Leases the visits that are due (or were by another time), the earliest first; none to hosts to be left alone."""
        query = (
            sql.select(due)
            .where(due.c.due_at <= to_microseconds(due_by or now), due.c.held_until <= to_microseconds(now))
            .order_by(due.c.due_at, due.c.watch_id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        if without_hosts:
            query = query.where(due.c.host.not_in(sorted(without_hosts)))
        lease = {"holder": holder, "held_until": to_microseconds(now + LEASE)}
        with self._catalog.writing(sealing=False) as connection:
            rows = connection.execute(query).all()
            if rows:
                chosen = due.c.watch_id.in_([row.watch_id for row in rows])
                connection.execute(sql.update(due).where(chosen).values(lease))
        return [to_due(row) for row in rows]

    def renew(self, watch_ids: Collection[str], *, now: datetime, holder: str) -> int:
        """Says that a program is still at these visits: their leases last longer. How many it has; fewer: some were lost.

        A lease that is not named runs out, so that a visit nobody is at any more is made again.
        """
        until, listed, renewed = {"held_until": to_microseconds(now + LEASE)}, sorted(watch_ids), 0
        with self._catalog.writing(sealing=False) as connection:
            for begin in range(0, len(listed), _TOGETHER):
                held = sql.and_(due.c.holder == holder, due.c.watch_id.in_(listed[begin : begin + _TOGETHER]))
                renewed += connection.execute(sql.update(due).where(held).values(until)).rowcount
        return renewed

    def settle(self, entry: Due, *, holder: str) -> bool:
        """Gives a lease back with when the page is due next; False where it was lost meanwhile and nothing is changed."""
        values = {**_row(entry), "holder": None, "held_until": 0}
        held = sql.and_(due.c.watch_id == entry.watch_id, due.c.holder == holder)
        with self._catalog.writing(sealing=False) as connection:
            return connection.execute(sql.update(due).where(held).values(values)).rowcount > 0

    def hasten(self, watch_id: str, change: Callable[[Due], Due]) -> bool:
        """Changes the entry of a page that nobody visits now; False where somebody does, or it is not in the schedule."""
        free = sql.and_(due.c.watch_id == watch_id, due.c.holder.is_(None))
        with self._catalog.writing(sealing=False) as connection:
            row = connection.execute(sql.select(due).where(free).with_for_update()).one_or_none()
            if row is None:
                return False
            return connection.execute(sql.update(due).where(free).values(_row(change(to_due(row))))).rowcount > 0

    def release(self, *, holder: str) -> int:
        """Gives all leases of a program back as they were."""
        with self._catalog.writing(sealing=False) as connection:
            free = {"holder": None, "held_until": 0}
            return connection.execute(sql.update(due).where(due.c.holder == holder).values(free)).rowcount

    def next(self, *, limit: int | None = None) -> Sequence[Due]:
        """The next visits, the earliest first, leased ones included."""
        query = sql.select(due).order_by(due.c.due_at, due.c.watch_id).limit(limit)
        with self._catalog.reading() as connection:
            return [to_due(row) for row in connection.execute(query)]

    def overdue(self, *, now: datetime) -> int:
        """How many visits were due by now and nobody has begun."""
        waiting = sql.and_(due.c.due_at <= to_microseconds(now), due.c.held_until <= to_microseconds(now))
        with self._catalog.reading() as connection:
            return int(connection.execute(sql.select(sql.func.count()).where(waiting)).scalar_one())

    def of(self, watch_id: str) -> Due | None:
        with self._catalog.reading() as connection:
            row = connection.execute(sql.select(due).where(due.c.watch_id == watch_id)).one_or_none()
        return to_due(row) if row is not None else None

    def known(self) -> set[str]:
        """The watches that are in the schedule."""
        with self._catalog.reading() as connection:
            return set(connection.execute(sql.select(due.c.watch_id)).scalars())

    def numbers(self) -> Sequence[tuple[str, int, int | None, float, float, float]]:
        """Of every page: watch, due and last visit in microseconds, rate, weight, cost; what a plan is worked out from."""
        query = "SELECT watch_id, due_at, last_at, rate, weight, cost FROM due"
        with self._catalog.reading() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(query).all()]

    def move(self, moments: Sequence[tuple[int, str, int]]) -> None:
        """Sets when pages are due, (microseconds, watch, microseconds before) each; what is leased keeps its lease.

        A page that somebody has visited since the plan was begun has another time than before, and keeps it.
        """
        mark = "?" if self._catalog.is_sqlite else "%s"
        statement = f"UPDATE due SET due_at = {mark} WHERE watch_id = {mark} AND due_at = {mark}"  # noqa: S608 - no input
        if moments:
            with self._catalog.writing(sealing=False) as connection:
                connection.exec_driver_sql(statement, list(moments))


def _row(entry: Due) -> dict[str, Any]:
    return {
        "watch_id": entry.watch_id,
        "host": entry.host,
        "due_at": to_microseconds(entry.due_at),
        "last_at": to_microseconds(entry.last_at) if entry.last_at else None,
        "rate": entry.rate,
        "weight": entry.weight,
        "cost": entry.cost,
        "held_until": 0,
        "facts": json.dumps(dict(entry.facts), separators=(",", ":")),
    }


def to_due(row: Any, facts: str | None = None) -> Due:
    """A row as a record; `facts` where the row has them under another name."""
    return Due(
        watch_id=row.watch_id,
        host=row.host,
        due_at=from_microseconds(row.due_at),
        last_at=from_microseconds(row.last_at) if row.last_at is not None else None,
        rate=row.rate,
        weight=row.weight,
        cost=row.cost,
        facts=json.loads(row.facts if facts is None else facts),
    )
