"""Which subtree of the new page is the counterpart of which of the old one."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence

from pagestrata.comparing.quick.alignment import common_ends
from pagestrata.comparing.quick.coefficients import intersect
from pagestrata.comparing.quick.parts import TEXT, Part

Match = tuple[int | None, int | None]

NEAREST = 8
"""Subtrees of the same mark on either side of its place that may be a subtree's counterpart."""
MOST_WORDS = 5_000
"""Words of a subtree by which its counterpart is found."""
SAME_IN_ANOTHER_TAG = 0.5
"""Share of words that a subtree under another tag must share to be the same."""


def find_counterparts(old: Sequence[Part], new: Sequence[Part]) -> list[Match]:
    """Every subtree once: with its counterpart, or with None where it was removed or added. In the order of the old page."""
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
    """Those that are the same to the letter."""
    if len(old) == len(new) == 1:  # most pages have one element around everything: its source need not be serialized
        return
    before, after = [part.key for part in old], [part.key for part in new]
    begin, end = common_ends(before, after)
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
    """The pairs that share most words, the best first; the nearest where they share as many."""
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
