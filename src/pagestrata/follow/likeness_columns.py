"""How each finalist is spelled, what stands where around it, and how many more of its kind the page has.

`spelled_kept` and `spelled_same` compare runs of letters (-1 where the block says nothing or much), `anchors_fit` and
`anchors_wide` say how many of the block's anchors stand where they stood from it, within about 80 and 400 px.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.follow.portraits.anchors import middles
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.items import Counts
from pagestrata.follow.portraits.portrait_columns import Stack, distinct_rows

Rows = npt.NDArray[np.intp]
Columns = dict[str, npt.NDArray[Any]]
NEAR_PX, WIDE_PX = 80.0, 400.0


def add_likeness(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    """Add the columns; finalist i belongs to portrait owner[i] and stands at rows[i]."""
    distinct, place = distinct_rows(stack, rows)
    _add_spelling(columns, stack, owner, page, distinct, place)
    _add_anchors(columns, stack, owner, page, rows)
    _add_kind(columns, stack, owner, page, distinct, place)


def _add_spelling(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, distinct: Rows, place: Rows) -> None:
    wanted = [frozenset(portrait.spelling.tolist()) for portrait in stack.portraits]
    there = [page.spelling_of(row) for row in distinct.tolist()] if any(wanted) else [frozenset[int]()] * len(distinct)
    pairs = list(zip(map(wanted.__getitem__, owner.tolist()), map(there.__getitem__, place.tolist()), strict=True))
    shared = np.array([len(one & other) for one, other in pairs], np.float64)
    own, other = np.array(list(map(len, wanted)))[owner], np.array(list(map(len, there)))[place]
    columns["spelled_kept"] = np.where(own > 0, shared / np.maximum(own, 1), -1.0)
    columns["spelled_same"] = np.where(own > 0, shared / np.maximum(own + other - shared, 1.0), -1.0)


def _add_anchors(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, rows: Rows) -> None:
    places = page.anchors.places_of(stack.anchors)  # [portraits, anchors, occurrences, 2]
    known = places[..., 0, 0] < 1e6
    count = known.sum(axis=1)
    expected = middles(page.nodes.box[rows])[:, None] + stack.anchor_steps[owner]
    distance = np.abs(places[owner] - expected[:, :, None]).sum(axis=-1).min(axis=-1)
    there = known[owner]
    for name, reach in (("anchors_fit", NEAR_PX), ("anchors_wide", WIDE_PX)):
        fits = (np.exp(-np.minimum(distance / reach, 30.0)) * there).sum(axis=1)
        columns[name] = np.where(count[owner] > 0, fits / np.maximum(count[owner], 1), -1.0)
    columns["anchors_known"] = count[owner] / np.maximum((stack.anchors >= 0).sum(axis=1), 1)[owner]


def _add_kind(columns: Columns, stack: Stack, owner: Rows, page: ItemPage, distinct: Rows, place: Rows) -> None:
    numbers, control = stack.numbers, page.control[distinct][place]
    columns["control"] = control
    columns["same_control"] = control == numbers["control"][owner]
    columns["shown"] = page.is_shown[distinct][place]
    said = page.said_count(distinct)[place]
    columns["said_alone"] = (said == 1) * 1.0 + (numbers["said_count"][owner] == 1)
    addresses = np.array([page.address_count(row) for row in distinct.tolist()])[place]
    alone = (addresses == 1) * 1.0 + (numbers["address_count"][owner] == 1)
    columns["address_alone"] = np.where((numbers["address"][owner] != 0) & (addresses > 0), alone, -1.0)
    columns["same_field"] = _same_field(numbers["field_name"][owner], page.field_names[distinct][place])


def _same_field(wanted: npt.NDArray[np.int64], there: npt.NDArray[np.int64]) -> Counts:
    return np.where(wanted != 0, (wanted == there) * 1.0, np.where(there != 0, -2.0, -1.0))
