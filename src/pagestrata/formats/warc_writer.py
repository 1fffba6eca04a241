"""Write WARC 1.1 files, one gzip member per record, with `revisit` records for bytes already written.

Bodies arrive with their codings undone (`Response`), so they are written as they are and the headers that described
the coded body are left out. Payload digests are SHA-1 in base 32, the form that replay tools compare.
"""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, BinaryIO

from pagestrata.formats.http_messages import without_codings
from pagestrata.model.snapshot import Response

REVISIT_PROFILE = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRecord:
    """One record as it lies in the file, for an index: CDXJ needs exactly this."""

    url: str
    recorded_at: datetime
    kind: str  # response, revisit or resource
    status: int | None
    content_type: str
    payload_digest: str
    offset: int
    length: int
    record_id: str


@dataclass(frozen=True, slots=True)
class _Original:
    url: str
    date: str
    record_id: str


class WarcWriter:
    """Writes records to an open binary file. The same bytes are written once; later ones become revisits.

    >>> with open("pages.warc.gz", "wb") as file:
    ...     writer = WarcWriter(file, filename="pages.warc.gz", software="pagestrata")
    ...     writer.response(response, recorded_at=when)
    """

    def __init__(
        self, file: BinaryIO, *, filename: str, software: str, information: Mapping[str, str] | None = None
    ) -> None:
        from warcio.warcwriter import WARCWriter

        self._file = file
        self._writer = WARCWriter(file, gzip=True, warc_version="WARC/1.1")
        self._originals: dict[str, _Original] = {}
        fields = {"software": software, "format": "WARC File Format 1.1", **(information or {})}
        self._writer.write_record(self._writer.create_warcinfo_record(filename, fields))

    def response(self, response: Response, *, recorded_at: datetime) -> WrittenRecord:
        """Write a response, or a revisit when its body was written before."""
        digest, date = payload_digest(response.body), warc_date(recorded_at)
        original = self._originals.get(digest) if response.body else None
        headers: dict[str, str] = {"WARC-Date": date, "WARC-Payload-Digest": digest}
        if original is None:
            return self._write(response, "response", headers, recorded_at)
        headers |= {
            "WARC-Profile": REVISIT_PROFILE,
            "WARC-Refers-To": original.record_id,
            "WARC-Refers-To-Target-URI": original.url,
            "WARC-Refers-To-Date": original.date,
        }
        return self._write(response, "revisit", headers, recorded_at)

    def resource(self, url: str, body: bytes, *, content_type: str, recorded_at: datetime) -> WrittenRecord:
        """Write bytes that no server sent: a screenshot under `urn:view:URL`, a text under `urn:text:URL`."""
        headers = {"WARC-Date": warc_date(recorded_at), "WARC-Payload-Digest": payload_digest(body)}
        record = self._writer.create_warc_record(
            url,
            "resource",
            payload=io.BytesIO(body),
            length=len(body),
            warc_content_type=content_type,
            warc_headers_dict=headers,
        )
        return self._finish(record, url, "resource", None, content_type, recorded_at)

    def _write(self, response: Response, kind: str, headers: dict[str, str], recorded_at: datetime) -> WrittenRecord:
        from warcio.statusandheaders import StatusAndHeaders

        stored = [(name, _one_line(value)) for name, value in without_codings(response.headers)]
        stored.append(("Content-Length", str(len(response.body))))
        http = StatusAndHeaders(_status_line(response.status), stored, protocol="HTTP/1.1")
        body = response.body if kind == "response" else b""
        url = _one_line(response.url)
        record = self._writer.create_warc_record(
            # with the length known, warcio makes no temporary file (which it never closes for revisits)
            url, kind, payload=io.BytesIO(body), length=len(body), http_headers=http, warc_headers_dict=headers
        )
        written = self._finish(record, url, kind, response.status, response.header("content-type") or "", recorded_at)
        if kind == "response" and response.body:
            self._originals[written.payload_digest] = _Original(url, headers["WARC-Date"], written.record_id)
        return written

    def _finish(
        self, record: Any, url: str, kind: str, status: int | None, content_type: str, recorded_at: datetime
    ) -> WrittenRecord:
        offset = self._file.tell()
        self._writer.write_record(record)
        return WrittenRecord(
            url=url,
            recorded_at=recorded_at,
            kind=kind,
            status=status,
            content_type=content_type.partition(";")[0].strip().lower(),
            payload_digest=record.rec_headers.get_header("WARC-Payload-Digest"),
            offset=offset,
            length=self._file.tell() - offset,
            record_id=record.rec_headers.get_header("WARC-Record-ID"),
        )


def payload_digest(body: bytes) -> str:
    """SHA-1 in base 32: the form of WARC-Payload-Digest that replay tools compare."""
    return "sha1:" + base64.b32encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode("ascii")


def warc_date(when: datetime) -> str:
    """A WARC-Date: UTC, with the fraction of a second only where there is one."""
    if when.tzinfo is None:
        raise ValueError("a WARC-Date needs a time zone; give the time one, for example tzinfo=UTC")
    return when.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def _status_line(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"{status} Unknown"


def _one_line(text: str) -> str:
    """Header values never break the line: a stored value must not forge a record."""
    return " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
