from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

from pagestrata.app.daemon.robots_texts import RobotsTexts
from pagestrata.capturing.http.fetch import fetch_as
from pagestrata.capturing.options import CaptureOptions
from pagestrata.crawl.robots import Robots
from pagestrata.errors import CaptureError
from pagestrata.model.fetched import Fetched
from servers import Asked, serving

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
