"""The memory of all browsers, looked at every second for as long as a soak lasts."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from pagestrata.capturing.browser.pool import BrowserPool

EVERY_SECONDS = 1.0


class MemorySamples:
    """A context manager; afterwards `samples` are megabytes, one a second."""

    def __init__(self, pool: BrowserPool) -> None:
        self._pool = pool
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, name="soak-memory")
        self.samples: list[float] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(EVERY_SECONDS):
            self.samples.append(self._pool.memory_mb())


def longest_above(samples: list[float], ceiling_mb: float) -> int:
    """For how many looks in a row the ceiling was not held."""
    longest = run = 0
    for sample in samples:
        run = run + 1 if sample > ceiling_mb else 0
        longest = max(longest, run)
    return longest
