"""robots.txt by RFC 9309: what a response means, and what it allows.

A 2xx response is read, up to 500 KiB. After 4xx everything is allowed; after 5xx or no response nothing is, until the next
request. It is requested once a day for each host.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import islice
from urllib.parse import urlsplit

from protego import Protego

LARGEST_BYTES = 500 * 1024
FRESH_FOR = timedelta(hours=24)
AGAIN_AFTER = timedelta(minutes=30)
"""When to request robots.txt again after a failure that disallows everything."""
LONGEST_DELAY_SECONDS = 3600.0
"""A longer Crawl-delay is reduced to this one."""
MOST_SITEMAPS = 50
AGENT = "Pagestrata"


@dataclass(frozen=True, kw_only=True)
class Robots:
    """The robots.txt of one host; `text` None: the request failed, so nothing is allowed."""

    fetched_at: datetime
    text: str | None = field(repr=False)

    @classmethod
    def from_answer(cls, status: int | None, body: bytes, *, now: datetime) -> Robots:
        """The meaning of a response; `status` None: there was none."""
        if status is not None and 200 <= status < 300:
            return cls(fetched_at=now, text=body[:LARGEST_BYTES].decode("utf-8", "replace"))
        if status is not None and 400 <= status < 500:
            return cls(fetched_at=now, text="")
        return cls(fetched_at=now, text=None)

    @cached_property
    def _rules(self) -> Protego:
        return Protego.parse(self.text or "")

    def allows(self, url: str) -> bool:
        return self.text is not None and bool(self._rules.can_fetch(url, AGENT))

    @property
    def delay_seconds(self) -> float:
        """The pause between requests that the host asks for, or 0."""
        delay = self._rules.crawl_delay(AGENT)
        return min(max(float(delay), 0.0), LONGEST_DELAY_SECONDS) if delay is not None else 0.0

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The addresses of sitemaps in it."""
        return tuple(islice(map(str, self._rules.sitemaps), MOST_SITEMAPS))

    def is_fresh(self, now: datetime) -> bool:
        """Whether it need not be requested again; False if the clock was set back."""
        age = now - self.fetched_at
        return timedelta(0) <= age < (FRESH_FOR if self.text is not None else AGAIN_AFTER)


def robots_address(url: str) -> str:
    """The address of robots.txt on the host of a page."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}/robots.txt"
