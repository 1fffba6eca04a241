from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.geometry import EMPTY_BOX, Box

numbers = st.floats(-1000, 1000).map(lambda value: round(value, 2))
sizes = st.floats(0, 1000).map(lambda value: round(value, 2))
boxes = st.builds(Box, numbers, numbers, sizes, sizes)


def test_edges_and_area() -> None:
    box = Box(10, 20, 30, 40)
    assert (box.right, box.bottom, box.area) == (40, 60, 1200)


def test_boxes_apart_share_nothing() -> None:
    assert Box(0, 0, 10, 10).intersection(Box(20, 0, 5, 5)).area == 0


def test_an_empty_box_adds_nothing() -> None:
    box = Box(5, 5, 10, 10)
    assert box.union(EMPTY_BOX) == box
    assert EMPTY_BOX.union(box) == box


@given(boxes, boxes)
def test_union_contains_both_and_intersection_is_in_both(first: Box, second: Box) -> None:
    both = first.union(second)
    shared = first.intersection(second)
    for box in (first, second):
        if box.area:
            assert both.contains(box, tolerance_px=0.01)
        if shared.area:
            assert box.contains(shared, tolerance_px=0.01)


def test_what_is_not_finite_is_known() -> None:
    assert Box(0, 0, 1, 1).is_finite
    assert not Box(0, float("nan"), 1, 1).is_finite
    assert not Box(0, 0, float("inf"), 1).is_finite
