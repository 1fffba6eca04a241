from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pagestrata.app.robots_texts import RobotsTexts
from pagestrata.errors import CaptureError
from pagestrata.model.fetched import Fetched

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
    texts = RobotsTexts(host.fetch)
    assert not texts.of(URL, now=NOW).allows(URL)
    assert texts.of("http://site.test/other", now=NOW + timedelta(hours=23)).allows("http://site.test/other")
    assert host.asked == ["http://site.test/robots.txt"]
    texts.of(URL, now=NOW + timedelta(hours=25))
    assert len(host.asked) == 2


def test_nothing_is_allowed_while_nobody_answers_but_a_copy_stays_good() -> None:
    host = Host()
    texts = RobotsTexts(host.fetch)
    host.status = None
    assert not texts.of("http://site.test/", now=NOW).allows("http://site.test/")
    host.status = 200
    later = NOW + timedelta(hours=1)
    assert texts.of("http://site.test/", now=later).allows("http://site.test/")
    host.status = 503
    assert texts.of("http://site.test/", now=later + timedelta(days=2)).allows("http://site.test/")
