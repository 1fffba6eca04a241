"""Hand out pieces of work to the workers of an engine and collect the results as they end.

A worker has at most one piece at a time, so that a source of millions of pieces is read only as fast as they are done. A piece
whose worker died (its process or machine is gone) is given to another worker; a piece that raises an error is done.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from pagestrata.errors import WorkLostError
from pagestrata.interfaces import Engine, Work, Worker

PATIENCE_SECONDS = 60
ATTEMPTS = 3  # how often a piece is handed out if its workers die: it may be what kills them


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A finished piece of work, with its result or error."""

    item: Any
    result: Any = None
    error: BaseException | None = None


def dispatch(engine: Engine, work: Work, items: Iterable[Any], *, attempts: int = ATTEMPTS) -> Iterator[Done]:
    """Do the work for every item as workers become free, and yield each result as it ends.

    Raises the error that keeps a worker from starting (no browser, another version of the program).
    """
    with _Round(engine, work, attempts) as going:
        yield from going.through(iter(items))


class _Round:
    """The workers of one dispatch: starting, free and busy ones."""

    def __init__(self, engine: Engine, work: Work, attempts: int) -> None:
        self._engine, self._work, self._attempts = engine, work, attempts
        self._workers: set[Worker] = set()
        self._starting: dict[Future[None], Worker] = {}
        self._free: list[Worker] = []
        self._busy: dict[Future[Any], tuple[Worker, Any]] = {}
        self._again: deque[Any] = deque()
        self._stillborn = 0  # workers in a row that died before they began
        self._tries: dict[int, int] = {}  # by the identity of an item that is held here

    def __enter__(self) -> _Round:
        return self

    def __exit__(self, *_error: object) -> None:
        with ExitStack() as closing:
            for worker in self._workers:
                closing.callback(worker.close)

    def through(self, items: Iterator[Any]) -> Iterator[Done]:
        wanted, item = self._next(items)
        while wanted or self._busy:
            if wanted and self._free:
                worker = self._free.pop()
                self._busy[worker.submit(item)] = worker, item
                wanted, item = self._next(items)
                continue
            if wanted and len(self._workers) < self._engine.capacity():
                self._start()
            self._wait_for_places()
            done, _ = wait([*self._busy, *self._starting], return_when=FIRST_COMPLETED)
            for future in done:
                yield from self._ended(future)
            if not wanted:
                wanted, item = self._next(items)

    def _wait_for_places(self) -> None:
        """Wait for a node to come back if all are gone."""
        for _ in range(PATIENCE_SECONDS):
            if self._busy or self._starting:
                return
            time.sleep(1)
            self._start()
        raise WorkLostError(
            f"no worker was available for {PATIENCE_SECONDS} seconds; finished work is stored, run the command again"
        )

    def _next(self, items: Iterator[Any]) -> tuple[bool, Any]:
        if self._again:
            return True, self._again.popleft()
        for item in items:
            return True, item
        return False, None

    def _start(self) -> None:
        while len(self._workers) < self._engine.capacity():
            worker = self._engine.worker(self._work)
            self._workers.add(worker)
            self._starting[worker.ready()] = worker

    def _ended(self, future: Future[Any]) -> Iterator[Done]:
        if future in self._starting:
            self._started(future, self._starting.pop(future))
            return
        worker, item = self._busy.pop(future)
        error = future.exception()
        if error is None or not worker.is_lost(error):
            self._free.append(worker)
            yield Done(item=item, result=None if error else future.result(), error=error)
            return
        self._drop(worker)
        tries = self._tries.pop(id(item), 0) + 1
        if tries < self._attempts:
            self._tries[id(item)] = tries
            self._again.append(item)
        else:
            yield Done(item=item, error=WorkLostError(f"{tries} workers died on this page; the last: {error}"))

    def _started(self, future: Future[None], worker: Worker) -> None:
        error = future.exception()
        if error is None:
            self._free.append(worker)
            self._stillborn = 0
            return
        self._drop(worker)
        self._stillborn += 1
        if not worker.is_lost(error):
            raise error
        if self._stillborn > self._attempts * max(1, self._engine.capacity()):
            raise WorkLostError(f"{self._stillborn} workers died at startup; the last error: {error}") from error

    def _drop(self, worker: Worker) -> None:
        self._workers.discard(worker)
        worker.close()
