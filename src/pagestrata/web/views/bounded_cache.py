"""A cache of values that are expensive to make and never change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

Kept = TypeVar("Kept")


class BoundedCache(Generic[Kept]):
    """The values used last, per owner; they are removed with their owner.

    Thread-safe: if several threads request a missing value, one makes it and the others wait.
    """

    def __init__(self, *, most: int, size_of: Callable[[Kept], int] = lambda _: 1) -> None:
        self._most, self._size_of = most, size_of
        self._lock = threading.Lock()
        self._kept: WeakKeyDictionary[object, OrderedDict[Hashable, Kept]] = WeakKeyDictionary()
        self._being_made: dict[tuple[int, Hashable], threading.Lock] = {}

    def get(self, owner: object, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return the value of this key, which is made if it is missing."""
        place = (id(owner), key)
        with self._lock:
            kept = self._kept.setdefault(owner, OrderedDict())
            if key in kept:
                kept.move_to_end(key)
                return kept[key]
            making = self._being_made.setdefault(place, threading.Lock())
        with making:
            with self._lock:
                if key in kept:
                    return kept[key]
            try:
                made = make()
            finally:
                with self._lock:
                    self._being_made.pop(place, None)
            self._keep(kept, key, made)
        return made

    def _keep(self, kept: OrderedDict[Hashable, Kept], key: Hashable, made: Kept) -> None:
        with self._lock:
            kept[key] = made
            kept.move_to_end(key)
            while len(kept) > 1 and sum(map(self._size_of, kept.values())) > self._most:
                kept.popitem(last=False)
