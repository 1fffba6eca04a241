"""Match the last leaf blocks by position: between the same neighbours inside the same block.

A block may have changed so much that its content is no clue. Between the same matched siblings some similarity is enough, and a
block that kept its ref there, or its distance to a renumbered neighbour, is the same whatever its content. If only one
neighbour is the same, none is left, or refs only count blocks, the agreement may be a coincidence: then a large replacement
with nothing in common is reported as another block.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container

from pagestrata.comparing.match.assignment import assign
from pagestrata.comparing.match.matching import NO_PARENT, Matching, Outline, is_empty, refs_are_positions
from pagestrata.comparing.match.similarity import (
    Features,
    content_similarity,
    place_similarity,
    shares_content,
    similarity,
)
from pagestrata.model.blocks import Block

ACCEPT = 0.2
SLIGHTLY = 0.001  # sufficient if nothing else is, or was, between two neighbours
LARGEST_GAP = 400  # pairs of leftovers between the same two neighbours that are all compared
LARGEST_EXCHANGE = 4  # elements of both sides together that one block may have exchanged completely
NUMBER = re.compile(r"\d[\d.,:/-]*")

Gap = tuple[int, int | None, int | None]  # the parent and the matched siblings before and after, by their new numbers


def match_by_position(matching: Matching, regrouped: Container[tuple[str, int]]) -> None:
    """Extend a matching to leaf blocks in the same position. `regrouped` are blocks that were split or merged."""
    old, new = matching.old, matching.new
    _match_inner(matching)
    left_old = _left(old, matching.partner_of_old, "old", regrouped)
    left_new = _left(new, matching.partner_of_new, "new", regrouped)
    if not left_old or not left_new:
        return
    partners = {**matching.partner_of_old, NO_PARENT: NO_PARENT}
    old_gaps = _gaps(old, left_old, matching.partner_of_old, partners.get)
    new_gaps = _gaps(new, left_new, matching.partner_of_new, lambda j: j)
    _similar_in_gaps(matching, old_gaps, new_gaps, left_old, left_new)
    for recounted in (False, True):
        _same_ref_in_gaps(matching, old_gaps, new_gaps, left_old, left_new, recounted=recounted)


def _same_ref_in_gaps(
    matching: Matching,
    old_gaps: dict[int, Gap],
    new_gaps: dict[int, Gap],
    left_old: dict[int, Features],
    left_new: dict[int, Features],
    *,
    recounted: bool,
) -> None:
    """Join leftovers of one ref, as it was or as it is if refs count positions, next to the same neighbours."""
    old, new = matching.old, matching.new
    refs_may_be_chance = recounted or (refs_are_positions(old) and refs_are_positions(new))
    for i in [i for i in old_gaps if i in left_old]:
        gap = old_gaps[i]
        j = new.numbers.get(_recounted(matching, i, gap) if recounted else old.blocks[i].ref)
        if j not in left_new or j not in new_gaps:
            continue
        agreeing = _agreement(gap, new_gaps[j])
        certain = agreeing == 2 and gap[1:] != (None, None) and not refs_may_be_chance
        if certain or (agreeing and _is_successor(left_old[i], left_new[j])):
            matching.join(i, j, similarity(left_old.pop(i), left_new.pop(j)))


def _match_inner(matching: Matching) -> None:
    """Match inner blocks without known leaves, if their gap has as many of them as before."""
    sides = []
    for outline, matched in ((matching.old, matching.partner_of_old), (matching.new, matching.partner_of_new)):
        sides.append([n for n, block in enumerate(outline.blocks) if block.children and n not in matched])
    if not all(sides):
        return
    partners = {**matching.partner_of_old, NO_PARENT: NO_PARENT}
    waiting: dict[Gap, tuple[list[int], list[int]]] = {}
    for number, gap in _gaps(matching.old, set(sides[0]), matching.partner_of_old, partners.get).items():
        waiting.setdefault(gap, ([], []))[0].append(number)
    for number, gap in _gaps(matching.new, set(sides[1]), matching.partner_of_new, lambda j: j).items():
        waiting.setdefault(gap, ([], []))[1].append(number)
    for olds, news in waiting.values():
        if len(olds) == len(news):
            for i, j in zip(olds, news, strict=True):
                matching.join(i, j, 0.0)


def _left(
    outline: Outline, matched: Container[int], side: str, regrouped: Container[tuple[str, int]]
) -> dict[int, Features]:
    return {
        number: Features(block)
        for number, block in enumerate(outline.blocks)
        if not block.children and number not in matched and (side, number) not in regrouped
    }


def _similar_in_gaps(
    matching: Matching,
    old_gaps: dict[int, Gap],
    new_gaps: dict[int, Gap],
    old: dict[int, Features],
    new: dict[int, Features],
) -> None:
    """Join leaves with some similarity between the same neighbours, or similar content in the same block."""
    for alike, whole_parent in ((_alike_in_place, False), (_alike_in_content, True)):
        waiting: dict[Gap, tuple[list[int], list[int]]] = {}
        for side, gaps, left in ((0, old_gaps, old), (1, new_gaps, new)):
            for number, gap in gaps.items():
                if number in left:
                    key = (gap[0], None, None) if whole_parent else gap
                    waiting.setdefault(key, ([], []))[side].append(number)
        for (_, before, after), (olds, news) in waiting.items():
            scored = [(alike(old[i], new[j]), i, j) for i, j in _comparable(olds, news)]
            alone = len(scored) == 1 and before is not None and after is not None
            for score, i, j in assign([found for found in scored if found[0] >= (SLIGHTLY if alone else ACCEPT)]):
                matching.join(i, j, score)
                del old[i], new[j]


def _comparable(olds: list[int], news: list[int]) -> list[tuple[int, int]]:
    if len(olds) * len(news) <= LARGEST_GAP:
        return [(i, j) for i in olds for j in news]
    return list(zip(olds, news, strict=True)) if len(olds) == len(news) else []


def _alike_in_place(old: Features, new: Features) -> float:
    if shares_content(old, new):
        return similarity(old, new)
    alike = (is_empty(old.block) and is_empty(new.block)) or _differ_in_numbers(old.block, new.block)
    return ACCEPT + 0.5 * place_similarity(old.block, new.block) if alike else 0.0


def _differ_in_numbers(old: Block, new: Block) -> bool:
    """Whether two texts without links and images differ only in a price, date or count."""
    elements = old.links or new.links or old.images or new.images
    return not elements and bool(old.text) and NUMBER.sub("0", old.text) == NUMBER.sub("0", new.text)


def _alike_in_content(old: Features, new: Features) -> float:
    return similarity(old, new) if content_similarity(old, new) >= ACCEPT else 0.0


def _agreement(gap: Gap, other: Gap) -> int:
    """How many neighbours two places have in common."""
    return (gap[1] == other[1]) + (gap[2] == other[2]) if gap[0] == other[0] else 0


def _recounted(matching: Matching, number: int, gap: Gap) -> str:
    """The expected ref if refs count positions: at the same distance from its neighbour's new ref as before."""
    parent, before, after = gap
    neighbour = before if before is not None else after
    prefix = f"{matching.new.blocks[parent].ref}." if parent != NO_PARENT else ""
    own = matching.old.blocks[number].ref.rpartition(".")[2]
    if neighbour is None:
        return f"{prefix}{own}"
    was = matching.old.blocks[matching.partner_of_new[neighbour]].ref.rpartition(".")[2]
    now = matching.new.blocks[neighbour].ref.rpartition(".")[2]
    if not (own.isdecimal() and was.isdecimal() and now.isdecimal()):
        return ""
    return f"{prefix}{int(own) - int(was) + int(now)}"


def _is_successor(old: Features, new: Features) -> bool:
    """Whether content under the same ref, next to one and the same neighbour, is the block's own."""
    sizes = [len(b.links) + len(b.images) + bool(b.text) for b in (old.block, new.block)]
    return shares_content(old, new) or sum(sizes) <= LARGEST_EXCHANGE


def _gaps(
    outline: Outline, left: Collection[int], matched: Container[int], new_number: Callable[[int], int | None]
) -> dict[int, Gap]:
    """The gap of every leftover whose parent is matched."""
    gaps: dict[int, Gap] = {}
    for parent in sorted({outline.parents[number] for number in left}):
        if parent != NO_PARENT and parent not in matched:
            continue
        around = new_number(parent)
        siblings = outline.children(parent)
        befores: list[int | None] = []
        latest: int | None = None
        for number in siblings:
            befores.append(latest)
            if number in matched:
                latest = new_number(number)
        latest = None
        for number, before in zip(reversed(siblings), reversed(befores), strict=True):
            if number in left and around is not None:
                gaps[number] = (around, before, latest)
            elif number in matched:
                latest = new_number(number)
    return dict(sorted(gaps.items()))
