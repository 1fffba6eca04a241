"""Visual separators: the gaps between the blocks of a pool, in one direction, with a weight each (notes §1).

The report's interval rules (split, shrink, remove) leave exactly the gaps in the union of the blocks' intervals, so
one sort finds them all. Weights use the constants of the public ports. Departure: blocks that touch are still
separated, by a separator without width, where their backgrounds differ or a border is drawn between them; the report
loses the edge between a coloured header and the page below it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagestrata.model.snapshot import BoolColumn
from pagestrata.segmenting.layout import Floats, Ints, Layout

HORIZONTAL, VERTICAL = 1, 0
"""A horizontal separator is an interval on the y axis (axis 1)."""

TOP, RIGHT, BOTTOM, LEFT = range(4)
"""The columns of a node's borders."""

BASE_WEIGHT = 3
MIN_GAP_PX = 3.0
EMPHASIS = 2  # <hr>, background, font, smaller font above: each
BOTH_TEXT_RELIEF = 2
OVERLAP_TOLERANCE_PX = 1.0
LINE_TOLERANCE_PX = 2.0


@dataclass(frozen=True, slots=True)
class Separators:
    """The separators of a pool along one axis: separator k cuts behind position `after[k]` of `order`."""

    order: Ints  # positions in the pool, sorted along the axis
    after: Ints
    weight: Ints

    @property
    def heaviest(self) -> int:
        return int(self.weight.max()) if len(self.weight) else 0


def gap_weight(gap_px: Floats) -> Ints:
    """Return the weight of a gap's width: 1 up to 8 px, 2 up to 15, 4 up to 25, then 2 more per 10 px, at most 12."""
    wide = np.minimum(12, 6 + 2 * ((gap_px - 25) // 10))
    return np.select([gap_px <= 8, gap_px <= 15, gap_px <= 25], [1, 2, 4], wide).astype(np.int64)


def find_separators(layout: Layout, rows: Ints, *, axis: int) -> Separators:
    """The separators of a pool along one axis; none where the blocks leave no gap."""
    extent = layout.extent[rows]
    order = np.argsort(extent[:, axis], kind="stable")
    starts, ends = extent[order, axis], extent[order, axis + 2]
    reach = np.maximum.accumulate(ends)
    after = np.flatnonzero(starts[1:] - reach[:-1] >= -OVERLAP_TOLERANCE_PX)
    furthest = np.maximum.accumulate(np.where(ends >= reach, np.arange(len(order)), 0))
    before, behind = rows[order[furthest[after]]], rows[order[after + 1]]
    start, end = reach[after], starts[after + 1]
    recoloured = layout.nodes.background[before] != layout.nodes.background[behind]
    crossed = _crossed(layout, extent, start, end) if axis == HORIZONTAL else np.zeros(len(after), np.bool_)
    weight = BASE_WEIGHT + gap_weight(end - start) + EMPHASIS * (crossed.astype(np.int64) + recoloured)
    weight += _typography(layout, before, behind, axis)
    kept = (end - start >= MIN_GAP_PX) | recoloured | crossed | _bordered(layout, before, behind, axis)
    return Separators(order, after[kept], weight[kept])


def _crossed(layout: Layout, extent: Floats, start: Floats, end: Floats) -> BoolColumn:
    """Return the gaps that contain an <hr> of the pool's columns."""
    lines = layout.ruled_lines
    beside = (lines[:, 2] > extent[:, 0].min()) & (lines[:, 0] < extent[:, 2].max())
    heights = np.sort(lines[beside, 1])
    first = np.searchsorted(heights, start - LINE_TOLERANCE_PX)
    last = np.searchsorted(heights, end + LINE_TOLERANCE_PX, side="right")
    return np.asarray(last > first)


def _bordered(layout: Layout, before: Ints, behind: Ints, axis: int) -> BoolColumn:
    """Return the gaps with a border on one side, facing the gap."""
    towards, back = (BOTTOM, TOP) if axis == HORIZONTAL else (RIGHT, LEFT)
    border = layout.nodes.border
    return np.asarray((border[before, towards] > 0) | (border[behind, back] > 0))


def _typography(layout: Layout, above: Ints, below: Ints, axis: int) -> Ints:
    """Return weights of typography (horizontal only): font differences weigh more, equal plain text on both sides less."""
    first, second = layout.spread[above, 4:], layout.spread[below, 4:]
    has_fonts = np.isfinite(first[:, 0]) & np.isfinite(second[:, 0])
    weight = np.zeros(len(above), np.int64)
    if axis == HORIZONTAL:
        # Columns 1 and 3 are the negated largest size and weight.
        differs = has_fonts & ((first[:, 1] != second[:, 1]) | (first[:, 3] != second[:, 3]))
        weight += EMPHASIS * (differs.astype(np.int64) + (differs & (first[:, 1] > second[:, 1])))
    only_text = layout.counts[above, 2:].sum(axis=1) + layout.counts[below, 2:].sum(axis=1) == 0
    alike = has_fonts & only_text & np.all(first == second, axis=1)
    return np.asarray(weight - BOTH_TEXT_RELIEF * alike)
