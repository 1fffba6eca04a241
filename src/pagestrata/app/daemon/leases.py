"""The names under which programs lease visits, and the leases of visits that could not be recorded.

A visit is made and cannot be recorded while the database or the object store is down. Its lease would expire after five
minutes. It is released sooner: all of them as soon as something was stored again, until then one at a time, as a trial. A page
that fails repeatedly (its stored data may be damaged) waits twice as long each time, and in the end for its lease.
"""

from __future__ import annotations

import os
import socket
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pagestrata.model.due import Due

LEADER = "leader:"
"""Prefix of the name of a program that leads others: its workers elsewhere may outlive it."""


def new_holder() -> str:
    """A unique name: machine, process and a random part."""
    return f"{_machine()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"


def is_gone(holder: str) -> bool:
    """Whether the program with this name ran on this machine and has ended; False if unknown."""
    machine, _, rest = holder.rpartition(":")[0].rpartition(":")
    if machine != _machine() or not rest.isdecimal() or os.name != "posix":
        return False
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False  # another program holds it
    return False


def _machine() -> str:
    """The namespace of process ids: containers may share a host name but have their own ids."""
    try:
        return f"{socket.gethostname()}/{os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return socket.gethostname()


FIRST_PAUSE_SECONDS = 5.0
_MOST_DOUBLINGS = 10  # by then the lease is over


@dataclass(slots=True, kw_only=True)
class UnrecordedVisits:
    """Leases that wait to be released; times are seconds of one clock."""

    pause_seconds: float = FIRST_PAUSE_SECONDS
    _waiting: dict[str, tuple[float, Due]] = field(default_factory=dict, init=False)  # from when on
    _failures: Counter[str] = field(default_factory=Counter, init=False)  # in a row, by page
    _is_storing: bool = field(default=True, init=False)
    _next_trial: float = field(default=float("-inf"), init=False)

    def failed(self, due: Due, *, at: float) -> None:
        """Note that a visit could not be recorded."""
        doublings = min(self._failures[due.watch_id], _MOST_DOUBLINGS)
        self._failures[due.watch_id] += 1
        self._waiting[due.watch_id] = at + self.pause_seconds * 2**doublings, due
        self._is_storing = False

    def begun(self, watch_id: str) -> None:
        """Note that a page is visited again, with a new lease."""
        self._waiting.pop(watch_id, None)

    def recorded(self, watch_id: str, *, is_version: bool) -> None:
        """Note that a visit was recorded. A version, or a page that failed before, shows that storing works again."""
        if self._failures.pop(watch_id, 0) or is_version:
            self._is_storing = True

    def ready(self, *, at: float) -> Sequence[Due]:
        """The leases to release now: all that have waited, or one as a trial."""
        found = [due for since, due in self._waiting.values() if since <= at]
        if self._is_storing or not found:
            return found
        return found[:1] if at >= self._next_trial else ()

    def given_back(self, watch_id: str, *, at: float) -> None:
        del self._waiting[watch_id]
        self._next_trial = at + self.pause_seconds
