"""Rendered pages, shared by all who request them at nearly the same time.

A page is reused until the archive changes: every writer changes its revision. If many people read during writes, rendering each
page for each of them takes too long: then all get a slightly stale page, which is rendered again in the background. Who changes
something in this application sees the change at once, as does everyone else.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

SAME_SECONDS = 10.0
"""How long a page of an unchanged archive is given again: it says how long ago things were."""
BUSY_SECONDS = 2.0
"""How old a page of a changed archive may be where many read."""
RENEWED_SECONDS = 0.5
"""A page that is older than this is made again for those who ask next."""
MANY = 4
"""So many requests at once, or so many readers within the time below, are many."""
READING_SECONDS = 10.0
"""Who asked for a page within this time reads."""
MOST_READERS = 1_000
MADE_AT_ONCE = 4
"""Pages that are made at a time: more would only take the processor, and connections to the database, from each other."""
MOST_CHARACTERS = 16_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    page: str
    revision: Hashable
    changes_here: int
    begun_at: float


class SharedPages:
    """The pages requested last. Thread-safe: if several threads request a page, one renders it and the others wait."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._being_made: dict[Hashable, threading.Lock] = {}
        self._at_once = threading.BoundedSemaphore(MADE_AT_ONCE)
        self._asking = 0
        self._changes_here = 0
        self._readers: OrderedDict[str, float] = OrderedDict()  # who -> when they asked last
        self._behind = ThreadPoolExecutor(1, thread_name_prefix="web-page")
        self._being_renewed: set[Hashable] = set()

    @property
    def asking(self) -> int:
        """The number of requests that wait for a page."""
        return self._asking

    def changed_here(self) -> None:
        """Invalidate all pages after a change made with this program."""
        with self._lock:
            self._changes_here += 1

    def close(self) -> None:
        """Stop rendering pages, including waiting ones."""
        self._behind.shutdown(cancel_futures=True)

    def get(
        self, archive: Archive, key: Hashable, make: Callable[[], str], *, who: str = "", is_urgent: bool = False
    ) -> str:
        """Return the page for a key. With `is_urgent` it is never older than the archive. `who` identifies the reader."""
        if not is_urgent:
            kept = self._of_a_moment_ago(key, who)
            if kept is not None:
                if self._clock() - kept.begun_at >= RENEWED_SECONDS:
                    self._renew(archive, key, make)
                return kept.page
        return self._newest(archive, key, make)

    def _newest(self, archive: Archive, key: Hashable, make: Callable[[], str]) -> str:
        asked_at = self._clock()
        with self._lock:
            self._asking += 1
            turn = self._being_made.setdefault(key, threading.Lock())
        try:
            return self._made(archive, key, make, asked_at, turn)
        finally:
            with self._lock:
                self._asking -= 1
                if not self._asking:
                    self._being_made.clear()

    def _made(
        self, archive: Archive, key: Hashable, make: Callable[[], str], asked_at: float, turn: threading.Lock
    ) -> str:
        with turn, self._at_once:
            page = self._found(archive, key, asked_at)
            if page is not None:
                return page
            with self._lock:
                changes_here = self._changes_here
            begun_at, revision = self._clock(), archive.revision()
            page = make()
            self._keep(key, _Kept(page=page, revision=revision, changes_here=changes_here, begun_at=begun_at))
            return page

    def _of_a_moment_ago(self, key: Hashable, who: str) -> _Kept | None:
        """Return the stored page, perhaps slightly stale, if many people read."""
        now = self._clock()
        with self._lock:
            self._note_reader(who, now)
            is_busy = self._asking + 1 >= MANY or len(self._readers) >= MANY
            kept = self._kept.get(key) if is_busy else None
            if kept is None or kept.changes_here != self._changes_here or now - kept.begun_at >= BUSY_SECONDS:
                return None
            self._kept.move_to_end(key)
            return kept

    def _note_reader(self, who: str, now: float) -> None:
        if who:
            self._readers[who] = now
            self._readers.move_to_end(who)
        while self._readers:
            oldest, asked_at = next(iter(self._readers.items()))
            if now - asked_at < READING_SECONDS and len(self._readers) <= MOST_READERS:
                break
            del self._readers[oldest]

    def _renew(self, archive: Archive, key: Hashable, make: Callable[[], str]) -> None:
        """Render a page again for later requests, unless that has already begun."""
        with self._lock:
            if key in self._being_renewed:
                return
            self._being_renewed.add(key)

        def renew() -> None:
            try:
                self._newest(archive, key, make)
            finally:
                with self._lock:
                    self._being_renewed.discard(key)

        try:
            self._behind.submit(renew)  # the next request reports errors
        except RuntimeError:  # closed meanwhile
            with self._lock:
                self._being_renewed.discard(key)

    def _found(self, archive: Archive, key: Hashable, asked_at: float) -> str | None:
        """Return the page if nothing happened since it was rendered or requested at that time."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept.changes_here != self._changes_here:
                return None
            self._kept.move_to_end(key)
        if kept.begun_at >= asked_at:
            return kept.page
        is_young = self._clock() - kept.begun_at < SAME_SECONDS
        return kept.page if is_young and kept.revision == archive.revision() else None

    def _keep(self, key: Hashable, made: _Kept) -> None:
        with self._lock:
            self._kept[key] = made
            self._kept.move_to_end(key)
            while len(self._kept) > 1 and sum(len(kept.page) for kept in self._kept.values()) > MOST_CHARACTERS:
                self._kept.popitem(last=False)
