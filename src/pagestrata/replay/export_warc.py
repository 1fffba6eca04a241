"""Archived versions written out as WARC 1.1, for any other tool.

Each version becomes its page, the redirects that led there and its resources as `response` records (`revisit` where the
bytes were written before), with what was asked as `request` records where that is known, its screenshot as the resource
`urn:view:URL` and its visible text as `urn:text:URL`, all with the time of the version.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import urlsplit, urlunsplit

from pagestrata.errors import NotFoundError
from pagestrata.interfaces import ArchiveReader, ContentReader
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Redirect, Response

if TYPE_CHECKING:
    from pagestrata.formats.recordings.warc_writer import WarcWriter, WrittenRecord

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedVersion:
    """One version as it was written."""

    version: Version
    text: str
    records: tuple[WrittenRecord, ...]


def chosen_versions(
    archive: ArchiveReader,
    urls: Iterable[str] | None = None,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Iterator[Version]:
    """The versions of some pages, or of all, in a span of time; page by page, oldest first."""
    for url in archive.versions.pages() if urls is None else urls:
        for version in archive.versions.of(url):
            if (since is None or version.captured_at >= since) and (until is None or version.captured_at <= until):
                yield version


def export_warc(
    archive: ArchiveReader,
    versions: Iterable[Version],
    target: BinaryIO,
    *,
    filename: str,
    software: str,
    head: str = "",
) -> Iterator[ExportedVersion]:
    """Write the versions to an open file, one by one as the result is read.

    `head`: the signed head of the archive's log; the first record has it in base64, as the field `log-head`.
    """
    from pagestrata.formats.recordings.warc_writer import WarcWriter

    information = {"conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"}
    if head:
        information["log-head"] = base64.b64encode(head.encode()).decode()
    writer = WarcWriter(target, filename=filename, software=software, information=information)
    contents = archive.contents  # one for all: it keeps what the next version has in common with this one
    for version in versions:
        yield _export_version(contents, version, writer)


def _export_version(contents: ContentReader, version: Version, writer: WarcWriter) -> ExportedVersion:
    when = version.captured_at
    stored = contents.responses(version).items()
    hops = [_hop(redirect) for redirect in version.redirects]
    records = [writer.response(_public(hop), recorded_at=when, is_page=not n) for n, hop in enumerate(hops)]
    records += [
        writer.response(_public(found), recorded_at=when, is_page=url is None and not hops) for url, found in stored
    ]
    picture = contents.screenshot(version)
    if picture is not None:
        name = f"urn:view:{version.url}"
        records.append(writer.resource(name, picture, content_type="image/png", recorded_at=when))
    text = visible_text(contents, version)
    if text:
        name, body = f"urn:text:{version.url}", text.encode("utf-8", "replace")
        records.append(writer.resource(name, body, content_type="text/plain; charset=utf-8", recorded_at=when))
    return ExportedVersion(version=version, text=text, records=tuple(records))


def _hop(redirect: Redirect) -> Response:
    """A redirect on the way to the page; of its answer only status and goal are kept."""
    return Response(url=redirect.url, status=redirect.status, headers=(("Location", redirect.location),), body=b"")


def _public(response: Response) -> Response:
    """The response under its address without password and fragment, which no archive should pass on."""
    try:
        parts = urlsplit(response.url)
    except ValueError:
        return response
    host = parts.netloc.rpartition("@")[2]
    return replace(response, url=urlunsplit((parts.scheme, host, parts.path, parts.query, "")))


def visible_text(contents: ContentReader, version: Version) -> str:
    """Return the visible text of a version, one block per line; '' if it has no blocks."""
    try:
        leaves = contents.tree(version).leaves()
    except NotFoundError:
        return ""
    return "\n".join(block.text for block in leaves if block.text)
