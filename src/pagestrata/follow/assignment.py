"""Which element each followed block of a page gets, where their own scores leave doubt.

Several blocks of one page are located together, so that two of them never claim one place. Each block claims its best candidate;
of two that claim the same, the one that would lose more without it keeps it (the distance of its log-odds to those of its next
candidate, or of none) and the other looks further, until every claim is alone. What is left for a block that lost its best
candidate may be nothing at all: then it is gone, and the look-alike that is followed as well is not taken for it. Blocks with the
same key are one block that is followed twice.

A block's place may be taken by another one, while its own words are elsewhere. In a list whose items change the place is what
stays, and the ranker goes by it where all words are others. But an element of another kind (tag, classes) with hardly any of the
block's words is another block: where just one element of the block's own kind has most of its words, the block moved there. An
element that has them and is alone of its kind, as the block was, is the block wherever it is; one that only says what was next to
the block is its neighbour.

Elements around each other that say the same are one place to a person: a list item, the link in it and the words in that. A
redesign puts elements around elements, and then several candidates share the belief in one place. How sure the place is
is what they have together; which of them the block is, the ranker says, but a link, button or field is never the words in it or
the item around it where one of them is a link, button or field. A page that only adds a wrapper leaves no doubt.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from pagestrata.follow.portraits.hashing import KIND_BITS
from pagestrata.follow.portraits.item_page import CONTROL, ItemPage
from pagestrata.follow.portraits.items import KINDS
from pagestrata.follow.portraits.portrait import Portrait
from pagestrata.follow.states import THRESHOLDS, Ranking

MANY_WORDS = 20
OWN_SHARE, FOREIGN_SHARE = 0.5, 0.2
"""Shares of an element's words: those the block said, and those that were only around it."""
LEAST_WORDS = 4
FEW_KEPT, MOST_KEPT = 0.25, 0.6
"""Shares of the block's words: that another block may have by chance, and that a block has in spite of new figures."""


NONE_LOGIT = math.log(THRESHOLDS.none_odds)


LEAST = 1e-4
"""Belief that adds nothing to what a place has."""
MOST_APART_SHARE = 0.5
"""Elements without words are one place only where the smaller one fills this share of the larger one's box."""


def moved_elsewhere(portrait: Portrait, page: ItemPage, row: int) -> int | None:
    """The element that has the block's words where the one at `row` only has its place; None where that is not so."""
    if int(page.signatures_of(np.array([row]))[0]) == portrait.signature:
        return None
    words = _words_of(portrait)
    if len(words) < LEAST_WORDS or _kept(words, page, row) > FEW_KEPT:
        return None
    others = [
        other
        for other in page.rows_with_signature(portrait.signature).tolist()
        if _kept(words, page, other) >= MOST_KEPT
    ]
    return others[0] if len(others) == 1 else None


