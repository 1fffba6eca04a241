"""Workers as processes of this machine, so that the death of one costs only its current piece of work."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from typing import Any

from pagestrata.interfaces import Work

CLOSING_SECONDS = 30.0

_opened = ExitStack()
_do: Any = None


class LocalEngine:
    """Runs work in a fixed number of processes."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def capacity(self) -> int:
        return self._workers

    def worker(self, work: Work) -> LocalWorker:
        return LocalWorker(work)


class LocalWorker:
    """One spawned process, without the threads and files of its parent."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._process = ProcessPoolExecutor(
            1, mp_context=multiprocessing.get_context("spawn"), initializer=_use_one_processor
        )

    def ready(self) -> Future[None]:
        return self._process.submit(_open, self._work)

    def submit(self, item: Any) -> Future[Any]:
        return self._process.submit(_run, item)

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, BrokenProcessPool)

    def close(self) -> None:
        with contextlib.suppress(BrokenProcessPool, TimeoutError, RuntimeError):
            self._process.submit(_close).result(timeout=CLOSING_SECONDS)
        self._process.shutdown(wait=False, cancel_futures=True)


def _use_one_processor() -> None:
    """Limit numpy to one thread before it is loaded, as Ray does: threads of several processes would slow each other down."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def _open(work: Work) -> None:
    global _do
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _do = _opened.enter_context(work())


def _run(item: Any) -> Any:
    return _do(item)


def _close() -> None:
    _opened.close()


def _end_with_parent() -> None:
    """End when the parent dies; else this process and its browser would wait for work forever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        try:
            _opened.close()
        finally:
            os._exit(1)
