"""Retry transactions that were ended from outside: by a deadlock, a restart of the server, or a failover.

A connection that breaks during a commit leaves open whether the transaction was committed. A retry therefore checks first
whether its rows exist (`Attempts.is_repeated`), or writes only what may be written twice (`tried_again`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog.later import sql

PATIENCE_SECONDS = 60.0
"""Maximum time to wait for a server that is away before the write fails."""
_ATTEMPTS = 5
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.1, 5.0
_DEADLOCKS = {"40P01", "40001"}
_AWAY = {"57P01", "57P02", "57P03", "53300"}  # ended by an administrator, crashed, starting, no free connection
# Before a session has begun, errors of a server come without a code.
_AWAY_WORDS = (
    "refused", "No such file", "starting up", "shutting down", "recovery mode", "too many clients", "connection slots",
    "server closed", "Connection reset", "Connection timed out", "timeout expired", "could not translate host name",
    "connection is lost", "connection is closed",
)  # fmt: skip
Answer = TypeVar("Answer")


def is_deadlock(error: BaseException) -> bool:
    """Return whether the database ended this transaction because of a deadlock."""
    return _state(error) in _DEADLOCKS


def is_away(error: BaseException) -> bool:
    """Return whether the server is unavailable now and may be back soon."""
    cause, state = error.__cause__, _state(error)
    if not isinstance(cause, sql.exc.DBAPIError) or state in _DEADLOCKS:
        return False
    if state is not None and (state in _AWAY or state.startswith("08")):
        return True
    message = str(cause.orig)
    return cause.connection_invalidated or (state is None and any(words in message for words in _AWAY_WORDS))


def _state(error: BaseException) -> str | None:
    found = getattr(getattr(error.__cause__, "orig", None), "sqlstate", None)
    return found if isinstance(found, str) else None


@dataclass(kw_only=True)
class Attempts:
    """The attempts at one transaction."""

    number: int = 1
    wait: Callable[[float], None] = time.sleep
    seconds: Callable[[], float] = time.monotonic
    _away_since: float | None = field(default=None, init=False)

    @property
    def is_repeated(self) -> bool:
        return self.number > 1

    def another(self, error: ArchiveError) -> bool:
        """Return whether another attempt may help, after waiting if the server is away."""
        if is_away(error):
            self._away_since = self.seconds() if self._away_since is None else self._away_since
            if self.seconds() - self._away_since >= PATIENCE_SECONDS:
                return False
            self.wait(min(_FIRST_PAUSE_SECONDS * 2 ** min(self.number, 10), _LONGEST_PAUSE_SECONDS))
        elif not is_deadlock(error) or self.number >= _ATTEMPTS:
            return False
        self.number += 1
        return True


def made_again_after_deadlocks(write: Callable[[], Answer]) -> Answer:
    """Run a transaction that must not run twice; retry it only after a deadlock, which leaves nothing behind."""
    attempts = Attempts()
    while True:
        try:
            return write()
        except ArchiveError as error:
            if not is_deadlock(error) or not attempts.another(error):
                raise


def tried_again(write: Callable[[], Answer]) -> Answer:
    """Run a transaction that may run twice; retry it after a deadlock and while the server is away."""
    attempts = Attempts()
    while True:
        try:
            return write()
        except ArchiveError as error:
            if not attempts.another(error):
                raise
