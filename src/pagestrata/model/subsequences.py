"""Equal ends of sequences, and longest increasing (patience sorting, O(n log n)) and longest common subsequences."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise


def equal_ends(first: Sequence[Hashable], second: Sequence[Hashable]) -> tuple[int, int]:
    """Return how many members are equal at the start of two sequences and, of the rest, at the end."""
    shortest = min(len(first), len(second))
    start = end = 0
    while start < shortest and first[start] == second[start]:
        start += 1
    while end < shortest - start and first[-1 - end] == second[-1 - end]:
        end += 1
    return start, end


def longest_increasing(numbers: Sequence[int]) -> list[int]:
    """The positions of a longest strictly increasing subsequence, in order."""
    tails: list[int] = []  # the smallest end of an increasing run of each length
    ends: list[int] = []  # its position
    before: list[int] = []
    for position, number in enumerate(numbers):
        length = bisect_left(tails, number)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [number]
        ends[length : length + 1] = [position]
    kept = []
    position = ends[-1] if ends else -1
    while position != -1:
        kept.append(position)
        position = before[position]
    return kept[::-1]


def out_of_order(numbers: Sequence[int]) -> list[int]:
    """The fewest members whose removal leaves an increasing sequence."""
    if all(first < second for first, second in pairwise(numbers)):
        return []
    kept = set(longest_increasing(numbers))
    return [number for position, number in enumerate(numbers) if position not in kept]


def longest_common(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence in both; quadratic, for short sequences."""
    return heaviest_common(range(len(first)), range(len(second)), lambda a, b: float(first[a] == second[b]))


def heaviest_common(
    first: Sequence[int], second: Sequence[int], weight: Callable[[int, int], float]
) -> list[tuple[int, int]]:
    """The pairs, in the order of both sequences, whose weights have the greatest sum; quadratic. 0 is no pair."""
    weights = [[weight(item, other) for other in second] for item in first]
    best = [[0.0] * (len(second) + 1)]  # best[a][b]: of what follows place a and place b; built from the end
    for row in reversed(weights):
        below, line = best[-1], [0.0] * (len(second) + 1)
        for b in range(len(second) - 1, -1, -1):
            line[b] = max(below[b], line[b + 1], row[b] + below[b + 1] if row[b] else 0.0)
        best.append(line)
    best.reverse()
    pairs = []
    a = b = 0
    while a < len(first) and b < len(second):
        if weights[a][b] and best[a][b] == weights[a][b] + best[a + 1][b + 1]:
            pairs.append((first[a], second[b]))
            a, b = a + 1, b + 1
        elif best[a + 1][b] >= best[a][b + 1]:
            a += 1
        else:
            b += 1
    return pairs
