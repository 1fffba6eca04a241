"""What an index keeps of each WARC record: enough to find it by address and time and to read it again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from pagestrata.errors import InputError
from pagestrata.formats.http_messages import MessageHead, decoded_body, media_type, parse_head
from pagestrata.formats.urls import MAX_URL_CHARACTERS, parse_time
from pagestrata.formats.warc_records import MAX_HEAD_BYTES, Damage, Place, Record, is_packed, read_record, walk_records

MAX_ENTRIES = 5_000_000
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_READ_TYPES = frozenset({"response", "revisit", "resource"})


class ByteSource(Protocol):
    """Something that can be opened for reading again and again: a file, or a member of a WACZ."""

    @property
    def name(self) -> str: ...

    def open(self) -> BinaryIO: ...


@dataclass(frozen=True, slots=True)
class FileSource:
    """A WARC file on disk."""

    path: Path

    @property
    def name(self) -> str:
        return str(self.path)

    def open(self) -> BinaryIO:
        return self.path.open("rb")


@dataclass(frozen=True, slots=True, kw_only=True)
class WarcEntry:
    """Where one response is and what its head says; the body is read through the index."""

    url: str
    recorded_at: datetime
    kind: str  # response, revisit or resource
    record_id: str
    payload_digest: str
    head: MessageHead | None  # None for a revisit that stored no HTTP head
    content_type: str
    refers_to: str
    refers_to_url: str
    refers_to_date: str
    source: ByteSource
    place: Place
    packed: bool
    length: int

    @property
    def status(self) -> int:
        return self.head.status if self.head else 0

    @property
    def is_html(self) -> bool:
        return self.content_type in HTML_TYPES


def index_source(source: ByteSource, entries: list[WarcEntry], damages: list[str]) -> None:
    """Add the responses of one file, and what could not be read of it."""
    try:
        file = source.open()
    except OSError as error:
        raise InputError(
            f"cannot open {source.name}: {error.strerror or error}; check the path and its rights"
        ) from error
    seen_ids: set[str] = set()
    with file:
        packed = is_packed(file)
        for record in walk_records(file, first_bytes=MAX_HEAD_BYTES):
            if len(entries) >= MAX_ENTRIES:
                damages.append(f"more than {MAX_ENTRIES} responses; the rest is not indexed")
                return
            if isinstance(record, Damage):
                damages.append(str(record))
            elif record.header("warc-type").lower() in _READ_TYPES:
                try:
                    entry = _entry(record, source, packed)
                except (InputError, ValueError) as error:
                    damages.append(f"byte {record.place.byte}: {error}")
                    continue
                if entry.record_id and entry.record_id in seen_ids:
                    damages.append(f"byte {record.place.byte}: the record id {entry.record_id[:80]} occurs twice")
                seen_ids.add(entry.record_id)
                entries.append(entry)


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
        head=head,
        content_type=media_type(head.headers) if head else "",
        refers_to=record.header("warc-refers-to"),
        refers_to_url=record.header("warc-refers-to-target-uri").strip("<>"),
        refers_to_date=record.header("warc-refers-to-date"),
        source=source,
        place=record.place,
        packed=packed,
        length=record.length,
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


def read_block(entry: WarcEntry, max_bytes: int) -> tuple[MessageHead, bytes]:
    """The head and the decoded body of an entry that holds its own bytes. Raises InputError."""
    where = f"{entry.source.name}, byte {entry.place.byte}"
    if entry.length > max_bytes + MAX_HEAD_BYTES:
        raise InputError(f"{where}: {entry.url[:200]} has {entry.length} bytes, more than {max_bytes}")
    try:
        with entry.source.open() as file:
            record = read_record(file, entry.place, packed=entry.packed)
    except (OSError, ValueError) as error:
        raise InputError(
            f"{where}: cannot read the record of {entry.url[:200]} ({error}); was the file changed?"
        ) from error
    head = entry.head or parse_head(record.block)
    try:
        return head, decoded_body(head, record.block[head.body_start :], max_bytes=max_bytes)
    except InputError as error:
        raise InputError(f"{where}: {entry.url[:200]}: {error}") from error


def _plain_digest(text: str) -> str:
    algorithm, _, value = text.strip().partition(":")
    return f"{algorithm.lower()}:{value.upper()}" if value else ""


def _without_user(url: str) -> str:
    authority = url.partition("://")[2].partition("/")[0]
    return url.replace(f"{authority}", authority.rpartition("@")[2], 1) if "@" in authority else url
