import asyncio

import pytest

from pagestrata.capturing.guard.messages import closing_answer, error_answer, parse_request, relay_body
from pagestrata.errors import RefusedError


def test_tunnels_and_absolute_addresses_are_understood() -> None:
    tunnel = parse_request(b"CONNECT Example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n")
    assert (tunnel.is_tunnel, tunnel.host, tunnel.port) == (True, "example.org", 443)
    page = parse_request(b"GET http://example.org/a?b HTTP/1.1\r\nHost: example.org\r\n\r\n")
    assert (page.is_tunnel, page.host, page.port) == (False, "example.org", 80)
    assert parse_request(b"CONNECT [::1]:443 HTTP/1.1\r\n\r\n").host == "::1"


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET https://example.org/ HTTP/1.1\r\n\r\n",
        b"GET ftp://example.org/ HTTP/1.1\r\n\r\n",
        b"CONNECT example.org HTTP/1.1\r\n\r\n",
        b"CONNECT :443 HTTP/1.1\r\n\r\n",
        b"CONNECT example.org:port HTTP/1.1\r\n\r\n",
        b"GET http://example.org/ SPDY\r\n\r\n",
        b"GET http://example.org/ HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET http://example.org/ HTTP/1.1\r\nBad Name: x\r\n\r\n",
        b"GET http://example.org/ HTTP/1.1\r\nX: a\nInjected: b\r\n\r\n",
    ],
)
def test_anything_else_is_a_value_error(head: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_request(head)


def test_ports_of_other_protocols_are_refused() -> None:
    with pytest.raises(RefusedError, match=r"port 25 of example.org"):
        parse_request(b"CONNECT example.org:25 HTTP/1.1\r\n\r\n").check()


def test_the_forwarded_request_has_no_trace_of_the_proxy() -> None:
    request = parse_request(
        b"GET http://example.org/a?b HTTP/1.1\r\nHost: example.org\r\nProxy-Authorization: Basic x\r\n"
        b"Proxy-Connection: keep-alive\r\nX-Kept: yes\r\n\r\n"
    )
    expected = b"GET /a?b HTTP/1.1\r\nHost: example.org\r\nX-Kept: yes\r\nConnection: close\r\n\r\n"
    assert request.forwarded(None) == expected
    assert b"GET http://example.org/a?b HTTP/1.1\r\n" in request.forwarded("")
    assert b"Proxy-Authorization: Basic y\r\n" in request.forwarded("Basic y")


def test_answers_of_the_proxy_itself() -> None:
    assert b"X-Pagestrata-Refused: private\r\n" in error_answer(403, "private", refused=True) + b"\r\n"
    assert b"Proxy-Authenticate: Basic" in error_answer(407, "who?")
    assert b"\r\nEvil" not in error_answer(502, "x\r\nEvil: y")


def run_closing_answer(raw: bytes) -> bytes:
    async def run() -> bytes:
        reader = asyncio.StreamReader(limit=1000)
        reader.feed_data(raw)
        reader.feed_eof()
        return await closing_answer(reader, 1)

    return asyncio.run(run())


def test_answers_are_told_to_close_and_interim_ones_dropped() -> None:
    raw = b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nConnection: keep-alive\r\nX: y\r\n\r\nbody"
    assert run_closing_answer(raw) == b"HTTP/1.1 200 OK\r\nX: y\r\nConnection: close\r\n\r\n"


def test_answers_that_are_no_http_become_502() -> None:
    assert run_closing_answer(b"SSH-2.0\r\n\r\n").startswith(b"HTTP/1.1 502")
    with pytest.raises(OSError, match=r"head of the answer is too large"):
        run_closing_answer(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 2000 + b"\r\n\r\n")


class Kept:
    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data

    async def drain(self) -> None:
        return None


def run_relay(head: bytes, sent: bytes) -> bytes:
    async def run() -> bytes:
        reader, target = asyncio.StreamReader(), Kept()
        reader.feed_data(sent)
        reader.feed_eof()
        await relay_body(parse_request(head), reader, target, 1)  # type: ignore[arg-type]
        return target.data

    return asyncio.run(run())


def test_a_body_is_passed_on_and_not_one_byte_more() -> None:
    head = b"POST http://example.org/ HTTP/1.1\r\n%s\r\n\r\n"
    assert run_relay(head % b"Content-Length: 4", b"bodyGET http://other/") == b"body"
    assert run_relay(head % b"X: y", b"GET http://other/") == b""
    chunks = b"4\r\nbody\r\n0\r\n\r\n"
    assert run_relay(head % b"Transfer-Encoding: chunked", chunks + b"GET http://other/") == chunks


@pytest.mark.parametrize("sent", [b"zz\r\n", b"-1\r\n", b"fffffffff\r\n"])
def test_broken_chunks_end_the_connection(sent: bytes) -> None:
    with pytest.raises(OSError, match=r"a broken chunk"):
        run_relay(b"POST http://example.org/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", sent)


def test_a_body_that_is_cut_off_ends_the_connection() -> None:
    with pytest.raises(asyncio.IncompleteReadError):
        run_relay(b"POST http://example.org/ HTTP/1.1\r\nContent-Length: 9\r\n\r\n", b"body")
