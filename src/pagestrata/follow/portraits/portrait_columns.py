"""Many portraits as columns, so that all followed blocks of a page are compared at once.

The spelling of each finalist, its surroundings, and how many more of its kind the page has.

`spelled_kept` and `spelled_same` compare runs of letters (-1 where the block says nothing or much), `anchors_fit` and
`anchors_wide` say how many of the block's anchors kept their offset from it, within about 80 and 400 px.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.follow.portraits.anchors import MOST_ANCHORS, NO_ANCHOR, middles
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.items import RUN, Counts, Hashes
from pagestrata.follow.portraits.portrait import Portrait

NOTHING = -2
"""Fills up columns of different length; no hash, index or row is equal to it."""
_NUMBERS = (
    "tag", "signature", "text_bag", "shape_bag", "parent_text_bag", "heading", "element_count", "child_count",
    "sibling_index", "sibling_count", "tag_rank", "tag_count", "signature_rank", "signature_count", "depth",
    "family", "landmark", "address", "field_name", "control", "said_count",
    "address_count",
)  # fmt: skip


Rows = npt.NDArray[np.intp]
Columns = dict[str, npt.NDArray[Any]]
NEAR_PX, WIDE_PX = 80.0, 400.0


class Stack:
    """One row per portrait."""

    def __init__(self, portraits: Sequence[Portrait]) -> None:
        self.portraits = portraits
        table = np.array([[getattr(portrait, name) for name in _NUMBERS] for portrait in portraits], np.int64)
        self.numbers = dict(zip(_NUMBERS, table.T, strict=True))
        self.sibling_signatures = np.array([portrait.sibling_signatures for portrait in portraits], np.int64)
        self.sibling_bags = np.array([portrait.sibling_bags for portrait in portraits], np.int64)
        self.shares = np.array([(portrait.row_share, portrait.text_share) for portrait in portraits])
        self.boxes = np.array([portrait.box for portrait in portraits])
        self.page_heights = np.array([portrait.page_size[1] for portrait in portraits])
        self.totals, self.counts, self.sampled = (
            np.array([getattr(portrait.items, name) for portrait in portraits], np.float64)
            for name in ("total", "count", "sampled")
        )  # [portraits, kinds]
        self.anchors, self.anchor_steps = _anchors(portraits)
        self.texts_before = padded([portrait.texts_before[:RUN] for portrait in portraits], RUN, fill=-1)
        self.texts_after = padded([portrait.texts_after[:RUN] for portrait in portraits], RUN, fill=-1)
        self._distinct: tuple[Rows, Rows, Rows] | None = None

    def __len__(self) -> int:
        return len(self.portraits)

    def distinct(self, rows: Rows) -> tuple[Rows, Rows]:
        """Return the distinct rows and the place of each row among them; the last answer is remembered."""
        if self._distinct is None or self._distinct[0] is not rows:
            self._distinct = rows, *distinct_rows(self, rows)
        return self._distinct[1:]

    def lineages(self, name: str) -> Hashes:
        """[two ends, portraits, deepest + 1] the lineages from the root down, and from the block up."""
        columns = [getattr(portrait, name) for portrait in self.portraits]
        if len(columns) == 1:
            return np.array([columns, [columns[0][::-1]]])
        width = max(len(column) for column in columns)
        return np.stack(
            [padded(columns, width, fill=NOTHING), padded([column[::-1] for column in columns], width, fill=NOTHING)]
        )


def _anchors(portraits: Sequence[Portrait]) -> tuple[Hashes, Counts]:
    """[portraits, MOST_ANCHORS] the anchors, and [.., 2] the offset of each from its block."""
    hashes = padded([portrait.anchors for portrait in portraits], MOST_ANCHORS, fill=NO_ANCHOR)
    steps = padded([portrait.anchor_steps for portrait in portraits], 2 * MOST_ANCHORS, fill=0)
    return hashes, steps.reshape(-1, MOST_ANCHORS, 2).astype(np.float64)


def distinct_rows(stack: Stack, rows: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp]]:
    """Return the distinct rows and the place of each row among them; rows of a single portrait are distinct already."""
    if len(stack) == 1:
        return rows, np.arange(len(rows))
    return np.unique(rows, return_inverse=True)


def padded(columns: Sequence[npt.NDArray[np.int64]], width: int, *, fill: int) -> Hashes:
    table = np.full((len(columns), width), fill, np.int64)
    if len(columns) == 1:
        table[0, : len(columns[0])] = columns[0]
        return table
    sizes = np.array(list(map(len, columns)), np.intp)
    table[np.arange(width) < sizes[:, None]] = np.concatenate(columns)
    return table


def add_likeness(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    """Add the columns; finalist i belongs to portrait owner[i] and is at rows[i]."""
    distinct, place = stack.distinct(rows)
    _add_spelling(columns, stack, owner, page, distinct, place)
    _add_anchors(columns, stack, owner, page, rows)
    _add_kind(columns, stack, owner, page, distinct, place)


def _add_spelling(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, distinct: Rows, place: Rows) -> None:
    wanted = [frozenset(portrait.spelling.tolist()) for portrait in stack.portraits]
    there = [page.spelling_of(row) for row in distinct.tolist()] if any(wanted) else [frozenset[int]()] * len(distinct)
    pairs = map(wanted.__getitem__, owner.tolist()), map(there.__getitem__, place.tolist())
    shared = np.array(list(map(len, map(frozenset.intersection, *pairs))), np.float64)
    own, other = np.array(list(map(len, wanted)))[owner], np.array(list(map(len, there)))[place]
    columns["spelled_kept"] = np.where(own > 0, shared / np.maximum(own, 1), -1.0)
    columns["spelled_same"] = np.where(own > 0, shared / np.maximum(own + other - shared, 1.0), -1.0)


def _add_anchors(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    places = page.anchors.places_of(stack.anchors)  # [portraits, anchors, occurrences, 2]
    known = places[..., 0, 0] < 1e6
    count = known.sum(axis=1)
    columns["anchors_known"] = (count / np.maximum((stack.anchors >= 0).sum(axis=1), 1))[owner]
    columns["anchors_fit"], columns["anchors_wide"] = fits = np.full((2, len(rows)), -1.0)
    some = np.flatnonzero(count[owner])  # on a rewritten page few blocks have any anchor left
    if len(some):
        rows, owner = rows[some], owner[some]
        expected = middles(page.nodes.box[rows])[:, None] + stack.anchor_steps[owner]
        distance = np.abs(places[owner] - expected[:, :, None]).sum(axis=-1).min(axis=-1)
        for number, reach in enumerate((NEAR_PX, WIDE_PX)):
            near = (np.exp(-np.minimum(distance / reach, 30.0)) * known[owner]).sum(axis=1)
            fits[number, some] = near / count[owner]


def _add_kind(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, distinct: Rows, place: Rows) -> None:
    numbers, control = stack.numbers, page.control[distinct][place]
    columns["control"] = control
    columns["same_control"] = control == numbers["control"][owner]
    columns["shown"] = page.is_shown[distinct][place]
    repeats = page.said_count(distinct)[place]
    columns["said_alone"] = (repeats == 1) * 1.0 + (numbers["said_count"][owner] == 1)
    addresses = np.array([page.address_count(row) for row in distinct.tolist()])[place]
    alone = (addresses == 1) * 1.0 + (numbers["address_count"][owner] == 1)
    columns["address_alone"] = np.where((numbers["address"][owner] != 0) & (addresses > 0), alone, -1.0)
    columns["same_field"] = _same_field(numbers["field_name"][owner], page.field_names[distinct][place])


def _same_field(wanted: npt.NDArray[np.int64], there: npt.NDArray[np.int64]) -> Counts:
    return np.where(wanted != 0, (wanted == there) * 1.0, np.where(there != 0, -2.0, -1.0))
