"""Inner blocks that fell apart or were drawn together: wrappers that changed, not blocks that moved.

Segmenters group differently when a page grows, and an inner block that keeps a few of its children keeps its partner. All the
others would then be reported as moved out of it, or into it, although they did not move. Where taking the pair
apart (one block deleted, one inserted, both without content of their own) saves more moves than it costs, and most of
the children are concerned, the wrappers have changed and nothing moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

from pagestrata.comparing.match.inner_blocks import homes, moved_blocks
from pagestrata.comparing.match.matching import Matching
from pagestrata.comparing.outline import NO_PARENT

COST = 2
"""Operations that taking a pair of inner blocks apart costs."""
MOST_ROUNDS = 4


def drop_wrappers(matching: Matching, regrouped: Container[tuple[str, int]]) -> None:
    """Take pairs of inner blocks apart that cause more moves than they are worth; `regrouped` as in `repair_equal_pairs`."""
    for _ in range(MOST_ROUNDS):
        causing = [
            i for i, count in _causes(matching).items() if count > COST and not _holds_regrouped(matching, i, regrouped)
        ]
        if not causing:
            return
        for i in causing:
            matching.part(i)


def _causes(matching: Matching) -> Counter[int]:
    """Old inner blocks -> how many moves there would be less without their pair, where those are most of its children."""
    old_home, new_home = (
        homes(matching.old, matching.partner_of_old),
        homes(matching.new, matching.partner_of_new),
    )
    partner_of_old = {**matching.partner_of_old, NO_PARENT: NO_PARENT}
    partner_of_new = {**matching.partner_of_new, NO_PARENT: NO_PARENT}
    causes: Counter[int] = Counter()
    for i in moved_blocks(matching):
        was, now = old_home(i), new_home(matching.partner_of_old[i])
        if was != NO_PARENT and partner_of_old[old_home(was)] == now:
            causes[was] += 1  # out of a block into the one around it
        elif now != NO_PARENT and new_home(now) == partner_of_old[was]:
            causes[partner_of_new[now]] += 1  # from next to a block into it
    if not causes:
        return causes
    inside: Counter[int] = Counter()
    for i, j in matching.partner_of_old.items():
        around = {old_home(i), partner_of_new[new_home(j)]}
        inside.update(around)
    return Counter({i: count for i, count in causes.items() if 2 * count > inside[i]})


def _holds_regrouped(matching: Matching, number: int, regrouped: Container[tuple[str, int]]) -> bool:
    """Whether a block that was split or merged is in one of the pair."""
    pair = (("old", matching.old, number), ("new", matching.new, matching.partner_of_old[number]))
    return any(
        (side, outline.numbers[block.ref]) in regrouped
        for side, outline, top in pair
        for block in outline.blocks[top].walk()
    )
