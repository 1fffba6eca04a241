"""Write WARC 1.1 files, one gzip member per record, with `revisit` records for bytes already written.

Bodies arrive with their codings undone (`Response`), so they are written as they are and the headers that described
the coded body are left out. Digests are SHA-1 in base 32, the form that replay tools compare.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import ipaddress
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import BinaryIO
from urllib.parse import urlsplit, urlunsplit

from pagestrata.formats.recordings.http_messages import without_codings
from pagestrata.formats.recordings.warc_entries import PAGE_HEADER
from pagestrata.model.header_text import header_bytes
from pagestrata.model.snapshot import Response

_LEVEL = 6  # a hundredth more bytes than with 9, in half the time
REVISIT_PROFILE = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRecord:
    """One record as written to the file, with all that a CDXJ index needs."""

    url: str
    recorded_at: datetime
    kind: str  # response, revisit or resource
    status: int | None
    content_type: str
    payload_digest: str
    offset: int
    length: int
    record_id: str


class WarcWriter:
    """Writes records to an open binary file. Equal bodies are written once; later ones become revisits.

    >>> with open("pages.warc.gz", "wb") as file:
    ...     writer = WarcWriter(file, filename="pages.warc.gz", software="pagestrata")
    ...     writer.response(response, recorded_at=when)
    """

    def __init__(
        self,
        file: BinaryIO,
        *,
        filename: str,
        software: str,
        created_at: datetime | None = None,
        information: Mapping[str, str] | None = None,
    ) -> None:
        self._file = file
        self._originals: dict[str, WrittenRecord] = {}
        fields = {"software": software, "format": "WARC File Format 1.1", **(information or {})}
        block = "".join(f"{name}: {_one_line(value)}\r\n" for name, value in fields.items()).encode()
        headers = {"WARC-Filename": filename, "WARC-Date": warc_date(created_at or datetime.now(UTC))}
        self._write("warcinfo", headers, "application/warc-fields", block)

    def response(self, response: Response, *, recorded_at: datetime, is_page: bool = False) -> WrittenRecord:
        """Write a response, or a revisit when its body was written before. `is_page`: it is a page, not a resource."""
        digest = payload_digest(response.body)
        original = self._originals.get(digest)
        headers = {
            "WARC-Date": warc_date(recorded_at),
            "WARC-Target-URI": _one_line(response.url),
            "WARC-Payload-Digest": digest,
        }
        headers |= {PAGE_HEADER: "yes"} if is_page else {}
        headers |= {"WARC-IP-Address": response.server_address} if _is_address(response.server_address) else {}
        if original is not None:
            headers |= {
                "WARC-Profile": REVISIT_PROFILE,
                "WARC-Refers-To": original.record_id,
                "WARC-Refers-To-Target-URI": original.url,
                "WARC-Refers-To-Date": warc_date(original.recorded_at),
            }
        kind = "response" if original is None else "revisit"
        block = _head(response) + (response.body if original is None else b"")
        offset, record_id = self._write(kind, headers, "application/http; msgtype=response", block)
        written = WrittenRecord(
            url=headers["WARC-Target-URI"],
            recorded_at=recorded_at,
            kind=kind,
            status=response.status,
            content_type=(response.header("content-type") or "").partition(";")[0].strip().lower(),
            payload_digest=digest,
            offset=offset,
            length=self._file.tell() - offset,
            record_id=record_id,
        )
        if original is None and response.body:
            self._originals[digest] = written
        if response.request_headers:
            self._request(response, headers, record_id)
        return written

    def _request(self, response: Response, about: Mapping[str, str], record_id: str) -> None:
        """Write the request of a response."""
        kept = ("WARC-Date", "WARC-Target-URI", "WARC-IP-Address")
        headers = {name: about[name] for name in kept if name in about} | {"WARC-Concurrent-To": record_id}
        self._write("request", headers, "application/http; msgtype=request", _request_head(response))

    def resource(self, url: str, body: bytes, *, content_type: str, recorded_at: datetime) -> WrittenRecord:
        """Write bytes that no server sent: a screenshot under `urn:view:URL`, a text under `urn:text:URL`."""
        digest = payload_digest(body)
        headers = {
            "WARC-Date": warc_date(recorded_at),
            "WARC-Target-URI": _one_line(url),
            "WARC-Payload-Digest": digest,
        }
        offset, record_id = self._write("resource", headers, content_type, body, digest=digest)
        return WrittenRecord(
            url=headers["WARC-Target-URI"],
            recorded_at=recorded_at,
            kind="resource",
            status=None,
            content_type=content_type.partition(";")[0].strip().lower(),
            payload_digest=digest,
            offset=offset,
            length=self._file.tell() - offset,
            record_id=record_id,
        )

    def _write(
        self, kind: str, headers: Mapping[str, str], content_type: str, block: bytes, *, digest: str | None = None
    ) -> tuple[int, str]:
        """Write a record; return its offset and id. `digest`: that of the block, if already known."""
        record_id = f"<urn:uuid:{uuid.uuid4()}>"
        lines = {
            "WARC-Type": kind,
            "WARC-Record-ID": record_id,
            **headers,
            "WARC-Block-Digest": digest or payload_digest(block),
            "Content-Type": content_type,
            "Content-Length": str(len(block)),
        }
        head = "".join(f"{name}: {_one_line(value)}\r\n" for name, value in lines.items())
        offset = self._file.tell()
        level = 0 if content_type.startswith("image/") else _LEVEL  # pictures are packed already
        record = f"WARC/1.1\r\n{head}\r\n".encode() + block + b"\r\n\r\n"
        self._file.write(gzip.compress(record, compresslevel=level, mtime=0))
        return offset, record_id


def payload_digest(body: bytes) -> str:
    """SHA-1 in base 32: the form of WARC-Payload-Digest that replay tools compare."""
    return "sha1:" + base64.b32encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode("ascii")


def warc_date(when: datetime) -> str:
    """Return a WARC-Date in UTC, with a fraction of a second only if it is not zero."""
    if when.tzinfo is None:
        raise ValueError("a WARC-Date needs a time zone; give the time one, for example tzinfo=UTC")
    return when.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def _head(response: Response) -> bytes:
    try:
        phrase = HTTPStatus(response.status).phrase
    except ValueError:
        phrase = "Unknown"
    lines = [f"HTTP/1.1 {response.status} {phrase}"]
    lines += [f"{_one_line(name)}: {_one_line(value)}" for name, value in without_codings(response.headers)]
    lines.append(f"Content-Length: {len(response.body)}")
    return header_bytes("\r\n".join(lines) + "\r\n\r\n")


def _request_head(response: Response) -> bytes:
    parts = urlsplit(_one_line(response.url))
    target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
    lines = [f"{_one_line(response.method)} {target} HTTP/1.1", f"Host: {parts.netloc.rpartition('@')[2]}"]
    sent = (pair for pair in response.request_headers if pair[0].lower() not in {"host", "content-length"})
    lines += [f"{_one_line(name)}: {_one_line(value)}" for name, value in sent]
    return header_bytes("\r\n".join(lines) + "\r\n\r\n")


def _is_address(text: str) -> bool:
    try:
        return bool(ipaddress.ip_address(text))
    except ValueError:
        return False


def _one_line(text: str) -> str:
    """Header values never break the line: a stored value must not forge a record."""
    return " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
