"""A followed block whose place another one took, while its own words stand elsewhere.

In a list whose items change the place is what stays, and the ranker goes by it where all words are others. But an element of
another kind (tag, classes) with hardly any of the block's words is another block: where just one element of the block's own
kind has most of its words, the block moved there. An element that has them and is alone of its kind, as the block was, is
the block wherever it stands; one that only says what stood beside the block is its neighbour.
"""

from __future__ import annotations

import numpy as np

from pagestrata.follow.portraits.hashing import KIND_BITS
from pagestrata.follow.portraits.item_page import CONTROL, ItemPage
from pagestrata.follow.portraits.items import KINDS
from pagestrata.follow.portraits.portrait import Portrait

LEAST_WORDS = 4
FEW_KEPT, MOST_KEPT = 0.25, 0.6
"""Shares of the block's words: that another block may have by chance, and that a block has in spite of new figures."""


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


def was_beside_it(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether an element has hardly any of the block's words, and says what stood outside the block, or nothing at all.

    Such an element was there before, beside the block: it is the neighbour of a block that is gone. Words that nobody
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
