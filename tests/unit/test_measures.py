from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.measures import jaccard, multiset_jaccard

members = st.lists(st.integers(0, 9))


def test_jaccard_counts_members_once() -> None:
    assert jaccard("aab", "abc") == 2 / 3
    assert jaccard("", "") == 1.0
    assert jaccard("a", "") == 0.0


def test_multiset_jaccard_counts_repetitions() -> None:
    assert multiset_jaccard(Counter("aab"), Counter("abc")) == 2 / 4
    assert multiset_jaccard(Counter(), Counter()) == 1.0


@given(members, members)
def test_both_are_symmetric_bounded_and_one_for_equals(first: list[int], second: list[int]) -> None:
    assert 0.0 <= jaccard(first, second) == jaccard(second, first) <= 1.0
    left, right = Counter(first), Counter(second)
    assert 0.0 <= multiset_jaccard(left, right) == multiset_jaccard(right, left) <= 1.0
    assert jaccard(first, first) == multiset_jaccard(left, left) == 1.0
