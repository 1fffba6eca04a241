"""The schedule of an archive: when each page is due, and which program visits it.

A visit is leased: the program that takes it stores its name and a time with it, renews the lease regularly, and gives
it with the outcome. If a program dies, its lease expires, and another program may take the
visit. No page is leased twice at a time, however many programs there are: SQLite has one writer, and on PostgreSQL rows
that another program is taking are passed over. With a visit goes the turn of its host (see `host_turns`).

Many leases are given back by one statement, each with when its page is due next and only if the lease was not lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.model.due import Due
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import array_of, batches, delete_rows, insert_new
from pagestrata.store.catalog.failover import made_again_after_deadlocks, tried_again
from pagestrata.store.catalog.names import from_microseconds, to_microseconds
from pagestrata.store.catalog.schema import due, host_turn
from pagestrata.store.due.host_turns import IS_OPEN, HostClock, on_either_database

if TYPE_CHECKING:
    from pagestrata.model.due import DueNumbers
    from pagestrata.store.due.due_plan import Moments

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

LEASE = timedelta(minutes=5)
"""Time without a sign of life after which a program loses its leases."""
_TOGETHER = 1000
_READ = (due.c.watch_id, due.c.host, due.c.due_at, due.c.last_at, due.c.rate, due.c.weight, due.c.cost, due.c.facts)
_COLUMNS = ", ".join(column.name for column in _READ)


_TYPES = {
    "watch_id": "text", "host": "text", "due_at": "bigint", "last_at": "bigint", "rate": "float8", "weight": "float8",
    "cost": "float8", "facts": "text", "special": "boolean",
}  # fmt: skip
_CHANGED = [name for name in _TYPES if name != "watch_id"]
_EACH = f"""
    UPDATE due SET {", ".join(f"{name} = ?" for name in _CHANGED)}, holder = NULL, held_until = 0
    WHERE watch_id = ? AND holder = ?"""  # noqa: S608 - no input
_SETTLED_TOGETHER = f"""
    UPDATE due SET {", ".join(f"{name} = settled.{name}" for name in _CHANGED)}, holder = NULL, held_until = 0
    FROM unnest({", ".join(f"%s::{kind}[]" for kind in _TYPES.values())}) AS settled ({", ".join(_TYPES)})
    WHERE due.watch_id = settled.watch_id AND due.holder = %s RETURNING due.watch_id"""  # noqa: S608 - no input


class DueVisits:
    """Due visits and their leases."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def add(self, entries: Sequence[Due]) -> None:
        """Add pages to the schedule; those already in it stay as they are."""
        with self._catalog.writing(sealing=False) as connection:
            for batch in batches(entries, _TOGETHER):
                insert_new(connection, due, [_row(entry) for entry in batch])

    def remove(self, watch_ids: Collection[str]) -> None:
        """Remove pages from the schedule."""
        with self._catalog.writing(sealing=False) as connection:
            delete_rows(connection, due.c.watch_id, watch_ids)

    def take(
        self,
        *,
        now: datetime,
        holder: str,
        limit: int = 1,
        without_hosts: Collection[str] = (),
        due_by: datetime | None = None,
    ) -> Sequence[Due]:
        """Lease visits that are due by `due_by` (default: now), the earliest first, except to `without_hosts`."""
        query = _to_lease(now, due_by, without_hosts).limit(limit)
        with self._catalog.writing(sealing=False) as connection:
            rows = connection.execute(query).cursor.fetchall()
            if rows:
                _lease(connection, [row[0] for row in rows], holder=holder, now=now)
        return [_taken(found, row[-1]) for found, row in zip(_to_dues([row[:-1] for row in rows]), rows, strict=True)]

    def take_turns(
        self,
        *,
        now: datetime,
        holder: str,
        pause: timedelta,
        limit: int,
        without_hosts: Collection[str] = (),
        due_by: datetime | None = None,
    ) -> list[Due]:
        """Lease the earliest due visits to hosts whose turns are free, one per host, and take those turns.

        A host is free if no visit to it runs, and both the pause set by its last visitor and `pause` have passed.
        """
        clock = HostClock(catalog=self._catalog, now=now)

        def take() -> list[Any]:
            looked_at, taken = set[str](), list[Any]()
            with self._catalog.writing(sealing=False) as connection:
                is_more = True
                while is_more and len(taken) < limit:
                    wanted = limit - len(taken)
                    query, values = _next_open(clock, wanted, due_by=due_by or now, pause=pause, passed_over=looked_at)
                    rows = connection.execute(query, values).cursor.fetchall()
                    is_more = len(rows) == wanted
                    first = {row[1]: row for row in reversed(rows)}
                    hosts = first.keys() - set(without_hosts)
                    claimed = (
                        clock.claim(connection, hosts, holder=holder, lease=LEASE, pause=pause) if hosts else set()
                    )
                    taken += [row for row in rows if row[1] in claimed and first[row[1]] is row]
                    looked_at |= first.keys()  # taken, in its pause, or just taken by another program
                if taken:
                    _lease(connection, [row[0] for row in taken], holder=holder, now=now)
            return taken

        taken = made_again_after_deadlocks(take)  # two that look more than once may wait for each other
        return [_taken(found, row[-1]) for found, row in zip(_to_dues([row[:-1] for row in taken]), taken, strict=True)]

    def end_turn(self, host: str, *, holder: str, now: datetime, pause: timedelta) -> None:
        """Release the turn of a host without settling a visit."""
        with self._catalog.writing(sealing=False) as connection:
            HostClock(catalog=self._catalog, now=now).give_back(connection, {host: pause}, holder=holder)

    def turn_holders(self) -> set[str]:
        """Return the programs that visit a host now, or died while they did."""
        with self._catalog.reading() as connection:
            found = sql.select(host_turn.c.holder).where(host_turn.c.holder.is_not(None)).distinct()
            return set(connection.execute(found).scalars())

    def end_turns(self, *, holder: str, now: datetime) -> None:
        """Release all turns of a program; its leases stay."""
        with self._catalog.writing(sealing=False) as connection:
            HostClock(catalog=self._catalog, now=now).give_all_back(connection, holder)

    def forget_turns(self, *, now: datetime) -> None:
        """Delete the turns of hosts that were not visited for hours."""
        with self._catalog.writing(sealing=False) as connection:
            HostClock(catalog=self._catalog, now=now).forget(connection)

    def is_any_left(
        self, *, now: datetime, due_by: datetime, pause: timedelta, within: timedelta, hosts: Collection[str] = ()
    ) -> bool:
        """Return whether an unleased visit is due to one of `hosts`, or to a host that is free within `within`."""
        clock = HostClock(catalog=self._catalog, now=now)
        chosen = sql.or_(clock.is_open_soon(pause, within), due.c.host.in_(sorted(hosts)))
        query = sql.select(due.c.watch_id).where(*_free_and_due(now, due_by), chosen).limit(1)
        with self._catalog.reading() as connection:
            return connection.execute(query).first() is not None

    def renew(self, watch_ids: Collection[str], *, now: datetime, holder: str) -> int:
        """Extend the leases of visits that a program is still making; return how many it still holds.

        Leases not named expire, so that an abandoned visit is repeated.
        """
        listed = batches(sorted(watch_ids), _TOGETHER)
        return sum(tried_again(partial(self._renew, batch, now=now, holder=holder)) for batch in listed)

    def _renew(self, watch_ids: Collection[str], *, now: datetime, holder: str) -> int:
        until = {"held_until": to_microseconds(now + LEASE)}
        with self._catalog.writing(sealing=False) as connection:
            held = sql.and_(due.c.holder == holder, due.c.watch_id.in_(watch_ids))
            renewed = connection.execute(sql.update(due).where(held).values(until)).rowcount
            HostClock(catalog=self._catalog, now=now).keep(connection, watch_ids, holder=holder, lease=LEASE)
        return renewed

    def settle(self, entry: Due, *, holder: str, now: datetime | None = None, pause: timedelta = timedelta(0)) -> bool:
        """Release a lease and store when the page is due next; False if the lease was lost, and nothing is changed.

        With `now` the turn of its host ends too, and the pause of the host begins.
        """
        return bool(self.settle_all([entry], holder=holder, now=now, pauses={entry.host: pause}))

    def settle_all(
        self, entries: Sequence[Due], *, holder: str, now: datetime | None, pauses: Mapping[str, timedelta]
    ) -> set[str]:
        """Settle many leases at once, with the pause of each host. Return the names whose lease was still held."""
        rows = sorted((_row(entry) for entry in entries), key=lambda row: str(row["watch_id"]))

        def write() -> set[str]:
            with self._catalog.writing(sealing=False) as connection:
                settled = write_settled(connection, rows, holder=holder)
                if now is not None:
                    HostClock(catalog=self._catalog, now=now).give_back(connection, pauses, holder=holder)
            return settled

        return tried_again(write)

    def note_visit(self, host: str, *, now: datetime, pause: timedelta) -> None:
        """Record a manual visit to a host, made without its turn: the host's pause begins."""
        with self._catalog.writing(sealing=False) as connection:
            HostClock(catalog=self._catalog, now=now).note_visit(connection, host, pause=pause)

    def hasten(self, watch_id: str, change: Callable[[Due], Due]) -> bool:
        """Change the entry of a page; False if it is being visited or is not in the schedule."""
        free = sql.and_(due.c.watch_id == watch_id, due.c.holder.is_(None))

        def write() -> bool:
            with self._catalog.writing(sealing=False) as connection:
                row = connection.execute(sql.select(due).where(free).with_for_update()).one_or_none()
                if row is None:
                    return False
                return connection.execute(sql.update(due).where(free).values(_row(change(to_due(row))))).rowcount > 0

        return tried_again(write)

    def abandon(self, watch_id: str, *, now: datetime, holder: str) -> bool:
        """Release the visit of a dead worker at once; its next worker learns that it may have been made."""
        held = sql.and_(due.c.watch_id == watch_id, due.c.holder == holder)
        with self._catalog.writing(sealing=False) as connection:
            ended = sql.update(due).where(held).values(held_until=to_microseconds(now))
            return connection.execute(ended).rowcount > 0

    def abandon_soon(self, *, now: datetime, within: timedelta, holders: str, holder: str) -> int:
        """End the leases of all programs whose names start with `holders`, except `holder`, after `within`; return how many."""
        moment = to_microseconds(now + within)
        others = sql.and_(due.c.holder.startswith(holders, autoescape=True), due.c.holder != holder)
        with self._catalog.writing(sealing=False) as connection:
            HostClock(catalog=self._catalog, now=now).shorten(connection, within, holders=holders, holder=holder)
            ended = sql.update(due).where(others, due.c.held_until > moment).values(held_until=moment)
            return connection.execute(ended).rowcount

    def release(self, *, holder: str, now: datetime | None = None) -> int:
        """Release all leases of a program unchanged; with `now` its turns of hosts too."""
        with self._catalog.writing(sealing=False) as connection:
            free = {"holder": None, "held_until": 0}
            if now is not None:
                HostClock(catalog=self._catalog, now=now).give_all_back(connection, holder)
            return connection.execute(sql.update(due).where(due.c.holder == holder).values(free)).rowcount

    def next(self, *, limit: int | None = None) -> Sequence[Due]:
        """Return the next visits, earliest first, including leased ones."""
        most = "" if limit is None else f" LIMIT {int(limit)}"
        query = f"SELECT {_COLUMNS} FROM due ORDER BY due_at, watch_id{most}"  # noqa: S608 - no input
        with self._catalog.reading() as connection:
            return _to_dues(connection.exec_driver_sql(query).cursor.fetchall())

    def overdue(self, *, now: datetime) -> int:
        """Return how many visits are due and not started."""
        waiting = sql.and_(due.c.due_at <= to_microseconds(now), due.c.held_until <= to_microseconds(now))
        with self._catalog.reading() as connection:
            return int(connection.execute(sql.select(sql.func.count()).where(waiting)).scalar_one())

    def of(self, watch_id: str) -> Due | None:
        with self._catalog.reading() as connection:
            row = connection.execute(sql.select(due).where(due.c.watch_id == watch_id)).one_or_none()
        return to_due(row) if row is not None else None

    def numbers(self, *, typical_bytes: float | None = None) -> DueNumbers:
        """Return the whole schedule as columns of numbers; costs are bytes if `typical_bytes` is given, else seconds."""
        from pagestrata.store.due import due_plan  # only now: most visits do without numpy

        with self._catalog.reading() as connection:
            return due_plan.read_numbers(connection, typical_bytes=typical_bytes)

    def move(self, numbers: DueNumbers, places: Moments, moments: Moments) -> None:
        """Set when the pages at `places` are due (in microseconds), except pages visited since `numbers` was read."""
        from pagestrata.store.due import due_plan

        def write() -> None:
            with self._catalog.writing(sealing=False) as connection:
                due_plan.move(connection, numbers, places, moments)

        if len(places):
            tried_again(write)


