"""WARC records written by hand, so that tests can damage them in every way."""

from __future__ import annotations

import gzip

HTML = b"<!doctype html><title>Page</title><p>Hello</p>"


def message(body: bytes = HTML, *, status: str = "200 OK", headers: dict[str, str] | None = None) -> bytes:
    """An HTTP response as it travelled."""
    lines = {"Content-Type": "text/html; charset=utf-8"} | (headers or {})
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body


def record(
    block: bytes,
    *,
    url: str = "http://example.org/",
    date: str = "2024-01-02T03:04:05Z",
    kind: str = "response",
    headers: dict[str, str] | None = None,
    length: int | str | None = None,
    record_id: str = "",
) -> bytes:
    """One uncompressed record; `length` lies about the size of the block."""
    lines = {
        "WARC-Type": kind,
        "WARC-Record-ID": record_id or f"<urn:test:{abs(hash((url, date, kind)))}>",
        "WARC-Date": date,
        "WARC-Target-URI": url,
        "Content-Type": "application/http; msgtype=response",
        **(headers or {}),
        "Content-Length": str(len(block) if length is None else length),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"WARC/1.1\r\n{head}\r\n".encode() + block + b"\r\n\r\n"


def packed(*records: bytes) -> bytes:
    """The records compressed one by one, as the standard asks."""
    return b"".join(gzip.compress(one, mtime=0) for one in records)
