"""The robots.txt of each host, fetched through the guard like any page, once a day."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from pagestrata.crawl.robots import Robots, robots_address
from pagestrata.errors import CaptureError
from pagestrata.model.fetched import Fetched

MOST_HOSTS = 10_000
"""Hosts whose robots.txt is remembered; the oldest goes first."""


class RobotsTexts:
    """Remembers what hosts said. May be asked from several threads; two that ask at once may fetch twice."""

    def __init__(self) -> None:
        self._known: dict[str, Robots] = {}
        self._lock = threading.Lock()

    def of(self, url: str, fetch: Callable[[str], Fetched], *, now: datetime) -> Robots:
        """What the host of a page says about visits; it is asked by `fetch`, as the page is."""
        address = robots_address(url)
        with self._lock:
            known = self._known.get(address)
        if known is not None and known.is_fresh(now):
            return known
        found = _asked(address, fetch, now)
        if found.text is None and known is not None and known.text is not None:
            found = Robots(
                fetched_at=known.fetched_at, text=known.text
            )  # RFC 9309: use the last copy while the host does not answer
        with self._lock:
            self._known.pop(address, None)
            self._known[address] = found
            while len(self._known) > MOST_HOSTS:
                self._known.pop(next(iter(self._known)))
        return found


def _asked(address: str, fetch: Callable[[str], Fetched], now: datetime) -> Robots:
    try:
        answer = fetch(address)
    except CaptureError:
        return Robots.from_answer(None, b"", now=now)
    return Robots.from_answer(answer.status, answer.body, now=now)
