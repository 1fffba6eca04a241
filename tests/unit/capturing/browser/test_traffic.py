from __future__ import annotations

import gzip
import ssl
from dataclasses import replace
from pathlib import Path

import pytest

from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import CaptureError
from pagestrata.model.snapshot import Redirect, Response
from servers import Asked, serving

pytestmark = pytest.mark.browser
LIVE = CaptureOptions(allow_private=True, screenshot=False)
OK = b"HTTP/1.1 200 OK\r\n"
PIXEL = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00"
    b"\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)


def test_bodies_are_exact_bytes_with_the_content_coding_undone(pool: BrowserPool) -> None:
    page = "<meta charset=latin-1><link rel=stylesheet href=/s.css><p>Grüße".encode("latin-1")
    style = "p::after { content: '\xe9' }".encode("latin-1")

    def answer(asked: Asked) -> bytes:
        body, kind = (style, b"text/css; charset=latin-1") if asked.path == "/s.css" else (page, b"text/html")
        packed = gzip.compress(body)
        return OK + b"Content-Type: %s\r\nContent-Encoding: gzip\r\nX-Twice: 1\r\nX-Twice: 2\r\nContent-Length: %d\r\n\r\n" % (kind, len(packed)) + packed  # noqa: E501 # fmt: skip

    with serving(answer) as server:
        found = pool.capture(server.url, replace(LIVE, headers={"X-Secret": "s"}))
    assert found.responses[0].server_address in {"127.0.0.1", "::1"}
    asked = {name.lower(): value for name, value in found.responses[0].request_headers}
    assert "Mozilla" in asked["user-agent"]
    assert "x-secret" not in asked
    assert found.responses[0].body == page
    assert found.responses[0].resource_type == "document"
    assert [value for name, value in found.responses[0].headers if name.lower() == "x-twice"] == ["1", "2"]
    css = next(r for r in found.responses if r.url.endswith("/s.css"))
    assert (css.body, css.resource_type) == (style, "stylesheet")
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "Grüße"
    assert any(row.attributes.get("content") == "é" for row in found.nodes)


def test_redirects_are_kept_hop_by_hop(pool: BrowserPool) -> None:
    def answer(asked: Asked) -> bytes:
        if asked.path == "/":
            return b"HTTP/1.1 301 Moved\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n"
        if asked.path == "/a":
            return b"HTTP/1.1 302 Found\r\nLocation: /b?x=1\r\nContent-Length: 0\r\n\r\n"
        return OK + b"Content-Type: text/html\r\n\r\n<p>here"

    with serving(answer) as server:
        found = pool.capture(server.url, LIVE)
        base = server.url.rstrip("/")
    assert found.requested_url == base + "/"
    assert found.url == base + "/b?x=1"
    assert found.redirects == (
        Redirect(url=base + "/", status=301, location="/a"),
        Redirect(url=base + "/a", status=302, location="/b?x=1"),
    )
    assert found.responses[0].url == found.url


def test_recorded_redirects_are_followed_inside_the_recording(pool: BrowserPool) -> None:
    pages = {
        "http://old.test/": Response(
            url="http://old.test/", status=302, headers=(("Location", "https://new.test/"),), body=b""
        ),
        "https://new.test/": Response(url="https://new.test/", status=200, headers=(), body=b"<p>new"),
    }
    found = pool.capture("http://old.test/", LIVE, responder=lambda _, url: pages.get(url))
    assert found.url == "https://new.test/"
    assert [hop.status for hop in found.redirects] == [302]


def test_nothing_of_a_recorded_page_reaches_the_network(pool: BrowserPool) -> None:
    with serving(OK + b"\r\nsecret") as server:
        scripts = f"""<p>page<img src="{server.url}x.png"><iframe src="{server.url}frame"></iframe><script>
          fetch('{server.url}fetch').catch(() => 0); new WebSocket('{server.url.replace("http", "ws")}');
          navigator.sendBeacon('{server.url}beacon'); new EventSource('{server.url}events');
          new Worker(URL.createObjectURL(new Blob(["fetch('{server.url}worker')"])));
          window.open('{server.url}popup');
          const link = document.createElement('link'); link.rel = 'prefetch'; link.href = '{server.url}prefetch';
          document.head.append(link);</script>"""
        page = Response(
            url="http://page.test/", status=200, headers=(("content-type", "text/html"),), body=scripts.encode()
        )
        found = pool.capture("http://page.test/", LIVE, responder=lambda _, url: page if url == page.url else None)
        assert [asked.path for asked in server.asked] == []
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "page"


