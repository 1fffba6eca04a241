"""Which child of the old element became which of the new one: equal ones first, by their source, then those of the same tag."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pagestrata.comparing.quick.parts import TEXT, Children, Part
from pagestrata.model.subsequences import longest_increasing

FURTHEST = 50
"""How far ahead a counterpart is looked for."""


class Aligned(NamedTuple):
    """A child and its counterpart; None where it has none."""

    old: Part | None
    new: Part | None


def align(old: Children, new: Children) -> tuple[list[int], list[Aligned]]:
    """The places of the old children that are the same, in order on both sides, and all others with their counterparts.

    Counterparts never cross. An only child is the counterpart of an only child of its tag, equal or not: its source need
    not be serialized.
    """
    same_tags = old.tags == new.tags
    if same_tags and len(old.tags) == 1 and old.tags[0] != TEXT:
        return [], [Aligned(old.part(0), new.part(0))]
    before, after = old.keys, new.keys
    if before == after:
        return list(range(len(before))), []
    differ = _in_place(before, after) if same_tags else None
    if differ is not None:
        equal = [n for n in range(len(before)) if n not in differ] if len(differ) < len(before) else []
        return equal, [Aligned(old.part(n), new.part(n)) for n in differ]
    anchors = _anchors(before, after)
    others: list[Aligned] = []
    i = j = 0
    for k, m in (*anchors, (len(old), len(new))):
        if i < k or j < m:
            others += _in_gap(old.parts(i, k), new.parts(j, m))
        i, j = k + 1, m + 1
    return [k for k, _ in anchors], others


def common_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many are the same at the beginning, and how many of the others at the end."""
    most = min(len(old), len(new))
    begin = end = 0
    while begin < most and old[begin] == new[begin]:
        begin += 1
    while end < most - begin and old[-1 - end] == new[-1 - end]:
        end += 1
    return begin, end


def _in_place(before: Sequence[str], after: Sequence[str]) -> dict[int, None] | None:
    """The places that differ, where each has its counterpart in its place; None where one of them moved."""
    places = [n for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    if len(places) > 1 and not {before[n] for n in places}.isdisjoint([after[n] for n in places]):
        return None
    return dict.fromkeys(places)


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Equal children that keep their order."""
    begin, end = common_ends(old, new)
    places: dict[str, deque[int]] = defaultdict(deque)
    for number in range(begin, len(new) - end):
        places[new[number]].append(number)
    pairs = [(number, found.popleft()) for number in range(begin, len(old) - end) if (found := places.get(old[number]))]
    between = [pairs[n] for n in longest_increasing([m for _, m in pairs])]
    ends = [(len(old) - n, len(new) - n) for n in range(end, 0, -1)]
    return [*((n, n) for n in range(begin)), *between, *ends]


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
