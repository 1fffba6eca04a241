"""Elements around each other that say the same: a list item, the link in it and the words in that are one place to a person.

A redesign puts elements around elements, and then several candidates share the belief in one place. How sure the place is
is what they have together; which of them the block is, the ranker says. A page that only adds a wrapper leaves no doubt.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter

from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.states import Ranking

LEAST = 1e-4
"""Belief that adds nothing to what a place has."""
MOST_APART_SHARE = 0.5
"""Elements without words are one place only where the smaller one fills this share of the larger one's box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestPlace:
    """The best candidate, the belief in its place, how far that is ahead, and row and belief of the best one elsewhere."""

    row: int
    confidence: float
    gap: float
    second: tuple[int, float] | None


def same_place(page: ItemPage, row: int, others: list[int]) -> list[int]:
    """Those of the other rows that hold the element or stand in it and say exactly what it says; itself among them."""
    bag, end = page.text_bag, page.nodes.end
    nested = [other for other in others if other <= row < end[other] or row <= other < end[row]]
    alike = [other for other in nested if bag[other] == bag[row]]
    return alike if bag[row] else [other for other in alike if _fills(page, row, other)]


def _fills(page: ItemPage, row: int, other: int) -> bool:
    areas = sorted(float(page.nodes.box[place, 2] * page.nodes.box[place, 3]) for place in (row, other))
    return row == other or areas[0] >= MOST_APART_SHARE * areas[1] > 0


def best_place(ranking: Ranking, page: ItemPage, none_odds: float) -> BestPlace | None:
    """The place of the best candidate; None where there are no candidates."""
    beliefs = dict(zip(ranking.rows.tolist(), ranking.beliefs(none_odds).tolist(), strict=True))
    if not beliefs:
        return None
    row = max(beliefs, key=beliefs.__getitem__)
    here = same_place(page, row, [other for other, belief in beliefs.items() if belief >= LEAST or other == row])
    confidence = sum(beliefs.pop(other) for other in here)
    second = max(beliefs.items(), key=itemgetter(1), default=None)
    return BestPlace(row=row, confidence=confidence, gap=confidence - (second[1] if second else 0.0), second=second)
