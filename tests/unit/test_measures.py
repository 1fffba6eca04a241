from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.measures import jaccard

members = st.lists(st.integers(0, 9))


def test_jaccard_counts_members_once() -> None:
    assert jaccard("aab", "abc") == 2 / 3
    assert jaccard("", "") == 1.0
    assert jaccard("a", "") == 0.0


@given(members, members)
def test_jaccard_is_symmetric_bounded_and_one_for_equals(first: list[int], second: list[int]) -> None:
    assert 0.0 <= jaccard(first, second) == jaccard(second, first) <= 1.0
    assert jaccard(first, first) == 1.0
