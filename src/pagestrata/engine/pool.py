"""A pool of workers for pieces of work that come one at a time, from several threads."""

from __future__ import annotations

import threading
from typing import Any

from pagestrata.errors import WorkLostError
from pagestrata.interfaces import Engine, Work, Worker

LOOK_SECONDS = 1.0  # how often a waiting thread checks whether nodes have come or gone


class WorkerPool:
    """A context manager with one worker for each waiting thread, up to the capacity of the engine.

    Engines lose nodes, so threads wait for any worker that is free or has started, never for a particular one.
    """

    def __init__(self, engine: Engine, work: Work) -> None:
        self._engine, self._work = engine, work
        self._changed = threading.Condition()
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._starting = self._waiting = 0
        self._failed: list[tuple[Worker, BaseException]] = []  # before they began

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_error: object) -> None:
        for worker in list(self._all):
            worker.close()

    def do(self, item: Any) -> Any:
        """Do one piece of work and return its result. WorkLostError if the worker died: its progress is unknown."""
        worker = self._take()
        try:
            result = worker.submit(item).result()
        except BaseException as error:
            if worker.is_lost(error):
                self._drop(worker)
                raise WorkLostError(f"the worker that ran it died: {error}") from error
            self._give_back(worker)
            raise
        self._give_back(worker)
        return result

    def _take(self) -> Worker:
        """Wait for a free worker. If a worker cannot start, one waiting thread gets its error."""
        with self._changed:
            self._waiting += 1
            try:
                while not self._free and not self._failed:
                    if self._starting < self._waiting and len(self._all) < max(1, self._engine.capacity()):
                        self._start()
                    else:
                        self._changed.wait(LOOK_SECONDS)
            finally:
                self._waiting -= 1
            if self._free:
                return self._free.pop()
            worker, error = self._failed.pop()
        self._drop(worker)
        if worker.is_lost(error):
            raise WorkLostError(f"a worker died at startup: {error}") from error
        raise error

    def _start(self) -> None:
        worker = self._engine.worker(self._work)
        self._all.add(worker)
        self._starting += 1
        worker.ready().add_done_callback(lambda ended: self._began(worker, ended.exception()))

    def _began(self, worker: Worker, error: BaseException | None) -> None:
        with self._changed:
            self._starting -= 1
            if error is None:
                self._free.append(worker)
            else:
                self._failed.append((worker, error))
            self._changed.notify()

    def _give_back(self, worker: Worker) -> None:
        with self._changed:
            self._free.append(worker)
            self._changed.notify()

    def _drop(self, worker: Worker) -> None:
        with self._changed:
            self._all.discard(worker)
            self._changed.notify()
        worker.close()
