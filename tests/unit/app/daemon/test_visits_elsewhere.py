from __future__ import annotations

import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from captures import capture, visit_of
from pagestrata.app.daemon.visits_elsewhere import BegunVisit, EndedVisit, PageVisits, VisitsElsewhere, go_on
from pagestrata.app.session import Session
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserNeededError
from pagestrata.model.records import Visit
from servers import serving

FEED = b"""<?xml version='1.0'?><rss version='2.0'><channel><title>News</title><link>http://site.test/</link>
<description>What happens</description><item><title>The bridge is open again</title><guid>1</guid></item></channel></rss>"""
PAGE = b"<!doctype html><title>A page</title><table><tr><td>quite another page</td></tr></table>"


def answer(body: bytes, kind: str) -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Without a browser."""
    with Session(archive=tmp_path / "archive", allow_private=True, opens_browser=False) as opened:
        yield opened


def test_a_feed_is_visited_to_the_end_without_a_browser(session: Session) -> None:
    with serving(answer(FEED, "application/rss+xml")) as server:
        found = go_on(session, BegunVisit(url=f"{server.url}feed.xml"))
    assert isinstance(found, EndedVisit)
    assert found.visit.kept
    assert found.node == platform.node()
    assert len(session.archive.versions.of(f"{server.url}feed.xml")) == 1


def test_a_page_never_seen_goes_to_a_browser_without_a_request(session: Session) -> None:
    with serving(answer(PAGE, "text/html")) as server:
        assert go_on(session, BegunVisit(url=server.url)) == BegunVisit(url=server.url)
        assert server.asked == []
    assert not session.archive.visits.of(server.url)


def test_a_page_that_must_be_rendered_goes_on_with_what_its_server_said(session: Session) -> None:
    with serving(answer(PAGE, "text/html")) as server:
        taken, tree = capture(["It was like this before"], url=server.url)
        session.archive.append(taken, tree, None, visit=visit_of(taken))
        begun = go_on(session, BegunVisit(url=server.url))
        assert isinstance(begun, BegunVisit)
        assert begun.answer is not None
        assert begun.answer.body == PAGE
        assert len(server.asked) == 1
        assert go_on(session, begun) == begun
        assert len(server.asked) == 1  # not asked again
    assert len(session.archive.visits.of(server.url)) == 1  # nothing was recorded of a visit that has not ended


def visited(url: str) -> Visit:
    return Visit(url=url, visited_at=datetime(2026, 1, 1, tzinfo=UTC), stage="quick", version=None, kept=False)


def test_the_browser_is_asked_only_where_it_is_needed() -> None:
    opened: list[BegunVisit] = []
    noted: list[tuple[str, str]] = []

    def in_browser(begun: BegunVisit) -> EndedVisit:
        opened.append(begun)
        return EndedVisit(visit=visited(begun.url), node="large")

    def cheaply(begun: BegunVisit) -> EndedVisit | BegunVisit:
        return begun if begun.url == "b" else EndedVisit(visit=visited(begun.url), node="small")

    visits = VisitsElsewhere(
        cheaply=cheaply, in_browser=in_browser, noted=lambda node, visit: noted.append((node, visit.url))
    )
    assert [visits.visit(url).url for url in ("a", "b")] == ["a", "b"]
    assert opened == [BegunVisit(url="b")]
    assert noted == [("small", "a"), ("large", "b")]
    nowhere = VisitsElsewhere(cheaply=lambda begun: begun, in_browser=lambda begun: begun)
    with pytest.raises(BrowserNeededError, match="without a browser"):
        nowhere.visit("b")


def test_a_worker_opens_what_it_needs_and_closes_it(tmp_path: Path) -> None:
    options = CaptureOptions(allow_private=True)
    work = PageVisits(archive=str(tmp_path / "archive"), browser=None, options=options, opens_browser=False)
    with serving(answer(FEED, "application/rss+xml")) as server, work() as do:
        assert isinstance(do(BegunVisit(url=f"{server.url}feed.xml")), EndedVisit)
