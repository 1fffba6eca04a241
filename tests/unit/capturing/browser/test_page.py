"""What comes out for pages of every kind, good and bad."""

from __future__ import annotations

import asyncio
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from PIL import Image

from pagestrata.capturing.browser.hidden_words import NOTE
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import CaptureError, PageTimeoutError
from pagestrata.model.snapshot import Response
from servers import serving

pytestmark = pytest.mark.browser
LIVE = CaptureOptions(allow_private=True, screenshot=False)
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"


def test_a_plain_page(render) -> None:
    found = render(
        "<!doctype html><title>A title</title><body style='margin:0'><p style='height:900px'>words</p>", screenshot=True
    )
    assert (found.requested_url, found.url, found.status) == ("http://page.test/", "http://page.test/", 200)
    assert found.title == "A title"
    assert found.viewport == (1366, 768)
    assert found.page_size == (1366.0, 932.0)  # 900 and the paragraph's margins
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "A title words"
    assert not found.height_capped
    assert found.notes == ()
    assert found.content_type == "text/html"
    assert abs(datetime.now(UTC) - found.captured_at) < timedelta(minutes=5)
    assert {"load", "settle", "snapshot", "screenshot", "own", "browser"} <= found.seconds.keys()
    assert found.screenshot_png is not None
    with Image.open(io.BytesIO(found.screenshot_png)) as picture:
        assert picture.size == (1366, 932)


def test_the_time_can_be_given(pool: BrowserPool) -> None:
    when = datetime(2020, 5, 6, tzinfo=UTC)
    page = Response(url="http://page.test/", status=200, headers=(), body=b"<p>x")
    assert pool.capture("http://page.test/", LIVE, responder=lambda *_: page, captured_at=when).captured_at == when


def test_a_higher_resolution_changes_the_picture_only(render) -> None:
    found = render("<body style='margin:0'><p style='margin:0;height:50px'>x", screenshot=True, device_pixel_ratio=2.0)
    assert found.page_size == (1366.0, 768.0)
    assert found.nodes.box_of(found.nodes.row_at_path("body[1]/p[1]")) == (0, 0, 1366, 50)
    with Image.open(io.BytesIO(found.screenshot_png)) as picture:
        assert picture.size == (2732, 1536)


def test_a_page_above_the_height_cap_has_all_its_elements_and_a_shorter_picture(render) -> None:
    found = render(
        "<body style='margin:0'><p style='margin:0;height:5000px'>x<p style='margin:0;height:50px'>y",
        height_cap_px=2000,
        screenshot=True,
    )
    assert not found.height_capped
    assert (found.page_size, found.height_cap_px) == ((1366.0, 5050.0), 2000)
    low = found.nodes.row_at_path("body[1]/p[2]")
    assert (found.nodes[low].visible, found.nodes.clipped_of(low)) == (True, (0, 5000, 1366, 50))
    with Image.open(io.BytesIO(found.screenshot_png)) as picture:
        assert picture.size == (1366, 2000)


@pytest.mark.parametrize("status", [404, 500])
def test_error_pages_are_captured_and_marked(render, status: int) -> None:
    found = render("<h1>Sorry</h1>", status=status)
    assert found.status == status
    assert found.nodes.text_of(0) == "Sorry"


def test_an_empty_body_has_its_three_rows(render) -> None:
    found = render(b"")
    assert [row.tag for row in found.nodes] == ["html", "head", "body"]
    assert found.title == ""


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        ("<p>Grüße", (("Content-Type", "text/html; charset=utf-8"),)),
        ("<meta charset=latin-1><p>Grüße".encode("latin-1"), (("Content-Type", "text/html"),)),
        ("<p>Grüße".encode("latin-1"), (("Content-Type", "text/html; charset=iso-8859-1"),)),
        ("\ufeff<p>Grüße".encode(), (("Content-Type", "text/html; charset=latin-1"),)),
        ("<p>Grüße".encode("latin-1"), (("Content-Type", "text/html"),)),
    ],
)
def test_character_sets(render, body: str | bytes, headers: tuple[tuple[str, str], ...]) -> None:
    assert render(body, headers=headers).nodes.text_of(0) == "Grüße"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/pdf", b"%PDF-1.4 ..."),
        ("image/png", b"\x89PNG\r\n\x1a\n"),
        ("application/json", b'{"a": 1}'),
        ("application/octet-stream", b"\x00\x01"),
        ("", b"%PDF-1.4 ..."),
        ("text/html", b"<p>to be saved"),
    ],
)
def test_what_is_not_html_is_kept_as_bytes(render, kind: str, body: bytes) -> None:
    headers = (("Content-Type", kind),) if kind else ()
    if kind == "text/html":
        headers += (("Content-Disposition", "attachment; filename=x.html"),)
    found = render(body, headers=headers, screenshot=True)
    assert (found.nodes, found.dom, found.screenshot_png) == (None, "", None)
    assert found.responses[0].body == body
    assert found.notes[0].startswith("no blocks: the page is not HTML")


