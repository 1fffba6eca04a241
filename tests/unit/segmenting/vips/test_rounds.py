from __future__ import annotations

import pytest

from builders import Spec, element, snapshot, words
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import Outline
from pagestrata.segmenting.vips import outline_page


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
