from types import SimpleNamespace

import pytest

from builders import element, snapshot, words
from pagestrata.errors import UsageError
from pagestrata.model.blocks import BlockTree, Image, Link
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import Snapshot
from pagestrata.weigh.sides import Side, side_of

TREE = BlockTree(blocks=(), url="http://site.test/")


def page(**fields: object) -> Snapshot:
    body = element(
        "body", (0, 0, 400, 200),
        element(
            "p", (0, 0, 400, 20),
            words("Read ", (0, 0, 50, 20)),
            element("a", (50, 0, 60, 20), words("all about it", (50, 0, 60, 20)), attributes={"href": "http://a/"}),
        ),
        element("p", (0, 20, 400, 20), words("hidden", (0, 20, 400, 20), ), visible=False),
        element(
            "div", (0, 40, 400, 100),
            element("img", (0, 40, 90, 90), attributes={"src": "http://i/", "alt": "a cat"}),
            element("p", (0, 140, 400, 20), words("caption", (0, 140, 80, 20))),
        ),
    )  # fmt: skip
    return snapshot(element("html", (0, 0, 400, 200), body), **fields)


def test_a_side_stays_itself_and_a_tree_becomes_one() -> None:
    side = Side(tree=TREE, screenshot_png=b"png")
    assert side_of(side) is side
    assert side_of(TREE) == Side(tree=TREE)


def test_any_record_with_a_tree_will_do() -> None:
    assert side_of(SimpleNamespace(tree=TREE, screenshot_png=b"png")) == Side(tree=TREE, screenshot_png=b"png")
    assert side_of(SimpleNamespace(tree=TREE)).screenshot_png is None


def test_a_snapshot_becomes_one_block_per_innermost_line_breaking_element() -> None:
    side = side_of(page(screenshot_png=b"png"))
    assert side.screenshot_png == b"png"
    assert (side.tree.segmenter, side.tree.title) == ("flat", "A page")
    assert [(block.ref, block.text) for block in side.tree.leaves()] == [
        ("1", "Read all about it"),
        ("2", "hidden"),
        ("3", ""),
        ("4", "caption"),
    ]
    first, _, third, _ = side.tree.blocks
    assert first.links == (Link("all about it", "http://a/"),)
    assert first.box == Box(0, 0, 110, 20)
    assert third.images == (Image("a cat", "http://i/"),)


def test_invisible_texts_are_not_in_the_blocks() -> None:
    text = words("unseen", (0, 0, 50, 20))
    text.visible = False
    root = element("html", (0, 0, 400, 200), element("p", (0, 0, 50, 20), text))
    assert side_of(snapshot(root)).tree.blocks == ()


def test_a_page_that_is_not_html_has_no_blocks() -> None:
    assert side_of(page(nodes=None)).tree.blocks == ()


def test_anything_else_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match=r"cannot decide about a str; pass a Side, a BlockTree .* or a Snapshot"):
        side_of("http://site.test/")
