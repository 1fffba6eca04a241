"""The messages of the guard: requests of the browser, requests that are passed on, and the guard's own answers.

h11 parses and checks the messages; this module has only what a proxy adds. The guard's own answers have no text that a
page could show: an empty body, and a header with a mark that no server knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

import h11

from pagestrata.capturing.guard.addresses import BLOCKED_PORTS
from pagestrata.errors import RefusedError

RawHeaders = list[tuple[bytes, bytes]]
Reason = Literal[
    "BlockedByClient", "NameNotResolved", "ConnectionRefused", "TimedOut", "AddressUnreachable", "ConnectionFailed"
]
"""Why a server was not reached, in the words of CDP's `Network.ErrorReason`."""

MARK_HEADER = "X-Pagestrata-Guard"
_HOP_HEADERS = frozenset(
    {b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization", b"te", b"upgrade", b"trailer"}
)
_PHRASES = {
    400: b"Bad Request",
    403: b"Forbidden",
    407: b"Proxy Authentication Required",
    502: b"Bad Gateway",
    503: b"Service Unavailable",
}
_CERTIFICATE = re.compile(r"\.(crt|cer|der|pem|p7b|p7c)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyRequest:
    """One request to the guard: a tunnel to host and port, or an http address."""

    method: bytes
    target: str
    host: str
    port: int
    headers: RawHeaders

    @property
    def is_tunnel(self) -> bool:
        return self.method == b"CONNECT"

    @property
    def credential(self) -> bytes:
        return next((value for name, value in self.headers if name.lower() == b"proxy-authorization"), b"")

    @property
    def is_for_certificate(self) -> bool:
        """Whether Chromium itself requests a certificate that a server omitted."""
        path = urlsplit(self.target).path
        return self.method == b"GET" and self.port == 80 and bool(_CERTIFICATE.fullmatch(path[-4:]))

    def check(self) -> None:
        """Raises RefusedError for ports of other protocols."""
        if self.port in BLOCKED_PORTS:
            raise RefusedError(f"refused: port {self.port} of {self.host} belongs to another protocol")

    def for_server(self) -> h11.Request:
        """The request as it is sent to the server itself."""
        parts = urlsplit(self.target)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return h11.Request(method=self.method, target=target.encode("latin-1"), headers=without_hops(self.headers))

    def for_upstream(self, credential: str | None) -> h11.Request:
        """The request as it is sent to another proxy."""
        kept = without_hops(self.headers)
        if credential:
            kept.append((b"Proxy-Authorization", credential.encode("latin-1")))
        return h11.Request(method=self.method, target=self.target.encode("latin-1"), headers=kept)


def read_request(request: h11.Request) -> ProxyRequest:
    """Raises ValueError for anything but CONNECT host:port and absolute http addresses."""
    target = request.target.decode("latin-1")
    is_tunnel = request.method == b"CONNECT"
    parts = urlsplit(f"//{target}" if is_tunnel else target)
    host, port = parts.hostname, parts.port
    if not host or (is_tunnel and port is None) or (not is_tunnel and parts.scheme != "http"):
        raise ValueError("the target is neither host:port nor an http address")
    return ProxyRequest(
        method=request.method, target=target, host=host.lower(), port=80 if port is None else port,
        headers=request.headers.raw_items(),
    )  # fmt: skip


def without_hops(headers: RawHeaders) -> RawHeaders:
    """The end-to-end headers, without hop-by-hop headers."""
    return [(name, value) for name, value in headers if name.lower() not in _HOP_HEADERS]


def own_answer(status: int, *, mark: str = "", reason: str = "") -> h11.Response:
    """An answer of the guard itself, whose body is empty; the mark distinguishes it from a server's."""
    headers = [("Content-Length", "0")]
    if mark:
        headers.append((MARK_HEADER, f"{mark} {reason}"))
    if status == 407:
        headers.append(("Proxy-Authenticate", 'Basic realm="pagestrata"'))
    return h11.Response(status_code=status, headers=headers, reason=_PHRASES[status])
