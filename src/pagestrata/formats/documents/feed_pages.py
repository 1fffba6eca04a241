"""A feed as a page: what a reader would show, as a snapshot that no browser took.

Items stand below each other, each with its title, its link, its words and its pictures. Everything behind a snapshot
(blocks, comparison, archive, following, messages) then works on a feed as on any page. The feed itself, byte for byte, is
the response of the snapshot; there is no screenshot.
"""

from __future__ import annotations

from pagestrata.formats.documents.feeds import Feed, FeedItem, read_feed
from pagestrata.formats.html.page_writer import PageWriter, kind_of
from pagestrata.model.snapshot import Snapshot

FEED = "feed"
MOST_SHOWN = 500
"""Items that are shown; feeds list the newest first."""
LONGEST_ITEM = 100_000
"""Characters of the words of an item that are shown."""


def is_feed_page(snapshot: Snapshot) -> bool:
    """Whether a snapshot was made from a feed."""
    return kind_of(snapshot.nodes) == FEED


def as_feed_page(snapshot: Snapshot) -> Snapshot:
    """Turn the snapshot of a feed into a page. Raises InputError if it is not a readable feed."""
    response = snapshot.responses[0]
    feed = read_feed(response.body, response.header("content-type"))
    page = PageWriter(snapshot.url, kind=FEED, title=feed.title)
    _write_feed(page, feed)
    notes = (f"the feed has {len(feed.items):,} items, {MOST_SHOWN} are shown",) if len(feed.items) > MOST_SHOWN else ()
    return page.snapshot(snapshot, title=feed.title, notes=notes)


def _write_feed(page: PageWriter, feed: Feed) -> None:
    if feed.title:
        with page.element("h1", size=24.0):
            page.text(feed.title, 24.0)
    for item in feed.items[:MOST_SHOWN]:
        with page.element("article", {"id": item.id[:1_000]} if item.id else {}):
            _write_item(page, item)
            page.gap()


def _write_item(page: PageWriter, item: FeedItem) -> None:
    with page.element("h2", size=20.0):
        if item.link:
            with page.link(item.link, size=20.0):
                page.text(item.title or item.link, 20.0)
        else:
            page.text(item.title, 20.0)
    if item.text:
        with page.element("p"):
            page.text(item.text[:LONGEST_ITEM])
    for address in item.pictures:
        page.picture(address)
