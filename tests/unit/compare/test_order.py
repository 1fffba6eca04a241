"""Longest increasing and longest common subsequences, against the answers of trying everything."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.compare.order import longest_common, out_of_order


def _increasing(numbers):
    return all(first < second for first, second in pairwise(numbers))


def test_what_is_in_order_has_nothing_out_of_it():
    assert out_of_order([]) == []
    assert out_of_order([3]) == []
    assert out_of_order([1, 5, 9]) == []


def test_one_that_jumped_is_named_and_not_those_it_jumped_over():
    assert out_of_order([2, 3, 4, 1]) == [1]
    assert out_of_order([4, 1, 2, 3]) == [4]


@given(st.permutations(range(6)))
@settings(max_examples=40, deadline=None)
def test_the_fewest_are_out_of_order(numbers):
    out = out_of_order(numbers)
    assert _increasing([number for number in numbers if number not in out])
    longest = max(size for size in range(7) if any(map(_increasing, combinations(numbers, size))))
    assert len(out) == len(numbers) - longest


def test_common_members_are_paired_by_their_places():
    assert longest_common("axbxc", "abc") == [(0, 0), (2, 1), (4, 2)]
    assert longest_common("ab", "ba") in ([(0, 1)], [(1, 0)])
    assert longest_common("", "abc") == longest_common("abc", "") == longest_common("ab", "xy") == []


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
@settings(max_examples=40, deadline=None)
def test_no_common_subsequence_is_longer(first, second):
    pairs = longest_common(first, second)
    assert all(first[a] == second[b] for a, b in pairs)
    assert _increasing([a for a, _ in pairs])
    assert _increasing([b for _, b in pairs])
    longer = len(pairs) + 1
    assert not set(combinations(first, longer)) & set(combinations(second, longer))
