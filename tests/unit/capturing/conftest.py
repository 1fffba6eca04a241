"""One browser for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.model.snapshot import Response, Snapshot

ADDRESS = "http://page.test/"
HTML = (("Content-Type", "text/html; charset=utf-8"),)

Render = Callable[..., Snapshot]


@pytest.fixture(scope="session")
def pool() -> Iterator[BrowserPool]:
    with BrowserPool() as found:
        yield found


@pytest.fixture(scope="session")
def render(pool: BrowserPool) -> Render:
    """Capture a page given as mark-up; `files` are the resources it may ask for, everything else is refused."""

    def capture(
        markup: str | bytes,
        *,
        files: Mapping[str, Response | bytes] | None = None,
        headers: tuple[tuple[str, str], ...] = HTML,
        status: int = 200,
        **options: Any,
    ) -> Snapshot:
        body = markup if isinstance(markup, bytes) else markup.encode()
        page = Response(url=ADDRESS, status=status, headers=headers, body=body)

        def respond(_method: str, url: str) -> Response | None:
            if url == ADDRESS:
                return page
            found = (files or {}).get(url)
            if isinstance(found, bytes):
                return Response(url=url, status=200, headers=(), body=found)
            return found

        return pool.capture(ADDRESS, CaptureOptions(**{"screenshot": False, **options}), responder=respond)

    return capture
