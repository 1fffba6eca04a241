"""A portrait: what one version showed of a followed block, inside and around it, as hashes and numbers.

It replaces the exact sets of paper 2 (content N, context X) by weighted ones. For each kind of item the portrait knows
the items inside the block and those next to it; an item that also occurred elsewhere on the page counts inside only
by the share of its occurrences that were inside. A later element is then judged by both: how much of the block it
has, and how much it has that used to be outside. The second is what tells a block from its wrapper, and a block that
is gone from the neighbour that took its place.

Portraits are plain numbers, so an archive can keep them; large blocks are sampled by lowest hash, which picks the same
items in every version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.errors import UsageError
from pagestrata.follow.item_page import ItemPage
from pagestrata.follow.items import KINDS, Counts, Hashes, ItemColumn, hashed

INSIDE_LIMIT = 512
NEAR_ITEMS = 128
NEIGHBOUR_TEXTS = 12
NO_SIBLING = -1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KindPortrait:
    """Items of one kind: sorted hashes with the share of each that was inside the block."""

    hashes: Hashes
    inside: Counts  # 0 for items that were only near the block
    total: float  # sum of inside weights over the block's sampled items
    count: int  # items in the block
    sampled: float  # share of the block's distinct items that are kept

    @property
    def weights(self) -> Counts:
        """[2, n] how much each item speaks for the inside and for the outside."""
        return np.array([self.inside, 1.0 - self.inside])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Portrait:
    """One block in one version. Lineages run from the root to the block."""

    tag: int
    sign: int
    identity: int  # hash of the id attribute, 0 for none
    own: frozenset[int]  # class tokens and attributes
    kinds: Mapping[str, KindPortrait]
    texts_before: Hashes  # nearest first
    texts_after: Hashes
    lineage_tags: Hashes
    lineage_signs: Hashes
    lineage_indexes: Hashes
    text_bag: int
    shape_bag: int
    is_single: bool  # no other element of the page has the same texts and signatures in it
    parent_text_bag: int
    sibling_signs: tuple[int, int]  # previous and next, NO_SIBLING for none
    sibling_bags: tuple[int, int]
    heading: int
    element_count: int
    child_count: int
    sibling_index: int
    sibling_count: int
    tag_rank: int
    tag_count: int
    sign_rank: int
    sign_count: int
    row_share: float
    text_share: float
    box: tuple[float, float, float, float]
    page_size: tuple[float, float]
    visible: bool
    look: tuple[float, ...]  # font size, font weight, colour, background

    @property
    def depth(self) -> int:
        return len(self.lineage_tags) - 1

    @property
    def text_count(self) -> int:
        return self.kinds["text"].count


def portrait_of(page: ItemPage, row: int) -> Portrait:
    """The portrait of one element. Raises UsageError for the root, texts, and elements nested beyond all reason."""
    if not page.is_element[row]:
        what = page.nodes.path_of(row)[:200] or page.nodes.tag_of(row)
        raise UsageError(f"{what} cannot be followed; choose an element below the page's root")
    nodes, end = page.nodes, int(page.nodes.end[row])
    lineage = page.lineage[row, : int(nodes.depth[row]) + 1]
    texts = page.columns["text"]
    first, behind = int(texts.before[row]), int(texts.before[end])
    siblings = (int(page.previous_sibling[row]), int(page.next_sibling[row]))
    same_tag = page.rows_with_tag(int(page.tag_hash[row]))
    same_sign = page.rows_with_sign(int(page.sign[row]))
    parent = max(int(nodes.parent[row]), 0)
    identifier = nodes.attributes[row].get("id", "")
    return Portrait(
        tag=int(page.tag_hash[row]),
        sign=int(page.sign[row]),
        identity=hashed(identifier) if identifier else 0,
        own=page.own_items(row),
        kinds={kind: _kind_portrait(page.columns[kind], row, end) for kind in KINDS},
        texts_before=texts.hashes[max(0, first - NEIGHBOUR_TEXTS) : first][::-1],
        texts_after=texts.hashes[behind : behind + NEIGHBOUR_TEXTS],
        lineage_tags=page.tag_hash[lineage],
        lineage_signs=page.sign[lineage],
        lineage_indexes=nodes.same_tag_index[lineage].astype(np.int64),
        text_bag=int(page.text_bag[row]),
        shape_bag=int(page.shape_bag[row]),
        is_single=len(page.rows_with_content(int(page.text_bag[row]), int(page.shape_bag[row]))) == 1,
        parent_text_bag=int(page.text_bag[parent]),
        sibling_signs=_of_siblings(page.sign, siblings),
        sibling_bags=_of_siblings(page.text_bag, siblings),
        heading=int(page.heading_above[row]),
        element_count=int(page.element_count[row]),
        child_count=int(page.child_count[row]),
        sibling_index=int(page.sibling_index[row]),
        sibling_count=int(page.child_count[parent]),
        tag_rank=int(np.searchsorted(same_tag, row)),
        tag_count=len(same_tag),
        sign_rank=int(np.searchsorted(same_sign, row)),
        sign_count=len(same_sign),
        row_share=row / len(page),
        text_share=first / max(1, len(texts.hashes)),
        box=_box(page, row),
        page_size=page.size,
        visible=bool(nodes.visible[row]),
        look=tuple(page.looks[row].tolist()),
    )


def is_same_place(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether everything around an element is as in the portrait, so that a new one would say the same."""
    nodes, texts = page.nodes, page.columns["text"]
    if nodes.depth[row] != portrait.depth or page.heading_above[row] != portrait.heading:
        return False
    lineage = page.lineage[row, : portrait.depth + 1]
    siblings = (int(page.previous_sibling[row]), int(page.next_sibling[row]))
    first, behind = int(texts.before[row]), int(texts.before[nodes.end[row]])
    return (
        np.array_equal(page.sign[lineage], portrait.lineage_signs)
        and np.array_equal(nodes.same_tag_index[lineage], portrait.lineage_indexes)
        and _of_siblings(page.text_bag, siblings) == portrait.sibling_bags
        and np.array_equal(texts.hashes[max(0, first - NEIGHBOUR_TEXTS) : first][::-1], portrait.texts_before)
        and np.array_equal(texts.hashes[behind : behind + NEIGHBOUR_TEXTS], portrait.texts_after)
    )


