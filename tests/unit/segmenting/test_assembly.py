from __future__ import annotations

from dataclasses import replace

import numpy as np

from builders import Spec, element, snapshot, words
from pagestrata.model.blocks import OVERLAY_LAYER, PAGE_LAYER
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import PageImage
from pagestrata.segmenting.assembly import adopt_strays, build_tree, draw_boxes
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
