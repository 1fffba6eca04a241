"""Taking splits and merges out of the matching, and matching the inner blocks around the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pagestrata.comparing.match.inner_blocks import match_inner
from pagestrata.comparing.match.matching import Matching
from pagestrata.comparing.match.splits_merges import find_merges, find_splits
from pagestrata.comparing.outline import NO_PARENT, Outline

Member = tuple[str, int]
"""'old' or 'new' and the number of a leaf block."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regrouped:
    """A split or merge by the numbers of the outermost blocks concerned."""

    op: Literal["split", "merge"]
    old: list[int]
    new: list[int]
    members: frozenset[Member]


def regroup(matching: Matching) -> list[Regrouped]:
    """Match the inner blocks, after those leaves that were split or merged have been taken out."""
    splits, merges = find_splits(matching), find_merges(matching)
    parted: dict[int, int] = {}
    for whole_is_old, groups in ((True, splits), (False, merges)):
        for group in groups:
            old = group.whole if whole_is_old else group.partner
            if group.partner is not None and old is not None and old in matching.partner_of_old:
                parted[old] = matching.partner_of_old[old]
                matching.part(old)
    match_inner(matching)
    if not splits and not merges:
        return []
    found: list[Regrouped] = []
    for group in splits:
        _accept(found, matching, "split", (group.whole,), group.parts)
    for group in merges:
        _accept(found, matching, "merge", group.parts, (group.whole,))
    used = {member for group in found for member in group.members}
    for i, j in parted.items():
        if ("old", i) not in used and ("new", j) not in used:
            matching.join(i, j, 0.5)
    return found


def _accept(
    found: list[Regrouped],
    matching: Matching,
    op: Literal["split", "merge"],
    olds: tuple[int, ...],
    news: tuple[int, ...],
) -> None:
    """Keep a regrouping that can be told on its own: its blocks are in no other, nor inside another new block."""
    old_tops = _tops(matching.old, matching.partner_of_old, olds)
    new_tops = _tops(matching.new, matching.partner_of_new, news)
    members = frozenset([*[("old", number) for number in olds], *[("new", number) for number in news]])
    if old_tops and new_tops and not any(members & group.members for group in found):
        found.append(Regrouped(op=op, old=old_tops, new=new_tops, members=members))


def _tops(outline: Outline, matched: dict[int, int], parts: tuple[int, ...]) -> list[int] | None:
    """The blocks that hold exactly these parts; None when one of them is inside a larger new block."""
    members = set(parts)
    found: list[int] = []
    for part in parts:
        top = part
        while (parent := outline.parents[top]) != NO_PARENT and parent not in matched:
            if not all(outline.numbers[b.ref] in members for b in outline.blocks[parent].walk() if not b.children):
                return None
            top = parent
        if top not in found:
            found.append(top)
    return found
