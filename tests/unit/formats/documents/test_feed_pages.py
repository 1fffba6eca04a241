from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.documents import feed_pages
from pagestrata.formats.documents.feed_pages import as_feed_page, is_feed_page
from pagestrata.model.snapshot import Response, Snapshot

URL = "http://site.test/feed.xml"
RSS = """<rss version="2.0"><channel><title>News</title>
<item><guid>a1</guid><title>Rain &amp; snow</title><link>/rain</link>
<description>&lt;p&gt;It will &lt;b&gt;rain&lt;/b&gt;.&lt;img src=rain.png&gt;</description></item>
<item><title>No id, no date</title></item></channel></rss>"""


def shown(body: str) -> Snapshot:
    response = Response(url=URL, status=200, headers=(("Content-Type", "application/rss+xml"),), body=body.encode())
    return Snapshot(
        requested_url=URL, url=URL, status=200, headers=response.headers, title="", captured_at=datetime(2026, 1, 2, tzinfo=UTC),
        viewport=(1366, 768), page_size=(0.0, 0.0), height_cap_px=0, nodes=None, dom="", screenshot_png=None,
        responses=(response,), notes=("no blocks: the page is not HTML",),
    )  # fmt: skip


def test_items_stand_below_each_other_with_links_words_and_pictures() -> None:
    page = as_feed_page(shown(RSS))
    nodes = page.nodes
    assert nodes is not None
    assert is_feed_page(page)
    assert (page.title, page.notes, page.responses[0].body) == ("News", (), RSS.encode())
    items = [row for row in range(len(nodes)) if nodes.tag_of(row) == "article"]
    assert [nodes.text_of(row) for row in items] == ["Rain & snow It will rain .", "No id, no date"]
    assert list(nodes.links.values()) == ["http://site.test/rain"]
    assert [image.address for image in nodes.images.values()] == ["http://site.test/rain.png"]
    assert [nodes.path_of(row) for row in items] == ["body[1]/article[1]", "body[1]/article[2]"]
    first, second = (nodes.box_of(row) for row in items)
    assert first.y + first.height <= second.y
    assert page.page_size[1] >= second.y + second.height


def test_rows_are_where_their_mark_up_is() -> None:
    page = as_feed_page(shown(RSS))
    nodes = page.nodes
    assert nodes is not None
    for row in range(len(nodes)):
        written = page.dom[nodes.dom_start[row] : nodes.dom_end[row]]
        assert written.startswith(f"<{nodes.tag_of(row)}") or nodes.text[row]
        assert row < nodes.end[row] <= len(nodes)
    assert "Rain &amp; snow" in page.dom


def test_a_page_is_no_feed_page_and_an_unreadable_feed_is_an_error() -> None:
    assert not is_feed_page(shown(RSS))
    bomb = '<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss><channel/></rss>'
    for body in ("<html><p>x", bomb, '{"version": "https://jsonfeed.org/version/1", "items": 7}'):
        with pytest.raises(InputError):
            as_feed_page(shown(body))


def test_long_feeds_show_their_first_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_pages, "MOST_SHOWN", 3)
    items = "".join(f"<item><title>Item {n}</title></item>" for n in range(5))
    page = as_feed_page(shown(f"<rss version='2.0'><channel>{items}</channel></rss>"))
    assert "Item 2" in page.dom
    assert "Item 3" not in page.dom
    assert page.notes == ("the feed has 5 items, 3 are shown",)
