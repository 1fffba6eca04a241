"""Limits on the size and duration of request bodies, applied while they arrive.

The framework reads a body before it identifies the sender. So the body is read here and passed on whole; people with access may
send larger ones than others.
"""

from __future__ import annotations

import asyncio

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pagestrata.errors import PagestrataError
from pagestrata.web.dependencies import person_of

MOST_OF_ANYBODY = 64 * 1024
MOST_OF_PEOPLE = 2 * 1024 * 1024
"""Bytes. The largest form of ours says something about each block of a page."""
BODY_SECONDS = 20.0
LINGER_SECONDS = 1.0
"""How long a refused client may read why, before its connection is closed in the middle of what it sends."""


class TooLargeError(Exception):
    """The body of a request is larger than allowed."""


class BodyLimit:
    """ASGI middleware: answers 413 to bodies that are too large, and 408 to those that do not arrive."""

    def __init__(self, app: ASGIApp, *, seconds: float = BODY_SECONDS) -> None:
        self._app, self._seconds = app, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        if headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers:
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._seconds):
                body = await _read(scope, receive, int(headers.get("content-length", "0")))
        except TooLargeError as error:
            await _refuse(send, 413, str(error))
        except TimeoutError:
            await _refuse(send, 408, f"The request was incomplete after {self._seconds:g} seconds.")
        else:
            if body is not None:
                await self._app(scope, _after(body, receive), send)


async def _read(scope: Scope, receive: Receive, announced: int) -> bytes | None:
    """The body; None if the client disconnected. Raises TooLargeError."""
    most = MOST_OF_ANYBODY
    body = bytearray()
    is_over = False
    while True:
        if max(announced, len(body)) > most:
            most = await _most_of(scope)
            if max(announced, len(body)) > most:
                raise TooLargeError(f"The request is larger than {most // 1024} KB.")
        if is_over:
            return bytes(body)
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        is_over = not message.get("more_body", False)


async def _most_of(scope: Scope) -> int:
    """The largest body that this client may send."""
    try:
        person = await run_in_threadpool(person_of, Request(scope))
    except PagestrataError:
        person = None
    return MOST_OF_PEOPLE if person is not None else MOST_OF_ANYBODY


def _after(body: bytes, receive: Receive) -> Receive:
    """Receive the body that was already read, then further messages."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Message:
        return waiting.pop() if waiting else await receive()

    return receiving


async def _refuse(send: Send, status: int, sentence: str) -> None:
    """Send the refusal, allow some time to read it, and disconnect. The rest of the body is not read."""
    body = f"{sentence}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    await asyncio.sleep(LINGER_SECONDS)
    await send({"type": "http.response.body", "body": b""})
