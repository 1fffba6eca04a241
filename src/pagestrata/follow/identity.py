"""Evidence for or against one candidate being the followed block, regardless of the ranker's confidence.

The ranker weighs likenesses. These rules look at what identifies an element: its words, its link target, its id, and whether
other elements have the same. If another element took the block's place, the block is where its words are. A property that
several elements shared identifies none of them once one is gone. An element whose words were all next to the block before is a
neighbour of the block.

How much a block kept of its path, area, content and context (the four patterns of paper 2) counts as well. The paper's adaptive
model alerts when a pattern or a weight changes much (`paper.apm`), because the newest sample might be a mismatch (§5.2.3). The
default follower keeps portraits instead of patterns; each pattern is the share of the old portrait that the new one still has.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pagestrata.follow.page import KIND_BITS
from pagestrata.follow.portraits.item_page import CONTROL, ItemPage
from pagestrata.follow.portraits.items import KINDS, Counts, Hashes
from pagestrata.follow.portraits.portrait import Portrait, has_nearest_texts, portrait_of

MANY_WORDS = 20
OWN_SHARE, FOREIGN_SHARE = 0.5, 0.2
"""Shares of an element's words: those the block said, and those that were only around it."""
LEAST_WORDS = 4
FEW_KEPT, MOST_KEPT = 0.25, 0.6
"""Shares of the block's words: that another block may have by chance, and that a block has in spite of new figures."""
MOST_BY_CHANCE = 1
"""One equal sibling may be chance; more are placeholders."""
SAME_SPOT_PX = 300.0
"""How far a block moves when a banner comes or a line goes."""
PATTERNS = 4
"""Path, area, content and context."""
REMEMBERED = 128
"""Blocks whose words are remembered, since several of these rules ask for them."""


def doubts(portrait: Portrait, page: ItemPage, row: int) -> tuple[str, ...]:
    """Return why the best candidate may be another element; empty where nothing speaks against it."""
    if lost_an_equal(portrait, page, row):
        return ("it was one of several that said the same, and one of them is gone",)
    if lost_an_equal_link(portrait, page, row):
        return ("several led where it led, one of them is gone, and this one says something else",)
    if not portrait.written and (
        was_next_to_it(portrait, page, row) or says_only_what_was_next_to_it(portrait, page, row)
    ):
        return ("this was next to it before",)
    if is_hidden_twin(portrait, page, row):
        return ("it cannot be seen, and others that say the same can",)
    if not portrait.written and nothing_is_left(portrait, page, row):
        return ("nothing that names the block is left, and everything around it changed",)
    if not portrait.written and link_with_its_words(portrait, page, row) is not None:
        return ("another link says what it said and leads to the same address",)
    return ()


def moved_elsewhere(portrait: Portrait, page: ItemPage, row: int) -> int | None:
    """Return the element that has the block's words where the one at `row` only has its place, or None."""
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

    When a block is gone, the element most like it says what it always said elsewhere on the page, or next to nothing.
    A long block that was cut or rewritten in part still says words of its own.
    """
    there = np.unique(_items_at(page, row, "word"))
    shared = _count_in(_words_of(portrait), there)
    from_elsewhere = _count_in(_words_of(portrait, inside=False), there)
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
    """Whether a candidate for a visible block is hidden while visible elements say the same and lead to the same address.

    Pages keep such elements for other screen widths and in closed menus.
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


