import gzip
import socket
import ssl
import time
from pathlib import Path

import pytest

from pagestrata.capturing.http.fetch import fetch, fetch_as
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import CaptureError, PageTimeoutError, RefusedError
from pagestrata.formats.charsets import decode_text
from servers import Asked, serving
from warcs import message

CERTIFICATE = Path(__file__).parents[3] / "localhost.pem"


def test_a_page_arrives_with_headers_and_text() -> None:
    with serving(message("<p>grüße".encode(), headers={"ETag": '"1"', "Last-Modified": "yesterday"})) as server:
        found = fetch(server.url + "a?b#c", allow_private=True)
    assert (found.status, decode_text(found.body, found.charset), found.charset) == (200, "<p>grüße", "utf-8")
    assert (found.requested_url, found.url) == (server.url + "a?b", server.url + "a?b")
    assert (found.etag, found.last_modified, found.not_modified) == ('"1"', "yesterday", False)
    assert server.asked[0].headers["host"] == f"localhost:{server.port}"
    assert "Pagestrata/" in server.asked[0].headers["user-agent"]


def test_conditional_headers_are_sent_and_304_is_told() -> None:
    with serving(b"HTTP/1.1 304 Not Modified\r\n\r\n") as server:
        found = fetch(server.url, etag='"1"', last_modified="Mon, 01 Jan 2024 00:00:00 GMT", allow_private=True)
    assert found.not_modified
    assert found.body == b""
    assert server.asked[0].headers["if-none-match"] == '"1"'
    assert server.asked[0].headers["if-modified-since"] == "Mon, 01 Jan 2024 00:00:00 GMT"


def test_a_plain_request_asks_as_the_browser_would_through_the_same_proxy() -> None:
    with serving(message(b"by proxy")) as proxy:
        options = CaptureOptions(
            proxy=f"http://127.0.0.1:{proxy.port}", headers={"X-Key": "1"}, user_agent="Mine", contact="me@site.test"
        )
        assert fetch_as("http://page.invalid/x", options, etag='"1"').body == b"by proxy"
    (asked,) = proxy.asked
    assert asked.path == "http://page.invalid/x"
    sent = {name: asked.headers[name] for name in ("x-key", "user-agent", "if-none-match")}
    assert sent == {"x-key": "1", "user-agent": "Mine (me@site.test)", "if-none-match": '"1"'}


@pytest.mark.parametrize("status", ["404 Not Found", "500 Internal Server Error"])
def test_error_statuses_are_results(status: str) -> None:
    with serving(message(b"gone", status=status)) as server:
        assert fetch(server.url, allow_private=True).status == int(status[:3])


def test_compressed_bodies_are_decoded() -> None:
    with serving(message(gzip.compress(b"page"), headers={"Content-Encoding": "gzip"})) as server:
        assert fetch(server.url, allow_private=True).body == b"page"


def test_chunked_bodies_are_joined() -> None:
    with serving(message(b"4\r\npage\r\n0\r\n\r\n", headers={"Transfer-Encoding": "chunked"})) as server:
        assert fetch(server.url, allow_private=True).body == b"page"


def test_redirects_are_followed_and_recorded() -> None:
    def answer(asked: Asked) -> bytes:
        if asked.path == "/":
            return message(b"", status="302 Found", headers={"Location": "next#part"})
        return message(b"here")

    with serving(answer) as server:
        found = fetch(server.url, allow_private=True)
    assert (found.body, found.url) == (b"here", server.url + "next")
    assert [(hop.url, hop.status, hop.location) for hop in found.redirects] == [(server.url, 302, server.url + "next")]


def test_given_headers_are_not_sent_to_another_server() -> None:
    with (
        serving(message(b"")) as other,
        serving(message(b"", status="302 Found", headers={"Location": other.url})) as server,
    ):
        fetch(server.url, headers={"Authorization": "secret", "X-Open": "yes"}, allow_private=True)
    assert server.asked[0].headers["authorization"] == "secret"
    assert "authorization" not in other.asked[0].headers
    assert "x-open" not in other.asked[0].headers
    assert "accept" in other.asked[0].headers


def test_a_redirect_loop_is_an_error() -> None:
    def answer(asked: Asked) -> bytes:
        return message(b"", status="302 Found", headers={"Location": "/b" if asked.path == "/a" else "/a"})

    with serving(answer) as server, pytest.raises(CaptureError, match=r"redirect loop at .*/a, reached from"):
        fetch(server.url + "a", allow_private=True)


def test_coming_back_with_a_cookie_is_no_loop() -> None:
    def answer(asked: Asked) -> bytes:
        if "cookie" in asked.headers:
            return message(b"in")
        return message(b"", status="302 Found", headers={"Location": asked.path, "Set-Cookie": "seen=1"})

    with serving(answer) as server:
        assert fetch(server.url, allow_private=True).body == b"in"


