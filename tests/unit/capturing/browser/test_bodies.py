from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest

from pagestrata.capturing.browser.bodies import TooLargeError, announced_bytes, counted_body, whole_body
from pagestrata.model.snapshot import Response


class Session:
    """Answers as CDP does: pieces of a body, one for each read."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = list(pieces)
        self.sent: list[str] = []

    async def send(self, method: str, _: dict[str, Any]) -> dict[str, Any]:
        self.sent.append(method)
        if method == "Fetch.takeResponseBodyAsStream":
            return {"stream": "1"}
        if method == "IO.read":
            piece = self._pieces.pop(0)
            return {"data": base64.b64encode(piece).decode(), "base64Encoded": True, "eof": not self._pieces}
        if method == "Fetch.getResponseBody":
            return {"body": "Gr\u00fc\u00dfe", "base64Encoded": False}
        return {}


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Content-Length": "12"}, 12),
        ({"Content-Length": "12", "Content-Encoding": "identity"}, 12),
        ({"Content-Length": "12", "Content-Encoding": "gzip"}, None),
        ({"Content-Length": "-1"}, None),
        ({"Content-Length": "9" * 40}, None),
        ({}, None),
    ],
)
def test_a_length_counts_only_where_it_is_that_of_the_body(headers: dict[str, str], expected: int | None) -> None:
    response = Response(url="http://a.test/", status=200, headers=tuple(headers.items()), body=b"")
    assert announced_bytes(response) == expected


def test_a_body_is_put_together_from_its_pieces() -> None:
    session = Session(b"one ", b"two", b"")
    assert asyncio.run(counted_body(session, "r", most_bytes=7)) == b"one two"
    assert session.sent[-1] == "IO.close"


def test_a_body_without_end_is_dropped_as_soon_as_it_is_too_large() -> None:
    session = Session(*[b"x" * 10] * 1000)
    with pytest.raises(TooLargeError):
        asyncio.run(counted_body(session, "r", most_bytes=25))
    assert session.sent.count("IO.read") == 3
    assert session.sent[-1] == "IO.close"


def test_text_is_bytes_again() -> None:
    assert asyncio.run(whole_body(Session(), "r")) == "Grüße".encode()