def was_next_to_it(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether an element has hardly any of the block's words, and words from outside the block, or none.

    Such an element is the neighbour of a block that is gone. Words that are new on the page may be new words of the
    block, and a link to the address that only the block led to is no neighbour.
    """
    words = _words_of(portrait)
    if not len(words) or _kept(words, page, row) > FEW_KEPT or _does_what_it_did(portrait, page, row):
        return False
    there = np.unique(_items_at(page, row, "word"))
    if not len(there):  # links, buttons and fields may lose their words to an icon
        return portrait.control != CONTROL and int(page.signatures_of(np.array([row]))[0]) != portrait.signature
    return _count_in(_words_of(portrait, inside=False), there) >= MOST_KEPT * len(there)


def says_only_what_was_next_to_it(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether all texts of an element were on the page before, some only outside the block, and hardly any only inside.

    Items of a list share most of their words ('Read more', '23 May'), so their whole texts are compared as well.
    """
    there = _items_at(page, row, "text")
    own, shares = _items_of(portrait, "text")
    if not len(there) or not len(own):
        return False
    places = np.minimum(own.searchsorted(there), len(own) - 1)
    if (own[places] != there).any() or (shares[places] > 0).all():
        return False
    kept = np.zeros(len(own), bool)
    kept[places] = True
    total = float(shares.sum())
    return total > 0 and float(shares[kept].sum()) <= FEW_KEPT * total and not _does_what_it_did(portrait, page, row)


def _does_what_it_did(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether an element leads to the address of the block, which no other link had, or is the field of its name."""
    leads = bool(portrait.address) and portrait.address_count == 1 and page.address_hash_of(row) == portrait.address
    return leads or (bool(portrait.field_name) and int(page.field_names[row]) == portrait.field_name)


def nothing_is_left(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether path, area, content and context changed much, and no word, id, address or field name of the block stayed."""
    if int(page.signatures_of(np.array([row]))[0]) == portrait.signature or _does_what_it_did(portrait, page, row):
        return False
    if portrait.address and page.address_hash_of(row) == portrait.address:
        return False
    if portrait.identity and page.identity_at(row) == portrait.identity:
        return False
    words = _words_of(portrait)
    if len(words) and _kept(words, page, row):
        return False
    return len(changed_patterns(portrait, portrait_of(page, row))) == PATTERNS


def link_with_its_words(portrait: Portrait, page: ItemPage, row: int) -> int | None:
    """Return the only link that says what only the block said and leads where it led, if the one at `row` says something else."""
    bag = portrait.text_bag
    if not bag or not portrait.address or portrait.said_count != 1 or int(page.text_bag[row]) == bag:
        return None
    rows = page.candidates[page.text_bag[page.candidates] == bag]
    links = [
        other
        for other in rows.tolist()
        if page.control[other] == CONTROL and page.address_hash_of(other) == portrait.address
    ]
    if len(links) != 1 or links[0] <= row < page.nodes.end[links[0]] or row <= links[0] < page.nodes.end[row]:
        return None
    return int(links[0])


def lost_an_equal(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether fewer elements say what the block said than before, and this one is not where the block was.

    Equal figures are equal by chance and mean nothing. A link that leads elsewhere is another one even in the same spot.
    """
    if portrait.said_count < 2 or not portrait.text_bag or int(page.text_bag[row]) != portrait.text_bag:
        return False
    if not says_it_less_often(portrait, page, row) or _is_figure(page, row):
        return False
    if portrait.address and portrait.address_count == 1 and page.address_hash_of(row) != portrait.address:
        return True
    far = np.abs(page.nodes.box[row, :2] - portrait.box[:2]).max() > SAME_SPOT_PX
    return bool(far) or not has_nearest_texts(portrait, page, row)


def says_it_less_often(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether fewer places of the page say what this element says than said what the block said."""
    return int(page.said_count(np.array([row]))[0]) < portrait.said_count


def lost_an_equal_link(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether fewer links lead where the block led than before, and this one does not say what the block said."""
    if not portrait.address or portrait.address_count < 2 or page.address_hash_of(row) != portrait.address:
        return False
    return page.address_count(row) < portrait.address_count and int(page.text_bag[row]) != portrait.text_bag


def _is_figure(page: ItemPage, row: int) -> bool:
    """Whether an element says at least as many digits as letters."""
    text = page.nodes.text_of(row)
    digits = sum(map(str.isdecimal, text))
    return digits > 0 and digits >= sum(map(str.isalpha, text))


def twins_of(portrait: Portrait, page: ItemPage, row: int) -> int:
    """How many siblings are indistinguishable from this element, such as six boxes that all say 'Loading…'."""
    place = np.array([row])
    bag, shape = int(page.text_bag[row]), int(page.shape_bags_of(place)[0])
    rows = page.rows_with_content(bag, shape)
    if len(rows) < 2 or (portrait.identity and page.identity_at(row) == portrait.identity):
        return 0
    others = rows[(page.signatures_of(rows) == page.signatures_of(place)[0]) & (rows != row)]
    siblings = int((page.nodes.parent[others] == page.nodes.parent[row]).sum())
    has_number = any(map(str.isdecimal, page.nodes.text_of(row)))  # cells of a table are equal by chance
    return siblings if siblings > MOST_BY_CHANCE and not has_number else 0


@lru_cache(maxsize=REMEMBERED)
def _words_of(portrait: Portrait, *, inside: bool = True) -> Hashes:
    """The words in the block, or those around it and nowhere in it, sorted."""
    words, shares = _items_of(portrait, "word")
    return np.asarray(words[(shares > 0) == inside])


def _items_of(portrait: Portrait, name: str) -> tuple[Hashes, Counts]:
    """The items of one kind in and around the block, each with the share of its occurrences that was inside."""
    items, kind = portrait.items, KINDS.index(name)
    first, behind = items.hashes.searchsorted((kind << KIND_BITS, (kind + 1) << KIND_BITS))
    return items.hashes[first:behind], items.inside[first:behind]


def _items_at(page: ItemPage, row: int, name: str) -> Hashes:
    items, kind = page.items, KINDS.index(name)
    first, behind = int(items.before[kind, row]), int(items.before[kind, page.nodes.end[row]])
    return items.hashes[first:behind]


def _count_in(known: Hashes, wanted: Hashes) -> int:
    """How many of the distinct `wanted` hashes are among the sorted known ones."""
    if not len(known):
        return 0
    places = np.minimum(known.searchsorted(wanted), len(known) - 1)
    return int(np.count_nonzero(known[places] == wanted))


def _kept(words: Hashes, page: ItemPage, row: int) -> float:
    """The share of the words that the element at `row` has."""
    there = _items_at(page, row, "word")
    places = np.minimum(words.searchsorted(there), len(words) - 1)
    has = np.zeros(len(words), bool)
    has[places[words[places] == there]] = True
    return float(np.count_nonzero(has)) / len(words)


KEPT = 0.34
"""A pattern that loses two thirds of its parts has changed much."""
CHANGED_PATTERNS = 2
"""One pattern alone changes every day; two at once are worth a look."""
AREA_PX = 10.0


def alerts_of(before: Portrait, after: Portrait) -> tuple[str, ...]:
    """Return an alert if at least two of the four patterns changed so much that a person should look."""
    changed = changed_patterns(before, after)
    if len(changed) < CHANGED_PATTERNS:
        return ()
    return (f"its {', '.join(changed)} changed much; check that it is still the same block",)


def changed_patterns(before: Portrait, after: Portrait) -> list[str]:
    """Return the names of the patterns that changed much."""
    return [name for name, kept in kept_shares(before, after).items() if kept <= KEPT]


def kept_shares(before: Portrait, after: Portrait) -> dict[str, float]:
    """The share of area, path, content and context that is kept; patterns that said nothing before are left out."""
    shares = {"path": _path_kept(before, after)}
    if any(before.box[2:]):
        shares["area"] = _area_kept(before, after)
    inside, new_inside = (items.hashes[items.inside > 0] for items in (before.items, after.items))
    if len(inside):
        shares["content"] = _shared(inside, new_inside) / len(inside)
    around = {*before.texts_before.tolist(), *before.texts_after.tolist()}
    if around:
        shares["context"] = len(around & {*after.texts_before.tolist(), *after.texts_after.tolist()}) / len(around)
    return shares


def _shared(old: Hashes, new: Hashes) -> int:
    """How many hashes both have; each is sorted, as portraits keep them."""
    if not len(new):
        return 0
    places = new.searchsorted(old)
    places[places == len(new)] = 0
    return int((new[places] == old).sum())


def _path_kept(before: Portrait, after: Portrait) -> float:
    """The longer of the common top and the common bottom, by tag and classes."""
    old, new = before.lineage_signatures.tolist(), after.lineage_signatures.tolist()
    return max(_run(old, new), _run(old[::-1], new[::-1])) / max(len(old), len(new))


def _run(old: list[int], new: list[int]) -> int:
    pairs = zip(old, new, strict=False)
    return next((number for number, (one, other) in enumerate(pairs) if one != other), min(len(old), len(new)))


def _area_kept(before: Portrait, after: Portrait) -> float:
    """The share of left, right, width, top, bottom and height that agree within the paper's 10 px."""
    (x, y, width, height), (left, top, wide, high) = before.box, after.box
    old = (x, x + width, width, y, y + height, height)
    new = (left, left + wide, wide, top, top + high, high)
    return sum(abs(one - other) <= AREA_PX for one, other in zip(old, new, strict=True)) / len(old)
