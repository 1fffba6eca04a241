"""The items of blocks for their portraits: inside or near the block, each with its weight.

Several blocks are counted in one table [blocks, vocabulary]; reading it row by row gives the items of each block in
sorted order. Large blocks are sampled by lowest hash, which picks the same items in every version.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pagestrata.follow.portraits.hashing import KIND_BITS
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.items import KINDS, Counts, Hashes, Items, Places

INSIDE_LIMIT = 512
NEAR_ITEMS = 128
TABLE_CELLS = 1 << 18
"""Larger tables leave the processor's cache."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ItemPortrait:
    """Sorted hashes, each with the share of its occurrences that was inside the block; totals per kind of item."""

    hashes: Hashes
    inside: Counts  # 0 for items that were only near the block
    total: tuple[float, ...]  # sum of inside weights over the block's sampled items
    count: tuple[int, ...]  # items in the block
    sampled: tuple[float, ...]  # share of the block's distinct items that are kept


def item_portraits(page: ItemPage, rows: Sequence[int]) -> Iterator[ItemPortrait]:
    """The items of each of several elements."""
    if not len(rows):
        return
    items = page.items
    together = max(1, TABLE_CELLS // max(1, len(items.coded[0])))
    for start in range(0, len(rows), together):
        part = np.array(rows[start : start + together], np.intp)
        yield from _counted(items, items.before[:, part], items.before[:, page.nodes.end[part]])


def _counted(items: Items, first: Places, behind: Places) -> Iterator[ItemPortrait]:
    """For elements whose items of each kind are those from first to behind [kinds, elements]."""
    vocabulary, codes = items.coded
    size, blocks = len(vocabulary), first.shape[1]
    if not size:
        yield from [_empty()] * blocks
        return
    counts = np.bincount(_cells(first, behind, codes, size), minlength=blocks * size)
    present = np.flatnonzero(counts)
    group = (present // size) * len(KINDS) + (vocabulary >> KIND_BITS)[present % size]
    groups = blocks * len(KINDS)
    distinct = np.bincount(group, minlength=groups)
    rank = np.arange(len(present)) - np.repeat(np.cumsum(distinct) - distinct, distinct)
    kept = present[rank < INSIDE_LIMIT]
    shares = counts[kept] / items.page_counts[kept % size]
    told = np.zeros(blocks * size, bool)
    told[_cells(np.maximum(first - NEAR_ITEMS, items.offsets[:-1, None]), first, codes, size)] = True
    told[_cells(behind, np.minimum(behind + NEAR_ITEMS, items.offsets[1:, None]), codes, size)] = True
    told[present] = False
    told[kept] = True
    inside = np.zeros(blocks * size)
    inside[kept] = shares
    total = np.bincount(group[rank < INSIDE_LIMIT], weights=shares * counts[kept], minlength=groups)
    sampled = np.where(distinct > 0, np.minimum(distinct, INSIDE_LIMIT) / np.maximum(distinct, 1), 1.0)
    shape = (blocks, len(KINDS))
    numbers = zip(
        total.reshape(shape).tolist(), (behind - first).T.tolist(), sampled.reshape(shape).tolist(), strict=True
    )
    chosen = np.flatnonzero(told)
    bounds = np.searchsorted(chosen, np.arange(blocks + 1) * size)
    for block, (sums, sizes, parts) in enumerate(numbers):
        own = chosen[bounds[block] : bounds[block + 1]]
        yield ItemPortrait(
            hashes=vocabulary[own - block * size], inside=inside[own], total=tuple(sums), count=tuple(sizes),
            sampled=tuple(parts),
        )  # fmt: skip


def _cells(first: Places, behind: Places, codes: Places, size: int) -> Places:
    """The cells of the table [elements, vocabulary] for items from first to behind [kinds, elements]."""
    lengths = (behind - first).ravel()
    ends = np.cumsum(lengths)
    places = np.arange(ends[-1]) + np.repeat(first.ravel() - (ends - lengths), lengths)
    owners = np.repeat(np.tile(np.arange(first.shape[1]), first.shape[0]), lengths)
    return np.asarray(owners * size + codes[places])


def _empty() -> ItemPortrait:
    nothing = (0,) * len(KINDS)
    return ItemPortrait(
        hashes=np.zeros(0, np.int64), inside=np.zeros(0), total=(0.0,) * len(KINDS), count=nothing,
        sampled=(1.0,) * len(KINDS),
    )  # fmt: skip
