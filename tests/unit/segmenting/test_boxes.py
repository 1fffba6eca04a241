from __future__ import annotations

import numpy as np

from builders import Spec, element, snapshot, words
from pagestrata.segmenting.boxes import draw_boxes
from pagestrata.segmenting.layout import Layout


def page(*children: Spec, overlays: tuple[int, ...] = ()) -> Layout:
    return Layout.of(snapshot(element("html", (0, 0, 1000, 900), *children)), overlays=overlays)


def test_a_block_has_the_box_of_its_elements_padding_included() -> None:
    layout = page(
        element("p", (0, 0, 500, 40), words("one", (10, 10, 80, 20))),
        element("p", (0, 100, 500, 40), words("two", (10, 110, 80, 20))),
    )
    assert draw_boxes(layout, [(1,), (3,)]).tolist() == [[0, 0, 500, 40], [0, 100, 500, 140]]
    assert draw_boxes(layout, [(1, 3)]).tolist() == [[0, 0, 500, 140]]


def test_an_element_that_reaches_over_a_neighbour_is_drawn_around_its_own_content() -> None:
    """A paragraph beside floats: its box begins above them, its text stands below."""
    layout = page(
        element("div", (0, 0, 300, 400), words("a floating article", (10, 10, 200, 20))),
        element("p", (0, 0, 600, 450), words("Page 1 of 21", (0, 420, 90, 20))),
    )
    assert draw_boxes(layout, [(1,), (3,)]).tolist() == [[0, 0, 300, 400], [0, 420, 90, 440]]


def test_what_lies_beside_a_box_at_the_same_height_does_not_matter() -> None:
    layout = page(
        element("div", (0, 0, 300, 400), words("left", (10, 10, 200, 20))),
        element("div", (300, 0, 300, 400), words("right", (310, 10, 200, 20))),
    )
    assert draw_boxes(layout, [(1,), (3,)]).tolist() == [[0, 0, 300, 400], [300, 0, 600, 400]]


def test_what_a_block_holds_in_several_elements_is_its_own_in_any_order() -> None:
    layout = page(
        element("div", (0, 0, 600, 400), words("outer", (10, 10, 80, 20))),
        element("div", (50, 100, 80, 20), words("laid over it", (50, 100, 80, 20))),
    )
    assert draw_boxes(layout, [(3, 1)]).tolist() == [[0, 0, 600, 400]]


def test_other_layers_neither_shrink_a_block_nor_are_shrunk_by_it() -> None:
    layout = page(
        element("main", (0, 0, 900, 800), words("the page", (10, 10, 80, 20))),
        element("dialog", (100, 0, 300, 300), words("a layer", (110, 200, 80, 20))),
        overlays=(3,),
    )
    assert draw_boxes(layout, [(1,), (3,)]).tolist() == [[0, 0, 900, 800], [100, 0, 400, 300]]


def test_a_block_without_rows_has_an_empty_box() -> None:
    assert draw_boxes(page(words("text", (0, 0, 50, 20))), [(), (1,)]).tolist() == [[0, 0, 0, 0], [0, 0, 50, 20]]
    assert draw_boxes(page(), []).shape == (0, 4)
    assert np.array_equal(draw_boxes(page(), [()]), np.zeros((1, 4)))
