"""A stream of events for every open screen (server-sent events).

Visits are often made by another process. While a screen listens, the archive is polled every second for new visits. A screen
that was disconnected gets no missed events; it reloads itself.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from pagestrata.errors import ArchiveError

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

LOOK_SECONDS = 1.0
ALIVE_SECONDS = 15.0
MOST_PREPARED = 3
"""Pages for which something is prepared after one look at the archive."""
MOST_STREAMS = 20
"""Open screens of one person that are told; a stream holds its connection for as long as the screen is open."""
_LONGEST_QUEUE = 200

Event = tuple[str, dict[str, Any]]


class Events:
    """Sends events to all listeners. `publish` may be called from any thread."""

    def __init__(self) -> None:
        self._listeners: dict[asyncio.Queue[Event | None], asyncio.AbstractEventLoop] = {}
        self._streams: Counter[str] = Counter()  # by person
        self._lock = threading.Lock()
        self._is_over = False

    @property
    def is_heard(self) -> bool:
        return bool(self._listeners)

    def publish(self, kind: str, **data: Any) -> None:
        self._give((kind, data))

    def close(self) -> None:
        """Send no more events and release all listeners."""
        self._is_over = True
        self._give(None)

    def _give(self, event: Event | None) -> None:
        with self._lock:
            listeners = list(self._listeners.items())
        for queue, loop in listeners:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_put, queue, event)

    async def listen(self, *, person: str = "", alive_seconds: float = ALIVE_SECONDS) -> AsyncIterator[str]:
        """Events as lines of a stream, with keep-alive comments in between.

        A person with `MOST_STREAMS` streams has to wait for a minute.
        """
        queue: asyncio.Queue[Event | None] = asyncio.Queue(_LONGEST_QUEUE)
        with self._lock:
            is_one_more = self._streams[person] < MOST_STREAMS
            self._streams[person] += is_one_more
        if not is_one_more:
            yield "retry: 60000\n\n"
            return
        with self._lock:
            self._listeners[queue] = asyncio.get_running_loop()
        try:
            yield "retry: 3000\n\n"
            while not self._is_over:
                try:
                    event = await asyncio.wait_for(queue.get(), alive_seconds)
                except TimeoutError:
                    yield ": alive\n\n"
                    continue
                waiting = [event, *_taken(queue)]  # together: who listens is asked for their right once for all of them
                yield "".join(_lines(each) for each in waiting if each is not None)
                if None in waiting:
                    return
        finally:
            with self._lock:
                self._listeners.pop(queue, None)
                self._streams -= Counter((person,))  # removes entries that are 0

    async def watch_archive(
        self,
        archive: Archive,
        *,
        look_seconds: float = LOOK_SECONDS,
        prepare: Callable[[str], object] = str,
    ) -> None:
        """Publish visits that appear in the archive, until cancelled. Calls `prepare` for pages with a new version."""
        last: int | None = None
        while not self._is_over:
            if self.is_heard:
                try:
                    last = await asyncio.to_thread(self._tell_of_visits, archive, last, prepare)
                except ArchiveError:
                    last = None
            else:
                last = None
            await asyncio.sleep(look_seconds)

    def _tell_of_visits(self, archive: Archive, last: int | None, prepare: Callable[[str], object]) -> int:
        if last is None:
            return archive.overview.last_visit_number()
        changed: dict[str, None] = {}
        for number, url, kept in archive.overview.visits_behind(last):
            self.publish("visit", url=url, kept=kept)
            last = number
            changed |= {url: None} if kept else {}
        for url in list(changed)[-MOST_PREPARED:]:
            prepare(url)
        return last


def _taken(queue: asyncio.Queue[Event | None]) -> list[Event | None]:
    """Take all events that are already in the queue."""
    return [queue.get_nowait() for _ in range(queue.qsize())]


def _lines(event: Event) -> str:
    return f"event: {event[0]}\ndata: {json.dumps(event[1])}\n\n"


def _put(queue: asyncio.Queue[Event | None], event: Event | None) -> None:
    if queue.full():
        queue.get_nowait()  # who does not read loses the oldest
    queue.put_nowait(event)