def test_plain_text_is_shown(render) -> None:
    found = render(b"just words", headers=(("Content-Type", "text/plain"),))
    assert found.nodes.text_of(0) == "just words"


def test_a_page_over_the_size_limit(render) -> None:
    with pytest.raises(CaptureError, match=r"http://page\.test/ is larger than 1 MB and was not loaded; raise"):
        render(b"<p>" + b"x" * 2**20, max_page_bytes=2**20)


def test_too_many_elements(render) -> None:
    with pytest.raises(CaptureError, match=r"has 1003 elements, more than 500; raise the limit max_nodes"):
        render("<body>" + "<i></i>" * 1000, max_nodes=500)


def test_a_page_may_not_close_its_window(render) -> None:
    markup = "<script>window.open('', '_self'); window.close();</script><p>still here"
    assert render(markup).nodes.text_of(0) == "still here"


def test_dialogs_are_dismissed(render) -> None:
    found = render("<script>alert(1); document.title = String(confirm('sure?')) + prompt('who?')</script>")
    assert found.title == "falsenull"


def test_an_alert_loop_is_stopped(render) -> None:
    found = render("<p>before<script>while (true) alert('again')</script><p>after")
    assert found.nodes.text_of(0).startswith("before")
    assert any("dialogs: its scripts were stopped" in note for note in found.notes)


def test_a_script_that_never_ends_ends_the_browser(render) -> None:
    with pytest.raises(
        PageTimeoutError, match=r"not finished after 4 s and its browser was ended; allow more with --timeout"
    ):
        render("<p>x<script>while (true) {}</script>", page_seconds=4.0)
    assert render("<p>still works").nodes.text_of(0) == "still works"


def test_a_script_that_hangs_while_settling(render) -> None:
    with pytest.raises(PageTimeoutError, match="not finished after 5 s"):
        render("<p>x<script>addEventListener('scroll', () => { while (true) {} })</script><p style=height:3000px>",
               page_seconds=5.0)  # fmt: skip


def test_pop_ups_and_prints_do_not_matter(render) -> None:
    files = {"http://page.test/other": b"<p>other"}
    found = render("<script>window.open('/other'); print();</script><p>page", files=files)
    assert found.nodes.text_of(0) == "page"


def test_deep_nesting(render) -> None:
    found = render("<div>" * 5000 + "deep")
    assert found.nodes.text_of(0) == "deep"
    assert found.nodes.depth.max() > 400  # the parser itself flattens what is deeper than it likes
    assert "deep" in found.dom


def test_deep_nesting_made_by_a_script(render) -> None:
    script = """addEventListener('load', () => { let e = document.body;
      for (let i = 0; i < 5000; i++) e = e.appendChild(document.createElement('div')); e.textContent = 'deep'; })"""
    found = render(f"<script>{script}</script>")
    assert found.nodes.depth.max() > 4900
    assert found.nodes.text_of(0) == "deep"


def test_a_server_that_says_nothing() -> None:
    import threading

    release = threading.Event()

    def wait(_: object) -> bytes:
        release.wait(20)
        return OK

    with serving(wait) as server, BrowserPool() as pool:
        try:
            options = CaptureOptions(allow_private=True, load_seconds=1.0)
            with pytest.raises(PageTimeoutError, match=r"did not answer within 1 s; try again later"):
                pool.capture(server.url, options)
        finally:
            release.set()


def test_a_resource_that_never_comes_does_not_hold_the_page(pool: BrowserPool) -> None:
    import threading

    release = threading.Event()

    def answer(asked) -> bytes:
        if asked.path == "/slow.png":
            release.wait(20)
        return OK + b"<p>words<img src=/slow.png>"

    with serving(answer) as server:
        options = CaptureOptions(allow_private=True, load_seconds=1.0, settle_seconds=1.0, screenshot=False)
        try:
            found = pool.capture(server.url, options)
        finally:
            release.set()
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "words"
    assert any("loading stopped at its cap of 1 s" in note for note in found.notes)