def _box(page: ItemPage, row: int) -> tuple[float, float, float, float]:
    x, y, width, height = page.nodes.box[row].tolist()
    return x, y, width, height


def _of_siblings(column: npt.NDArray[np.integer], siblings: tuple[int, int]) -> tuple[int, int]:
    previous, following = (int(column[row]) if row >= 0 else NO_SIBLING for row in siblings)
    return previous, following


def _kind_portrait(column: ItemColumn, row: int, end: int) -> KindPortrait:
    first, behind = int(column.before[row]), int(column.before[end])
    vocabulary, codes = column.coded
    found = np.bincount(codes[first:behind], minlength=len(vocabulary))
    present = np.flatnonzero(found)
    kept = present[:INSIDE_LIMIT]  # the vocabulary is sorted: these are the lowest hashes
    counts = found[kept]
    shares = counts / column.page_counts[kept]
    near = np.zeros(len(vocabulary), bool)
    near[codes[max(0, first - NEAR_ITEMS) : first]] = True
    near[codes[behind : behind + NEAR_ITEMS]] = True
    near[present] = False
    inside = np.zeros(len(vocabulary))
    inside[kept] = shares
    near[kept] = True
    return KindPortrait(
        hashes=vocabulary[near],
        inside=inside[near],
        total=float((shares * counts).sum()),
        count=behind - first,
        sampled=len(kept) / len(present) if len(present) else 1.0,
    )
