"""Pages that break a capture without intent: endless reloads, and text that shows only without scripts."""

from __future__ import annotations

import pytest

from attacks.canaries import internet, message
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.model.snapshot import Response, Snapshot

pytestmark = pytest.mark.browser
ADDRESS = "http://far.invalid/"
WORDS = " ".join(f"Answer number {number} of the forum." for number in range(40))
RELOADS = f"<!doctype html><title>News</title><p>{WORDS}</p><script src=/ads.js onerror='location.reload()'></script>"


def text_of(found: Snapshot) -> str:
    assert found.nodes is not None
    return found.nodes.text_of(0)


@pytest.mark.parametrize(
    "script",
    [
        "location.reload()",
        "setTimeout(() => location.reload(), 300)",
        "location = &quot;/?1&quot;",
        "location = &quot;/?&quot; + Math.random()",
    ],
)
def test_a_page_that_reloads_itself_without_end_is_taken(pool: BrowserPool, script: str) -> None:
    body = RELOADS.replace("location.reload()", script)

    def respond(_method: str, url: str) -> Response | None:
        if url.endswith("/ads.js"):
            return None  # as a recording that has no such file
        return Response(url=url, status=200, headers=(("Content-Type", "text/html"),), body=body.encode())

    found = pool.capture(ADDRESS, CaptureOptions(screenshot=False), responder=respond)
    assert "Answer number 39" in text_of(found)
    if "setTimeout" not in script:  # slower than the capture, perhaps
        assert "the page loads itself again and again: that was stopped, and it was taken as it was" in found.notes


def test_one_reload_is_followed(pool: BrowserPool) -> None:
    """As of a page that sets a cookie first."""
    once = "<p>first<script>if (!document.cookie) { document.cookie = 'a=1'; location.reload() }"
    once += " else document.body.textContent = 'second'</script>"
    with internet(lambda _: message(f"<body>{once}")) as far:
        found = pool.capture(ADDRESS, CaptureOptions(proxy=far.proxy, screenshot=False))
    assert text_of(found) == "second"
    assert not any("again and again" in note for note in found.notes)


def test_words_for_browsers_without_scripts_are_taken(pool: BrowserPool) -> None:
    page = message(f"<!doctype html><title>Forum</title><body><div id=app></div><noscript><p>{WORDS}</p></noscript>")
    with internet(lambda url: page if url == ADDRESS else message("", status="404 Not Found")) as far:
        found = pool.capture(ADDRESS, CaptureOptions(proxy=far.proxy, screenshot=False))
    assert "Answer number 39" in text_of(found)
    assert "with scripts the page shows next to nothing: it was taken without them" in found.notes


def test_a_page_that_shows_its_words_is_taken_once(pool: BrowserPool) -> None:
    page = message(f"<!doctype html><title>Forum</title><body><p>{WORDS}</p><noscript>Switch scripts on.</noscript>")
    with internet(lambda _: page) as far:
        found = pool.capture(ADDRESS, CaptureOptions(proxy=far.proxy, screenshot=False))
        assert sum(url == ADDRESS for url, _ in far.asked) == 1
    assert "Switch" not in text_of(found)
