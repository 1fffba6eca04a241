from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.segment.refs import number_siblings

KEYS = st.lists(st.text(max_size=5), max_size=60)


@given(KEYS)
def test_numbers_are_unique_and_repeatable(keys: list[str]) -> None:
    numbers = number_siblings(keys)
    assert len(set(numbers)) == len(keys)
    assert numbers == number_siblings(keys)


@given(st.lists(st.text(max_size=5), max_size=12, unique=True), st.text(min_size=6, max_size=8))
def test_a_new_sibling_at_the_front_renames_hardly_any(keys: list[str], fresh: str) -> None:
    before, after = number_siblings(keys), number_siblings([fresh, *keys])[1:]
    assert sum(old != new for old, new in zip(before, after, strict=True)) <= 1


def test_many_equal_siblings_are_numbered_quickly() -> None:
    assert len(set(number_siblings(["li"] * 20_000))) == 20_000
