"""What is expensive to make and always the same, kept for as long as there is room."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

Kept = TypeVar("Kept")


class BoundedCache(Generic[Kept]):
    """The things asked for last, for each owner apart; an owner that is gone takes its things along.

    Threads may share it. Two that ask for the same missing thing at once both make it.
    """

    def __init__(self, *, most: int, size_of: Callable[[Kept], int] = lambda _: 1) -> None:
        self._most, self._size_of = most, size_of
        self._lock = threading.Lock()
        self._kept: WeakKeyDictionary[object, OrderedDict[Hashable, Kept]] = WeakKeyDictionary()

    def get(self, owner: object, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """The thing under this key, made where it is not kept."""
        with self._lock:
            kept = self._kept.setdefault(owner, OrderedDict())
            if key in kept:
                kept.move_to_end(key)
                return kept[key]
        made = make()
        with self._lock:
            kept[key] = made
            kept.move_to_end(key)
            while len(kept) > 1 and sum(map(self._size_of, kept.values())) > self._most:
                kept.popitem(last=False)
        return made
