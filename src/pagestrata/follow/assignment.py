"""Assign the elements of a page to the followed blocks, so that no two blocks get the same one.

Each block claims its best candidate. If two blocks claim the same element, the block with the larger gap between the log-odds of
this candidate and those of its next one (or of none) keeps it; the other block claims its next candidate, until no claim is
contested. A block that is left without a candidate is gone: the look-alike that is also followed is not taken for it. Blocks with
the same key are one block that is followed twice.

To a person, nested elements with the same text are one place: a list item, the link in it and the words in the link. Redesigns
add wrappers, and then several candidates share the belief in one place. The confidence of a place is the sum of theirs. The
ranker chooses the element within the place, except that a link, button or field stays a link, button or field.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from pagestrata.follow.portraits.item_page import CONTROL, ItemPage
from pagestrata.follow.states import THRESHOLDS, Ranking

NONE_LOGIT = math.log(THRESHOLDS.none_odds)


LEAST = 1e-4
"""Candidates with less belief are ignored."""
MOST_APART_SHARE = 0.5
"""Nested elements without text are one place if the smaller fills at least this share of the larger one's box."""


def assigned(
    rankings: Sequence[Ranking], keys: Sequence[Hashable], taken: Mapping[int, Hashable], *, weakest_logit: float
) -> list[Ranking]:
    """Return the rankings without the candidates that other blocks got.

    `taken` maps rows that were recognised for certain to the keys of their blocks. Candidates with log-odds below
    `weakest_logit` are never claimed.
    """
    found = [_without_taken(ranking, key, taken) for ranking, key in zip(rankings, keys, strict=True)]
    holders: dict[int, int] = {}
    todo = list(range(len(found)))
    while todo:
        number = todo.pop()
        best = _best(found[number])
        if best is None or best[1] < weakest_logit:
            continue
        row, _, regret = best
        holder = holders.get(row)
        if holder is None:
            holders[row] = number
        elif keys[holder] != keys[number]:
            held = _best(found[holder])
            loser = holder if held is None or regret > held[2] else number
            holders[row] = number if loser == holder else holder
            found[loser] = found[loser].without([row])
            todo.append(loser)
    return found


def _without_taken(ranking: Ranking, key: Hashable, taken: Mapping[int, Hashable]) -> Ranking:
    others = [row for row in ranking.rows.tolist() if row in taken and taken[row] != key] if taken else []
    return ranking.without(others) if others else ranking


def _best(ranking: Ranking) -> tuple[int, float, float] | None:
    """Return row and log-odds of the best candidate, and its lead over the next one or over none."""
    if not len(ranking.rows):
        return None
    logits = ranking.logits.tolist()
    best = max(logits)
    at = logits.index(best)
    logits[at] = NONE_LOGIT
    return int(ranking.rows[at]), best, best - max(NONE_LOGIT, *logits)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestPlace:
    """The best candidate, the belief in its place, its lead, and row and belief of the best candidate in another place."""

    row: int
    confidence: float
    gap: float
    second: tuple[int, float] | None


def same_place(page: ItemPage, row: int, others: list[int]) -> list[int]:
    """Return those of `others` that contain the element or are inside it and have exactly its text; including itself."""
    own = int(page.text_bag[row])
    places = np.array(others, np.intp)
    ends = zip(others, page.nodes.end[places].tolist(), page.text_bag[places].tolist(), strict=True)
    behind = int(page.nodes.end[row])
    alike = [at for at, end, bag in ends if bag == own and (at <= row < end or row <= at < behind)]
    return alike if own else [other for other in alike if _fills(page, row, other)]


def _fills(page: ItemPage, row: int, other: int) -> bool:
    areas = sorted(float(page.nodes.box[place, 2] * page.nodes.box[place, 3]) for place in (row, other))
    return row == other or areas[0] >= MOST_APART_SHARE * areas[1] > 0


def best_place(ranking: Ranking, page: ItemPage, none_odds: float, *, is_control: bool = False) -> BestPlace | None:
    """Return the place of the best candidate, or None without candidates. `is_control`: the block is a link, button or field."""
    if not len(ranking.rows):
        return None
    shares = ranking.beliefs(none_odds)
    counts = shares >= min(LEAST, float(shares.max()))
    beliefs = dict(zip(ranking.rows[counts].tolist(), shares[counts].tolist(), strict=True))
    row = max(beliefs, key=beliefs.__getitem__)
    here = same_place(page, row, list(beliefs))
    confidence = sum(beliefs.pop(other) for other in here)
    second = max(beliefs.items(), key=itemgetter(1), default=None)
    if is_control and len(controls := [other for other in here if page.control[other] == CONTROL]) == 1:
        row = controls[0]
    return BestPlace(row=row, confidence=confidence, gap=confidence - (second[1] if second else 0.0), second=second)
