"""Pages that people have open in a browser of this server to record steps: few, each for one person, for some minutes."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pagestrata.errors import NotFoundError
from pagestrata.web.refusals import TooManyRequestsError

if TYPE_CHECKING:
    from pagestrata.capturing.browser.live import LivePage
    from pagestrata.capturing.options import Step

MOST_AT_ONCE = 2
IDLE_SECONDS = 120.0
LONGEST_SECONDS = 900.0
LOOK_SECONDS = 5.0


@dataclass(slots=True, kw_only=True)
class Recording:
    """One open page and the steps that were taken on it."""

    id: str
    watch: str  # its id
    person: str
    page: LivePage
    opened_at: float
    used_at: float
    steps: list[Step] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


class LivePages:
    """All open pages of one running application. Threads may share it; idle pages are closed."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, Recording] = {}
        self._opening = 0
        self._lock = threading.Lock()
        self._sweeper: threading.Thread | None = None
        self._ended = threading.Event()

    def open(self, make: Callable[[], LivePage], *, watch: str, person: str) -> Recording:
        """Open a page for a person and close their earlier one. Raises TooManyRequestsError if too many are open."""
        self.sweep()
        for known in [each for each in self._all() if each.person == person]:
            self.close(known)
        with self.taking_turn():
            page = make()
            page.open()
        now = self._clock()
        made = Recording(
            id=secrets.token_urlsafe(18), watch=watch, person=person, page=page, opened_at=now, used_at=now
        )
        with self._lock:
            self._known[made.id] = made
        self._sweep_by_itself()
        return made

    @contextmanager
    def using(self, name: str, *, person: str, is_act: bool = True) -> Iterator[Recording]:
        """Lock a recording of this person. Raises NotFoundError if it is closed or belongs to someone else.

        Only acts keep it open.
        """
        self.sweep()
        with self._lock:
            found = self._known.get(name)
        if found is None or found.person != person:
            raise NotFoundError("this page is no longer open; start recording again")
        with found.lock:
            if is_act:
                found.used_at = self._clock()
            yield found

    @contextmanager
    def taking_turn(self) -> Iterator[None]:
        """Count a page that is open only briefly. Raises TooManyRequestsError if too many are open."""
        with self._lock:
            if len(self._known) + self._opening >= MOST_AT_ONCE:
                raise TooManyRequestsError(
                    f"{MOST_AT_ONCE} pages are already open; try again when one of them is closed"
                )
            self._opening += 1
        try:
            yield
        finally:
            with self._lock:
                self._opening -= 1

    def close(self, recording: Recording) -> None:
        """End a recording and its browser. May be called twice."""
        with self._lock:
            self._known.pop(recording.id, None)
        with recording.lock:
            recording.page.close()

    def close_all(self) -> None:
        self._ended.set()
        for each in self._all():
            self.close(each)

    def sweep(self) -> None:
        """Close idle pages, and pages that are open for too long."""
        now = self._clock()
        for each in self._all():
            if now - each.used_at > IDLE_SECONDS or now - each.opened_at > LONGEST_SECONDS:
                self.close(each)

    def _all(self) -> list[Recording]:
        with self._lock:
            return list(self._known.values())

    def _sweep_by_itself(self) -> None:
        with self._lock:
            if self._sweeper is not None and self._sweeper.is_alive():
                return
            self._sweeper = threading.Thread(target=self._sweep_until_empty, name="live-pages", daemon=True)
            self._sweeper.start()

    def _sweep_until_empty(self) -> None:
        while self._all() and not self._ended.wait(LOOK_SECONDS):
            self.sweep()
