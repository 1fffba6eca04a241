"""Malformed answers, and pages that ask for a login, a download or a private machine."""

from __future__ import annotations

import pytest

from attacks.canaries import canary, internet, message
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.model.snapshot import Response

pytestmark = pytest.mark.browser
ADDRESS = "http://far.invalid/"


def loading_was_cut_off(notes: tuple[str, ...]) -> bool:
    return any("loading stopped" in note for note in notes)


@pytest.mark.parametrize("status", [600, 999])
def test_a_status_that_does_not_exist_is_recorded(pool: BrowserPool, status: int) -> None:
    page = message("<p>words</p><img src=/x.png>", status=f"{status} Odd")
    with internet(lambda _: page) as far:
        found = pool.capture(ADDRESS, CaptureOptions(proxy=far.proxy, screenshot=False))
    assert found.status == status
    assert [response.status for response in found.responses][:2] == [status, status]
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "words"
    assert not loading_was_cut_off(found.notes)


def test_such_a_status_in_a_recording_is_shown(pool: BrowserPool) -> None:
    page = Response(url=ADDRESS, status=999, headers=(("Content-Type", "text/html"),), body=b"<p>words")
    found = pool.capture(ADDRESS, CaptureOptions(screenshot=False), responder=lambda *_: page)
    assert found.status == 999
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "words"


def test_login_prompts_are_not_waited_for(pool: BrowserPool) -> None:
    asks = message("<p>who?</p>", status="401 Who", more='WWW-Authenticate: Basic realm="x"\r\n')
    page = message("<p>words</p><img src=/login><iframe src=/login></iframe><script>fetch('/login')</script>")
    with internet(lambda url: asks if url.endswith("/login") else page) as far:
        options = CaptureOptions(proxy=far.proxy, screenshot=False)
        found = pool.capture(ADDRESS, options)
        itself = pool.capture(f"{ADDRESS}login", options)
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "words who?"
    assert not loading_was_cut_off(found.notes)
    assert itself.nodes is not None
    assert (itself.status, itself.nodes.text_of(0)) == (401, "who?")


@pytest.mark.parametrize(
    "script",
    [
        "location = '/file'",
        "const a = document.createElement('a'); a.href = '/file'; a.download = 'x'; document.body.append(a); a.click()",
        "const a = document.createElement('a'); a.href = 'data:application/zip,x'; a.download = 'x'; a.click()",
    ],
)
def test_a_download_begun_by_a_script_leaves_the_page_as_it_was(pool: BrowserPool, script: str) -> None:
    file = message(b"PK\x03\x04", kind="application/zip", more="Content-Disposition: attachment; filename=x.zip\r\n")
    page = message(f"<body><p>words</p><script>{script}</script>")
    with internet(lambda url: file if url.endswith("/file") else page) as far:
        found = pool.capture(ADDRESS, CaptureOptions(proxy=far.proxy, screenshot=False))
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "words"
    assert (found.url, found.content_type) == (ADDRESS, "text/html")
    assert not loading_was_cut_off(found.notes)


def test_permission_for_private_addresses_holds_for_all_of_a_page(pool: BrowserPool) -> None:
    """The browser's own rules for local networks must not make parts of such a page go missing."""
    with canary("127.0.0.3") as other:
        body = f"<p>words</p><iframe src='{other.origin}/frame'></iframe><script>fetch('{other.origin}/fetch')"
        body += f".then(a => a.text()).then(t => document.title = t)</script><img src='{other.origin}/x.png'>"
        with canary() as page:
            page.answer = message(body)
            options = CaptureOptions(allow_private=True, screenshot=False)
            found = pool.capture(f"{page.origin}/", options)
    asked = {touch.split(b" ")[1] for touch in other.touched if touch}
    assert {b"/frame", b"/fetch", b"/x.png"} <= asked
    assert found.title == "REACHED"
