"""Work for tests of engines: what it did is written into a folder, because it was done elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pagestrata.errors import InputError, UsageError
from pagestrata.interfaces import Work


@dataclass(frozen=True)
class NotedWork:
    """Doubles numbers. 'kill once' and 'kill' end the process that has them in hand, 'fail' raises."""

    folder: Path

    @contextmanager
    def __call__(self) -> Iterator[Callable[[Any], Any]]:
        self._note("opened")
        yield self._do
        self._note("closed")

    def _note(self, what: str) -> None:
        with (self.folder / what).open("a") as file:
            file.write(f"{os.getpid()}\n")

    def _do(self, item: Any) -> Any:
        if item == "fail":
            raise InputError("this page cannot be read; look at it")
        first_time = not (self.folder / "killed").exists()
        if item == "kill" or (item == "kill once" and first_time):
            self._note("killed")
            os._exit(9)
        return item * 2

    def noted(self, what: str) -> list[str]:
        file = self.folder / what
        return file.read_text().split() if file.exists() else []


@contextmanager
def never_opens() -> Iterator[Callable[[Any], Any]]:
    raise UsageError("there is no browser here; install one")
    yield lambda item: item


@contextmanager
def threads_of_libraries() -> Iterator[Callable[[Any], Any]]:
    """How many threads numpy is told to use where the work is done."""
    yield lambda _item: os.environ.get("OMP_NUM_THREADS")


class Here:
    """An engine that does everything in this thread, and counts it."""

    def __init__(self) -> None:
        self.done = 0

    def capacity(self) -> int:
        return 1

    def worker(self, work: Work) -> Here:
        self._opened = ExitStack()
        self._do = self._opened.enter_context(work())
        return self

    def ready(self) -> Future[None]:
        return _ended(None)

    def submit(self, item: Any) -> Future[Any]:
        self.done += 1
        try:
            return _ended(self._do(item))
        except Exception as error:
            future: Future[Any] = Future()
            future.set_exception(error)
            return future

    def is_lost(self, error: BaseException) -> bool:
        return False

    def close(self) -> None:
        self._opened.close()


def _ended(result: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(result)
    return future