@pytest.mark.parametrize("body", [b"<p>words", b"<div id=app></div>"])
def test_a_page_that_shows_nothing_when_its_time_is_over_is_never_taken_empty(pool: BrowserPool, body: bytes) -> None:
    import threading

    release = threading.Event()

    def answer(asked) -> bytes:
        if asked.path == "/slow.js":
            release.wait(20)
        return OK + b"<script src=/slow.js></script>" + body

    with serving(answer) as server:
        options = CaptureOptions(allow_private=True, load_seconds=1.0, settle_seconds=1.0, screenshot=False)
        try:
            if b"words" not in body:
                with pytest.raises(PageTimeoutError, match="showed nothing within 1 s, because it was still loading"):
                    pool.capture(server.url, options)
                return
            found = pool.capture(server.url, options)
        finally:
            release.set()
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "words"
    assert NOTE in found.notes


def test_a_refused_connection(pool: BrowserPool) -> None:
    with serving(OK) as server:
        url = server.url
    with pytest.raises(
        CaptureError, match=r"could not be loaded: the connection was refused \(ERR_CONNECTION_REFUSED\)"
    ):
        pool.capture(url, LIVE)


def test_an_unknown_host(pool: BrowserPool) -> None:
    with pytest.raises(CaptureError, match=r"no-such-host\.invalid/ could not be loaded: its host name is not known"):
        pool.capture("http://no-such-host.invalid/", LIVE)


def test_a_tls_error(pool: BrowserPool) -> None:
    with serving(OK) as server, pytest.raises(CaptureError, match="the secure connection failed"):
        pool.capture(server.url.replace("http:", "https:"), LIVE)


def test_a_redirect_loop(pool: BrowserPool) -> None:
    loop = b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n"
    with (
        serving(loop) as server,
        pytest.raises(CaptureError, match=r"redirects in a circle \(ERR_TOO_MANY_REDIRECTS\)"),
    ):
        pool.capture(server.url, LIVE)


@pytest.mark.browser
def test_a_browser_stuck_while_drawing_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    from pagestrata.capturing.browser import page as module

    tries: list[int] = []
    draw = module._screenshot

    async def stuck_once(*values: Any) -> bytes:
        tries.append(1)
        if len(tries) == 1:
            await asyncio.sleep(60)
        return await draw(*values)

    monkeypatch.setattr(module, "_screenshot", stuck_once)
    monkeypatch.setattr(module, "SCREENSHOT_SECONDS", 1)
    with BrowserPool() as pool:
        found = pool.capture("http://page.test/", CaptureOptions(), responder=lambda _, url: answer_of(url))
    assert len(tries) == 2
    assert found.screenshot_png is not None


def answer_of(url: str) -> Response | None:
    if url != "http://page.test/":
        return None
    return Response(url=url, status=200, headers=(("content-type", "text/html"),), body=b"<p>drawn")


def test_a_document_without_any_element(render) -> None:
    with pytest.raises(CaptureError, match="was blank whenever it was looked at: it holds no element"):
        render("<p>x<script>document.documentElement.remove()</script>")


def test_a_page_that_is_far_too_wide(render) -> None:
    found = render(f"<p>{'x' * 1_000_000}</p><p>y", screenshot=True)
    assert found.page_size == (20_000.0, 768.0)
    assert "px wide; what is beyond 20000 px was left out" in found.notes[0]
    assert float(found.nodes.clipped[:, 2].max()) <= 20_000


def test_a_picture_that_would_be_too_large_is_cut(render) -> None:
    found = render("<div style='width:19000px;height:12000px'>x", screenshot=True)
    assert found.page_size[1] >= 12_000
    assert not found.height_capped
    with Image.open(io.BytesIO(found.screenshot_png)) as picture:
        assert picture.width > 19_000
        assert picture.width * picture.height <= 89_000_000
    assert any(note.endswith(f"its picture ends at {found.height_cap_px:,} px") for note in found.notes)


def test_an_answer_without_a_page(pool: BrowserPool) -> None:
    nothing = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
    said = r"without a page \(204, a download, .*; capture the address of the page itself"
    with serving(nothing) as server, pytest.raises(CaptureError, match=said):
        pool.capture(server.url, LIVE)