def test_a_page_missing_from_the_recording(pool: BrowserPool) -> None:
    with pytest.raises(CaptureError, match=r"its address cannot be reached .*the recording it comes from"):
        pool.capture("http://page.test/", LIVE, responder=lambda *_: None)


def test_the_content_security_policy_of_a_recording_holds(render) -> None:
    headers = (("Content-Type", "text/html"), ("Content-Security-Policy", "script-src 'none'"))
    found = render("<title>still</title><script>document.title = 'changed'</script>", headers=headers)
    assert found.title == "still"


def test_blocked_resource_types(pool: BrowserPool) -> None:
    page = OK + b"Content-Type: text/html\r\n\r\n<img src=/x.gif><link rel=stylesheet href=/s.css><p>x"
    with serving(page) as server:
        options = CaptureOptions(allow_private=True, screenshot=False, blocked_resource_types=("image", "stylesheet"))
        pool.capture(server.url, options)
        assert {asked.path for asked in server.asked} - {"/favicon.ico"} == {"/"}


def test_a_page_without_end_is_refused_in_time(pool: BrowserPool) -> None:
    def endless(asked: Asked) -> bytes:
        asked.send(OK + b"Content-Type: text/html\r\n\r\n<p>")
        for _ in range(200):
            asked.send(b"x" * 2**19)
        return b""

    with serving(endless) as server:
        options = CaptureOptions(allow_private=True, max_page_bytes=4 * 2**20)
        with pytest.raises(CaptureError, match="is larger than 4 MB and was not loaded"):
            pool.capture(server.url, options)


def test_a_certificate_nobody_vouches_for_is_refused(pool: BrowserPool) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).parents[3] / "localhost.pem")
    with serving(OK + b"Content-Type: text/html\r\n\r\n<p>safe?", tls=context) as server:
        with pytest.raises(CaptureError, match="its certificate is not signed by a known authority"):
            pool.capture(server.url, LIVE)
        assert server.asked == []


def test_an_announced_size_is_believed_at_once(pool: BrowserPool) -> None:
    huge = OK + b"Content-Type: text/html\r\nContent-Length: 104857600\r\n\r\n<p>"
    with serving(huge) as server, pytest.raises(CaptureError, match="is larger than 50 MB"):
        pool.capture(server.url, LIVE)


def test_a_large_resource_is_shown_but_not_kept(pool: BrowserPool) -> None:
    def answer(asked: Asked) -> bytes:
        if asked.path == "/x.gif":
            body = PIXEL + b"\0" * 5000
            return OK + b"Content-Type: image/gif\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        return OK + b"Content-Type: text/html\r\n\r\n<img src=/x.gif style='display:block'>"

    with serving(answer) as server:
        options = CaptureOptions(allow_private=True, screenshot=False, max_resource_bytes=1000)
        found = pool.capture(server.url, options)
    assert not any(r.url.endswith("x.gif") for r in found.responses)
    assert any("x.gif not kept: 5043 bytes, more than 1000" in note for note in found.notes)
    assert found.nodes is not None
    assert any(row.tag == "img" and row.box.width == 1 for row in found.nodes)


def test_only_the_page_is_kept_when_asked(pool: BrowserPool) -> None:
    with serving(OK + b"Content-Type: text/html\r\n\r\n<img src=/x.gif><p>x") as server:
        options = CaptureOptions(allow_private=True, screenshot=False, record_responses=False)
        found = pool.capture(server.url, options)
    assert [r.url for r in found.responses] == [found.url]


@pytest.mark.parametrize(
    "leads", ["<script>location = '/elsewhere'</script>", "<meta http-equiv=refresh content='0;url=/else'>"]
)
def test_a_recorded_page_that_leads_out_of_its_recording_stays_itself(render, leads: str) -> None:
    found = render(f"<title>page</title><p>words</p>{leads}")
    assert (found.url, found.nodes.text_of(0)) == ("http://page.test/", "page words")
    assert any("it was taken as it was" in note for note in found.notes)
