"""Places held open for work that comes a piece at a time, from several threads."""

from __future__ import annotations

import threading
from typing import Any

from pagestrata.errors import WorkLostError
from pagestrata.interfaces import Engine, Place, Work

LOOK_SECONDS = 1.0
"""How often one who waits looks whether nodes have come or gone."""


class PlacePool:
    """A context manager. As many places as there are threads that ask at once, at most what the engine has.

    Engines lose nodes: nobody waits for one place, but for the first that is free or has begun.
    """

    def __init__(self, engine: Engine, work: Work) -> None:
        self._engine, self._work = engine, work
        self._changed = threading.Condition()
        self._free: list[Place] = []
        self._all: set[Place] = set()
        self._starting = self._waiting = 0
        self._failed: list[tuple[Place, BaseException]] = []  # before they began

    def __enter__(self) -> PlacePool:
        return self

    def __exit__(self, *_error: object) -> None:
        for place in list(self._all):
            place.close()

    def do(self, item: Any) -> Any:
        """The result of one piece of work, waited for. WorkLostError where the place died over it: nobody knows how far."""
        place = self._take()
        try:
            result = place.submit(item).result()
        except BaseException as error:
            if place.is_lost(error):
                self._drop(place)
                raise WorkLostError(f"the worker that had it in hand died: {error}") from error
            self._give_back(place)
            raise
        self._give_back(place)
        return result

    def _take(self) -> Place:
        """A place that is free, in the end. Raises what kept one from beginning, to one of those who wait."""
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
            place, error = self._failed.pop()
        self._drop(place)
        if place.is_lost(error):
            raise WorkLostError(f"a worker died before it began: {error}") from error
        raise error

    def _start(self) -> None:
        place = self._engine.place(self._work)
        self._all.add(place)
        self._starting += 1
        place.ready().add_done_callback(lambda ended: self._began(place, ended.exception()))

    def _began(self, place: Place, error: BaseException | None) -> None:
        with self._changed:
            self._starting -= 1
            if error is None:
                self._free.append(place)
            else:
                self._failed.append((place, error))
            self._changed.notify()

    def _give_back(self, place: Place) -> None:
        with self._changed:
            self._free.append(place)
            self._changed.notify()

    def _drop(self, place: Place) -> None:
        with self._changed:
            self._all.discard(place)
            self._changed.notify()
        place.close()
