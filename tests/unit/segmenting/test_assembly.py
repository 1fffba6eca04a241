from __future__ import annotations

from dataclasses import replace

import numpy as np

from builders import Spec, element, snapshot, words
from pagestrata.model.blocks import OVERLAY_LAYER, PAGE_LAYER
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import PageImage
from pagestrata.segmenting.assembly import adopt_strays, build_tree
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import Outline


def paragraph(content: str, y: float) -> Spec:
    return element("p", (0, y, 500, 40), words(content, (0, y, 200, 20)))


PAGE = snapshot(
    element("html", (0, 0, 1000, 900), paragraph("one", 0), paragraph("two", 100), paragraph("three", 200)), title="T"
)


def test_outlines_become_blocks_with_boxes_and_contents() -> None:
    layout = Layout.of(PAGE)
    leaves = tuple(Outline(rows=rows, doc=8) for rows in ((1,), (3, 5)))
    tree = build_tree(PAGE, layout, [Outline(rows=(0,), children=leaves, doc=2)], segmenter="hand")
    (root,) = tree.blocks
    assert (root.ref, root.doc, root.layer) == ("1", 2, PAGE_LAYER)
    assert [leaf.text for leaf in root.children] == ["one", "two three"]
    assert root.children[1].box == Box(0, 100, 500, 140)
    assert root.box == Box(0, 0, 500, 240)
    assert (tree.title, tree.segmenter, tree.url) == ("T", "hand", PAGE.url)


def test_overlays_have_their_own_root_and_layer() -> None:
    layout = Layout.of(PAGE, overlays=(3,))
    tree = build_tree(PAGE, layout, [Outline(rows=(0,)), Outline(rows=(3,))], segmenter="hand")
    assert [(block.layer, block.text) for block in tree.blocks] == [(PAGE_LAYER, "one three"), (OVERLAY_LAYER, "two")]
    assert tree.blocks[1].ref != tree.blocks[0].ref == "1"
    assert tree.blocks[1].role == "overlay"


def test_texts_that_no_leaf_covers_go_to_the_leaf_before_them() -> None:
    rows = [(1,), (5,)]
    owner = adopt_strays(Layout.of(PAGE), rows)
    assert rows == [(1, 4), (5,)]
    assert owner[np.array([2, 4, 6])].tolist() == [0, 0, 1]


def test_without_a_layout_there_are_no_blocks() -> None:
    assert build_tree(PAGE, None, [], segmenter="hand").blocks == ()


def test_a_divided_row_with_a_picture_behind_it_stays_divided() -> None:
    pictures = [element("img", (0, y, 90, 90), attributes={"src": "x"}) for y in (0, 200)]
    page = snapshot(element("html", (0, 0, 1000, 900), *pictures))
    assert page.nodes is not None
    backed = replace(page.nodes, images={**page.nodes.images, 0: PageImage(address="b", name="", kind="background")})
    rows: list[tuple[int, ...]] = [(1,), (2,)]
    adopt_strays(Layout.of(replace(page, nodes=backed)), rows)
    assert rows == [(1,), (2,)]


def test_a_leaf_is_drawn_around_its_frame() -> None:
    leaves = (Outline(rows=(1,), frame=(2,)), Outline(rows=(3, 5)))
    tree = build_tree(PAGE, Layout.of(PAGE), [Outline(rows=(0,), children=leaves)], segmenter="hand")
    framed, plain = list(tree.leaves())
    assert (framed.box, framed.rows, framed.text) == (Box(0, 0, 200, 20), (1,), "one")
    assert plain.box == Box(0, 100, 500, 140)


def test_what_a_framed_leaf_adopts_is_in_its_box() -> None:
    leaves = (Outline(rows=(1,), frame=(2,)), Outline(rows=(5,)))
    tree = build_tree(PAGE, Layout.of(PAGE), [Outline(rows=(0,), children=leaves)], segmenter="hand")
    assert next(tree.leaves()).box == Box(0, 0, 200, 120)
