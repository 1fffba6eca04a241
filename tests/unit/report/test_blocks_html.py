from __future__ import annotations

import json
import re

from lxml import html

from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.geometry import Box
from pagestrata.report.blocks_html import blocks_html

LEAF = Block(
    ref="1.2",
    text="Tom & Jerry </script><script>alert(1)</script>",
    links=(Link("Home", "http://site.test/"),),
    images=(Image("A cat", "http://site.test/cat.png"),),
    box=Box(100, 50, 200, 100),
    importance=0.25,
)
TREE = BlockTree(
    blocks=(Block(ref="1", children=(LEAF,), box=Box(0, 0, 1000, 500)),),
    title="<b>Cats</b>",
    url="http://site.test/?a=1&b=2",
    page_size=(1000.0, 500.0),
)


def test_the_tree_and_the_boxes_are_there() -> None:
    page = html.fromstring(blocks_html(TREE, b"\x89PNG"))
    assert [button.get("data-ref") for button in page.iterfind(".//nav//button")] == ["1", "1.2"]
    (box,) = page.find_class("box")
    assert "left:10.0000%;top:10.0000%;width:20.0000%;height:20.0000%" in box.get("style")


def test_what_the_page_says_cannot_break_out() -> None:
    answer = blocks_html(TREE, b"\x89PNG")
    assert "<script>alert(1)" not in answer
    assert html.fromstring(answer).findtext(".//h1") == "<b>Cats</b>"
    facts = json.loads(html.fromstring(answer).get_element_by_id("blocks").text)
    assert facts["1.2"]["text"] == LEAF.text
    assert facts["1.2"]["links"] == ["Home -> http://site.test/"]


def test_it_stands_alone() -> None:
    page = html.fromstring(blocks_html(TREE, b"\x89PNG"))
    addresses = [*page.xpath("//@src"), *page.xpath("//link/@href")]
    assert all(address.startswith("data:") for address in addresses)
    assert (
        re.search(r"https?://", "".join(page.xpath("//style/text()") + page.xpath("//script[not(@id)]/text()"))) is None
    )


def test_without_screenshot_the_blocks_still_show() -> None:
    page = html.fromstring(blocks_html(TREE, None))
    assert not page.findall(".//img")
    assert len(page.find_class("box")) == 1


def test_tree_and_picture_stand_below_each_other_in_a_narrow_window() -> None:
    assert "@media (max-width:45rem){body{grid-template:" in blocks_html(TREE, None)
