"""Work for tests of engines: what it did is written into a folder, because it was done elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pagestrata.errors import InputError, UsageError


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
