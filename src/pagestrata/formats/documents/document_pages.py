"""Documents (plain text, JSON, PDF) and feeds as pages: snapshots that no browser took.

The sections of a document, and the items of a feed with their titles, links, words and pictures, are put below each other.
Everything that works on a snapshot (blocks, comparison, judgement, archive, following, search, messages) then works on them as on
any page. The file itself, byte for byte, is the response of the snapshot; there is no screenshot.
"""

from __future__ import annotations

from pagestrata.errors import InputError
from pagestrata.formats.documents.documents import Document, document_kind, read_text
from pagestrata.formats.documents.feeds import Feed, FeedItem, read_feed
from pagestrata.formats.documents.json_documents import read_json
from pagestrata.formats.documents.pdf_documents import read_pdf
from pagestrata.formats.html.page_writer import PageWriter, kind_of
from pagestrata.model.snapshot import Snapshot

DOCUMENT_KINDS = frozenset({"text", "json", "pdf"})
_CUT = "data-cut"
LARGEST_BYTES = 32 * 1024 * 1024
"""Maximum size of a document; larger ones are refused."""


def is_document_page(snapshot: Snapshot) -> bool:
    """Whether a snapshot was made from a document."""
    return kind_of(snapshot.nodes) in DOCUMENT_KINDS


def is_cut_short(snapshot: Snapshot) -> bool:
    """Whether not everything that the document says is on its page."""
    return is_document_page(snapshot) and snapshot.nodes is not None and _CUT in snapshot.nodes.attributes[0]


def as_document_page(snapshot: Snapshot) -> Snapshot:
    """Turn the snapshot of a document into a page. Raises InputError if the document is invalid."""
    response = snapshot.responses[0]
    content_type = response.header("content-type")
    document = read_document(response.body, content_type)
    kind, cut = document_kind(response.body, content_type) or "", {_CUT: "yes"} if document.notes else {}
    page = PageWriter(snapshot.url, kind=kind, title=document.title, attributes=cut)
    for section in document.sections:
        with page.element("section"):
            if section.label:
                with page.element("h2", size=18.0):
                    page.text(section.label, 18.0)
            for line in section.lines:
                with page.element("p"):
                    page.text(line)
            page.gap()
    return page.snapshot(snapshot, title=document.title, notes=document.notes)


def read_document(body: bytes, content_type: str | None) -> Document:
    """The sections of a document. Raises InputError if it is invalid or cannot be read."""
    if len(body) > LARGEST_BYTES:
        raise InputError(f"the document has {len(body):,} bytes; at most {LARGEST_BYTES:,} are read")
    kind = document_kind(body, content_type)
    if kind == "pdf":
        return read_pdf(body)
    if kind == "json":
        return read_json(body, content_type)
    if kind == "text":
        return read_text(body, content_type)
    raise InputError("this is no document: neither plain text, JSON nor PDF")


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
