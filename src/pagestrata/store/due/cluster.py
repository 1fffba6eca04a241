"""The clock and the leader that several programs on one archive share; the leader plans and leases visits.

With SQLite there is one machine and its own clock. On PostgreSQL the server's clock counts, because machines whose clocks
differ by minutes would order versions wrongly and take visits from each other. The difference is measured now and then; if
it exceeds what the round trip to the server explains, times are the server's.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from pagestrata.errors import ArchiveError, UsageError
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.later import sql

log = logging.getLogger(__name__)

TOLERATED = timedelta(seconds=2)
LOOK_SECONDS = 600.0
_NOTHING = timedelta(0)


def _own_clock() -> datetime:
    return datetime.now(UTC)


class SharedClock:
    """`now` on the shared clock. `own` is the clock of this machine."""

    def __init__(
        self,
        catalog: Catalog,
        *,
        own: Callable[[], datetime] = _own_clock,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._catalog, self._own, self._seconds = catalog, own, seconds
        self._ahead, self._looked_at = _NOTHING, float("-inf")
        self._looking = threading.Lock()

    def now(self) -> datetime:
        return self._own() + self.ahead()

    def ahead(self) -> timedelta:
        """Return by how much the shared clock is ahead of this machine's; zero if they agree."""
        if self._catalog.is_sqlite:
            return _NOTHING
        with self._looking:
            if self._seconds() - self._looked_at >= LOOK_SECONDS:
                with contextlib.suppress(ArchiveError):  # a server that is away must not block the clock
                    self._ahead = self._difference()
                    self._looked_at = self._seconds()
            return self._ahead

    def _difference(self) -> timedelta:
        before = self._own()
        with self._catalog.reading() as connection:
            shared: datetime = connection.execute(sql.text("SELECT clock_timestamp()")).scalar_one()
        after = self._own()
        found = shared - (before + (after - before) / 2)
        if abs(found) <= TOLERATED + (after - before) / 2:
            return _NOTHING
        log.warning(
            "the clock of this machine differs from that of the database by %.0f s; the database's time is used; "
            "set this machine's clock (NTP)",
            -found.total_seconds(),
        )
        return found


_LOCK = 0x50_61_67_65_53_74_72_61  # 'PageStra'


class Leadership:
    """The leadership among programs: a PostgreSQL advisory lock, free as soon as its holder's connection ends."""

    def __init__(self, catalog: Catalog) -> None:
        if catalog.is_sqlite:
            raise UsageError("a cluster needs an archive that all machines reach; give --archive postgresql://…")
        self._catalog = catalog
        self._connection: sql.Connection | None = None

    def take(self) -> bool:
        """Take the lead if no other program has it; return whether this program leads now."""
        with self._catalog.translated():
            if self._connection is not None:
                self._check(self._connection)
                return True
            connection = self._catalog.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            if connection.execute(sql.text(f"SELECT pg_try_advisory_lock({_LOCK})")).scalar_one():
                connection.detach()  # it belongs to this object alone from now on
                self._connection = connection
                return True
            connection.close()
            return False

    def _check(self, connection: sql.Connection) -> None:
        """Check the connection: a broken one has lost the lock, and another program may lead."""
        try:
            connection.execute(sql.text("SELECT 1"))
        except sql.exc.SQLAlchemyError:
            self._connection = None
            with contextlib.suppress(sql.exc.SQLAlchemyError):
                connection.close()
            raise

    def give_up(self) -> None:
        """Give up the lead."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # The server notices a closed connection only a moment later.
            with contextlib.suppress(sql.exc.SQLAlchemyError):
                connection.execute(sql.text(f"SELECT pg_advisory_unlock({_LOCK})"))
            with contextlib.suppress(sql.exc.SQLAlchemyError):
                connection.close()
