"""Which child of the old element became which of the new one: equal ones first, by their source, then those of the same tag."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pagestrata.comparing.quick.parts import Part
from pagestrata.model.subsequences import longest_increasing

FURTHEST = 50
"""How far ahead a counterpart is looked for."""


class Aligned(NamedTuple):
    """A child and its counterpart; None where it has none."""

    old: Part | None
    new: Part | None


def align(old: Sequence[Part], new: Sequence[Part]) -> tuple[list[Part], list[Aligned]]:
    """The children that are the same, in order on both sides, and all others with their counterparts, which never cross."""
    begin, end = common_ends(old, new)
    equal: list[Part] = [*old[:begin], *old[len(old) - end :]]
    others: list[Aligned] = []
    before, after = old[begin : len(old) - end], new[begin : len(new) - end]
    i = j = 0
    for k, m in (*_anchors(before, after), (len(before), len(after))):
        if i < k or j < m:
            others += _in_gap(before[i:k], after[j:m])
        equal += before[k : k + 1]
        i, j = k + 1, m + 1
    return equal, others


def is_same(old: Part, new: Part) -> bool:
    """Whether two children are the same, to the letter of their source."""
    return old.source == new.source and old.tag == new.tag


def common_ends(old: Sequence[Part], new: Sequence[Part]) -> tuple[int, int]:
    """How many are the same at the beginning, and how many of the others at the end."""
    most = min(len(old), len(new))
    begin = end = 0
    while begin < most and is_same(old[begin], new[begin]):
        begin += 1
    while end < most - begin and is_same(old[-1 - end], new[-1 - end]):
        end += 1
    return begin, end


def _anchors(old: Sequence[Part], new: Sequence[Part]) -> list[tuple[int, int]]:
    """Equal children that keep their order."""
    places: dict[tuple[str, str], deque[int]] = defaultdict(deque)
    for number, part in enumerate(new):
        places[part.tag, part.source].append(number)
    pairs = []
    for number, part in enumerate(old):
        if found := places.get((part.tag, part.source)):
            pairs.append((number, found.popleft()))
    return [pairs[n] for n in longest_increasing([m for _, m in pairs])]


def _in_gap(old: Sequence[Part], new: Sequence[Part]) -> Iterator[Aligned]:
    """Children between two equal ones: the next of the same tag is the counterpart."""
    j = 0
    for part in old:
        k = next((k for k in range(j, min(len(new), j + FURTHEST)) if new[k].tag == part.tag), None)
        if k is None:
            yield Aligned(part, None)
            continue
        yield from (Aligned(None, added) for added in new[j:k])
        yield Aligned(part, new[k])
        j = k + 1
    yield from (Aligned(None, added) for added in new[j:])