def _free_and_due(now: datetime, due_by: datetime) -> tuple[sql.ColumnElement[bool], ...]:
    return due.c.due_at <= to_microseconds(due_by), due.c.held_until <= to_microseconds(now)


_NEXT_OPEN = f"""
    SELECT {_COLUMNS}, due.holder FROM due WHERE due_at <= :due_by AND held_until <= :leased_at AND {IS_OPEN}
    {{passed_over}} ORDER BY due_at, watch_id LIMIT :limit"""  # noqa: S608 - no input
_WITHOUT = "AND due.host NOT IN :passed_over"


def _next_open_statements(passed_over: str, *expanding: str) -> dict[bool, sql.TextClause]:
    chosen = _NEXT_OPEN.replace("{passed_over}", passed_over)
    return {
        True: on_either_database(chosen, *expanding)[True],
        False: on_either_database(f"{chosen} FOR UPDATE OF due SKIP LOCKED", *expanding)[False],
    }


_STATEMENTS = {False: _next_open_statements(""), True: _next_open_statements(_WITHOUT, "passed_over")}


def _next_open(
    clock: HostClock, limit: int, *, due_by: datetime, pause: timedelta, passed_over: Collection[str]
) -> tuple[sql.TextClause, dict[str, Any]]:
    """Return a query for due, unleased visits to free hosts; its last column is a former holder that never released."""
    moments = {"due_by": to_microseconds(due_by), "leased_at": to_microseconds(clock.now)}
    values = clock.values(pause=pause, limit=limit, **moments)
    values |= {"passed_over": sorted(passed_over)} if passed_over else {}
    return _STATEMENTS[bool(passed_over)][clock.catalog.is_sqlite], values


