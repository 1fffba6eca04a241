"""Background tasks of the daemon, in threads of their own, so that visits continue and leases are renewed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pagestrata.errors import PagestrataError
from pagestrata.store.people.settings import KEEP, TIME_AUTHORITIES

if TYPE_CHECKING:
    from datetime import datetime

    from pagestrata.store.archive import Archive

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A repeated task; `first_after` None: first run after the usual interval."""

    name: str
    every_seconds: float
    run: Callable[[], object]
    first_after: float | None = None


class Repeated:
    """A thread that repeats some tasks while the context lasts. A failed task is retried at its next time."""

    def __init__(
        self,
        tasks: Sequence[Task],
        *,
        name: str,
        failed: Callable[[], None],
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tasks, self._failed, self._seconds = tuple(tasks), failed, seconds
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _work(self) -> None:
        if not self._tasks:
            return
        start = self._seconds()
        due = [start + (t.every_seconds if t.first_after is None else t.first_after) for t in self._tasks]
        while not self._ended.wait(max(0.01, min(due) - self._seconds())):
            for place, task in enumerate(self._tasks):
                if self._seconds() >= due[place] and not self._ended.is_set():
                    self._do(task)
                    due[place] = self._seconds() + task.every_seconds

    def _do(self, task: Task) -> None:
        try:
            task.run()
        except PagestrataError as error:
            self._failed()
            log.warning("%s failed: %s; trying again later", task.name, error)
        except Exception:  # a thread that ends would let leases run out
            self._failed()
            log.exception("%s failed; trying again later", task.name)


def collect(archive: Archive, *, now: datetime) -> None:
    """Drop the versions that the archive's settings do not keep, and all unreferenced data."""
    rule = archive.settings.get(KEEP)
    if rule is not None:
        dropped = archive.upkeep.retain(str(rule), now=now)
        log.info("%d versions dropped by the setting %s (%s)", len(dropped), KEEP, rule)
    archive.upkeep.gc()


def stamp_where_due(archive: Archive, *, now: datetime) -> None:
    """Have the head of the log stamped, if a time authority is set and a stamp is due."""
    if archive.settings.get(TIME_AUTHORITIES):
        from pagestrata.app.proving import stamping

        stamping.stamp_where_due(archive, now=now)


def complete_stamps(archive: Archive, *, now: datetime) -> None:
    """Ask OpenTimestamps calendars for the blocks of the stamps of the last days."""
    if archive.settings.get(TIME_AUTHORITIES):
        from pagestrata.app.proving import stamping

        stamping.complete_stamps(archive, since=now - stamping.COMPLETED_WITHIN)
