from __future__ import annotations

import pytest

from builders import Spec, element, snapshot, words
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.vips.rules import Extracted
from pagestrata.segmenting.vips.structure import Part, WeightScale, construct


def block(x: float, y: float, width: float = 100, height: float = 50) -> Spec:
    return element("div", (x, y, width, height), words("text", (x, y, width, height)))


def shape(part: Part) -> object:
    """The structure as nested lists of rows."""
    return [shape(inner) for inner in part.parts] if part.parts else [found.row for found in part.blocks]


def structure(*children: Spec) -> Part:
    layout = Layout.of(snapshot(element("html", (0, 0, 1000, 1000), *children)))
    return construct(layout, [Extracted(row, 8) for row in layout.children(0)])


def test_the_heaviest_separators_cut_first() -> None:
    assert shape(structure(block(0, 0), block(0, 60), block(0, 300))) == [[[1], [3]], [5]]


def test_columns_below_a_header_are_found_after_the_cut() -> None:
    assert shape(structure(block(0, 0, 500), block(0, 100), block(300, 100))) == [[1], [[3], [5]]]


def test_blocks_without_a_separator_stay_together() -> None:
    whole = structure(block(0, 0), block(0, 50), block(50, 20))
    assert shape(whole) == [1, 3, 5]
    assert whole.weight is None


def test_leaves_come_in_order() -> None:
    whole = structure(block(0, 0), block(0, 60), block(0, 300))
    assert [part.blocks[0].row for part in whole.leaves()] == [1, 3, 5]


@pytest.mark.parametrize(("weight", "doc"), [(None, 11), (3, 10), (13, 1), (8, 5)])
def test_a_heavier_separator_means_less_coherence(weight: int | None, doc: int) -> None:
    assert WeightScale(lightest=3, heaviest=13).doc(weight) == doc


def test_equal_extremes_are_no_division_by_zero() -> None:
    assert WeightScale(lightest=4, heaviest=4).doc(4) == 5
    assert WeightScale().doc(4) == 11