def _to_lease(now: datetime, due_by: datetime | None, without_hosts: Collection[str]) -> sql.Select[Any]:
    """Return a query for due, unleased visits, the earliest first; its last column is a former holder that never released."""
    chosen = _free_and_due(now, due_by or now)
    query = sql.select(*_READ, due.c.holder).where(*chosen).order_by(due.c.due_at, due.c.watch_id)
    query = query.with_for_update(skip_locked=True)
    return query.where(due.c.host.not_in(sorted(without_hosts))) if without_hosts else query


def _lease(connection: sql.Connection, watch_ids: Sequence[str], *, holder: str, now: datetime) -> None:
    lease = {"holder": holder, "held_until": to_microseconds(now + LEASE)}
    connection.execute(sql.update(due).where(due.c.watch_id.in_(watch_ids)).values(lease))


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
        "special": entry.is_special,
    }


def _taken(found: Due, former_holder: str | None) -> Due:
    """Return the entry, marked if an earlier lease on it was never released."""
    return replace(found, was_abandoned=former_holder is not None)


class _StoredFacts(Mapping[str, Any]):
    """Stored facts, parsed on access: choosing among many visits does not need them."""

    __slots__ = ("_read", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._read: dict[str, Any] | None = None

    def _facts(self) -> dict[str, Any]:
        if self._read is None:
            try:
                self._read = dict(json.loads(self._text))
            except (ValueError, TypeError) as error:
                raise ArchiveError(
                    f"the visit statistics of a page cannot be read ({error}); remove its watch and add it again"
                ) from error
        return self._read

    def __getitem__(self, name: str) -> Any:
        return self._facts()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts())

    def __len__(self) -> int:
        return len(self._facts())

    def __repr__(self) -> str:
        return self._text


