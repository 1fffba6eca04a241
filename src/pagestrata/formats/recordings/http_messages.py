"""The HTTP messages inside WARC records: status line, headers, body."""

from __future__ import annotations

import contextlib
import re

from pagestrata.errors import InputError
from pagestrata.formats.recordings.codings import MAX_BODY_BYTES, decode_content, remove_chunks
from pagestrata.model.header_text import header_text, readable_header
from pagestrata.model.slots import dataclass

Headers = tuple[tuple[str, str], ...]

MAX_HEAD_BYTES = 256 * 1024
CODING_HEADERS = frozenset({"content-encoding", "transfer-encoding", "content-length"})
"""Headers that describe the body on its way; they no longer hold for the body as the server meant it."""

_STATUS = re.compile(rb"^HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)")
_REQUEST = re.compile(rb"^[A-Z]{1,20}[ \t]+\S+[ \t]+HTTP/\d")
_UNKEPT = frozenset({"host", "cookie", "authorization", "proxy-authorization"})
_BLANKS = " \t\r\n"  # those of HTTP; others are bytes of the value
_HEAD_END = re.compile(rb"\r?\n\r?\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageHead:
    """What a response says before its body; `body_start` is the first byte of the body."""

    status: int
    headers: Headers
    body_start: int

    def header(self, name: str) -> str:
        return find_header(self.headers, name)


def find_header(headers: Headers, name: str) -> str:
    """The value of a header as it is meant, '' without one."""
    return readable_header(next((value for key, value in headers if key.lower() == name), ""))


def media_type(headers: Headers) -> str:
    """The content type without its parameters, in lower case; '' without one."""
    return find_header(headers, "content-type").partition(";")[0].strip().lower()


def parse_head(message: bytes) -> MessageHead:
    """The head of a response message. Raises ValueError for bytes that are none."""
    status = _STATUS.match(message)
    if status is None:
        raise ValueError(f"no HTTP status line but {message[:30]!r}")
    headers, body_start = _headers(message)
    return MessageHead(status=int(status[1]), headers=headers, body_start=body_start)


def request_headers(message: bytes) -> Headers:
    """Return the headers of a request message without its host and credentials.

    Raises ValueError for bytes that are none.
    """
    if _REQUEST.match(message) is None:
        raise ValueError(f"no HTTP request line but {message[:30]!r}")
    return tuple((name, value) for name, value in _headers(message)[0] if name.lower() not in _UNKEPT)


def _headers(message: bytes) -> tuple[Headers, int]:
    """The headers behind the first line, and where the body begins."""
    end = _HEAD_END.search(message, 0, MAX_HEAD_BYTES)
    head, body_start = (message[: end.start()], end.end()) if end else (message.rstrip(b"\r\n"), len(message))
    if len(head) > MAX_HEAD_BYTES:
        raise ValueError(f"an HTTP head of more than {MAX_HEAD_BYTES} bytes")
    headers: list[tuple[str, str]] = []
    for line in head.splitlines()[1:]:
        text = header_text(line)
        if text[:1] in {" ", "\t"} and headers:
            headers[-1] = (headers[-1][0], f"{headers[-1][1]} {text.strip(_BLANKS)}")
            continue
        name, colon, value = text.partition(":")
        if colon and name.strip():
            headers.append((name.strip(), value.strip(_BLANKS)))
    return tuple(headers), body_start


def decoded_body(head: MessageHead, body: bytes, *, max_bytes: int = MAX_BODY_BYTES) -> bytes:
    """The body as the server meant it: chunks and content coding undone.

    Recorders differ: some store the body already decoded and keep the headers. A body that is not coded as its
    headers say is therefore returned as it is. Raises InputError for a body beyond the limit.
    """
    if "chunked" in head.header("transfer-encoding").lower():
        with contextlib.suppress(ValueError):  # stored without chunks
            body = remove_chunks(body)
    if len(body) > max_bytes:
        raise InputError(
            f"the body has {len(body)} bytes, more than {max_bytes}; raise the limit if you trust its source"
        )
    coding = head.header("content-encoding")
    if not coding:
        return body
    try:
        return decode_content(body, coding, max_bytes=max_bytes)
    except ValueError:
        return body


def without_codings(headers: Headers) -> Headers:
    """The headers that still hold once the codings are undone."""
    return tuple((name, value) for name, value in headers if name.lower() not in CODING_HEADERS)
