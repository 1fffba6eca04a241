"""Index entries of WARC records: enough to find a record by address and time and to read it again."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from pagestrata.errors import InputError
from pagestrata.formats.recordings.http_messages import (
    Headers,
    MessageHead,
    decoded_body,
    media_type,
    parse_head,
    request_headers,
)
from pagestrata.formats.recordings.warc_records import (
    MAX_HEAD_BYTES,
    Damage,
    GzipCheckpoints,
    Record,
    RecordStart,
    is_packed,
    read_record,
    walk_records,
)
from pagestrata.formats.urls import MAX_URL_CHARACTERS, parse_time

MAX_ENTRIES = 2_000_000
MAX_INDEX_CHARACTERS = 512 * 1024 * 1024
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
PAGE_HEADER = "Pagestrata-Page"
"""Marks the response that a version was made of, whatever its type; other readers pass over headers they do not know."""
_READ_TYPES = frozenset({"response", "revisit", "resource"})


class ByteSource(Protocol):
    """Something that can be opened for reading again and again: a file, or a member of a WACZ."""

    @property
    def name(self) -> str: ...

    def open(self) -> AbstractContextManager[BinaryIO]: ...


@dataclass(frozen=True, slots=True)
class FileSource:
    """A WARC file on disk."""

    path: Path

    @property
    def name(self) -> str:
        return str(self.path)

    def open(self) -> BinaryIO:
        return self.path.open("rb")


@dataclass(frozen=True, slots=True)
class BorrowedSource:
    """A file that the caller has opened and will close; it must allow seeking."""

    file: BinaryIO

    @property
    def name(self) -> str:
        return str(getattr(self.file, "name", "the open file"))

    def open(self) -> AbstractContextManager[BinaryIO]:
        return nullcontext(self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarcEntry:
    """The place of a response and the contents of its head; headers and body are read on demand."""

    url: str
    recorded_at: datetime
    kind: str  # response, revisit or resource
    record_id: str
    payload_digest: str
    has_head: bool  # False for a revisit that stored no HTTP head; status and type are then those of its original
    status: int
    content_type: str
    refers_to: str
    refers_to_url: str
    refers_to_date: str
    source: ByteSource
    place: RecordStart
    packed: bool
    length: int
    is_marked_page: bool = False  # by our own export, whatever its type
    server_address: str = ""
    concurrent_to: str = ""  # the record id of its request, where the response names it

    @property
    def is_html(self) -> bool:
        return self.content_type in HTML_TYPES


@dataclass(frozen=True, slots=True)
class WarcRequest:
    """Where the request is that a response answered."""

    source: ByteSource
    place: RecordStart
    packed: bool


Requests = dict[str, WarcRequest]
"""Requests by the record id of their response, and by their own."""


def index_source(
    source: ByteSource, entries: list[WarcEntry], damages: list[str], requests: Requests | None = None
) -> None:
    """Add the responses of one file to `entries`, and what could not be read to `damages`."""
    try:
        opened = source.open()
    except OSError as error:
        raise InputError(
            f"cannot open {source.name}: {error.strerror or error}; check the path and its rights"
        ) from error
    try:
        with opened as file:
            _index_file(file, source, entries, damages, requests)
    except OSError as error:
        damages.append(f"{source.name} cannot be read to its end ({error})")


def _index_file(
    file: BinaryIO,
    source: ByteSource,
    entries: list[WarcEntry],
    damages: list[str],
    requests: Requests | None,
) -> None:
    seen_ids: set[str] = set()
    characters = 0
    packed = is_packed(file)
    for record in walk_records(file, first_bytes=MAX_HEAD_BYTES):
        if len(entries) >= MAX_ENTRIES or characters > MAX_INDEX_CHARACTERS:
            damages.append(f"byte {_byte(record)}: too many responses for one index; the rest is left out")
            return
        if isinstance(record, Damage):
            damages.append(str(record))
        elif requests is not None and record.header("warc-type").lower() == "request":
            _note_request(record, WarcRequest(source, record.place, packed), requests)
        elif record.header("warc-type").lower() in _READ_TYPES:
            try:
                entry = _entry(record, source, packed)
            except (InputError, ValueError) as error:
                damages.append(f"byte {record.place.byte}: {error}")
                continue
            if entry.record_id and entry.record_id in seen_ids:
                damages.append(f"byte {record.place.byte}: the record id {entry.record_id[:80]} occurs twice")
            if record.altered and entry.kind != "revisit":
                damages.append(
                    f"byte {record.place.byte}: the bytes of {entry.url[:200]} are not those of their digest"
                )
            seen_ids.add(entry.record_id)
            entries.append(entry)
            characters += len(entry.url) + len(entry.record_id) + len(entry.refers_to_url)


def _note_request(record: Record, request: WarcRequest, requests: Requests) -> None:
    if len(requests) < MAX_ENTRIES:
        for name in (record.header("warc-concurrent-to"), record.header("warc-record-id")):
            if name:
                requests.setdefault(name, request)


def _byte(found: Record | Damage) -> int:
    return found.byte if isinstance(found, Damage) else found.place.byte


def _entry(record: Record, source: ByteSource, packed: bool) -> WarcEntry:
    url = record.header("warc-target-uri").strip("<>")
    if not url or len(url) > MAX_URL_CHARACTERS:
        raise ValueError(f"a record with a target address of {len(url)} characters is left out")
    kind = record.header("warc-type").lower()
    head = _head(record, kind)
    return WarcEntry(
        url=_without_user(url),
        recorded_at=parse_time(record.header("warc-date")),
        kind=kind,
        record_id=record.header("warc-record-id"),
        payload_digest=_plain_digest(record.header("warc-payload-digest") or _block_digest(record, kind)),
        has_head=head is not None,
        status=head.status if head else 0,
        content_type=media_type(head.headers) if head else "",
        refers_to=record.header("warc-refers-to"),
        refers_to_url=record.header("warc-refers-to-target-uri").strip("<>"),
        refers_to_date=record.header("warc-refers-to-date"),
        source=source,
        place=record.place,
        packed=packed,
        length=record.length,
        is_marked_page=record.header(PAGE_HEADER.lower()) == "yes",
        server_address=record.header("warc-ip-address")[:64],
        concurrent_to=record.header("warc-concurrent-to")[:200],
    )


def _head(record: Record, kind: str) -> MessageHead | None:
    if kind == "resource":
        headers = (("Content-Type", record.header("content-type") or "application/octet-stream"),)
        return MessageHead(status=200, headers=headers, body_start=0)
    if kind == "revisit" and not record.block.strip():
        return None
    return parse_head(record.block)


def _block_digest(record: Record, kind: str) -> str:
    return record.header("warc-block-digest") if kind == "resource" else ""


def read_head(entry: WarcEntry, checkpoints: GzipCheckpoints | None = None) -> MessageHead | None:
    """The HTTP head of an entry, None for a revisit that stored none. Raises InputError."""
    return _head(_record(entry, checkpoints), entry.kind)


def read_request(request: WarcRequest, checkpoints: GzipCheckpoints | None = None) -> Headers:
    """Return the headers of a request; () if they cannot be read, since the page does not depend on them."""
    try:
        with request.source.open() as file:
            record = read_record(file, request.place, packed=request.packed, checkpoints=checkpoints)
        return request_headers(record.block)
    except (OSError, ValueError, InputError):
        return ()


def read_block(
    entry: WarcEntry, max_bytes: int, checkpoints: GzipCheckpoints | None = None
) -> tuple[MessageHead, bytes]:
    """The head and the decoded body of an entry that holds its own bytes. Raises InputError."""
    if entry.length > max_bytes + MAX_HEAD_BYTES:
        raise InputError(f"{_where(entry)}: {entry.url[:200]} has {entry.length} bytes, more than {max_bytes}")
    record = _record(entry, checkpoints)
    try:
        head = _head(record, entry.kind) or parse_head(record.block)
        return head, decoded_body(head, record.block[head.body_start :], max_bytes=max_bytes)
    except (InputError, ValueError) as error:
        raise InputError(f"{_where(entry)}: {entry.url[:200]}: {error}") from error


def _record(entry: WarcEntry, checkpoints: GzipCheckpoints | None) -> Record:
    try:
        with entry.source.open() as file:
            return read_record(file, entry.place, packed=entry.packed, checkpoints=checkpoints)
    except (OSError, ValueError) as error:
        raise InputError(
            f"{_where(entry)}: cannot read the record of {entry.url[:200]} ({error}); was the file changed?"
        ) from error


def _where(entry: WarcEntry) -> str:
    return f"{entry.source.name}, byte {entry.place.byte}"


def _plain_digest(text: str) -> str:
    algorithm, _, value = text.strip().partition(":")
    return f"{algorithm.lower()}:{value.upper()}" if value else ""


def _without_user(url: str) -> str:
    start = url.find("://") + 3
    end = next((at for at in range(start, len(url)) if url[at] in "/?#"), len(url))
    return url[:start] + url[start:end].rpartition("@")[2] + url[end:] if start > 2 else url
