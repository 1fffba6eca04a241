"""Draw the box of each block: the area it occupies on the page, without the area of other blocks.

A block's box is drawn around its elements, empty padding included, as an author or reader would draw it. But some
elements reach over their neighbours: a paragraph next to floats, the row of a table with a cell that spans several rows, a
wrapper around absolutely placed parts. Where that box holds what another block of the same layer shows, the block is
drawn around its own visible content alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pagestrata.model.snapshot import BoolColumn
from pagestrata.segmenting.layout import Floats, Ints, Layout

ROOMY = 1.02
"""Relative margin. A box that exceeds its content by less than this holds nothing else."""


def draw_boxes(layout: Layout, blocks: Sequence[tuple[int, ...]]) -> Floats:
    """[k, 4] left, top, right, bottom of blocks given by their top rows; zeros for a block without rows."""
    drawn = np.zeros((len(blocks), 4))
    filled = [number for number, rows in enumerate(blocks) if rows]
    if not filled:
        return drawn
    tops = [blocks[number] for number in filled]
    rows = np.array([row for some in tops for row in some], np.int64)
    counts = np.array([len(some) for some in tops])
    starts = np.cumsum(counts) - counts
    whole = _around(layout.extent[rows], starts)
    tight = _around(layout.content_extent[rows], starts)
    roomy = _area(whole) > ROOMY * _area(tight)
    crowded = np.zeros(len(filled), np.bool_)
    crowded[roomy] = _Contents(layout).hold_others(whole[roomy], [tops[i] for i in np.flatnonzero(roomy).tolist()])
    drawn[filled] = np.where(crowded[:, None], tight, whole)
    return drawn


def _around(corners: Floats, starts: Ints) -> Floats:
    lower = np.minimum.reduceat(corners[:, :2], starts, axis=0)
    return np.concatenate([lower, np.maximum.reduceat(corners[:, 2:], starts, axis=0)], axis=1)


def _area(corners: Floats) -> Floats:
    return np.asarray((corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1]))


class _Contents:
    """The middles of all pieces of content, from the top of the page down."""

    def __init__(self, layout: Layout) -> None:
        self._ends = layout.nodes.end
        self._layer = layout.layer
        # A row with children counts through its children; its own picture is their background.
        shown = layout.is_content & (layout.child_count == 0)
        self._before = np.concatenate([[0], np.cumsum(shown)])
        rows = np.flatnonzero(shown)
        left, top, right, bottom = layout.own[rows].T
        order = np.argsort(top + bottom, kind="stable")
        self._rows, self._x, self._y = rows[order], ((left + right) / 2)[order], ((top + bottom) / 2)[order]

    def hold_others(self, corners: Floats, blocks: Sequence[tuple[int, ...]]) -> BoolColumn:
        """Return whether each box contains the middle of content that its block does not own."""
        first = np.searchsorted(self._y, corners[:, 1], side="right")
        last = np.searchsorted(self._y, corners[:, 3], side="left")
        found = np.zeros(len(blocks), np.bool_)
        # Fast path: most blocks have no neighbour beside them, so all pieces at their height are their own.
        for number in np.flatnonzero(last - first > self._owned(blocks)).tolist():
            begins = np.sort(np.array(blocks[number], np.int64))
            rows, x = self._rows[first[number] : last[number]], self._x[first[number] : last[number]]
            at = np.searchsorted(begins, rows, side="right") - 1
            foreign = (at < 0) | (rows >= self._ends[begins[at]])
            across = (x > corners[number, 0]) & (x < corners[number, 2])
            found[number] = bool(np.any(foreign & across & (self._layer[rows] == self._layer[begins[0]])))
        return found

    def _owned(self, blocks: Sequence[tuple[int, ...]]) -> Ints:
        counts = np.array([len(rows) for rows in blocks], np.int64)
        rows = np.array([row for some in blocks for row in some], np.int64)
        pieces = np.concatenate([[0], np.cumsum(self._before[self._ends[rows]] - self._before[rows])])
        stops = np.cumsum(counts)
        return np.asarray(pieces[stops] - pieces[stops - counts])
