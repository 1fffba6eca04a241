"""Blocks that were split into several, or merged into one (SplitBlock and MergeBlocks of the DEXA 2010 sequel).

A split: most of what several new blocks say was in one old block, and together they say most of what it said. One of
them may have been taken for its partner already (it kept the larger share); then the others must hold what that one
lost. A merge is a split seen from the other side, so one search serves both. What is found leaves the matching before
the inner blocks are matched; it is accepted if it can be reported on its own then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pagestrata.comparing.match.inner_blocks import match_inner
from pagestrata.comparing.match.leaf_blocks import MOST_HOLDERS
from pagestrata.comparing.match.matching import NO_PARENT, Matching, Outline, content_of, is_empty
from pagestrata.model.blocks import Block
from pagestrata.model.words import words_as_written

CONTAINED = 0.8  # the share of a part that must come from the whole
LOST = 0.4  # the share of a part that the whole must have lost: words like 'the' are in all parts, so not all of it
COVERED = 0.7  # the share of the whole that its parts must keep
SMALLEST_PART = 3  # elements and words: fewer may be in any block by coincidence

Keys = frozenset[object]


Member = tuple[str, int]  # 'old' or 'new' and the number of a leaf block


@dataclass(frozen=True, slots=True, kw_only=True)
class Regrouping:
    """One leaf block on one side and the leaf blocks it corresponds to on the other, by number."""

    op: Literal["split", "merge"]
    whole: int
    parts: tuple[int, ...]
    partner: int | None  # the part that had been taken for the whole

    @property
    def old_leaves(self) -> tuple[int, ...]:
        return (self.whole,) if self.op == "split" else self.parts

    @property
    def new_leaves(self) -> tuple[int, ...]:
        return self.parts if self.op == "split" else (self.whole,)

    @property
    def members(self) -> frozenset[Member]:
        olds, news = self.old_leaves, self.new_leaves
        return frozenset([*[("old", number) for number in olds], *[("new", number) for number in news]])


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitOrMerge:
    """A split or merge by the numbers of the outermost blocks concerned."""

    op: Literal["split", "merge"]
    old: list[int]
    new: list[int]
    members: frozenset[Member]


def match_inner_around_splits_and_merges(matching: Matching) -> list[SplitOrMerge]:
    """Match the inner blocks without the leaves that were split or merged."""
    candidates = [*find_splits(matching), *find_merges(matching)]
    parted = dict(_partners_taken_out(matching, candidates))
    match_inner(matching)
    accepted: list[SplitOrMerge] = []
    used: set[Member] = set()
    for candidate in candidates:
        found = _at_its_tops(matching, candidate)
        if found is not None and not found.members & used:
            accepted.append(found)
            used |= found.members
    for candidate in candidates:
        i, j = _nearest_pair(matching, candidate)
        if i not in matching.partner_of_old and j not in matching.partner_of_new:
            parted.setdefault(i, j)
    for i, j in parted.items():
        if ("old", i) not in used and ("new", j) not in used and j not in matching.partner_of_new:
            matching.join(i, j, 0.5)
    return accepted


def _partners_taken_out(matching: Matching, candidates: list[Regrouping]) -> Iterator[tuple[int, int]]:
    """Dissolve and yield the pairs of a whole and its part."""
    for candidate in candidates:
        old = candidate.whole if candidate.op == "split" else candidate.partner
        if candidate.partner is not None and old in matching.partner_of_old:
            yield old, matching.partner_of_old[old]
            matching.part(old)


def _nearest_pair(matching: Matching, candidate: Regrouping) -> tuple[int, int]:
    """The whole and its largest part as an (old, new) pair, for when the split or merge cannot be reported."""
    parts = matching.new.blocks if candidate.op == "split" else matching.old.blocks
    largest = max(candidate.parts, key=lambda part: (len(_keys(parts[part])), -part))
    return (candidate.whole, largest) if candidate.op == "split" else (largest, candidate.whole)


def _at_its_tops(matching: Matching, candidate: Regrouping) -> SplitOrMerge | None:
    """The candidate by its outermost blocks; None if it is inside a larger change."""
    old = _tops(matching.old, matching.partner_of_old, candidate.old_leaves)
    new = _tops(matching.new, matching.partner_of_new, candidate.new_leaves)
    return SplitOrMerge(op=candidate.op, old=old, new=new, members=candidate.members) if old and new else None


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


def find_splits(matching: Matching) -> list[Regrouping]:
    """Old blocks that became several."""
    groups = _find(matching.old, matching.new, matching.partner_of_old, matching.partner_of_new)
    return [Regrouping(op="split", whole=whole, parts=parts, partner=partner) for whole, parts, partner in groups]


def find_merges(matching: Matching) -> list[Regrouping]:
    """New blocks that several old ones became."""
    groups = _find(matching.new, matching.old, matching.partner_of_new, matching.partner_of_old)
    return [Regrouping(op="merge", whole=whole, parts=parts, partner=partner) for whole, parts, partner in groups]


def _find(
    wholes: Outline, parts: Outline, partner_of_whole: dict[int, int], partner_of_part: dict[int, int]
) -> Iterator[tuple[int, tuple[int, ...], int | None]]:
    """Wholes with their parts and the part that was taken for the whole."""
    loose = _loose_parts(parts, partner_of_part)
    if not loose:
        return
    contents, losses = _contents_and_losses(wholes, parts, partner_of_whole)
    groups: dict[int, list[int]] = {}
    for part, whole in _origins(loose, contents, losses).items():
        groups.setdefault(whole, []).append(part)
    for whole, members in groups.items():
        partner = partner_of_whole.get(whole)
        everyone = {member: _keys(parts.blocks[member]) for member in members}
        if partner is not None:
            everyone[partner] = _keys(parts.blocks[partner])
        everyone = _needed(everyone, contents[whole], partner)
        if len(everyone) > 1 and _covers(contents[whole], list(everyone.values()), partner):
            yield whole, tuple(sorted(everyone)), partner


def _loose_parts(parts: Outline, matched: dict[int, int]) -> dict[int, Keys]:
    """Return the unmatched leaf blocks that are large enough to be a part, with their contents."""
    return {
        number: keys
        for number, block in enumerate(parts.blocks)
        if number not in matched and not block.children and len(keys := _keys(block)) >= SMALLEST_PART
    }


def _contents_and_losses(
    wholes: Outline, parts: Outline, partner_of_whole: dict[int, int]
) -> tuple[dict[int, Keys], dict[int, Keys]]:
    """The content of every leaf block without an equal partner, and the part of it that its partner lacks."""
    contents: dict[int, Keys] = {}
    losses: dict[int, Keys] = {}
    for number, block in enumerate(wholes.blocks):
        if block.children or is_empty(block):
            continue
        partner = partner_of_whole.get(number)
        if partner is None:
            contents[number] = losses[number] = _keys(block)
        elif content_of(block) != content_of(parts.blocks[partner]):
            contents[number] = _keys(block)
            losses[number] = contents[number] - _keys(parts.blocks[partner])
    return contents, losses


def _keys(block: Block) -> Keys:
    return frozenset(
        [
            *[("link", link) for link in block.links],
            *[("image", image) for image in block.images],
            *words_as_written(block.text),
        ]
    )


def _origins(loose: dict[int, Keys], contents: dict[int, Keys], losses: dict[int, Keys]) -> dict[int, int]:
    """Part -> the whole that contained the part and lost much of it."""
    holders: dict[object, list[int]] = {}
    for whole, keys in losses.items():
        for key in keys:
            holders.setdefault(key, []).append(whole)
    origins = {}
    for part, keys in loose.items():
        shared: dict[int, int] = {}
        for key in keys:
            found = holders.get(key, ())
            if len(found) <= MOST_HOLDERS:
                for whole in found:
                    shared[whole] = shared.get(whole, 0) + 1
        if shared:
            whole = min(shared, key=lambda number: (-shared[number], number))  # sets have no order of their own
            if len(keys & contents[whole]) >= CONTAINED * len(keys) and len(keys & losses[whole]) >= LOST * len(keys):
                origins[part] = whole
    return origins


def _needed(parts: dict[int, Keys], whole: Keys, partner: int | None) -> dict[int, Keys]:
    """Drop parts whose content other parts also have: the few words of a deleted title are in any long text."""
    kept = dict(parts)
    holders = Counter(key for keys in parts.values() for key in keys & whole)
    for part in sorted(parts, key=lambda number: (len(parts[number]), number)):
        shared = parts[part] & whole
        if part != partner and all(holders[key] > 1 for key in shared):
            del kept[part]
            holders.subtract(shared)
    return kept


def _covers(whole: Keys, parts: list[Keys], partner: int | None) -> bool:
    kept = frozenset().union(*parts)
    own = partner is None or all(len(part & whole) >= CONTAINED * len(part) for part in parts)
    return own and len(kept & whole) >= COVERED * len(whole)
