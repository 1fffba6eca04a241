"""Proving that the browser found here can capture a page."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pagestrata.capturing.browser.find import browser_version, find_browser
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError
from pagestrata.model.snapshot import Response

_ADDRESS = "http://check.pagestrata.invalid/"
_PAGE = b"<!doctype html><title>check</title><p>The browser works.</p>"


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserCheck:
    """Which browser is used, what it says it is, and how long a first capture took."""

    path: str
    version: str
    seconds: float


def check_browser(executable: str | None = None) -> BrowserCheck:
    """Find the browser and let it show a page of ours. Raises BrowserError when anything is missing."""
    path = find_browser(executable)
    version = browser_version(path)
    started = time.monotonic()
    with BrowserPool(path) as pool:
        snapshot = pool.capture(_ADDRESS, CaptureOptions(page_seconds=30.0), responder=_respond)
    if snapshot.nodes is None or "The browser works." not in snapshot.nodes.text_of(0):
        raise BrowserError(f"the browser {path} shows a test page wrongly; run `pagestrata browser install`")
    return BrowserCheck(path=path, version=version, seconds=time.monotonic() - started)


def _respond(_method: str, url: str) -> Response | None:
    if url != _ADDRESS:
        return None
    return Response(url=url, status=200, headers=(("content-type", "text/html; charset=utf-8"),), body=_PAGE)
