"""Visits as robots.txt allows them, and the pages of sites, through the daemon that makes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from daemons import FakeSession, daemon, watch
from pagestrata.app.daemon.polite_visits import RobotsTexts
from pagestrata.app.watches import watch_for
from pagestrata.capturing.http.fetch import fetch_as
from pagestrata.capturing.options import CaptureOptions
from pagestrata.crawl.robots import Robots
from pagestrata.errors import CaptureError, InputError
from pagestrata.model.fetched import Fetched
from pagestrata.store.archive import Archive
from servers import Asked, serving


def test_robots_txt_is_obeyed_said_and_may_be_overruled(session: FakeSession, archive: Archive) -> None:
    closed = b"User-agent: *\nDisallow: /"
    (url,) = watch(archive, "a")
    daemon(session, robots=closed).run(once=True)
    assert session.visited == []
    (told,) = archive.visits.of(url)
    assert told.error is not None
    assert "robots.txt does not allow it" in told.error
    watch_for(archive, url, {"robots": "ignore"})
    session.now[0] += timedelta(days=1)
    daemon(session, robots=closed).run(once=True)
    assert session.visited == [url]


def test_a_host_that_asks_for_pauses_is_not_asked_twice_for_a_page(session: FakeSession, archive: Archive) -> None:
    watch(archive, "a")
    daemon(session, robots=b"User-agent: *\nCrawl-delay: 20").run(once=True)
    watch(archive, "b")
    daemon(session, robots=b"").run(once=True)
    assert session.looked_again == [False, True]


def test_what_is_no_page_is_asked_for_the_way_the_watched_page_is(session: FakeSession, archive: Archive) -> None:
    """A proxy that a watch names hides who watches: robots.txt and sitemaps go through it, too."""
    seen: list[tuple[str, str]] = []

    def proxy(asked: Asked) -> bytes:
        seen.append((asked.path, asked.headers["user-agent"]))
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

    session.options = CaptureOptions(allow_private=True)
    with serving(proxy) as server:
        capture = {"proxy": server.url, "user_agent": "Reader/1"}
        url = watch_for(archive, "http://127.0.0.1:8999/", {"scope": "host", "capture": capture}).url
        daemon(session, fetch=None).run(once=True)
    assert seen == [(f"{url}robots.txt", "Reader/1"), (f"{url}sitemap.xml", "Reader/1")]


def settle_site(session: FakeSession, *, rounds: int = 12, **fields: Any) -> None:
    """Let the daemon run again and again, an hour later each time."""
    for _ in range(rounds):
        daemon(session, **fields).run(once=True)
        session.now[0] += timedelta(hours=1)


def test_a_site_is_visited_link_by_link(session: FakeSession, archive: Archive) -> None:
    root = watch_for(archive, "http://site.test/", {"scope": "host", "scope_depth": 2, "interval_seconds": 10**6})
    session.links = {
        "http://site.test/": ("http://site.test/a", "http://site.test/a#again", "http://other.test/"),
        "http://site.test/a": ("http://site.test/", "http://site.test/a/b"),
        "http://site.test/a/b": ("http://site.test/too/deep",),
    }
    settle_site(session)
    assert session.visited == ["http://site.test/", "http://site.test/a", "http://site.test/a/b"]
    assert [page.url for page in archive.site_pages.of_site(root.id)] == session.visited[1:]
    assert {entry.watch_id for entry in archive.due.next()} == {
        root.id,
        *(page.id for page in archive.site_pages.of_site(root.id)),
    }


def test_a_site_without_end_ends(session: FakeSession, archive: Archive) -> None:
    class Endless(dict[str, tuple[str, ...]]):
        def get(self, url: str, _default: Any = None) -> tuple[str, ...]:  # every page leads to three new ones
            return tuple(f"{url.rstrip('/')}/{name}" for name in ("left", "right", "next"))

    root = watch_for(archive, "http://site.test/", {"scope": "host", "scope_pages": 20, "interval_seconds": 10**6})
    session.links = Endless()
    settle_site(session)
    assert archive.site_pages.count(root.id) == 20
    assert len(session.visited) == len(set(session.visited)) == 21


def test_pages_that_robots_txt_denies_are_not_entered(session: FakeSession, archive: Archive) -> None:
    root = watch_for(archive, "http://site.test/", {"scope": "host"})
    session.links = {root.url: ("http://site.test/open", "http://site.test/closed/a")}
    settle_site(session, rounds=2, robots=b"User-agent: *\nDisallow: /closed/")
    assert [page.url for page in archive.site_pages.of_site(root.id)] == ["http://site.test/open"]


def test_sitemaps_are_read_once_a_day_and_bring_modified_pages_forward(session: FakeSession, archive: Archive) -> None:
    watch = watch_for(archive, "http://site.test/", {"scope": "host", "interval_seconds": 90000})
    days, asked = {"a": "2020-01-01", "b": "2020-01-02"}, list[str]()

    def fetch(url: str) -> Fetched:
        if url.endswith("/robots.txt"):
            body = b"Sitemap: http://site.test/named.xml\nSitemap: http://else.test/x.xml"
        else:
            asked.append(url)
            entry = "<url><loc>http://site.test/{}</loc><lastmod>{}</lastmod></url>"
            body = f"<urlset>{''.join(entry.format(*item) for item in days.items())}</urlset>".encode()
        return Fetched(requested_url=url, url=url, status=200, body=body)

    settle_site(session, rounds=3, fetch=fetch)
    assert asked == ["http://site.test/named.xml"]
    assert session.visited.count("http://site.test/a") == session.visited.count("http://site.test/b") == 1
    session.now[0] += timedelta(days=1)
    days["b"] = (session.now[0] - timedelta(hours=2)).isoformat()
    session.visited.clear()
    for page in archive.site_pages.of_site(watch.id):  # they were visited once more
        seen = session.now[0] - timedelta(hours=3)
        assert archive.due.hasten(page.id, lambda due, seen=seen: replace(due, last_at=seen))  # type: ignore[misc]
    settle_site(session, rounds=2, fetch=fetch)
    assert len(asked) == 2
    assert session.visited.count("http://site.test/b") == 1
    assert "http://site.test/a" not in session.visited


def test_what_goes_wrong_with_one_page_is_recorded_and_the_others_go_on(session: FakeSession, archive: Archive) -> None:
    first, second = watch(archive, "a", "b")
    session.errors[first] = InputError("nobody can read this")
    assert daemon(session).run(once=True) == 2
    (told,) = archive.visits.of(first)
    assert told.error == "nobody can read this"
    assert second in session.visited


NOW = datetime(2026, 1, 2, tzinfo=UTC)
URL = "http://site.test/private"


class Host:
    """Answers, and counts how often it was asked."""

    def __init__(self) -> None:
        self.status: int | None = 200
        self.asked: list[str] = []

    def fetch(self, url: str) -> Fetched:
        self.asked.append(url)
        if self.status is None:
            raise CaptureError("nobody there")
        return Fetched(requested_url=url, url=url, status=self.status, body=b"User-agent: *\nDisallow: /private")


def test_a_host_is_asked_once_a_day() -> None:
    host = Host()
    texts = RobotsTexts()
    assert not texts.of(URL, host.fetch, now=NOW).allows(URL)
    later = texts.of("http://site.test/other", host.fetch, now=NOW + timedelta(hours=23))
    assert later.allows("http://site.test/other")
    assert host.asked == ["http://site.test/robots.txt"]
    texts.of(URL, host.fetch, now=NOW + timedelta(hours=25))
    assert len(host.asked) == 2


def test_nothing_is_allowed_while_nobody_answers_but_a_copy_stays_good() -> None:
    host = Host()
    texts = RobotsTexts()
    host.status = None
    assert not texts.of("http://site.test/", host.fetch, now=NOW).allows("http://site.test/")
    host.status = 200
    later = NOW + timedelta(hours=1)
    assert texts.of("http://site.test/", host.fetch, now=later).allows("http://site.test/")
    host.status = 503
    assert texts.of("http://site.test/", host.fetch, now=later + timedelta(days=2)).allows("http://site.test/")


def robots_from(answer: Callable[[Asked], bytes], path: str = "page") -> tuple[Robots, str]:
    with serving(answer) as server:
        ask = partial(fetch_as, options=CaptureOptions(allow_private=True))
        return RobotsTexts().of(f"{server.url}{path}", ask, now=NOW), server.url


def message(status: str, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def test_a_redirected_robots_txt_counts_as_if_it_were_there() -> None:
    def answer(asked: Asked) -> bytes:
        if asked.path == "/robots.txt":
            return message("302 Found", b"", "Location: /elsewhere.txt")
        return message("200 OK", b"User-agent: *\nDisallow: /closed")

    robots, site = robots_from(answer)
    assert (robots.allows(f"{site}closed"), robots.allows(f"{site}open")) == (False, True)


def test_a_robots_txt_that_redirects_for_ever_allows_nothing() -> None:
    robots, site = robots_from(lambda asked: message("302 Found", b"", f"Location: {asked.path}x"))
    assert not robots.allows(f"{site}page")


def test_of_five_megabytes_the_beginning_counts() -> None:
    rules = b"User-agent: *\nDisallow: /first\n" + b"# nothing\n" * 520_000 + b"Disallow: /last\n"
    assert len(rules) > 5_000_000
    robots, site = robots_from(lambda _asked: message("200 OK", rules))
    assert (robots.allows(f"{site}first"), robots.allows(f"{site}last")) == (False, True)


def test_a_server_error_allows_nothing_and_no_such_file_everything() -> None:
    for status, allowed in (("500 Internal Server Error", False), ("404 Not Found", True), ("403 Forbidden", True)):
        robots, site = robots_from(lambda _asked, status=status: message(status))  # type: ignore[misc]
        assert robots.allows(f"{site}page") is allowed
