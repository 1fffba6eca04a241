"""Changes of the structure: which inner block is which, what moved, what was split or merged (notes §4).

Inner blocks follow their children: deepest first, each goes with the new block that holds most of what it held. A block
moved when it left the block around it, or changed places with siblings that stayed (all but a longest increasing
subsequence moved). A wrapper that appears or disappears around a block does not move it: parents are counted up to the
next matched one. A new ref alone is no move either, it is how a later sibling is counted after an insert.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from pagestrata.compare.match import Matching
from pagestrata.compare.outline import NO_PARENT, Outline


def match_inner(matching: Matching) -> None:
    """Extend the matching of the leaves to the blocks around them."""
    old, new = matching.old, matching.new
    levels: dict[int, list[int]] = {}
    depths = _depths(old)
    for number, block in enumerate(old.blocks):
        if block.children:
            levels.setdefault(depths[number], []).append(number)
    for depth in sorted(levels, reverse=True):
        claims = [claim for number in levels[depth] for claim in _claims(matching, number)]
        for _, _, i, j in sorted(claims, key=lambda claim: (-claim[0], -claim[1], claim[2], claim[3])):
            if i not in matching.partner_of_old and j not in matching.partner_of_new:
                matching.join(i, j, 1.0)
    for number in sorted(number for level in levels.values() for number in level):
        twin = new.numbers.get(old.blocks[number].ref)
        if (
            twin is not None
            and number not in matching.partner_of_old
            and twin not in matching.partner_of_new
            and new.blocks[twin].children
        ):
            matching.join(number, twin, 0.0)


def _depths(outline: Outline) -> list[int]:
    depths: list[int] = []
    for parent in outline.parents:
        depths.append(0 if parent == NO_PARENT else depths[parent] + 1)
    return depths


def _claims(matching: Matching, number: int) -> list[tuple[float, bool, int, int]]:
    """(children in common, same ref, old, new): with which new blocks an inner block may go."""
    votes: Counter[int] = Counter()
    for child in matching.old.children(number):
        partner = matching.partner_of_old.get(child)
        if partner is not None:
            votes[matching.new.parents[partner]] += 1
    ref = matching.old.blocks[number].ref
    return [
        (count, matching.new.blocks[j].ref == ref, number, j)
        for j, count in votes.items()
        if j != NO_PARENT and j not in matching.partner_of_new
    ]


def moved_blocks(matching: Matching) -> list[int]:
    """The old numbers of the blocks that moved; what moved along inside one is not named."""
    old_home = _homes(matching.old, matching.partner_of_old)
    new_home = _homes(matching.new, matching.partner_of_new)
    moved = []
    stayed: dict[int, list[int]] = {}
    for i, j in sorted(matching.partner_of_old.items(), key=lambda pair: pair[1]):
        home = old_home(i)
        expected = matching.partner_of_old[home] if home != NO_PARENT else NO_PARENT
        if new_home(j) != expected or (
            _relayered(matching, i) and not (home != NO_PARENT and _relayered(matching, home))
        ):
            moved.append(i)
        else:
            stayed.setdefault(expected, []).append(i)
    for numbers in stayed.values():
        moved.extend(_out_of_order(numbers))
    return sorted(moved)


def _relayered(matching: Matching, number: int) -> bool:
    return matching.old.blocks[number].layer != matching.new.blocks[matching.partner_of_old[number]].layer


def _homes(outline: Outline, matched: dict[int, int]) -> Callable[[int], int]:
    """The nearest matched block around a block."""

    def home(number: int) -> int:
        parent = outline.parents[number]
        while parent != NO_PARENT and parent not in matched:
            parent = outline.parents[parent]
        return parent

    return home


def _out_of_order(numbers: Sequence[int]) -> list[int]:
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
