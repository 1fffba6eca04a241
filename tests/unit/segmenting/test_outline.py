from __future__ import annotations

from datetime import UTC, datetime

from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Response
from pagestrata.segmenting import FEED, segment
from pagestrata.segmenting.outline import Outline
from pagestrata.visit.feeds import as_page
from pagestrata.visit.plain_answers import of_response


def test_leaves_come_in_order() -> None:
    first, second, third = (Outline(rows=(row,)) for row in (3, 5, 7))
    whole = Outline(rows=(0,), children=(Outline(rows=(2,), children=(first, second)), third))
    assert list(whole.leaves()) == [first, second, third]
    assert list(first.leaves()) == [first]


def blocks(*titles: str) -> BlockTree:
    items = "".join(f"<item><guid>{title}</guid><title>{title}</title><link>/x</link></item>" for title in titles)
    body = f"<rss version='2.0'><channel><title>News</title>{items}</channel></rss>".encode()
    response = Response(url="http://site.test/feed", status=200, headers=(), body=body)
    return segment(as_page(of_response(response, datetime(2026, 1, 2, tzinfo=UTC))), "vips")


def test_the_items_of_a_feed_are_its_blocks() -> None:
    tree = blocks("Rain in the north", "Snow in the south")
    assert tree.segmenter == FEED
    assert [leaf.text for leaf in tree.leaves()] == ["News", "Rain in the north", "Snow in the south"]
    assert [len(leaf.links) for leaf in tree.leaves()] == [0, 1, 1]


def test_an_item_keeps_its_name_wherever_it_stands() -> None:
    before = {leaf.text: leaf.ref for leaf in blocks("Rain", "Snow").leaves()}
    after = {leaf.text: leaf.ref for leaf in blocks("Hail", "Rain", "Snow").leaves()}
    assert before.items() <= after.items()


def test_an_empty_feed_has_a_block() -> None:
    assert len(list(blocks().leaves())) == 1
