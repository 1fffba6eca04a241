import gc

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
