"""Changes of the structure: which inner block is which, and which blocks moved (notes §4).

Inner blocks are matched by the leaves in them: those with most leaves in common (Dice) go together. A block moved if it left its
parent, or changed places with siblings that stayed (all but a longest increasing subsequence moved). A wrapper that appears or
disappears around a block does not move it: its parent is the nearest matched one. A new ref alone is no move: later siblings
are renumbered after an insert.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pagestrata.comparing.match.matching import NO_PARENT, Matching, Outline, content_of, refs_are_positions
from pagestrata.model.subsequences import out_of_order

SAME_REF_BONUS = 0.3
TIE_BREAK = 0.01
DEPTH_PENALTY = 0.1
REPEATED_VOTE = 0.1
"""The vote of a leaf with repeated content for the blocks around it: it may be paired with any equal one."""


def match_inner(matching: Matching) -> None:
    """Extend the matching of the leaves to the blocks around them."""
    old, new = matching.old, matching.new
    left = _join_unchanged(matching)
    if not left:
        return
    claims = sorted(_claims(matching, set(left)))
    for nested in (True, False):
        for _, i, j in claims:
            free = i not in matching.partner_of_old and j not in matching.partner_of_new
            if free and (not nested or _keeps_nesting(matching, i, j)):
                matching.join(i, j, 1.0)
    for number in sorted(left):
        twin = new.numbers.get(old.blocks[number].ref)
        if (
            twin is not None
            and number not in matching.partner_of_old
            and twin not in matching.partner_of_new
            and new.blocks[twin].children
        ):
            matching.join(number, twin, 0.0)


def _join_unchanged(matching: Matching) -> list[int]:
    """Join blocks with the same ref and children, the common case; return the rest."""
    old, new = matching.old, matching.new
    pairs = matching.partner_of_old
    inner = [number for number, block in enumerate(old.blocks) if block.children]
    all_in_place = len(pairs) + len(inner) == len(old.blocks) and list(pairs) == list(pairs.values())
    if all_in_place and old.parents == new.parents and old.numbers == new.numbers:
        for number in inner:
            matching.join(number, number, 1.0)
        return []
    shared = Counter(zip([old.parents[i] for i in pairs], [new.parents[j] for j in pairs.values()], strict=True))
    left = []
    for number in range(len(old.blocks) - 1, -1, -1):
        children = len(old.blocks[number].children)
        if children:
            twin = new.numbers.get(old.blocks[number].ref)
            if twin is not None and shared[number, twin] == children == len(new.blocks[twin].children):
                matching.join(number, twin, 1.0)
                shared[old.parents[number], new.parents[twin]] += 1
            else:
                left.append(number)
    return left


def _claims(matching: Matching, left: set[int]) -> list[tuple[float, int, int]]:
    """Pairs of inner blocks with common leaves: (minus the score, old, new).

    The score is Dice's coefficient of the leaves; in a chain of wrappers it is equal, so ref and depth decide.
    """
    old, new = matching.old, matching.new
    common: dict[tuple[int, int], float] = {}
    known = Counter(content_of(block) for block in old.blocks if not block.children)
    for i, j in matching.partner_of_old.items():
        if not old.blocks[i].children:
            vote = 1.0 if known[content_of(old.blocks[i])] == 1 else REPEATED_VOTE
            around = [number for number in _ancestors(new, j) if number not in matching.partner_of_new]
            for number in _ancestors(old, i):
                if number in left:
                    for other in around:
                        common[number, other] = common.get((number, other), 0.0) + vote
    bonus = TIE_BREAK if refs_are_positions(old) and refs_are_positions(new) else SAME_REF_BONUS
    sizes_old, sizes_new = _leaf_counts(old), _leaf_counts(new)
    depths_old, depths_new = _depths(old), _depths(new)
    return [
        (
            DEPTH_PENALTY * abs(depths_old[i] - depths_new[j])
            - bonus * (old.blocks[i].ref == new.blocks[j].ref)
            - 2 * count / (sizes_old[i] + sizes_new[j]),
            i,
            j,
        )
        for (i, j), count in common.items()
    ]


def _keeps_nesting(matching: Matching, i: int, j: int) -> bool:
    """Return whether the matched blocks around `i` are the partners of those around `j`."""
    around_old = {matching.partner_of_old[n] for n in _ancestors(matching.old, i) if n in matching.partner_of_old}
    around_new = {n for n in _ancestors(matching.new, j) if n in matching.partner_of_new}
    return around_old == around_new


def _ancestors(outline: Outline, number: int) -> list[int]:
    found = []
    while (number := outline.parents[number]) != NO_PARENT:
        found.append(number)
    return found


def _leaf_counts(outline: Outline) -> list[int]:
    counts = [0] * len(outline.blocks)
    for number in range(len(counts) - 1, -1, -1):
        counts[number] += not outline.blocks[number].children
        if outline.parents[number] != NO_PARENT:
            counts[outline.parents[number]] += counts[number]
    return counts


def _depths(outline: Outline) -> list[int]:
    depths: list[int] = []
    for parent in outline.parents:
        depths.append(0 if parent == NO_PARENT else depths[parent] + 1)
    return depths


def moved_blocks(matching: Matching) -> list[int]:
    """The old numbers of the blocks that moved, without the blocks inside them."""
    if matching.moved is None:
        matching.moved = _find_moved(matching)
    return matching.moved


def _find_moved(matching: Matching) -> list[int]:
    old, new = matching.old.blocks, matching.new.blocks
    partners = {**matching.partner_of_old, NO_PARENT: NO_PARENT}
    old_home = homes(matching.old, matching.partner_of_old)
    new_home = homes(matching.new, matching.partner_of_new)
    moved = []
    stayed: dict[int, list[int]] = {}
    for j, i in sorted(matching.partner_of_new.items()):
        home = old_home(i)
        expected = partners[home]
        relayered = old[i].layer != new[j].layer  # into an overlay or out of one, unless along with its home
        if new_home(j) != expected or (relayered and (home == NO_PARENT or old[home].layer == new[expected].layer)):
            moved.append(i)
        else:
            stayed.setdefault(expected, []).append(i)
    for numbers in stayed.values():
        moved.extend(out_of_order(numbers))
    return sorted(moved)


def homes(outline: Outline, matched: dict[int, int]) -> Callable[[int], int]:
    """Return a function that finds the nearest matched block around a block."""

    def home(number: int) -> int:
        parent = outline.parents[number]
        while parent != NO_PARENT and parent not in matched:
            parent = outline.parents[parent]
        return parent

    return home
