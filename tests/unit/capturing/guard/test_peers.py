import asyncio
from collections.abc import Coroutine
from typing import Any

import h11
import pytest

from pagestrata.capturing.guard.peers import Peer


class Kept:
    """A stream writer that keeps what is written."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data

    async def drain(self) -> None:
        return None

    def is_closing(self) -> bool:
        return False


def peer(role: Any, received: bytes, *, at_end: bool = True, head_bytes: int = 1000) -> tuple[Peer, Kept]:
    reader, writer = asyncio.StreamReader(), Kept()
    reader.feed_data(received)
    if at_end:
        reader.feed_eof()
    return Peer(role, reader, writer, head_bytes=head_bytes, idle_seconds=60), writer  # type: ignore[arg-type]


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


def test_interim_answers_are_dropped() -> None:
    async def main() -> h11.Response | None:
        server, _ = peer(h11.CLIENT, b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nX: y\r\n\r\nbody")
        await server.send(h11.Request(method="GET", target="/", headers=[("Host", "x")]), h11.EndOfMessage())
        return await server.answer()

    answer = run(main())
    assert answer.status_code == 200


@pytest.mark.parametrize("raw", [b"SSH-2.0\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"y" * 2000, b""])
def test_what_is_no_http_is_an_error_that_keeps_what_came(raw: bytes) -> None:
    async def main() -> bytes:
        server, _ = peer(h11.CLIENT, raw)
        await server.send(h11.Request(method="GET", target="/", headers=[("Host", "x")]), h11.EndOfMessage())
        with pytest.raises(h11.RemoteProtocolError):
            await server.answer()
        return server.received

    assert run(main()) == raw


def test_a_connection_serves_one_request_after_the_other() -> None:
    request = b"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"

    async def main() -> tuple[list[bytes], bytes]:
        browser, writer = peer(h11.SERVER, request + request.replace(b"/a/", b"/b/"))
        targets = []
        for _ in range(2):
            targets.append((await browser.event()).target)
            await browser.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]), h11.EndOfMessage())
            assert await browser.next_request_may_follow()
        assert not browser.is_open
        return targets, writer.data

    targets, written = run(main())
    assert targets == [b"http://a/", b"http://b/"]
    assert written.count(b"HTTP/1.1 200") == 2


def test_what_follows_the_head_of_a_tunnel_is_not_lost() -> None:
    async def main() -> bytes:
        browser, _ = peer(h11.SERVER, b"CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\nhello", at_end=False)
        await browser.event()
        await browser.event()
        await browser.send(h11.Response(status_code=200, headers=[]))
        return browser.trailing

    assert run(main()) == b"hello"
