from __future__ import annotations

from datetime import UTC, datetime

import pytest

from captures import START
from pagestrata.errors import InputError
from pagestrata.formats.documents import document_pages
from pagestrata.formats.documents.document_pages import (
    LARGEST_BYTES,
    as_document_page,
    as_feed_page,
    is_document_page,
    is_feed_page,
    read_document,
)
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.visit.plain_answers import of_response
from pdfs import pdf

URL = "http://site.test/minutes"


def document(body: bytes, content_type: str) -> Snapshot:
    response = Response(
        url=URL, status=200, headers=(("Content-Type", content_type),), body=body, resource_type="document"
    )
    return of_response(response, START)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"Minutes\n\nThe bridge is closed.", "text/plain"),
        (b'{"title": "Minutes", "text": "The bridge is closed."}', "application/json"),
        (pdf(["Minutes"], ["The bridge is closed."], title="Minutes"), "application/pdf"),
    ],
)
def test_a_document_is_a_page_with_its_words(body: bytes, content_type: str) -> None:
    page = as_document_page(document(body, content_type))
    assert is_document_page(page)
    assert page.nodes is not None
    assert "The bridge is closed." in page.nodes.text_of(0)
    assert "The bridge is closed." in page.dom
    assert page.title == "Minutes"
    assert page.responses[0].body == body
    assert page.screenshot_png is None


def test_labels_are_headings() -> None:
    page = as_document_page(document(b'{"items": [{"id": 1}, {"id": 2}]}', "application/json"))
    assert page.nodes is not None
    assert "<h2>items[id=2]</h2><p>id: 2</p>" in page.dom


def test_what_is_no_document_is_refused() -> None:
    assert not is_document_page(document(b"x", "text/plain"))
    with pytest.raises(InputError, match="no document"):
        read_document(b"x", "image/png")
    with pytest.raises(InputError, match="at most"):
        read_document(b"x" * (LARGEST_BYTES + 1), "text/plain")


FEED_URL = "http://site.test/feed.xml"
RSS = """<rss version="2.0"><channel><title>News</title>
<item><guid>a1</guid><title>Rain &amp; snow</title><link>/rain</link>
<description>&lt;p&gt;It will &lt;b&gt;rain&lt;/b&gt;.&lt;img src=rain.png&gt;</description></item>
<item><title>No id, no date</title></item></channel></rss>"""


def shown(body: str) -> Snapshot:
    response = Response(
        url=FEED_URL, status=200, headers=(("Content-Type", "application/rss+xml"),), body=body.encode()
    )
    return Snapshot(
        requested_url=FEED_URL, url=FEED_URL, status=200, headers=response.headers, title="",
        captured_at=datetime(2026, 1, 2, tzinfo=UTC), viewport=(1366, 768), page_size=(0.0, 0.0), height_cap_px=0,
        nodes=None, dom="", screenshot_png=None,
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
    monkeypatch.setattr(document_pages, "MOST_SHOWN", 3)
    items = "".join(f"<item><title>Item {n}</title></item>" for n in range(5))
    page = as_feed_page(shown(f"<rss version='2.0'><channel>{items}</channel></rss>"))
    assert "Item 2" in page.dom
    assert "Item 3" not in page.dom
    assert page.notes == ("the feed has 5 items, 3 are shown",)
