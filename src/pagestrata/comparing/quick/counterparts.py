"""Pair the parts of an old page with those of a new one: children of one element, and whole subtrees.

Equal ones first, by their source; then those of the same tag.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pagestrata.comparing.quick.coefficients import intersect
from pagestrata.comparing.quick.parts import TEXT, Children, Part
from pagestrata.model.subsequences import equal_ends, longest_increasing

FURTHEST = 50  # how far ahead to look for a counterpart


class Aligned(NamedTuple):
    """A child and its counterpart; None where it has none."""

    old: Part | None
    new: Part | None


def align(old: Children, new: Children) -> tuple[list[int], list[Aligned]]:
    """The indexes of the equal old children, in order on both sides, and all others with their counterparts.

    Counterparts never cross. Two only children with the same tag are counterparts, so that their source need not be
    serialized.
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


def _in_place(before: Sequence[str], after: Sequence[str]) -> dict[int, None] | None:
    """Return the indexes of differing children, each the counterpart of the one in its place; None if one moved."""
    places = [n for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    if len(places) > 1 and not {before[n] for n in places}.isdisjoint([after[n] for n in places]):
        return None
    return dict.fromkeys(places)


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Equal children that keep their order."""
    begin, end = equal_ends(old, new)
    places: dict[str, deque[int]] = defaultdict(deque)
    for number in range(begin, len(new) - end):
        places[new[number]].append(number)
    pairs = [(number, found.popleft()) for number in range(begin, len(old) - end) if (found := places.get(old[number]))]
    between = [pairs[n] for n in longest_increasing([m for _, m in pairs])]
    ends = [(len(old) - n, len(new) - n) for n in range(end, 0, -1)]
    return [*((n, n) for n in range(begin)), *between, *ends]


def _in_gap(old: Sequence[Part], new: Sequence[Part]) -> Iterator[Aligned]:
    """Pair children between two equal ones: the next with the same tag is the counterpart."""
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


Match = tuple[int | None, int | None]

NEAREST = 8  # subtrees of the same mark on either side of its place that may be a subtree's counterpart
MOST_WORDS = 5_000  # words of a subtree by which its counterpart is found
SAME_IN_ANOTHER_TAG = 0.5  # share of words that a subtree under another tag must share to be the same


def find_counterparts(old: Sequence[Part], new: Sequence[Part]) -> list[Match]:
    """Every subtree once, with its counterpart or None (removed or added), in the order of the old page."""
    found = dict(_equal(old, new))
    for same_tag, least in ((True, -1.0), (False, SAME_IN_ANOTHER_TAG)):
        left = [i for i in range(len(old)) if i not in found]
        taken = set(found.values())
        rest = [j for j in range(len(new)) if j not in taken]
        found.update(_most_alike(old, new, left, rest, same_tag=same_tag, least=least))
    removed = [(i, found.get(i)) for i in range(len(old))]
    taken = set(found.values())
    return [*removed, *((None, j) for j in range(len(new)) if j not in taken)]


def _equal(old: Sequence[Part], new: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """Identical subtrees."""
    if len(old) == len(new) == 1:  # most pages have one element around everything: its source need not be serialized
        return
    before, after = [part.key for part in old], [part.key for part in new]
    begin, end = equal_ends(before, after)
    yield from ((n, n) for n in range(begin))
    yield from ((len(old) - n, len(new) - n) for n in range(end, 0, -1))
    places: dict[str, deque[int]] = defaultdict(deque)
    for number in range(begin, len(new) - end):
        places[after[number]].append(number)
    for number in range(begin, len(old) - end):
        if found := places.get(before[number]):
            yield number, found.popleft()


def _most_alike(
    old: Sequence[Part], new: Sequence[Part], left: Sequence[int], rest: Sequence[int], *, same_tag: bool, least: float
) -> dict[int, int]:
    """The pairs that share most words; among equals the nearest."""
    if not left or not rest:
        return {}
    if same_tag and len(left) == len(rest) == 1:
        return {left[0]: rest[0]} if old[left[0]].tag == new[rest[0]].tag else {}
    words = {("old", i): _words(old[i]) for i in left} | {("new", j): _words(new[j]) for j in rest}
    scored = []
    for i, candidates in _candidates(old, new, left, rest, same_tag=same_tag):
        for j in candidates:
            alike = intersect(words["old", i], words["new", j]) + 0.2 * _same_name(old[i], new[j])
            if alike > least:
                scored.append((-alike, abs(i - j), i, j))
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, i, j in sorted(scored):
        if i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    return found


def _candidates(
    old: Sequence[Part], new: Sequence[Part], left: Sequence[int], rest: Sequence[int], *, same_tag: bool
) -> list[tuple[int, list[int]]]:
    groups: dict[str, list[int]] = defaultdict(list)
    for j in rest:
        groups[new[j].tag if same_tag else ""].append(j)
    place: Counter[str] = Counter()
    found = []
    for i in left:
        mark = old[i].tag if same_tag else ""
        group, middle = groups.get(mark, []), min(place[mark], len(groups.get(mark, [])))
        place[mark] += 1
        near = group[max(0, middle - NEAREST) : middle + NEAREST + 1]
        found.append((i, [j for j in near if (old[i].node is None) == (new[j].node is None)]))
    return found


def _words(part: Part) -> Counter[str]:
    text = part.source if part.node is None else part.node.text(separator=" ") or ""
    return Counter(text.split(maxsplit=MOST_WORDS)[:MOST_WORDS])


def _same_name(old: Part, new: Part) -> bool:
    """Whether two elements have an id or class in common."""
    if old.node is None or new.node is None or TEXT in (old.tag, new.tag):
        return False
    before, after = old.node.attributes, new.node.attributes
    return any(before.get(name) and before.get(name) == after.get(name) for name in ("id", "class"))