def has_its_words_alone(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether an element with most of the block's words is the only one of the block's kind, as the block was."""
    if portrait.signature_count != 1 or page.rows_with_signature(portrait.signature).tolist() != [row]:
        return False
    words = _words_of(portrait)
    return len(words) >= LEAST_WORDS and _kept(words, page, row) >= MOST_KEPT


def says_what_it_said(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether an element says little else than what the block said, and a good deal of it.

    Of a block that is gone, the element that resembles it most says what it always said, elsewhere on the page, or next
    to nothing. A long block that was cut or rewritten in part still says words of its own.
    """
    own, there = _words_of(portrait), _words_at(page, row)
    shared, from_elsewhere = len(there & own), len(there & _words_of(portrait, inside=False))
    return shared >= MANY_WORDS and shared >= OWN_SHARE * len(there) and from_elsewhere <= FOREIGN_SHARE * len(there)


def is_the_only_such_link(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether a link is the only one that says what the block alone said, or that leads where the block alone led.

    Figures are equal by chance, and a link that lost all its words may be another one in the same place.
    """
    if portrait.written or portrait.control != CONTROL or not portrait.address or not page.address_hash_of(row):
        return False
    if int(page.control[row]) != CONTROL or int(page.family[row]) != portrait.family:
        return False
    bag, has_number = int(page.text_bag[row]), any(map(str.isdecimal, page.nodes.text_of(row)))
    if bag and bag == portrait.text_bag and portrait.said_count == 1 and not has_number:
        return int(page.said_count(np.array([row]))[0]) == 1
    leads = page.address_hash_of(row) == portrait.address and portrait.address_count == 1 == page.address_count(row)
    return leads and (bool(bag) or not portrait.text_bag)


def is_hidden_twin(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether an element cannot be seen, as the block could, while others say the same and lead to the same address.

    Pages keep such elements for other widths of the screen and in menus that are closed.
    """
    if portrait.written or not _could_be_seen(portrait) or page.is_shown[row] or not page.text_bag[row]:
        return False
    rows, end = page.candidates, page.nodes.end
    is_alike = (
        (page.text_bag[rows] == page.text_bag[row]) & (page.family[rows] == page.family[row]) & page.is_shown[rows]
    )
    is_apart = (end[rows] <= row) | (rows >= end[row])
    address = page.address_hash_of(row)
    return any(page.address_hash_of(other) == address for other in rows[is_alike & is_apart].tolist())


def _could_be_seen(portrait: Portrait) -> bool:
    x, y, width, height = portrait.box
    return portrait.visible and width > 0 and height > 0 and x + width > 0 and y + height > 0


def was_beside_it(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether an element has hardly any of the block's words, and has text from outside the block, or none.

    Such an element was there before, next to the block: it is the neighbour of a block that is gone. Words that nobody
    has seen yet may be new words of the block, and what leads where the block alone led is no neighbour.
    """
    words = _words_of(portrait)
    if not words or _kept(words, page, row) > FEW_KEPT or _does_what_it_did(portrait, page, row):
        return False
    there = _words_at(page, row)
    if not there:  # links, buttons and fields may lose their words to an icon
        return portrait.control != CONTROL and int(page.signatures_of(np.array([row]))[0]) != portrait.signature
    return len(there & _words_of(portrait, inside=False)) >= MOST_KEPT * len(there)


def _does_what_it_did(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether an element leads to the address of the block, which no other link had, or is the field of its name."""
    leads = bool(portrait.address) and portrait.address_count == 1 and page.address_hash_of(row) == portrait.address
    return leads or (bool(portrait.field_name) and int(page.field_names[row]) == portrait.field_name)


def _words_of(portrait: Portrait, *, inside: bool = True) -> frozenset[int]:
    """The words in the block, or those around it and nowhere in it."""
    items, kind = portrait.items, KINDS.index("word")
    first, behind = items.hashes.searchsorted((kind << KIND_BITS, (kind + 1) << KIND_BITS))
    words = items.hashes[first:behind][(items.inside[first:behind] > 0) == inside]
    return frozenset((words & ((1 << KIND_BITS) - 1)).tolist())


def _words_at(page: ItemPage, row: int) -> frozenset[int]:
    """The words of an element, and of what the elements in it without words are called."""
    items, kind = page.items, KINDS.index("word")
    first, behind = int(items.before[kind, row]), int(items.before[kind, page.nodes.end[row]])
    return frozenset((items.hashes[first:behind] & ((1 << KIND_BITS) - 1)).tolist())


def _kept(words: frozenset[int], page: ItemPage, row: int) -> float:
    return len(words & _words_at(page, row)) / len(words)


def assigned(
    rankings: Sequence[Ranking], keys: Sequence[Hashable], taken: Mapping[int, Hashable], *, weakest_logit: float
) -> list[Ranking]:
    """The rankings without the candidates that belong to others.

    `taken` are rows that were recognised for certain, with the key of the block that each is. A candidate whose log-odds
    are below `weakest_logit` is no claim.
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
    """Row and log-odds of the best candidate, and how far it is ahead of the next, or of none."""
    if not len(ranking.rows):
        return None
    logits = ranking.logits.tolist()
    best = max(logits)
    at = logits.index(best)
    logits[at] = NONE_LOGIT
    return int(ranking.rows[at]), best, best - max(NONE_LOGIT, *logits)


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


def best_place(ranking: Ranking, page: ItemPage, none_odds: float, *, is_control: bool = False) -> BestPlace | None:
    """The place of the best candidate; None where there are no candidates. `is_control`: of a link, button or field."""
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
