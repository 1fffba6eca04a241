"""The traffic of a visit: bytes and links received, and the files of a page requested again without a browser.

Files are requested with their validators first, several at a time, within a budget of bytes and time.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pagestrata.capturing.given_headers import given_headers
from pagestrata.capturing.http.fetch import USER_AGENT, fetch
from pagestrata.errors import PagestrataError
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import UsedResource
from pagestrata.model.records import Visit
from pagestrata.visit.resources import digest_of

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.model.snapshot import Snapshot

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


@dataclass(slots=True, kw_only=True)
class Received:
    """Bytes and links received during a visit; links are read only if `wants_links` is set."""

    wants_links: bool
    size: int = field(default=0, init=False)
    page: Snapshot | None = field(default=None, init=False)  # as it was rendered, at the first look
    links: dict[str, None] = field(default_factory=dict, init=False)

    def plainly(self, answer: Fetched | None) -> Fetched | None:
        if answer is not None:
            self.size += len(answer.body)
            if self.wants_links:
                self._add_links(answer.body, answer.url, answer.header("content-type"))
        return answer

    def more_bytes(self, size: int) -> None:
        """Count other bytes that were requested without a browser."""
        self.size += size

    def rendered(self, page: Snapshot) -> Snapshot:
        self.page = self.page or page
        self.size += sum(len(response.body) for response in page.responses)
        return self._with_links(page)

    def seen_again(self, page: Snapshot) -> Snapshot:
        """Count a second look. The files of the page are not recorded again and count as at the first look."""
        files = self.page.responses[1:] if self.page is not None else ()
        self.size += sum(len(response.body) for response in (*page.responses[:1], *files))
        return self._with_links(page)

    def _with_links(self, page: Snapshot) -> Snapshot:
        if self.wants_links and page.dom:
            self._add_links(page.dom.encode("utf-8", "replace"), page.url, "text/html; charset=utf-8")
        return page

    def _add_links(self, body: bytes, url: str, content_type: str | None) -> None:
        from pagestrata.formats.html.html_source import page_links

        self.links |= dict.fromkeys(page_links(body, url, content_type))

    def noted_in(self, outcome: Visit) -> Visit:
        """The visit with the received bytes, and with the links unless it found a fault."""
        links = tuple(self.links) if outcome.showed_page else ()
        return replace(outcome, received_bytes=self.size, links=links)


log = logging.getLogger(__name__)

LARGEST_FILE = 8 * 1024 * 1024  # bytes of one file
MOST_BYTES = 16 * 1024 * 1024  # bytes of all files of a page whose server sends no validators
FILE_SECONDS = 5.0  # time for one answer
ALL_SECONDS = 10.0  # time after which no further file is requested
AT_A_TIME = 6  # parallel requests, as many as a browser makes
ACCEPTED = {
    "image": "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
    "stylesheet": "text/css,*/*;q=0.1",
    "document": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
}
"""What Chromium accepts, by the kind of a file: servers choose between forms of a picture by this."""


@dataclass(slots=True, kw_only=True)
class ResourcesAgain:
    """Requests the files of one page; `received` is called with the size of each answer."""

    page_url: str
    options: CaptureOptions
    received: Callable[[int], None] = lambda _size: None
    _left: int = field(default=MOST_BYTES, init=False)
    _until: float = field(default=0.0, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def __call__(self, wanted: Sequence[UsedResource]) -> list[bool]:
        """Return whether the server still sends each of these files; a failed or skipped request counts as changed."""
        self._left, self._until = MOST_BYTES, time.monotonic() + ALL_SECONDS
        if len(wanted) < 2:
            return [self._is_same(file) for file in wanted]
        from concurrent.futures import ThreadPoolExecutor  # only now: many pages use one file, or none

        with ThreadPoolExecutor(max_workers=min(AT_A_TIME, len(wanted))) as pool:
            return list(pool.map(self._is_same, wanted))

    def _is_same(self, known: UsedResource) -> bool:
        options, agent = self.options, self.options.user_agent or USER_AGENT
        if self._left <= 0 or time.monotonic() > self._until:
            return False
        own_headers = given_headers(known.url, self.page_url, options)
        try:
            found = fetch(
                known.url,
                etag=known.etag,
                last_modified=known.last_modified,
                headers={"Accept": ACCEPTED.get(known.kind, "*/*"), **own_headers},
                allow_private=options.allow_private,
                max_bytes=min(options.max_page_bytes, LARGEST_FILE),
                timeout_seconds=min(options.load_seconds, FILE_SECONDS),
                user_agent=f"{agent} ({options.contact})" if options.contact else agent,
                proxy=options.proxy,
            )
        except PagestrataError as error:
            log.info("%s: cannot be checked without the browser (%s)", known.url, error)
            return False
        with self._lock:
            self._left -= len(found.body)
            self.received(len(found.body))
        return found.not_modified or (200 <= found.status < 300 and digest_of(found.body) == known.digest)
