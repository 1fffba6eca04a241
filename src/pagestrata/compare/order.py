"""Order kept and lost: longest increasing (patience sorting, O(n log n)) and longest common subsequences."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from itertools import pairwise


def out_of_order(numbers: Sequence[int]) -> list[int]:
    """The fewest members whose removal leaves an increasing sequence."""
    if all(first < second for first, second in pairwise(numbers)):
        return []
    tails: list[int] = []  # the smallest end of an increasing run of each length
    ends: list[int] = []  # its position
    before: list[int] = []
    for position, number in enumerate(numbers):
        length = bisect_left(tails, number)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [number]
        ends[length : length + 1] = [position]
    kept = set()
    position = ends[-1]
    while position != -1:
        kept.add(position)
        position = before[position]
    return [number for position, number in enumerate(numbers) if position not in kept]


def longest_common(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence in both; quadratic, for short sequences."""
    lengths = [[0] * (len(second) + 1)]
    for item in reversed(first):
        below, row = lengths[-1], [0]
        for k in range(len(second) - 1, -1, -1):
            row.append(below[len(second) - 1 - k] + 1 if item == second[k] else max(row[-1], below[len(second) - k]))
        lengths.append(row)
    lengths.reverse()  # lengths[a][len(second) - b]: of the longest from place a and place b on
    pairs = []
    a = b = 0
    while a < len(first) and b < len(second):
        rest = len(second) - b
        if first[a] == second[b]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        elif lengths[a + 1][rest] >= lengths[a][rest - 1]:
            a += 1
        else:
            b += 1
    return pairs
