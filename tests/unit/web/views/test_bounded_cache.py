import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pagestrata.web.views.bounded_cache import BoundedCache


class Owner:
    pass


def test_the_things_asked_for_last_are_kept() -> None:
    cache: BoundedCache[str] = BoundedCache(most=2)
    owner, made = Owner(), []

    def ask(key: str) -> str:
        return cache.get(owner, key, lambda: made.append(key) or key.upper())

    assert [ask(key) for key in ("a", "b", "a", "c", "a", "b")] == ["A", "B", "A", "C", "A", "B"]
    assert made == ["a", "b", "c", "b"]


def test_room_is_counted_in_sizes_and_something_always_stays() -> None:
    cache: BoundedCache[bytes] = BoundedCache(most=10, size_of=len)
    owner, made = Owner(), []

    def ask(key: int) -> None:
        cache.get(owner, key, lambda: made.append(key) or bytes(key))

    for key in (4, 5, 4, 99, 99, 4):
        ask(key)
    assert made == [4, 5, 99, 4]


def test_owners_are_apart_and_take_their_things_along() -> None:
    cache: BoundedCache[str] = BoundedCache(most=2)
    first, second = Owner(), Owner()
    assert cache.get(first, "key", lambda: "one") == "one"
    assert cache.get(second, "key", lambda: "two") == "two"
    del first
    gc.collect()
    assert len(cache._kept) == 1


def test_one_makes_what_several_wait_for() -> None:
    cache: BoundedCache[str] = BoundedCache(most=2)
    owner, made, may_go_on = Owner(), [], threading.Event()

    def make() -> str:
        made.append("once")
        assert may_go_on.wait(60)
        return "thing"

    with ThreadPoolExecutor(3) as threads:
        asked = [threads.submit(cache.get, owner, "key", make) for _ in range(3)]
        may_go_on.set()
        assert [each.result() for each in asked] == ["thing"] * 3
    assert made == ["once"]


def test_what_could_not_be_made_is_tried_again() -> None:
    cache: BoundedCache[str] = BoundedCache(most=2)
    owner = Owner()
    with pytest.raises(ZeroDivisionError):
        cache.get(owner, "key", lambda: str(1 // 0))
    assert cache.get(owner, "key", lambda: "thing") == "thing"
