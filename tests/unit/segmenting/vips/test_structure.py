from __future__ import annotations

import pytest

from builders import Spec, element, snapshot, words
from pagestrata.segmenting import FINE, VIPS_PDOC
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import Outline
from pagestrata.segmenting.vips import outline_page
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


def paragraph(x: float, y: float, width: float = 300) -> Spec:
    return element("p", (x, y, width, 80), words("a paragraph of text", (x, y, width, 80)))


@pytest.fixture
def layout() -> Layout:
    header = element(
        "header", (0, 0, 1366, 100), words("Title", (0, 0, 300, 60), font_size=40.0), background=0x112233FF
    )
    left = element("div", (0, 150, 300, 700), *(paragraph(0, y) for y in range(150, 850, 90)))
    right = element("div", (400, 150, 900, 700), *(paragraph(400, y, 900) for y in range(150, 850, 90)))
    body = element("body", (0, 0, 1366, 900), header, element("div", (0, 150, 1366, 700), left, right))
    return Layout.of(snapshot(element("html", (0, 0, 1366, 900), body)))


def leaf_rows(outline: Outline) -> list[tuple[int, ...]]:
    return [leaf.rows for leaf in outline.leaves()]


def test_a_higher_pdoc_gives_more_and_smaller_leaves(layout: Layout) -> None:
    counts = [len(leaf_rows(outline_page(layout, 0, pdoc=pdoc))) for pdoc in range(1, 11)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


@pytest.mark.parametrize("pdoc", [1, 5, 8, 10])
def test_every_text_is_in_exactly_one_leaf(layout: Layout, pdoc: int) -> None:
    seen = [
        inside
        for rows in leaf_rows(outline_page(layout, 0, pdoc=pdoc))
        for row in rows
        for inside in range(row, int(layout.nodes.end[row]))
        if layout.chars[inside]
    ]
    assert sorted(seen) == [row for row in range(len(layout)) if layout.chars[row]]


@pytest.mark.parametrize("pdoc", [5, 8, 10])
def test_coherence_never_falls_from_parent_to_child(layout: Layout, pdoc: int) -> None:
    stack = [outline_page(layout, 0, pdoc=pdoc)]
    while stack:
        outline = stack.pop()
        assert 1 <= outline.doc <= 10
        assert all(child.doc >= outline.doc for child in outline.children)
        stack.extend(outline.children)


def test_a_page_of_one_text_is_one_leaf() -> None:
    layout = Layout.of(snapshot(element("html", (0, 0, 99, 99), words("text", (0, 0, 40, 16)))))
    assert leaf_rows(outline_page(layout, 0, pdoc=10)) == [(0,)]


def _page_of(*sections: Spec) -> Layout:
    """The sections below a heading that stands far above them, so that what parts them is light on the page's scale."""
    heading = element("h1", (0, 0, 1366, 40), words("Title", (0, 0, 300, 40), font_size=36.0))
    body = element("body", (0, 0, 1366, 900), heading, element("main", (0, 140, 1366, 760), *sections))
    return Layout.of(snapshot(element("html", (0, 0, 1366, 900), body)))


def _section(x: float, y: float, width: float, **look: object) -> Spec:
    """A heading and two paragraphs, with more space between them than around them."""
    heading = element("h2", (x, y, width, 30), words("Heading", (x, y, 200, 30), font_size=24.0, font_weight=700))
    return element(
        "div", (x, y, width, 220), heading, paragraph(x, y + 40, width), paragraph(x, y + 140, width), **look
    )


def _sections_in_leaves(layout: Layout, *, pdoc: int) -> list[set[int]]:
    """For each leaf below the heading, which sections it shows something of."""
    sections = layout.children(layout.children(1)[1])
    found = [
        {number for number, top in enumerate(sections) for row in rows if top <= row < int(layout.nodes.end[top])}
        for rows in leaf_rows(outline_page(layout, 0, pdoc=pdoc))
    ]
    return [numbers for numbers in found if numbers]


@pytest.mark.parametrize("gap", [0, 4, 8])
def test_three_bordered_sections_are_not_one_block(gap: int) -> None:
    layout = _page_of(*(_section(0, 140 + n * (220 + gap), 1366, border=(1, 1, 1, 1)) for n in range(3)))
    shown = _sections_in_leaves(layout, pdoc=VIPS_PDOC[FINE])
    assert all(len(sections) == 1 for sections in shown)
    assert set().union(*shown) == {0, 1, 2}


def test_four_cards_are_not_one_block() -> None:
    layout = _page_of(*(_section(x, y, 679) for y in (140, 368) for x in (0, 687)))
    shown = _sections_in_leaves(layout, pdoc=VIPS_PDOC[FINE])
    assert all(len(sections) == 1 for sections in shown)
    assert set().union(*shown) == {0, 1, 2, 3}
