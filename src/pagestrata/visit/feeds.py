"""Feeds are pages like any other: made into one from their bytes, without a browser wherever a plain request brought them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from pagestrata.errors import CaptureError, InputError
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.plain_answers import of_fetched
from pagestrata.visit.plan import VisitPlan

FEED = "feed"
"""The segmenter of the trees of feeds."""
_FEED_ADDRESS = re.compile(r"(\b|_)(rss|atom|feeds?|rdf)(\b|_|\d)|\.(xml|json)(\?|$)", re.I)


def may_be_feed(url: str) -> bool:
    """Whether an address looks like that of a feed: it is asked for plainly before a browser is."""
    return bool(_FEED_ADDRESS.search(url))


def brings_feed(fetched: Fetched | None) -> bool:
    """Whether a plain request brought a feed."""
    from pagestrata.formats.feeds import is_feed

    return fetched is not None and fetched.status == 200 and is_feed(fetched.body, fetched.header("content-type"))


def shown_page(
    plan: VisitPlan, state: PageState, fetched: Fetched | None, render: Callable[[str], Snapshot]
) -> Snapshot:
    """What a page shows: a feed that was fetched as it is, everything else in the browser.

    Raises CaptureError where a page that is known as a feed is none any more, or cannot be read: an error page with status
    200 must not become a version of it.
    """
    from pagestrata.formats.feed_pages import is_feed_page

    snapshot = of_fetched(fetched, plan.now) if fetched is not None and brings_feed(fetched) else render(plan.url)
    page = as_page(snapshot)
    was_feed = state.tree is not None and state.tree.segmenter == FEED
    if was_feed and not plan.force and not is_feed_page(page) and page.status == 200:
        why = next(
            (note for note in page.notes if note.startswith("the feed")), f"it is {page.content_type or 'no feed'} now"
        )
        raise CaptureError(f"{plan.url} was a feed, and {why}; `visit --force` takes it as it is")
    return page


def as_page(snapshot: Snapshot) -> Snapshot:
    """The snapshot of a feed as a page; any other as it is, with a note where it is a feed that cannot be read."""
    from pagestrata.formats.feed_pages import as_feed_page
    from pagestrata.formats.feeds import is_feed

    if snapshot.nodes is not None or not snapshot.responses:
        return snapshot
    response = snapshot.responses[0]
    if not is_feed(response.body, response.header("content-type")):
        return snapshot
    try:
        return as_feed_page(snapshot)
    except InputError as error:
        return replace(snapshot, notes=(*snapshot.notes, f"the feed cannot be shown: {error}"))


def fetched_page(fetched: Fetched, now: datetime) -> Snapshot | None:
    """The feed that a plain request brought, as a page; None where it brought none that can be read."""
    from pagestrata.formats.feed_pages import is_feed_page

    page = as_page(of_fetched(fetched, now)) if brings_feed(fetched) else None
    return page if page is not None and is_feed_page(page) else None
