"""The clock that all programs on an archive share: PostgreSQL's own; with SQLite that of the one machine.

Machines whose clocks differ by minutes would give versions in the wrong order, and take visits from each other. So the
difference to the server's clock is looked at now and then, and where it is more than the way to the server and back explains,
times are the server's.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from pagestrata.errors import ArchiveError
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
        """By how much the shared clock is ahead of this machine's; nothing where they agree."""
        if self._catalog.is_sqlite:
            return _NOTHING
        with self._looking:
            if self._seconds() - self._looked_at >= LOOK_SECONDS:
                with contextlib.suppress(ArchiveError):  # who asks for the time need not wait for a server that is away
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
