"""One politeness for each host, however many programs visit its pages.

Whoever leases a visit takes the host's turn in the same transaction, and gives it back with the pause the host is to be
left alone; nobody else takes it before. A program that dies keeps a turn for as long as its leases.

Moments are on a clock that all programs share: PostgreSQL's own, since programs on several machines have several
clocks, and with SQLite that of the one machine. A clock that was put back by more than `PUT_BACK` opens all hosts: a
program's own visits are kept apart by a clock that never goes back (`crawl.politeness`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.store.catalog.schema import due, host_turn

PUT_BACK = timedelta(minutes=1)
KEPT = timedelta(hours=2)
"""How long the last visit to a host is remembered; longer than pauses that nobody asked for by name."""
_POSTGRESQL_NOW: sql.ColumnElement[int] = sql.literal_column(
    "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint", sql.BigInteger
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostClock:
    """The shared clock inside one transaction; `now` is that of the program."""

    catalog: Catalog
    now: datetime

    @property
    def moment(self) -> sql.ColumnElement[int]:
        """Now, in microseconds, as the database is to read it."""
        return sql.literal(to_microseconds(self.now), sql.BigInteger) if self.catalog.is_sqlite else _POSTGRESQL_NOW

    def after(self, pause: timedelta) -> sql.ColumnElement[int]:
        return self.moment + pause // timedelta(microseconds=1)

    def is_closed(self, pause: timedelta) -> sql.ColumnElement[bool]:
        """Whether a host is not to be asked by somebody who leaves hosts alone for a pause."""
        is_left_alone = sql.or_(host_turn.c.until > self.moment, host_turn.c.since > self.after(-pause))
        return sql.and_(is_left_alone, host_turn.c.since < self.after(PUT_BACK))

    def claim(self, connection: sql.Connection, host: str, *, holder: str, lease: timedelta, pause: timedelta) -> bool:
        """Takes the turn of a host; False where somebody else was faster."""
        row: dict[str, Any] = {"holder": holder, "since": self.moment, "until": self.after(lease)}
        insert = (sqlite.insert if self.catalog.is_sqlite else postgresql.insert)(host_turn).values(host=host, **row)
        free = ~self.is_closed(pause)
        statement = insert.on_conflict_do_update(index_elements=[host_turn.c.host], set_=row, where=free)
        return connection.execute(statement.returning(host_turn.c.host)).first() is not None

    def give_back(self, connection: sql.Connection, host: str, *, holder: str, pause: timedelta) -> None:
        """A visit ended: the host is left alone for a pause."""
        own = sql.and_(host_turn.c.host == host, host_turn.c.holder == holder)
        connection.execute(sql.update(host_turn).where(own).values(self._ended(pause)))

    def give_all_back(self, connection: sql.Connection, holder: str) -> None:
        own = host_turn.c.holder == holder
        connection.execute(sql.update(host_turn).where(own).values(self._ended(timedelta(0))))

    def shorten(self, connection: sql.Connection, within: timedelta, *, holders: str, holder: str) -> None:
        """Ends the turns of all programs whose names begin so, but one, after a while."""
        others = sql.and_(host_turn.c.holder.startswith(holders, autoescape=True), host_turn.c.holder != holder)
        later = host_turn.c.until > self.after(within)
        connection.execute(sql.update(host_turn).where(others, later).values(until=self.after(within)))

    def _ended(self, pause: timedelta) -> dict[str, Any]:
        return {"holder": None, "since": self.moment, "until": self.after(pause)}

    def keep(self, connection: sql.Connection, watch_ids: Collection[str], *, holder: str, lease: timedelta) -> None:
        """A program is still at these visits, and so at their hosts."""
        hosts = sql.select(due.c.host).where(due.c.watch_id.in_(watch_ids))
        own = sql.and_(host_turn.c.holder == holder, host_turn.c.host.in_(hosts))
        connection.execute(sql.update(host_turn).where(own).values(until=self.after(lease)))

    def note_visit(self, connection: sql.Connection, host: str, *, pause: timedelta) -> None:
        """Somebody who did not wait for a turn has visited a host: it is left alone from now on."""
        row = self._ended(pause)
        insert = (sqlite.insert if self.catalog.is_sqlite else postgresql.insert)(host_turn).values(host=host, **row)
        ended_before = sql.and_(host_turn.c.holder.is_(None), host_turn.c.until < self.after(pause))
        connection.execute(
            insert.on_conflict_do_update(index_elements=[host_turn.c.host], set_=row, where=ended_before)
        )

    def forget(self, connection: sql.Connection) -> None:
        """Drops what matters to nobody any more."""
        connection.execute(sql.delete(host_turn).where(host_turn.c.until < self.after(-KEPT)))
