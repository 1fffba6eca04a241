"""A page on the public Internet tries every kind of request to reach a private address; so does a recorded one."""

from __future__ import annotations

import pytest

from attacks.canaries import canary, internet, message
from attacks.requests import page_with_all
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import RefusedError
from pagestrata.model.snapshot import Response

pytestmark = pytest.mark.browser


def test_no_request_of_a_public_page_gets_inside(pool: BrowserPool) -> None:
    with canary() as inside:
        page = page_with_all(inside.origin)
        more = (
            f'Link: <{inside.origin}/header>; rel=preload; as=image\r\nReporting-Endpoints: e="{inside.origin}/r"\r\n'
        )
        site = {"http://far.invalid/": message(page, more=more)}
        with internet(lambda url: site.get(url, message("", status="404 Not Found"))) as far:
            found = pool.capture("http://far.invalid/", CaptureOptions(proxy=far.proxy, load_seconds=20))
    assert inside.touched == []
    assert found.nodes is not None
    assert found.nodes.text_of(0).startswith("page words")
    assert not any("REACHED" in row.text for row in found.nodes)


def test_no_request_of_a_recorded_page_leaves_the_recording(pool: BrowserPool) -> None:
    with canary() as inside:
        body = page_with_all(inside.origin).encode()
        page = Response(url="http://far.invalid/", status=200, headers=(("Content-Type", "text/html"),), body=body)
        found = pool.capture(page.url, CaptureOptions(), responder=lambda _, url: page if url == page.url else None)
    assert inside.touched == []
    assert found.nodes is not None
    assert found.nodes.text_of(0).startswith("page words")


@pytest.mark.parametrize(
    "spelling", ["{0}:{1}", "2130706434:{1}", "0x7f.2:{1}", "0177.0.0.2:{1}", "[::ffff:7f00:2]:{1}"]
)
def test_no_redirect_gets_inside(pool: BrowserPool, spelling: str) -> None:
    with canary() as inside:
        target = f"http://{spelling.format(inside.address, inside.port)}/secret"
        moved = message("", status="302 Found", more=f"Location: {target}\r\n")
        with internet(lambda _: moved) as far, pytest.raises(RefusedError, match="private address"):
            pool.capture("http://far.invalid/", CaptureOptions(proxy=far.proxy))
    assert inside.touched == []


@pytest.mark.parametrize(
    "leads", ["<meta http-equiv=refresh content='0;url={0}/x'>", "<script>location = '{0}/x'</script>"]
)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_page_that_goes_inside_by_itself_stays_the_page_it_was(pool: BrowserPool, leads: str, scheme: str) -> None:
    with canary() as inside:
        page = "<title>page</title><p>words</p>" + leads.format(inside.origin.replace("http", scheme))
        with internet(lambda _: message(page)) as far:
            found = pool.capture("http://far.invalid/", CaptureOptions(proxy=far.proxy))
    assert inside.touched == []
    assert (found.url, found.title) == ("http://far.invalid/", "page")
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "page words"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_frame_that_leads_inside_is_empty_and_marked(pool: BrowserPool, scheme: str) -> None:
    with canary() as inside:
        page = f"<p>words</p><iframe src='{inside.origin.replace('http', scheme)}/x'></iframe>"
        with internet(lambda _: message(page)) as far:
            found = pool.capture("http://far.invalid/", CaptureOptions(proxy=far.proxy))
    assert inside.touched == []
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "words"
    assert any("a frame could not be loaded and is empty" in note and "BlockedByClient" in note for note in found.notes)
