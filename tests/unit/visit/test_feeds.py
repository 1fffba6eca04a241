from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from captures import START, capture
from pagestrata.errors import CaptureError
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.feeds import may_be_feed
from pagestrata.visit.plan import plan_visit

URL = "http://site.test/feed.xml"
TITLES = ["The council has sold the bridge over the river", "Rain in the north and snow in the south"]


def feed(*titles: str) -> bytes:
    items = "".join(f"<item><guid>{title}</guid><title>{title}</title></item>" for title in titles)
    return f"<rss version='2.0'><channel><title>News</title>{items}</channel></rss>".encode()


def no_browser(url: str) -> Snapshot:
    raise AssertionError(f"{url} went to the browser")


def visited(archive: Archive, hour: float, body: bytes, **plan: object) -> Visit:
    fetched = Fetched(requested_url=URL, url=URL, status=200, body=body, headers=(("Content-Type", "text/xml"),))
    planned = plan_visit(archive, URL, now=START + timedelta(hours=hour), **plan)  # type: ignore[arg-type]
    return visit(planned, archive=archive, fetch=lambda _: fetched, render=no_browser)


def test_a_feed_is_visited_without_a_browser(archive: Archive) -> None:
    assert visited(archive, 0, feed(*TITLES)).kept
    assert visited(archive, 1, feed(*TITLES) + b"<!-- now -->").stage == "quick"
    news = visited(archive, 2, feed("The mayor resigns after the vote on the bridge", *TITLES))
    assert (news.stage, news.kept) == ("render", True)
    latest = archive.versions.latest(URL)
    assert latest is not None
    assert len(list(archive.contents.tree(latest).leaves())) == 4
    assert archive.contents.response(latest).body == feed("The mayor resigns after the vote on the bridge", *TITLES)
    delta = archive.contents.delta(latest)
    assert delta is not None
    assert [(change.op, change.element) for change in delta.changes] == [("insert", "block")]


def test_an_error_page_is_no_version_of_a_feed(archive: Archive) -> None:
    visited(archive, 0, feed(*TITLES))
    planned = plan_visit(archive, URL, now=START + timedelta(hours=1))
    error = replace(capture(["Database error"], hours=1)[0], requested_url=URL, url=URL)
    sent = Fetched(requested_url=URL, url=URL, status=200, body=b"<html><body>Database error", headers=())
    with pytest.raises(CaptureError, match="was a feed"):
        visit(planned, archive=archive, fetch=lambda _: sent, render=lambda _: error)
    bomb = b'<!DOCTYPE rss [<!ENTITY a "b">]>' + feed(*TITLES)
    with pytest.raises(CaptureError, match="cannot be shown"):
        visited(archive, 2, bomb)


def test_an_unreadable_feed_is_kept_as_its_bytes(archive: Archive) -> None:
    body = b'<!DOCTYPE rss [<!ENTITY a "b">]>' + feed(*TITLES)
    assert visited(archive, 0, body).kept
    latest = archive.versions.latest(URL)
    assert latest is not None
    assert archive.contents.response(latest).body == body
    assert not list(archive.contents.tree(latest).leaves())


def test_addresses_that_look_like_feeds() -> None:
    for address in (
        URL,
        "http://site.test/rss",
        "http://site.test/?feed=atom",
        "http://site.test/index.rdf",
        "http://a.test/feed/",
    ):
        assert may_be_feed(address)
    for address in ("http://site.test/", "http://site.test/feedback", "http://site.test/news.html"):
        assert not may_be_feed(address)
