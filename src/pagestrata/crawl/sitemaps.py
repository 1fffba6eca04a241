"""Sitemaps (sitemaps.org): lists of pages with their modification times, and lists of such lists.

They are XML or plain lines, often compressed, and some are endless: reading stops after `MOST_BYTES` unpacked or
`MOST_ENTRIES`, and at the first byte that is not XML; what came before counts. An index may refer to itself or others in a
circle: every file is read once, at most `MOST_FILES` in all.

`lastmod` is ignored if it is in the future, or the same for nearly all pages of a file: that is when the file was written.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from pagestrata.errors import InputError
from pagestrata.formats.urls import canonical_url, parse_time

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

MOST_BYTES = 50 * 1024 * 1024
MOST_ENTRIES = 50_000  # of one file: both as the protocol has them
MOST_FILES = 50
MOST_PAGES = 100_000  # of all files of a site together
_PIECE = 1 << 16
_VALUES = frozenset({"loc", "lastmod"})
FEWEST_TO_JUDGE = 10
MOST_ALIKE = 0.8  # share of entries with the same lastmod above which it is the time of the file


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapEntry:
    """One page, or with `is_sitemap` one more list."""

    url: str
    modified_at: datetime | None = None
    is_sitemap: bool = False


def read_sitemap(data: bytes, *, now: datetime) -> list[SitemapEntry]:
    """The readable entries of one file; none if it is not a sitemap."""
    start = b"".join(islice(_unpacked(data), 1)).lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    entries = _from_xml(_unpacked(data)) if start == b"<" else _from_lines(_unpacked(data))
    return _believed(list(islice(entries, MOST_ENTRIES)), now)


def sitemap_pages(
    first: Iterable[str], fetch: Callable[[str], bytes | None], *, now: datetime
) -> Iterator[SitemapEntry]:
    """The pages of some sitemaps and all that they refer to; `fetch` returns None if it fails."""
    waiting, seen, count = list(first), set[str](), 0
    while waiting and len(seen) < MOST_FILES:
        address = _canonical(waiting.pop(0))
        if address is None or address in seen:
            continue
        seen.add(address)
        data = fetch(address)
        for entry in read_sitemap(data, now=now) if data is not None else ():
            if entry.is_sitemap:
                if len(waiting) < MOST_FILES:
                    waiting.append(entry.url)
                continue
            count += 1
            yield entry
            if count >= MOST_PAGES:
                return


def _canonical(url: str) -> str | None:
    try:
        return canonical_url(url)
    except InputError:
        return None


def _unpacked(data: bytes) -> Iterator[bytes]:
    """The unpacked bytes in pieces, at most `MOST_BYTES`; truncated data ends early."""
    if data[:2] != b"\x1f\x8b":
        for begin in range(0, min(len(data), MOST_BYTES), _PIECE):
            yield data[begin : begin + _PIECE]
        return
    decoder, left, size = zlib.decompressobj(zlib.MAX_WBITS | 16), data, 0
    while left and size < MOST_BYTES:
        try:
            piece = decoder.decompress(left, _PIECE)
        except zlib.error:
            return
        left, size = decoder.unconsumed_tail, size + len(piece)
        yield piece


def _from_lines(pieces: Iterator[bytes]) -> Iterator[SitemapEntry]:
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        yield from filter(None, map(_line, lines))
        rest = rest[:_PIECE]
    yield from filter(None, [_line(rest)])


def _line(line: bytes) -> SitemapEntry | None:
    text = line.decode("utf-8", "replace").strip().removeprefix("\ufeff")
    return SitemapEntry(url=text) if _is_address(text) else None


def _is_address(text: str) -> bool:
    return text[:8].lower().startswith(("http://", "https://")) and len(text) < 2048 and not any(map(str.isspace, text))


def _from_xml(pieces: Iterator[bytes]) -> Iterator[SitemapEntry]:
    from lxml import etree

    parser = etree.XMLPullParser(("end",), resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    for piece in pieces:
        try:
            parser.feed(piece)
        except etree.XMLSyntaxError:
            yield from _entries(parser)
            return
        yield from _entries(parser)


def _entries(parser: Any) -> Iterator[SitemapEntry]:
    for _, element in parser.read_events():
        name = _name(element)
        if name in _VALUES:
            continue  # read with the entry it belongs to
        if name in {"url", "sitemap"}:
            yield from _entry(element, is_sitemap=name == "sitemap")
        element.clear()
        while (before := element.getprevious()) is not None and _name(before) not in _VALUES:
            before.getparent().remove(before)  # keeps memory small


def _entry(element: Any, *, is_sitemap: bool) -> Iterator[SitemapEntry]:
    values = {_name(child): (child.text or "").strip() for child in element}
    if _is_address(values.get("loc", "")):
        yield SitemapEntry(url=values["loc"], modified_at=_moment(values.get("lastmod")), is_sitemap=is_sitemap)


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _moment(text: str | None) -> datetime | None:
    try:
        return parse_time(text) if text else None
    except InputError:
        return None


def _believed(entries: list[SitemapEntry], now: datetime) -> list[SitemapEntry]:
    times = Counter(entry.modified_at for entry in entries if entry.modified_at is not None)
    (commonest, count), *_ = [*times.most_common(1), (None, 0)]
    is_of_file = len(entries) >= FEWEST_TO_JUDGE and count > MOST_ALIKE * len(entries)
    latest = now + timedelta(days=1)
    return [
        replace(entry, modified_at=None)
        if entry.modified_at is not None
        and (entry.modified_at > latest or (is_of_file and entry.modified_at == commonest))
        else entry
        for entry in entries
    ]
