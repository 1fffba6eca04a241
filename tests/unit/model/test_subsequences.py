from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.subsequences import equal_ends, heaviest_common, longest_common, longest_increasing, out_of_order


@given(st.lists(st.integers(0, 30), unique=True, max_size=12))
def test_what_is_left_increases_and_nothing_more_could_stay(numbers):
    moved = set(out_of_order(numbers))
    kept = [number for number in numbers if number not in moved]
    assert kept == sorted(kept)
    longest = max((len(c) for c in _increasing(numbers)), default=0)
    assert len(kept) == longest


@given(st.lists(st.integers(0, 30), max_size=12))
def test_a_longest_increasing_subsequence_is_one(numbers):
    found = longest_increasing(numbers)
    values = [numbers[position] for position in found]
    assert found == sorted(found)
    assert values == sorted(set(values))
    assert len(found) == max(len(run) for run in _increasing(numbers))


def _increasing(numbers):
    runs = [()]
    for number in numbers:
        runs += [(*run, number) for run in runs if not run or run[-1] < number]
    return runs


@given(st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_a_longest_common_subsequence_is_common_and_in_order(first, second):
    pairs = longest_common(first, second)
    assert all(first[a] == second[b] for a, b in pairs)
    assert pairs == sorted(pairs)
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
    assert len(pairs) == _length(first, second)


def _length(first, second):
    if not first or not second:
        return 0
    if first[0] == second[0]:
        return 1 + _length(first[1:], second[1:])
    return max(_length(first[1:], second), _length(first, second[1:]))


def test_the_heavier_of_two_pairs_that_exclude_each_other_is_taken():
    weights = {(7, 20): 1.0, (8, 20): 1.25, (8, 21): 1.0}
    assert heaviest_common([7, 8], [20], lambda i, j: weights.get((i, j), 0.0)) == [(8, 20)]
    assert heaviest_common([7, 8], [20, 21], lambda i, j: weights.get((i, j), 0.0)) == [(7, 20), (8, 21)]
    assert heaviest_common([], [20], lambda i, j: 1.0) == []


def test_equal_ends_do_not_overlap() -> None:
    assert equal_ends("abcd", "abXd") == (2, 1)
    assert equal_ends("aaa", "aa") == (2, 0)
    assert equal_ends("abc", "abc") == (3, 0)
    assert equal_ends("", "abc") == (0, 0)
