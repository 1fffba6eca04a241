"""Trackers, frames and redirects try to get the headers that were given for a page."""

from __future__ import annotations

import pytest

from attacks.canaries import Internet, internet, message
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions

pytestmark = pytest.mark.browser
GIVEN = {"Authorization": "Basic c2VjcmV0", "Cookie": "session=secret", "X-Api-Key": "secret"}
NAMES = {name.lower() for name in GIVEN}
PAGE = """<p>words</p><img src=/own.png><img src=http://tracker.invalid/t.png><img src=http://far.invalid:81/port.png>
<iframe src=http://tracker.invalid/frame></iframe><img src=/away><img src=http://tracker.invalid/home>
<script>fetch('http://tracker.invalid/fetch', {mode: 'no-cors'}).catch(() => 0)</script>
<script src=http://friend.invalid/s.js></script>"""


def site(url: str) -> bytes:
    if url.endswith("/away"):
        return message("", status="302 Found", more="Location: http://tracker.invalid/redirected\r\n")
    if url.endswith("/home"):
        return message("", status="302 Found", more="Location: http://far.invalid/returned\r\n")
    if url.endswith("/moved"):
        return message("", status="301 Moved", more="Location: http://other.invalid/\r\n")
    return message(PAGE if url == "http://far.invalid/" else "")


def secrets_sent(far: Internet) -> dict[str, set[str]]:
    """By address, the names of the given headers that came with it."""
    found: dict[str, set[str]] = {}
    for address, headers in far.asked:
        mine = {name for name in NAMES if "secret" in headers.get(name, "") or "c2VjcmV0" in headers.get(name, "")}
        found.setdefault(address, set()).update(mine)
    return found


def test_given_headers_go_to_the_page_only(pool: BrowserPool) -> None:
    with internet(site) as far:
        options = CaptureOptions(
            proxy=far.proxy, headers=GIVEN, headers_for={"friend.invalid": {"X-Api-Key": "secret"}}, screenshot=False
        )
        pool.capture("http://far.invalid/", options)
    sent = secrets_sent(far)
    assert sent["http://far.invalid/"] == NAMES
    assert sent["http://far.invalid/own.png"] == NAMES
    assert sent["http://friend.invalid/s.js"] == {"x-api-key"}
    assert {"http://tracker.invalid/t.png", "http://tracker.invalid/redirected"} <= set(sent)
    strangers = {address: names for address, names in sent.items() if not address.startswith("http://far.invalid/")}
    assert {address for address, names in strangers.items() if names} == {"http://friend.invalid/s.js"}


def test_a_page_that_moved_does_not_take_them_along(pool: BrowserPool) -> None:
    with internet(site) as far:
        pool.capture("http://far.invalid/moved", CaptureOptions(proxy=far.proxy, headers=GIVEN, screenshot=False))
    sent = secrets_sent(far)
    assert sent["http://far.invalid/moved"] == NAMES
    assert sent["http://other.invalid/"] == set()
