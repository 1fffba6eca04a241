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
from pagestrata.visit.feeds import as_page, needs_no_browser
from pagestrata.visit.plain_answers import of_fetched
from pagestrata.visit.plan import VisitRequest, plan_visit

URL = "http://site.test/feed.xml"
TITLES = ["The council has sold the bridge over the river", "Rain in the north and snow in the south"]


def feed(*titles: str) -> bytes:
    items = "".join(f"<item><guid>{title}</guid><title>{title}</title></item>" for title in titles)
    return f"<rss version='2.0'><channel><title>News</title>{items}</channel></rss>".encode()


def no_browser(url: str) -> Snapshot:
    raise AssertionError(f"{url} went to the browser")


def visited(archive: Archive, hour: float, body: bytes, **plan: object) -> Visit:
    fetched = Fetched(requested_url=URL, url=URL, status=200, body=body, headers=(("Content-Type", "text/xml"),))
    planned = plan_visit(archive, VisitRequest(URL, **plan), now=START + timedelta(hours=hour))  # type: ignore[arg-type]
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
    planned = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=1))
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
        assert needs_no_browser(address)
    for address in ("http://site.test/", "http://site.test/feedback", "http://site.test/news.html"):
        assert not needs_no_browser(address)


def test_addresses_that_look_like_documents() -> None:
    for name in ("a.json", "a.txt", "A.PDF", "a.csv?x=1", "notes.md"):
        assert needs_no_browser(f"http://site.test/{name}")
    assert not needs_no_browser("http://site.test/pdf")


def answered(archive: Archive, hour: float, body: bytes, content_type: str, **plan: object) -> Visit:
    headers = (("Content-Type", content_type),)
    fetched = Fetched(requested_url=NOTES, url=NOTES, status=200, body=body, headers=headers)
    planned = plan_visit(archive, VisitRequest(NOTES, **plan), now=START + timedelta(hours=hour))  # type: ignore[arg-type]
    return visit(planned, archive=archive, fetch=lambda _: fetched, render=no_browser)


NOTES = "http://site.test/notes.txt"
LINES = b"The library is open from 9 to 17.\n\nBooks may be kept for four weeks.\n\n"


def test_the_words_of_a_document_are_judged_as_those_of_any_page(archive: Archive) -> None:
    assert answered(archive, 0, LINES, "text/plain").kept
    assert answered(archive, 1, LINES, "text/plain").stage == "unchanged"
    rebroken = answered(archive, 2, LINES.replace(b"\n\n", b"\n\n\n") + b"\n", "text/plain")
    assert (rebroken.kept, rebroken.changes) == (False, 0)
    closed = answered(archive, 3, LINES.replace(b"9 to 17", b"10 to 18"), "text/plain")
    assert (closed.kept, closed.changes) == (True, 1)
    assert "10 to 18" in " ".join(map(str, closed.reasons))


def test_a_document_that_cannot_be_read_is_compared_by_its_bytes_and_so_is_the_first_one_with_words(
    archive: Archive,
) -> None:
    assert answered(archive, 0, b"{broken", "application/json").kept
    other = answered(archive, 1, b"{broken too", "application/json")
    assert other.kept
    assert "the bytes differ" in str(other.reasons[0])
    whole = answered(archive, 2, b'{"a": 1}', "application/json")
    assert whole.kept
    assert "the bytes differ" in str(whole.reasons[0])
    latest = archive.versions.latest(NOTES)
    assert latest is not None
    assert archive.contents.tree(latest).segmenter == "document"


def test_an_error_is_no_document(archive: Archive) -> None:
    answered(archive, 0, LINES, "text/plain")
    planned = plan_visit(archive, VisitRequest(NOTES), now=START + timedelta(hours=1))
    sent = Fetched(
        requested_url=NOTES, url=NOTES, status=404, body=b"not here", headers=(("Content-Type", "text/plain"),)
    )
    gone = replace(as_page(of_fetched(sent, START + timedelta(hours=1))), requested_url=NOTES)
    assert gone.nodes is None
    outcome = visit(planned, archive=archive, fetch=lambda _: sent, render=lambda _: gone)
    assert outcome.fault == "not found"


def test_plain_text_that_a_browser_shows_is_the_same_document() -> None:
    sent = Fetched(requested_url=NOTES, url=NOTES, status=200, body=LINES, headers=(("Content-Type", "text/plain"),))
    plain = of_fetched(sent, START)
    shown = replace(plain, nodes=capture(["all in one"])[0].nodes, dom="<pre>", screenshot_png=b"png")
    assert as_page(shown).dom == as_page(plain).dom
    assert as_page(shown).screenshot_png is None
    assert as_page(as_page(plain)).dom == as_page(plain).dom
    html = replace(shown, responses=(replace(plain.responses[0], headers=(("Content-Type", "text/html"),)),))
    assert as_page(html) is html


def test_a_change_behind_the_end_of_what_is_compared_is_kept_all_the_same(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pagestrata.formats.documents.documents.MOST_CHARACTERS", 50)
    answered(archive, 0, LINES, "text/plain")
    other = answered(archive, 1, LINES.replace(b"four weeks", b"six weeks"), "text/plain")
    assert (other.kept, other.changes) == (True, 0)
    assert "the bytes differ" in str(other.reasons[0])