def test_endless_redirects_are_an_error() -> None:
    def answer(asked: Asked) -> bytes:
        return message(b"", status="307 Temporary", headers={"Location": asked.path + "x"})

    with serving(answer) as server, pytest.raises(CaptureError, match=r"more than 3 redirects"):
        fetch(server.url, allow_private=True, max_redirects=3)
    assert len(server.asked) == 4


@pytest.mark.parametrize("target", ["file:///etc/passwd", "javascript:alert(1)", "ftp://example.org/"])
def test_redirects_to_other_schemes_are_refused(target: str) -> None:
    with (
        serving(message(b"", status="302 Found", headers={"Location": target})) as server,
        pytest.raises(RefusedError, match=r"addresses are not visited"),
    ):
        fetch(server.url, allow_private=True)


def test_private_addresses_are_refused_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def rebound(host: str, *_: object, **__: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))]

    with serving(message()) as server:
        for url in (server.url, f"http://public.example:{server.port}/"):
            monkeypatch.setattr(socket, "getaddrinfo", rebound)
            with pytest.raises(RefusedError, match=r"private address: (localhost|public\.example is 127\.0\.0\.1)"):
                fetch(url)
    assert server.asked == []


def test_the_connection_goes_to_the_address_that_was_vetted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_names = []

    def answer_once(host: str, *_: object, **__: object) -> list[tuple[object, ...]]:
        asked_names.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))]

    with serving(message()) as server:
        real = socket.getaddrinfo
        monkeypatch.setattr(
            socket,
            "getaddrinfo",
            lambda host, *a, **k: real(host, *a, **k) if host == "127.0.0.1" else answer_once(host),
        )
        fetch(f"http://name.example:{server.port}/", allow_private=True)
    assert asked_names == ["name.example"]
    assert server.asked[0].headers["host"] == f"name.example:{server.port}"


def test_pages_that_are_too_large_are_refused() -> None:
    with (
        serving(message(b"x" * 5000)) as server,
        pytest.raises(CaptureError, match=r"sends more than 4000 bytes; raise"),
    ):
        fetch(server.url, allow_private=True, max_bytes=4000)
    with (
        serving(message(b"", headers={"Content-Length": "99999"})) as server,
        pytest.raises(CaptureError, match=r"sends more than 4000 bytes"),
    ):
        fetch(server.url, allow_private=True, max_bytes=4000)


def test_a_decompression_bomb_is_refused() -> None:
    bomb = message(gzip.compress(bytes(20_000_000)), headers={"Content-Encoding": "gzip"})
    with serving(bomb) as server, pytest.raises(CaptureError, match=r"sends more than 1000000 bytes"):
        fetch(server.url, allow_private=True, max_bytes=1_000_000)


def test_a_body_that_cannot_be_decoded_is_an_error() -> None:
    with (
        serving(message(b"<p>plain", headers={"Content-Encoding": "br"})) as server,
        pytest.raises(CaptureError, match=r"cannot decode the answer of .*; try it in a browser"),
    ):
        fetch(server.url, allow_private=True)


def test_unknown_host_and_refused_connection_are_told() -> None:
    with pytest.raises(CaptureError, match=r"unknown host nowhere\.invalid"):
        fetch("http://nowhere.invalid/", allow_private=True)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(CaptureError, match=rf"refused or unreachable: http://127.0.0.1:{port}/ .*; is the server up"):
        fetch(f"http://127.0.0.1:{port}/", allow_private=True)


def test_a_server_that_says_nothing_times_out() -> None:
    def answer(asked: Asked) -> bytes:
        time.sleep(1)
        return b""

    with serving(answer) as server, pytest.raises(PageTimeoutError, match=r"did not answer within 0\.2 s; try later"):
        fetch(server.url, allow_private=True, timeout_seconds=0.2)


def test_a_server_that_trickles_times_out() -> None:
    def answer(asked: Asked) -> bytes:
        asked.send(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(40):
            asked.send(b"x")
            time.sleep(0.05)
        return b""

    started = time.monotonic()
    with serving(answer) as server, pytest.raises(PageTimeoutError):
        fetch(server.url, allow_private=True, timeout_seconds=0.3)
    assert time.monotonic() - started < 1.5


@pytest.mark.parametrize("raw", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort"])
def test_answers_that_are_no_http_are_an_error(raw: bytes) -> None:
    with serving(raw) as server, pytest.raises(CaptureError, match=r"broke off or is not HTTP"):
        fetch(server.url, allow_private=True)


def test_tls_keeps_the_name_and_refuses_unknown_certificates() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    names: list[str | None] = []
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    with serving(message(b"safe"), tls=context) as server:
        with pytest.raises(CaptureError, match=r"TLS error at https://localhost:.*; its certificate is not accepted"):
            fetch(server.url, allow_private=True)
        trusting = ssl.create_default_context(cafile=str(CERTIFICATE))
        assert fetch(server.url, allow_private=True, tls=trusting).body == b"safe"
    assert set(names) == {"localhost"}


def test_a_plain_server_behind_https_is_a_tls_error() -> None:
    with serving(message()) as server, pytest.raises(CaptureError, match=r"TLS error"):
        fetch(server.url.replace("http:", "https:"), allow_private=True)