def _to_dues(rows: Sequence[tuple[Any, ...]]) -> list[Due]:
    """Return the records of rows of the driver, whose values are in the order of `_READ`."""
    return [
        Due(
            watch_id=name,
            host=host,
            due_at=from_microseconds(due_at),
            last_at=None if last_at is None else from_microseconds(last_at),
            rate=rate,
            weight=weight,
            cost=cost,
            facts=_StoredFacts(facts),
        )
        for name, host, due_at, last_at, rate, weight, cost, facts in rows
    ]


def to_due(row: Any, facts: str | None = None) -> Due:
    """Return a row as a record; `facts`: its facts, if the row has them under another name."""
    values = (row.watch_id, row.host, row.due_at, row.last_at, row.rate, row.weight, row.cost)
    return _to_dues([(*values, row.facts if facts is None else facts)])[0]


def write_settled(connection: sql.Connection, rows: Sequence[Mapping[str, Any]], *, holder: str) -> set[str]:
    """Write the rows whose leases the holder still has; return their names."""
    if not rows:
        return set()
    if connection.dialect.name != "sqlite":
        columns = (array_of(row[name] for row in rows) for name in _TYPES)
        return set(connection.exec_driver_sql(_SETTLED_TOGETHER, (*columns, holder)).scalars())
    settled, cursor = set(), connection.connection.cursor()  # SQLAlchemy takes longer for a row than SQLite
    for row in rows:
        cursor.execute(_EACH, [*(row[name] for name in _CHANGED), row["watch_id"], holder])
        if cursor.rowcount:
            settled.add(str(row["watch_id"]))
    return settled
