"""What holds for every segmenter, on ordinary and on broken pages."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import Spec, element, snapshot, words
from pagestrata.model.blocks import OVERLAY_LAYER, ROLES, BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import SEGMENTERS, segment

GRANULARITIES: tuple[int | str, ...] = ("coarse", "fine", 1, 6, 10)

pytestmark = pytest.mark.parametrize("segmenter", SEGMENTERS)


def page(*children: Spec, size: tuple[float, float] = (1366, 900), **fields: Any) -> Snapshot:
    body = element("body", (0, 0, *size), *children)
    return snapshot(element("html", (0, 0, *size), body), **fields)


def text(content: str, x: float, y: float, width: float = 200, height: float = 20) -> Spec:
    return words(content, (x, y, width, height))


def visible_words(found: Snapshot) -> list[str]:
    nodes = found.nodes
    assert nodes is not None
    shown = nodes.visible & (nodes.clipped[:, 2] > 0) & (nodes.clipped[:, 3] > 0)
    return sorted(word for row in np.flatnonzero(shown) for word in nodes.text[row].split())


def check(found: Snapshot, tree: BlockTree) -> None:
    """The laws of a block tree."""
    blocks = list(tree.walk())
    assert len({block.ref for block in blocks}) == len(blocks)
    assert sorted(word for leaf in tree.leaves() for word in leaf.text.split()) == visible_words(found)
    rows = [row for leaf in tree.leaves() for row in leaf.rows]
    assert len(set(rows)) == len(rows)
    for block in blocks:
        assert block.box.is_finite
        assert block.box.width >= 0
        assert block.box.height >= 0
        assert 1 <= block.doc <= 10
        assert block.role in ROLES
        for child in block.children:
            assert child.doc >= block.doc
            assert child.ref.partition(".")[0] == block.ref.partition(".")[0]
            assert child.layer == block.layer
            assert block.box.contains(child.box, tolerance_px=1.0) or not child.box.area


def cut_and_check(found: Snapshot, segmenter: str) -> list[BlockTree]:
    trees = [segment(found, segmenter, pdoc=pdoc) for pdoc in GRANULARITIES]
    for tree in trees:
        check(found, tree)
    return trees


SPECIMENS: dict[str, Snapshot] = {
    "an ordinary page": page(
        element("header", (0, 0, 1366, 100), text("Title", 0, 0), background=0x112233FF),
        element(
            "nav",
            (0, 120, 200, 600),
            *(element("li", (0, y, 200, 20), text("item", 0, y)) for y in range(120, 700, 30)),
        ),
        element(
            "main",
            (250, 120, 1000, 600),
            *(element("p", (250, y, 1000, 80), text("words " * 9, 250, y)) for y in (120, 220)),
        ),
        element("footer", (0, 850, 1366, 50), text("the end", 0, 850)),
    ),
    "an empty body": page(),
    "one text node": page(text("alone", 0, 0)),
    "a text right under the root": snapshot(element("html", (0, 0, 100, 100), text("alone", 0, 0))),
    "one giant table": page(
        element(
            "table",
            (0, 0, 1366, 2000),
            *(
                element(
                    "tr",
                    (0, y, 1366, 20),
                    *(element("td", (x, y, 80, 20), text(f"{x}", x, y, 80)) for x in range(0, 800, 80)),
                )
                for y in range(0, 2000, 20)
            ),
        ),
        size=(1366, 2000),
    ),
    "everything absolutely positioned": page(
        *(
            element("div", (x, y, 90, 40), text("here", x, y, 80), position="absolute")
            for x in range(0, 900, 130)
            for y in range(0, 800, 70)
        )
    ),
    "a page without size": page(text("lost", 0, 0, 0, 0), size=(0, 0), page_size=(0.0, 0.0)),
    "all content in overlays": page(
        element("div", (0, 0, 600, 100), text("first layer", 0, 0), position="fixed"),
        element("div", (0, 200, 600, 100), text("second layer", 0, 200), position="fixed"),
        element("div", (0, 400, 600, 100), text("third layer", 0, 400), position="fixed"),
    ),
    "overlapping and negative boxes": page(
        element("div", (-500, -300, 900, 600), text("left of the page", -500, -300)),
        element(
            "div",
            (100, 100, 800, 600),
            text("over it", 100, 100),
            element("div", (0, 0, 900, 700), text("and over", 0, 0)),
        ),
        element("div", (50, 50, 10, 10), text("in the middle", 50, 50)),
    ),
    "text that runs right to left": page(
        element(
            "div",
            (766, 0, 600, 200),
            text("שלום עולם", 1166, 0),
            text("مرحبا بالعالم", 1166, 40),
            attributes={"dir": "rtl"},
        ),
        element("div", (0, 0, 600, 200), text("עוד", 400, 0)),
    ),
    "text that runs down": page(
        *(element("p", (x, 0, 20, 600), words("縦書き の 文章", (x, 0, 20, 600))) for x in range(900, 0, -40)),
    ),
    "a frameset": snapshot(
        element(
            "html",
            (0, 0, 1366, 768),
            element(
                "frameset",
                (0, 0, 1366, 768),
                element("frame", (0, 0, 300, 768), element("html", (0, 0, 300, 768), text("menu", 0, 0))),
                element("frame", (300, 0, 1066, 768), element("html", (300, 0, 1066, 768), text("content", 300, 0))),
            ),
        )
    ),
}


@pytest.mark.parametrize("name", SPECIMENS)
def test_the_laws_hold(segmenter: str, name: str) -> None:
    for tree in cut_and_check(SPECIMENS[name], segmenter):
        assert tree.blocks
        assert tree.segmenter == segmenter


@pytest.mark.parametrize("name", SPECIMENS)
def test_the_same_snapshot_gives_the_same_tree(segmenter: str, name: str) -> None:
    first, second = (segment(SPECIMENS[name], segmenter) for _ in range(2))
    assert first == second
    assert [(block.ref, block.box) for block in first.walk()] == [(block.ref, block.box) for block in second.walk()]


def test_an_ordinary_page_has_several_parts(segmenter: str) -> None:
    tree = segment(SPECIMENS["an ordinary page"], segmenter, pdoc=10)
    assert len(list(tree.leaves())) >= 3


def test_overlays_alone_are_still_blocks(segmenter: str) -> None:
    tree = segment(SPECIMENS["all content in overlays"], segmenter)
    assert sorted(leaf.text for leaf in tree.leaves() if leaf.text) == ["first layer", "second layer", "third layer"]
    assert all(leaf.layer == OVERLAY_LAYER for leaf in tree.leaves() if leaf.text)


def test_numbers_that_are_not_finite_do_no_harm(segmenter: str) -> None:
    found = SPECIMENS["an ordinary page"]
    assert found.nodes is not None
    for broken in (math.nan, math.inf, -math.inf):
        boxes = found.nodes.box.copy()
        boxes[4:8] = broken
        spoilt = replace(found, nodes=replace(found.nodes, box=boxes, clipped=boxes), page_size=(broken, broken))
        tree = segment(spoilt, segmenter)
        assert all(block.box.is_finite for block in tree.walk())
        assert "the end" in " ".join(leaf.text for leaf in tree.leaves())


@pytest.fixture(scope="module")
def long_page() -> Snapshot:
    siblings = (element("p", (0, 20.0 * i, 500, 16), words("line", (0, 20.0 * i, 200, 16))) for i in range(50_000))
    return page(*siblings, size=(1366, 1_000_000))


def test_fifty_thousand_siblings_are_no_trouble(segmenter: str, long_page: Snapshot) -> None:
    tree = segment(long_page, segmenter, pdoc="fine")
    assert sum(leaf.text.count("line") for leaf in tree.leaves()) == 50_000


def test_a_very_deep_page_is_no_trouble(segmenter: str) -> None:
    deep = text("bottom", 0, 0)
    for _ in range(500):
        deep = element("div", (0, 0, 300, 40), deep)
    check(page(deep), segment(page(deep), segmenter, pdoc=10))


def test_a_page_that_is_not_html_has_no_blocks(segmenter: str) -> None:
    assert segment(page(nodes=None), segmenter).blocks == ()


@st.composite
def specs(draw: st.DrawFn, depth: int = 3) -> Spec:
    box = tuple(draw(st.integers(-50, 900)) for _ in range(2)) + tuple(draw(st.integers(0, 700)) for _ in range(2))
    if depth == 0 or draw(st.booleans()):
        return words(draw(st.sampled_from(["a", "b c", "word"])), box)
    tag = draw(st.sampled_from(["div", "p", "span", "table", "tr", "td", "li", "nav", "section", "a", "b"]))
    style: dict[str, Any] = {}
    if draw(st.integers(0, 3)) == 0:
        style["background"] = 0xFF0000FF
    if draw(st.integers(0, 5)) == 0:
        style["position"] = draw(st.sampled_from(["fixed", "absolute", "sticky"]))
    if draw(st.integers(0, 5)) == 0:
        style["display"] = draw(st.sampled_from(["contents", "flex", "inline-block"]))
    children = draw(st.lists(specs(depth=depth - 1), max_size=4))
    return element(tag, box, *children, **style)


@settings(max_examples=60, deadline=None)
@given(children=st.lists(specs(), min_size=1, max_size=5), pdoc=st.sampled_from(GRANULARITIES))
def test_the_laws_hold_for_any_page(segmenter: str, children: list[Spec], pdoc: int | str) -> None:
    found = page(*children)
    tree = segment(found, segmenter, pdoc=pdoc)
    check(found, tree)
