"""Compression of answers to other machines.

On this machine packing only takes time, and a reverse proxy compresses by itself: it reaches us
from this machine too. For others a list of pages is a tenth of its size.

Packing before encryption can betray a secret next to text that an attacker controls (BREACH): the length
of the answer says how much of it was guessed. Our only secret on a screen is the token of forms. It belongs to the session,
whose cookie is `SameSite=Strict`: a request that another site causes comes without it, and is answered with the token of a
session that never was. What shows other secrets, a new token or a login, is an answer to a form and is never packed.
"""

from __future__ import annotations

import gzip
import ipaddress

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PACKED_TYPES = ("text/html", "text/css", "text/javascript", "text/csv", "application/json", "application/problem+json")
LEAST_BYTES = 1_000
LEVEL = 4


class Compression:
    """ASGI middleware: compresses text answers to GET requests of other machines; streams and files pass unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET" and _is_far_away(scope) and _takes_gzip(scope):
            send = _packing(send)
        await self._app(scope, receive, send)


def _is_far_away(scope: Scope) -> bool:
    try:
        return not ipaddress.ip_address((scope.get("client") or ("",))[0]).is_loopback
    except ValueError:
        return False


def _takes_gzip(scope: Scope) -> bool:
    return "gzip" in Headers(scope=scope).get("accept-encoding", "")


def _packing(send: Send) -> Send:
    held: list[Message] = []

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start" and _is_text(message):
            held.append(message)
            return
        if held:
            await send(_packed(held.pop(), message))
        await send(message)

    return sending


def _is_text(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    kind = headers.get("content-type", "").partition(";")[0]
    return kind in PACKED_TYPES and "content-encoding" not in headers and start["status"] == 200


def _packed(start: Message, message: Message) -> Message:
    """The start of the answer; the body in `message` is compressed if it is complete and large."""
    headers = MutableHeaders(scope=start)
    headers.add_vary_header("Accept-Encoding")
    body = message.get("body", b"")
    if len(body) >= LEAST_BYTES and not message.get("more_body"):
        message["body"] = gzip.compress(body, LEVEL, mtime=0)
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(message["body"]))
    return start
