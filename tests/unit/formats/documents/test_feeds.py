from __future__ import annotations

import json

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.documents import feeds
from pagestrata.formats.documents.feeds import Feed, FeedItem, is_feed, linked_feeds, read_feed

ITEM = (
    "<item><title>One</title><link>http://a.test/1</link>"
    "<description>&lt;p&gt;Some &lt;b&gt;words&lt;/b&gt;</description></item>"
)
RSS = f'<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>{ITEM}</channel></rss>'.encode()
OLD_RSS = f'<rss version="0.91"><channel><title>News</title>{ITEM}</channel></rss>'.encode()
ATOM = b"""<?xml version="1.0" encoding="utf-8"?><!-- made by hand --><feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
<entry><id>http://a.test/1</id><title>One</title><link href="http://a.test/1"/>
<content type="html">Some words</content></entry></feed>"""
RDF = f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel><title>News</title></channel>{ITEM}</rdf:RDF>""".encode()
JSON = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "News",
        "items": [{"url": "http://a.test/1", "title": "One", "content_html": "<p>Some <b>words</b>"}, "no item"],
    }
).encode()


@pytest.mark.parametrize("body", [RSS, OLD_RSS, ATOM, RDF, JSON], ids=["rss", "rss 0.91", "atom", "rdf", "json"])
def test_every_kind_of_feed_gives_the_same_items(body: bytes) -> None:
    assert is_feed(body)
    found = read_feed(body)
    assert found == Feed("News", (FeedItem("http://a.test/1", "One", "Some words", "http://a.test/1"),))


@pytest.mark.parametrize("body", [b"", b"<html><p>rss", b"{}", b"text <rss", b'{"version": "1"}', b"\x00\x01"])
def test_what_is_no_feed_is_refused(body: bytes) -> None:
    assert not is_feed(body)
    with pytest.raises(InputError, match="not a feed"):
        read_feed(body)


def test_items_without_anything_are_items_still() -> None:
    found = read_feed(b"<rss version='2.0'><channel><item/><item><title>x</title></item></channel></rss>")
    assert found.items == (FeedItem("", "", ""), FeedItem("", "x", ""))


def test_malformed_feeds_give_what_can_be_read() -> None:
    assert [item.title for item in read_feed(RSS[:-20]).items] == ["One"]
    assert read_feed(RSS.replace(b"Some", b"S\xffme")).items[0].title == "One"
    with pytest.raises(InputError, match="not JSON"):
        read_feed(JSON[:-5])
    with pytest.raises(InputError, match="no list of items"):
        read_feed(b'{"version": "https://jsonfeed.org/version/1"}')


def test_bombs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + RSS[21:]
    assert is_feed(bomb)
    with pytest.raises(InputError, match="entities"):
        read_feed(bomb)
    deep = f"<rss version='2.0'><channel><item><description>{'&lt;b&gt;' * 3_000}x</description></item></channel></rss>"
    assert read_feed(deep.encode()).items[0].text.endswith("x")
    monkeypatch.setattr(feeds, "LARGEST_FEED", 10)
    with pytest.raises(InputError, match="bytes"):
        read_feed(RSS)


def test_a_picture_in_an_item_is_part_of_what_it_says() -> None:
    with_picture = RSS.replace(b"Some", b"&lt;img src=a.png&gt;Some")
    assert read_feed(with_picture).items[0][2:] == ("Some words", read_feed(RSS).items[0].link, ("a.png",))


def test_the_feeds_that_a_page_links_to() -> None:
    page = b"""<base href=/blog/><link rel="alternate home" type="Application/RSS+xml; charset=utf-8" href=rss title=" All
    posts "><link rel=alternate type=application/atom+xml href=/atom><link rel=alternate type=application/rss+xml href=rss>
    <link rel=alternate hreflang=de href=/de><link rel=stylesheet type=application/rss+xml href=x>
    <link rel=alternate type=application/rss+xml href="javascript:alert()">
    <link rel=alternate type=application/rss+xml href="//[">"""
    assert linked_feeds(page, "http://site.test/") == [
        ("http://site.test/blog/rss", "All posts"),
        ("http://site.test/atom", ""),
    ]


@pytest.mark.parametrize(
    ("inside", "said"),
    [(b"<a>" * 3_000, "nests"), (b"<item>" * 20_001, "more than 20,000 items"), (b"<b></x>" * 13_000, "nests")],
)
def test_feeds_without_end_are_refused(inside: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_feed(b"<rss version='2.0'><channel>" + inside)
