"""Asking a server for the files of a page again, without a browser: validators first, several at a time, within a budget."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pagestrata.capturing.given_headers import given_headers
from pagestrata.capturing.http.fetch import USER_AGENT, fetch
from pagestrata.errors import PagestrataError
from pagestrata.model.used_resources import UsedResource
from pagestrata.visit.resources import digest_of

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions

log = logging.getLogger(__name__)

LARGEST_FILE = 8 * 1024 * 1024
"""Bytes of one file."""
MOST_BYTES = 16 * 1024 * 1024
"""Bytes of all files of a page, where the server knows no validators."""
FILE_SECONDS = 5.0
"""Time for one answer."""
ALL_SECONDS = 10.0
"""Time in which the last file may still be asked for."""
AT_A_TIME = 6
"""Files that are asked for at the same time, as many as a browser does."""
ACCEPTED = {
    "image": "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
    "stylesheet": "text/css,*/*;q=0.1",
    "document": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
}
"""What Chromium accepts, by the kind of a file: servers choose between forms of a picture by this."""


@dataclass(slots=True, kw_only=True)
class ResourcesAgain:
    """Asks for the files of one page; `received` hears how many bytes each answer had."""

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
            return [self._is_same(one) for one in wanted]

        with ThreadPoolExecutor(max_workers=min(AT_A_TIME, len(wanted))) as pool:
            return list(pool.map(self._is_same, wanted))

    def _is_same(self, known: UsedResource) -> bool:

        options, agent = self.options, self.options.user_agent or USER_AGENT
        if self._left <= 0 or time.monotonic() > self._until:
            return False
        given = given_headers(known.url, self.page_url, options)
        try:
            found = fetch(
                known.url,
                etag=known.etag,
                last_modified=known.last_modified,
                headers={"Accept": ACCEPTED.get(known.kind, "*/*"), **given},
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
