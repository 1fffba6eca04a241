"""The messages of the guard proxy: the browser's request taken apart, and the answers put together.

Plain HTTP is forwarded one request per connection. A server that kept the connection open would otherwise receive the
browser's next request, which may be meant for another host.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from pagestrata.capturing.guard.addresses import BLOCKED_PORTS
from pagestrata.errors import RefusedError

_METHOD = re.compile(r"[A-Z]{1,20}")
_HOP_HEADERS = frozenset({"connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "upgrade"})
_PHRASES = {
    400: "Bad Request",
    403: "Forbidden",
    407: "Proxy Authentication Required",
    502: "Bad Gateway",
    503: "Service Unavailable",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyRequest:
    """One request to the proxy."""

    method: str
    target: str
    host: str
    port: int
    headers: tuple[tuple[str, str], ...]

    @property
    def is_tunnel(self) -> bool:
        return self.method == "CONNECT"

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name), "")

    @property
    def credential(self) -> str:
        return self.header("proxy-authorization")

    def check(self) -> None:
        """Raises RefusedError for ports of other protocols."""
        if self.port in BLOCKED_PORTS:
            raise RefusedError(f"refused: port {self.port} of {self.host} belongs to another protocol")

    def forwarded(self, upstream_credential: str | None) -> bytes:
        """The request for the server itself, or (with a credential, '' for none) for an upstream proxy."""
        kept = [(name, value) for name, value in self.headers if name.lower() not in _HOP_HEADERS]
        if upstream_credential:
            kept.append(("Proxy-Authorization", upstream_credential))
        if not self.is_tunnel:
            kept.append(("Connection", "close"))
        target = self.target
        if upstream_credential is None:
            parts = urlsplit(target)
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [f"{self.method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in kept)]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def parse_request(head: bytes) -> ProxyRequest:
    """Raises ValueError for anything but CONNECT host:port and absolute http addresses."""
    first, *rest = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not _METHOD.fullmatch(words[0]) or not words[2].startswith("HTTP/1."):
        raise ValueError("no HTTP request line")
    method, target, _ = words
    try:
        parts = urlsplit(f"//{target}" if method == "CONNECT" else target)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ValueError(str(error)) from error
    if not host or (method == "CONNECT" and port is None) or (method != "CONNECT" and parts.scheme != "http"):
        raise ValueError("the target is neither host:port nor an http address")
    headers = []
    for line in rest:
        name, colon, value = line.partition(":")
        if not colon or not re.fullmatch(r"[!-9;-~]+", name) or "\n" in line or "\r" in line:
            raise ValueError("a broken header line")
        headers.append((name, value.strip()))
    return ProxyRequest(
        method=method, target=target, host=host.lower(), port=80 if port is None else port, headers=tuple(headers)
    )


def error_answer(status: int, reason: str, *, refused: bool = False) -> bytes:
    """A small answer of the proxy itself."""
    line = " ".join(reason.split())
    body = line.encode()
    headers = ["Content-Type: text/plain; charset=utf-8", f"Content-Length: {len(body)}", "Connection: close"]
    headers.append(f"X-Pagestrata-Guard: {status}")  # told from an answer of the server with the same status
    if refused:
        headers.append("X-Pagestrata-Refused: " + line.encode("ascii", "replace").decode())
    if status == 407:
        headers.append('Proxy-Authenticate: Basic realm="pagestrata"')
    head = "\r\n".join([f"HTTP/1.1 {status} {_PHRASES[status]}", *headers])
    return head.encode() + b"\r\n\r\n" + body


async def relay_body(
    request: ProxyRequest, reader: asyncio.StreamReader, target: asyncio.StreamWriter, idle_seconds: float
) -> None:
    """Pass on the body of a request and not one byte more."""
    if "chunked" in request.header("transfer-encoding").lower():
        await _relay_chunks(reader, target, idle_seconds)
        return
    length = request.header("content-length")
    await _pass_on(reader, target, int(length) if length.isdecimal() else 0, idle_seconds)


async def _relay_chunks(reader: asyncio.StreamReader, target: asyncio.StreamWriter, idle_seconds: float) -> None:
    size = 1
    while size:
        async with asyncio.timeout(idle_seconds):
            line = await reader.readuntil(b"\r\n")
        if not re.fullmatch(rb"[0-9a-fA-F]{1,8}(;[^\r\n]*)?\r\n", line):
            raise OSError("a broken chunk")
        size = int(line.split(b";")[0], 16)
        target.write(line)
        await _pass_on(reader, target, size + 2, idle_seconds)


async def _pass_on(reader: asyncio.StreamReader, target: asyncio.StreamWriter, count: int, idle_seconds: float) -> None:
    while count:
        async with asyncio.timeout(idle_seconds):
            data = await reader.read(min(count, 65536))
            if not data:
                raise asyncio.IncompleteReadError(b"", count)
            target.write(data)
            await target.drain()
        count -= len(data)


async def closing_answer(reader: asyncio.StreamReader, idle_seconds: float) -> bytes:
    """The head of the server's answer, told to close; interim answers (1xx) are dropped."""
    while True:
        async with asyncio.timeout(idle_seconds):
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.LimitOverrunError as error:
                raise OSError("the head of the answer is too large") from error
        first, *rest = head[:-4].split(b"\r\n")
        status = first.split(b" ", 2)[1:2]
        if not first.startswith(b"HTTP/") or not status or status[0].startswith(b"1"):
            if first.startswith(b"HTTP/") and status:
                continue
            return error_answer(502, "the server's answer is not HTTP")
        dropped = (b"connection:", b"keep-alive:", b"proxy-connection:")
        kept = [line for line in rest if not line.lower().startswith(dropped)]
        return b"\r\n".join([first, *kept, b"Connection: close"]) + b"\r\n\r\n"
