"""A time limit for each request: whoever asks gets an answer, even when the work behind it does not end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class TimeLimit:
    """Runs work in threads of its own, not more than `most_at_once`, and waits at most `seconds` for each."""

    def __init__(self, seconds: float, *, most_at_once: int) -> None:
        self._seconds = seconds
        self._places = threading.BoundedSemaphore(most_at_once)

    def __call__(self, work: Callable[[], T]) -> T | None:
        """Return or raise what the work does; None if it is not finished in time, or if no slot is free.

        Overdue work continues, and keeps its slot, until it ends by itself: a thread cannot be stopped.
        """
        deadline = time.monotonic() + self._seconds
        if not self._places.acquire(timeout=self._seconds):
            return None
        task = _Task(work, self._places.release)
        task.start()
        task.join(max(0.0, deadline - time.monotonic()))
        if task.is_alive():
            return None
        if task.error is not None:
            raise task.error
        return task.result


class _Task(threading.Thread, Generic[T]):
    def __init__(self, work: Callable[[], T], done: Callable[[], None]) -> None:
        super().__init__(name="pagestrata-request", daemon=True)  # an overdue one does not keep the program from ending
        self._work, self._done = work, done
        self.result: T | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self._work()
        except BaseException as error:  # noqa: BLE001 # raised again where the answer is awaited
            self.error = error
        finally:
            self._done()
