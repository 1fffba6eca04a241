"""The bodies of responses, counted while they arrive.

A length that a server announces cannot be exceeded, but many bodies have none, and a compressed one may unpack to a
thousand times its size. Such bodies are taken from the browser piece by piece, and dropped once they are too large.
"""

from __future__ import annotations

import asyncio
import base64
from typing import Any

from pagestrata.model.snapshot import Response

BODY_SECONDS = 20.0
_CHUNK_BYTES = 4 * 1024 * 1024


class TooLargeError(Exception):
    """A body that is larger than it may be."""


def announced_bytes(response: Response) -> int | None:
    """The length of the body where the server says so and means the body as it is, else None."""
    value = response.header("content-length") or ""
    coding = (response.header("content-encoding") or "identity").strip().lower()
    return int(value) if value.isdecimal() and len(value) < 16 and coding == "identity" else None


async def whole_body(session: Any, request_id: str) -> bytes:
    """A body of known size, in one piece; the response may still be passed on to the page."""
    async with asyncio.timeout(BODY_SECONDS):
        answer = await session.send("Fetch.getResponseBody", {"requestId": request_id})
    body = answer["body"]
    return base64.b64decode(body) if answer["base64Encoded"] else body.encode("utf-8", "surrogatepass")


async def counted_body(session: Any, request_id: str, *, most_bytes: int) -> bytes:
    """A body taken from the browser, which then needs another to show. Raises TooLargeError."""
    pieces: list[bytes] = []
    size, done = 0, False
    stream = (await session.send("Fetch.takeResponseBodyAsStream", {"requestId": request_id}))["stream"]
    try:
        while not done:
            answer = await session.send("IO.read", {"handle": stream, "size": _CHUNK_BYTES})
            data, done = answer["data"], answer["eof"]
            pieces.append(base64.b64decode(data) if answer.get("base64Encoded") else data.encode())
            size += len(pieces[-1])
            if size > most_bytes:
                raise TooLargeError
    finally:
        await session.send("IO.close", {"handle": stream})
    return b"".join(pieces)
