"""robots.txt as RFC 9309 has it: what its answer means, whatever that is, and what it allows.

Answers of 2xx are read, up to 500 KiB; 4xx: there is none, everything is allowed; 5xx and no answer at all: everything is
disallowed, until it is asked for again. It is asked for once a day and host.
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
"""When an answer that disallows everything for want of a better one is asked for again."""
LONGEST_DELAY_SECONDS = 3600.0
"""A longer Crawl-delay is taken for this: a page that may be requested once a week is not meant to be visited."""
MOST_SITEMAPS = 50
AGENT = "Pagestrata"


@dataclass(frozen=True, kw_only=True)
class Robots:
    """What one host says; `text` None: it could not be asked, so that nothing is allowed."""

    fetched_at: datetime
    text: str | None = field(repr=False)

    @classmethod
    def from_answer(cls, status: int | None, body: bytes, *, now: datetime) -> Robots:
        """The meaning of an answer; a status of None: there was none."""
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
        """The pause between two requests that the host asks for; 0: it asks for none."""
        asked = self._rules.crawl_delay(AGENT)
        return min(max(float(asked), 0.0), LONGEST_DELAY_SECONDS) if asked is not None else 0.0

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """Addresses of sitemaps that it names."""
        return tuple(islice(map(str, self._rules.sitemaps), MOST_SITEMAPS))

    def is_fresh(self, now: datetime) -> bool:
        """Whether it need not be asked for again; a clock that was put back makes nothing fresh."""
        age = now - self.fetched_at
        return timedelta(0) <= age < (FRESH_FOR if self.text is not None else AGAIN_AFTER)


def robots_address(url: str) -> str:
    """Where the robots.txt of a page's host is."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}/robots.txt"
