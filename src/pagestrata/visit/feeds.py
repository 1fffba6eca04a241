"""Feeds and documents (plain text, JSON, PDF) are pages like any other: made into one from their bytes, without a browser
wherever a plain request brought them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from pagestrata.errors import CaptureError, InputError
from pagestrata.formats.documents.documents import document_kind
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.plain_answers import of_fetched, with_certificates
from pagestrata.visit.plan import VisitPlan

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

FEED = "feed"
"""The segmenter of the trees of feeds."""
_FEED_ADDRESS = re.compile(r"(\b|_)(rss|atom|feeds?|rdf)(\b|_|\d)|\.xml(\?|$)", re.I)
_DOCUMENT_ADDRESS = re.compile(r"\.(json|jsonl|ndjson|txt|text|md|csv|tsv|log|ya?ml|toml|pdf)(\?|$)", re.I)


def needs_no_browser(url: str) -> bool:
    """Whether an address looks like that of a feed or a document: it is asked for plainly before a browser is."""
    return bool(_FEED_ADDRESS.search(url) or _DOCUMENT_ADDRESS.search(url))


def brings_feed_or_document(fetched: Fetched | None) -> bool:
    """Whether a plain request brought what is no HTML, but has words."""
    return fetched is not None and fetched.status == 200 and has_words(fetched.body, fetched.header("content-type"))


def has_words(body: bytes, content_type: str | None) -> bool:
    """Whether these bytes are a feed or a document."""
    from pagestrata.formats.documents.feeds import is_feed

    return is_feed(body, content_type) or document_kind(body, content_type) is not None


def shown_page(
    plan: VisitPlan, state: PageState, fetched: Fetched | None, render: Callable[[str], Snapshot]
) -> Snapshot:
    """What a page shows: a feed or document that was fetched as it is, everything else in the browser.

    Raises CaptureError where a page that is known as a feed is none any more, or cannot be read: an error page with status
    200 must not become a version of it.
    """
    from pagestrata.formats.documents.document_pages import is_feed_page

    is_whole = fetched is not None and brings_feed_or_document(fetched)
    snapshot = of_fetched(fetched, plan.now) if fetched is not None and is_whole else render(plan.url)
    snapshot = with_certificates(snapshot, fetched)
    page = as_page(snapshot)
    was_feed = state.tree is not None and state.tree.segmenter == FEED
    if was_feed and not plan.force and not is_feed_page(page) and page.status == 200:
        why = next(
            (note for note in page.notes if note.startswith("the feed")), f"it is {page.content_type or 'no feed'} now"
        )
        raise CaptureError(f"{plan.url} was a feed, and {why}; `visit --force` accepts it anyway")
    return page


def as_page(snapshot: Snapshot) -> Snapshot:
    """The snapshot of a feed or document as a page; any other as it is, with a note where such a one cannot be read.

    Browsers show plain text, which is the same page as when a plain request brings it: then without its picture.
    """
    from pagestrata.formats.documents.document_pages import as_document_page, as_feed_page
    from pagestrata.formats.documents.feeds import is_feed

    if not snapshot.responses or snapshot.status >= 400:
        return snapshot
    response = snapshot.responses[0]
    content_type = response.header("content-type")
    what = "feed" if is_feed(response.body, content_type) else "document"
    is_shown_text = what == "document" and document_kind(response.body, content_type) == "text"
    if not has_words(response.body, content_type) or (snapshot.nodes is not None and not is_shown_text):
        return snapshot
    try:
        return as_feed_page(snapshot) if what == "feed" else as_document_page(snapshot)
    except InputError as error:
        return replace(snapshot, notes=(*snapshot.notes, f"the {what} cannot be shown: {error}"))


def fetched_page(fetched: Fetched, now: datetime) -> Snapshot | None:
    """The feed or document that a plain request brought, as a page; None where it brought none that can be read."""
    from pagestrata.formats.documents.document_pages import is_document_page, is_feed_page

    page = as_page(of_fetched(fetched, now)) if brings_feed_or_document(fetched) else None
    return page if page is not None and (is_feed_page(page) or is_document_page(page)) else None
