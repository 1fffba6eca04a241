"""Blocks that were split into several, or merged into one (SplitBlock and MergeBlocks of the DEXA 2010 sequel).

A split: most of what several new blocks say was in one old block, and together they say most of what it said. One of
them may have been taken for its partner already (it kept the larger share); then the others must hold what that one
lost. A merge is a split seen from the other side, so one search serves both.
"""

from __future__ import annotations

from dataclasses import dataclass

from pagestrata.comparing.match.leaf_blocks import MOST_HOLDERS
from pagestrata.comparing.match.matching import Matching
from pagestrata.comparing.outline import Outline, content_of, is_empty
from pagestrata.comparing.words import words_of
from pagestrata.model.blocks import Block

CONTAINED = 0.8
"""The share of a part that must come from the whole."""
LOST = 0.4
"""The share of a part that the whole must have lost: words like 'the' are in all parts, so not all of it."""
COVERED = 0.7
"""The share of the whole that its parts must keep."""
SMALLEST_PART = 3
"""Elements and words: less may be in any block by chance."""

Keys = frozenset[object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Regrouping:
    """One block on one side and the blocks it corresponds to on the other, by number."""

    whole: int
    parts: tuple[int, ...]
    partner: int | None  # the part that had been taken for the whole


def find_splits(matching: Matching) -> list[Regrouping]:
    """Old blocks that became several."""
    return _find(matching.old, matching.new, matching.partner_of_old, matching.partner_of_new)


def find_merges(matching: Matching) -> list[Regrouping]:
    """New blocks that several old ones became."""
    return _find(matching.new, matching.old, matching.partner_of_new, matching.partner_of_old)


def _find(
    wholes: Outline, parts: Outline, partner_of_whole: dict[int, int], partner_of_part: dict[int, int]
) -> list[Regrouping]:
    loose = {
        number: keys
        for number, block in enumerate(parts.blocks)
        if number not in partner_of_part and not block.children and len(keys := _keys(block)) >= SMALLEST_PART
    }
    if not loose:
        return []
    said: dict[int, Keys] = {}
    lost: dict[int, Keys] = {}
    for number, block in enumerate(wholes.blocks):
        if block.children or is_empty(block):
            continue
        partner = partner_of_whole.get(number)
        if partner is None:
            said[number] = lost[number] = _keys(block)
        elif content_of(block) != content_of(parts.blocks[partner]):
            said[number] = _keys(block)
            lost[number] = said[number] - _keys(parts.blocks[partner])
    groups: dict[int, list[int]] = {}
    for part, whole in _origins(loose, said, lost).items():
        groups.setdefault(whole, []).append(part)
    found = []
    for whole, members in groups.items():
        partner = partner_of_whole.get(whole)
        everyone = sorted([*members, *([] if partner is None else [partner])])
        if len(everyone) > 1 and _covers(said[whole], [_keys(parts.blocks[member]) for member in everyone], partner):
            found.append(Regrouping(whole=whole, parts=tuple(everyone), partner=partner))
    return found


def _keys(block: Block) -> Keys:
    return frozenset(
        [
            *[("link", link) for link in block.links],
            *[("image", image) for image in block.images],
            *words_of(block.text),
        ]
    )


def _origins(loose: dict[int, Keys], said: dict[int, Keys], lost: dict[int, Keys]) -> dict[int, int]:
    """Part -> the whole that said what the part says and lost much of it."""
    holders: dict[object, list[int]] = {}
    for whole, keys in lost.items():
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
            if len(keys & said[whole]) >= CONTAINED * len(keys) and len(keys & lost[whole]) >= LOST * len(keys):
                origins[part] = whole
    return origins


def _covers(whole: Keys, parts: list[Keys], partner: int | None) -> bool:
    kept = frozenset().union(*parts)
    own = partner is None or all(len(part & whole) >= CONTAINED * len(part) for part in parts)
    return own and len(kept & whole) >= COVERED * len(whole)
