from __future__ import annotations

import math

import numpy as np
import pytest

from builders import element, snapshot, words
from pagestrata.model.geometry import Box
from pagestrata.segmenting.layout import Layout


def test_a_wrapper_without_height_takes_the_box_of_what_it_shows() -> None:
    page = snapshot(element("html", (0, 0, 100, 100), element("div", (0, 0, 100, 0), words("float", (10, 20, 30, 16)))))
    layout = Layout.of(page)
    assert layout.box([1]) == Box(10, 20, 30, 16)
    assert layout.valid.tolist() == [True, True, True]


def test_contents_display_is_transparent() -> None:
    inner = element("div", (0, 0, 100, 50), words("a", (0, 0, 10, 10)), words("b", (0, 20, 10, 10)))
    page = snapshot(element("html", (0, 0, 100, 100), element("div", (0, 0, 0, 0), inner, display="contents")))
    layout = Layout.of(page)
    assert layout.parent.tolist() == [-1, 0, 0, 2, 2]
    assert layout.children(0) == [2]


def test_lifted_rows_add_nothing_to_what_they_hung_under() -> None:
    layer = element("div", (0, 500, 100, 100), words("hello", (0, 500, 50, 16)))
    page = snapshot(element("html", (0, 0, 100, 100), words("text", (0, 0, 40, 16)), layer))
    layout = Layout.of(page, overlays=(2,))
    assert layout.box([0]) == Box(0, 0, 100, 100)
    assert layout.counts[0].tolist() == [4, 1, 0, 0]
    assert layout.counts[2].tolist() == [5, 1, 0, 0]
    assert layout.layer.tolist() == [0, 0, 1, 1]
    assert layout.foreign_rows(0).tolist() == [False, False, True, True]
    assert layout.foreign_rows(2).tolist() == [True, True, False, False]


def test_padding_is_part_of_the_extent_and_not_of_the_content() -> None:
    padded = element("div", (0, 0, 100, 50), words("a", (20, 20, 10, 10)))
    layout = Layout.of(snapshot(element("html", (0, 0, 100, 100), padded, element("hr", (0, 60, 0, 0)))))
    assert layout.extent[1].tolist() == [0, 0, 100, 50]
    assert layout.content_extent[1].tolist() == [20, 20, 30, 30]
    assert layout.content_extent[3].tolist() == [0, 0, 0, 0]


def test_numbers_that_are_not_finite_and_negative_sizes_are_no_box() -> None:
    broken = [(math.nan, 0, 10, 10), (0, math.inf, 10, 10), (0, 0, -5, 10), (0, 0, 1e30, 1e30)]
    spoilt = snapshot(element("html", (0, 0, 100, 100), *(element("p", box, visible=True) for box in broken)))
    layout = Layout.of(spoilt)
    assert np.isfinite(layout.own).all()
    assert np.isfinite(layout.area).all()
    assert layout.shown.tolist() == [True, True, True, False, True]


def test_a_page_size_that_is_not_finite_counts_as_none() -> None:
    page = snapshot(element("html", (0, 0, 100, 100)), page_size=(math.nan, math.inf))
    assert Layout.of(page).page == Box(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("display", "inline"), [("inline", True), ("flex", False), ("grid", False), ("list-item", False)]
)
def test_every_display_but_inline_breaks_the_line(display: str, inline: bool) -> None:
    page = snapshot(element("html", (0, 0, 9, 9), element("span", (0, 0, 9, 9), display=display)))
    assert bool(Layout.of(page).is_inline[1]) is inline


def test_sums_over_subtrees_agree_with_walking_them() -> None:
    texts = [words("x" * size, (0, 10 * size, 10, 10)) for size in range(1, 6)]
    page = snapshot(
        element(
            "html",
            (0, 0, 99, 99),
            element("div", (0, 0, 99, 50), *texts[:3]),
            element("div", (0, 50, 99, 49), *texts[3:]),
        )
    )
    layout = Layout.of(page)
    walked = [int(layout.chars[row : layout.nodes.end[row]].sum()) for row in range(len(layout))]
    assert layout.counts[:, 0].tolist() == walked
