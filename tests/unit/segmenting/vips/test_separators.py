from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from builders import Spec, element, snapshot, words
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.vips.separators import HORIZONTAL, VERTICAL, Separators, find_separators, gap_weight


def block(x: float, y: float, width: float = 100, height: float = 50, **style: Any) -> Spec:
    return element("div", (x, y, width, height), words("text", (x, y, width, height), **style), **style)


def separators(*children: Spec, axis: int = HORIZONTAL) -> Separators:
    layout = Layout.of(snapshot(element("html", (0, 0, 1000, 1000), *children)))
    rows = np.array([row for row in layout.children(0) if layout.nodes.tag_of(row) == "div"], np.int64)
    return find_separators(layout, rows, axis=axis)


@pytest.mark.parametrize(
    ("gap", "weight"),
    [(4, 1), (8, 1), (9, 2), (15, 2), (16, 4), (25, 4), (26, 6), (35, 8), (45, 10), (55, 12), (900, 12)],
)
def test_a_wider_gap_weighs_more(gap: float, weight: int) -> None:
    assert gap_weight(np.array([float(gap)])).tolist() == [weight]


def test_the_gaps_between_blocks_are_found() -> None:
    found = separators(block(0, 0), block(0, 100), block(0, 155))
    assert found.after.tolist() == [0, 1]


def test_a_block_across_a_gap_closes_it() -> None:
    assert len(separators(block(0, 0), block(0, 100), block(200, 20, 50, 100)).after) == 0


def test_a_header_over_two_columns_hides_the_gap_between_them() -> None:
    header, left, right = block(0, 0, 500), block(0, 100), block(300, 100)
    assert len(separators(header, left, right, axis=VERTICAL).after) == 0
    assert separators(left, right, axis=VERTICAL).after.tolist() == [0]


def test_blocks_that_touch_are_separated_by_colour_only() -> None:
    assert len(separators(block(0, 0), block(0, 50)).after) == 0
    assert len(separators(block(0, 0, background=0xFF0000FF), block(0, 50)).after) == 1


def weight(*children: Spec, axis: int = HORIZONTAL) -> int:
    (only,) = separators(*children, axis=axis).weight.tolist()
    return int(only)


def test_what_makes_a_separator_heavier_and_lighter() -> None:
    alike = weight(block(0, 0), block(0, 60))
    assert alike == 3 + 2 - 2
    assert weight(block(0, 0, font_size=32.0), block(0, 60)) == 3 + 2 + 2
    assert weight(block(0, 0), block(0, 60, font_size=32.0)) == 3 + 2 + 2 + 2
    assert weight(block(0, 0, background=0xFF0000FF), block(0, 60)) == alike + 2
    assert weight(block(0, 0), element("hr", (0, 54, 100, 2)), block(0, 60)) == alike + 2


def test_a_line_in_another_column_adds_nothing() -> None:
    assert weight(block(0, 0), element("hr", (500, 54, 100, 2)), block(0, 60)) == weight(block(0, 0), block(0, 60))


def test_fonts_do_not_matter_side_by_side() -> None:
    assert weight(block(0, 0, font_size=32.0), block(110, 0), axis=VERTICAL) == 3 + 2
