"""Read WARC files: every response with its codings undone and `revisit` records resolved.

`WarcIndex.open` walks the file once and keeps only where each response is; bodies are read when asked for. A `revisit`
record says 'the same bytes as before': its body is found by payload digest, by the record id or by the address and date
it refers to, in this order, because ids are not always unique and dates not always kept.

A version of a page is its HTML together with the resources recorded around the same time, so `lookup` prefers the exact
address and, among its captures, the one nearest in time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Self
from urllib.parse import urlsplit

from pagestrata.errors import InputError
from pagestrata.formats.recordings.codings import MAX_BODY_BYTES
from pagestrata.formats.recordings.http_messages import Headers, media_type, without_codings
from pagestrata.formats.recordings.warc_entries import (
    BorrowedSource,
    ByteSource,
    FileSource,
    Requests,
    WarcEntry,
    index_source,
    read_block,
    read_head,
    read_request,
)
from pagestrata.formats.recordings.warc_records import GzipCheckpoints
from pagestrata.formats.urls import canonical_url, parse_time
from pagestrata.model.snapshot import Response

__all__ = ["WarcEntry", "WarcIndex", "WarcResponse", "read_responses"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WarcResponse:
    """One recorded response, its body as the server meant it."""

    url: str
    recorded_at: datetime
    status: int
    headers: Headers  # as recorded
    body: bytes
    record_id: str
    payload_digest: str
    revisit: bool = False
    server_address: str = ""
    request_headers: Headers = ()  # what was asked, where the file holds that, without secrets

    @property
    def content_type(self) -> str:
        return media_type(self.headers)

    def as_response(self, *, resource_type: str = "other") -> Response:
        """Convert to a `Response` of the model, without the headers that describe the encoded body."""
        return Response(
            url=self.url,
            status=self.status,
            headers=without_codings(self.headers),
            body=self.body,
            resource_type=resource_type,
            server_address=self.server_address,
            request_headers=self.request_headers,
        )


class WarcIndex:
    """The responses of one or several WARC files, found by address and time.

    `damages` says what could not be read, or is not what was recorded; the rest is complete.
    """

    def __init__(
        self, entries: Sequence[WarcEntry], damages: Sequence[str], *, name: str, requests: Requests | None = None
    ) -> None:
        self.name = name
        self._requests = requests or {}
        self.entries = tuple(entries)
        self.damages = tuple(damages)
        self._checkpoints: dict[ByteSource, GzipCheckpoints] = defaultdict(GzipCheckpoints)
        self._by_url: dict[str, list[WarcEntry]] = defaultdict(list)
        self._by_loose_url: dict[str, list[WarcEntry]] = defaultdict(list)
        self._by_digest: dict[str, list[WarcEntry]] = defaultdict(list)
        self._by_id: dict[str, list[WarcEntry]] = defaultdict(list)
        for entry in self.entries:
            self._by_url[_exact(entry.url)].append(entry)
            self._by_loose_url[_loose(entry.url)].append(entry)
            if entry.kind != "revisit":
                self._by_digest[entry.payload_digest].append(entry)
                self._by_id[entry.record_id].append(entry)
        self.damages += tuple(map(self._without_original, self._lost_revisits()))

    def _lost_revisits(self) -> Iterator[WarcEntry]:
        """Yield revisits without content of their own whose original is missing: they may be lost pages."""
        revisits = (entry for entry in self.entries if entry.kind == "revisit" and not entry.has_head)
        return (entry for entry in revisits if self._original(entry) is None)

    @classmethod
    def open(cls, source: str | Path | BinaryIO) -> Self:
        """Walk a WARC file. Raises InputError when it cannot be opened or holds nothing that can be read."""
        found = FileSource(Path(source)) if isinstance(source, str | Path) else BorrowedSource(source)
        return cls.of_sources([found], name=found.name)

    @classmethod
    def of_sources(cls, sources: Sequence[ByteSource], *, name: str) -> Self:
        entries: list[WarcEntry] = []
        damages: list[str] = []
        requests: Requests = {}
        for source in sources:
            index_source(source, entries, damages, requests)
        if not entries:
            reason = f"; first problem at {damages[0]}" if damages else ""
            raise InputError(f"{name} holds no WARC response that can be read{reason}; check that it is a WARC file")
        return cls(entries, damages, name=name, requests=requests)

    def urls(self) -> list[str]:
        """All recorded addresses, in order of first appearance."""
        return list(dict.fromkeys(entry.url for entry in self.entries))

    def times(self, url: str) -> list[datetime]:
        """When an address was recorded, oldest first."""
        return sorted(entry.recorded_at for entry in self._by_url.get(_exact(url), ()))

    def captures(self, url: str | None = None) -> list[WarcEntry]:
        """The pages (of one address, or all) in time order: HTML, and what our own export marked as one.

        Redirects and 'not modified' answers do not count.
        """
        if url is None:
            found: Sequence[WarcEntry] = self.entries
        else:
            found = self._by_url.get(_exact(url)) or self._by_loose_url.get(_loose(url)) or ()
        pages = (entry for entry in found if self._is_page(entry))
        return sorted(pages, key=lambda entry: entry.recorded_at)

    def _is_page(self, entry: WarcEntry) -> bool:
        if entry.is_marked_page:
            return True
        if entry.kind == "revisit" and not entry.has_head:
            original = self._original(entry)
            return original is not None and original.is_html
        return entry.is_html and not 300 <= entry.status < 400

    def lookup(self, url: str, at: datetime) -> WarcEntry | None:
        """The capture of an address nearest to a time; small differences of spelling are forgiven."""
        for found in (self._by_url.get(_exact(url)), self._by_loose_url.get(_loose(url))):
            usable = [entry for entry in found or () if entry.status != 304 or entry.kind == "revisit"]
            if usable:
                return min(usable, key=lambda entry: (abs(entry.recorded_at - at), entry.recorded_at))
        return None

    def read(self, entry: WarcEntry, *, max_bytes: int = MAX_BODY_BYTES) -> WarcResponse:
        """The response of an entry with its body. Raises InputError when it cannot be read or is too large."""
        holder = entry
        if entry.kind == "revisit":
            original = self._original(entry)
            if original is None:
                raise InputError(f"{self.name}: {self._without_original(entry)}")
            holder = original
        head, body = read_block(holder, max_bytes, self._checkpoints[holder.source])
        own = read_head(entry, self._checkpoints[entry.source]) if holder is not entry and entry.has_head else None
        shown = own or head
        return WarcResponse(
            url=entry.url,
            recorded_at=entry.recorded_at,
            status=head.status if shown.status == 304 else shown.status,
            headers=shown.headers if shown.headers else head.headers,
            body=body,
            record_id=entry.record_id,
            payload_digest=entry.payload_digest,
            revisit=entry.kind == "revisit",
            server_address=entry.server_address,
            request_headers=self._request_headers(entry),
        )

    def _request_headers(self, entry: WarcEntry) -> Headers:
        request = self._requests.get(entry.record_id) or self._requests.get(entry.concurrent_to)
        return read_request(request, self._checkpoints[request.source]) if request is not None else ()

    @staticmethod
    def _without_original(revisit: WarcEntry) -> str:
        return (
            f"the revisit of {revisit.url[:200]} at {revisit.recorded_at.isoformat()} refers to a record that is not in "
            f"this file; open it together with the file that holds the original"
        )

    def _original(self, revisit: WarcEntry) -> WarcEntry | None:
        same_bytes = self._by_digest.get(revisit.payload_digest, ()) if revisit.payload_digest else ()
        candidates = list(same_bytes) or list(self._by_id.get(revisit.refers_to, ()) if revisit.refers_to else ())
        if not candidates and revisit.refers_to_url:
            at = _date_or(revisit.refers_to_date, revisit.recorded_at)
            known = self._by_url.get(_exact(revisit.refers_to_url), ())
            candidates = [entry for entry in known if entry.kind != "revisit" and entry.recorded_at == at]
        return min(
            candidates,
            key=lambda e: (
                e.url != revisit.url,
                e.record_id != revisit.refers_to,
                abs(e.recorded_at - revisit.recorded_at),
            ),
            default=None,
        )


def read_responses(source: str | Path | BinaryIO, *, max_bytes: int = MAX_BODY_BYTES) -> Iterator[WarcResponse]:
    """All responses of a file (a path, or an open file that allows seeking) in file order.

    Unreadable ones are omitted; `WarcIndex.open` reports them.
    """
    index = WarcIndex.open(source)
    for entry in index.entries:
        try:
            yield index.read(entry, max_bytes=max_bytes)
        except InputError:
            continue


def _exact(url: str) -> str:
    """One spelling per address: equal for addresses that any server must treat alike."""
    try:
        return canonical_url(url)
    except InputError:
        return url


def _loose(url: str) -> str:
    """The address without scheme and closing slash, for pages that link to themselves in several ways."""
    try:
        parts = urlsplit(_exact(url))
    except ValueError:  # what is not an address at all is only itself
        return url
    return f"{parts.netloc}{parts.path.rstrip('/')}?{parts.query}"


def _date_or(text: str, default: datetime) -> datetime:
    try:
        return parse_time(text)
    except InputError:
        return default
