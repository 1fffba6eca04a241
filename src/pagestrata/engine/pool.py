"""Places held open for work that comes a piece at a time, from several threads."""

from __future__ import annotations

import threading
from typing import Any

from pagestrata.errors import WorkLostError
from pagestrata.interfaces import Engine, Place, Work


class PlacePool:
    """A context manager. As many places as there are threads that ask at once, at most what the engine has."""

    def __init__(self, engine: Engine, work: Work) -> None:
        self._engine, self._work = engine, work
        self._lock = threading.Lock()
        self._free: list[Place] = []
        self._all: set[Place] = set()

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
        with self._lock:
            if self._free:
                return self._free.pop()
        place = self._engine.place(self._work)
        with self._lock:
            self._all.add(place)
        try:
            place.ready().result()
        except BaseException as error:
            self._drop(place)
            if place.is_lost(error):
                raise WorkLostError(f"a worker died before it began: {error}") from error
            raise
        return place

    def _give_back(self, place: Place) -> None:
        with self._lock:
            self._free.append(place)

    def _drop(self, place: Place) -> None:
        with self._lock:
            self._all.discard(place)
        place.close()
