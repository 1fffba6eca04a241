"""Versions of pages as one XML document for queries.

<Archive>
  <Page url="…">
    <Version id="…" time="2026-01-02T03:04:05Z" status="200" title="…" importance="0.4" probability="0.9" changes="3">
      <XML>…</XML>          Vi-XML
      <Delta>…</Delta>      Vi-Delta from the version before, where there is one
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from xml.sax.saxutils import quoteattr

from pagestrata.errors import NotFoundError, UsageError
from pagestrata.formats.deltas.videlta import write_videlta
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.interfaces import ArchiveReader
from pagestrata.model.records import Version
from pagestrata.query.timeline import between

MAX_DOCUMENT_BYTES = 200_000_000

_DECLARATION = re.compile(rb"^\s*<\?xml[^>]*\?>\s*")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def archive_document(
    archive: ArchiveReader,
    urls: Iterable[str],
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    newest: int | None = None,
) -> bytes:
    """The versions of the pages in a span of time, of each page at most the `newest` ones."""
    parts = [b"<Archive>"]
    size = 0
    for url in urls:
        found = between(archive, url, since, until)
        parts.append(f"<Page{_attributes(url=url)}>".encode())
        for version in found[-newest:] if newest else found:
            parts.append(_version(archive, version))
            size += len(parts[-1])
            if size > MAX_DOCUMENT_BYTES:
                raise UsageError(
                    f"the versions make more than {MAX_DOCUMENT_BYTES} bytes of XML; select one page with --url, "
                    "a time range with --since and --until, or fewer versions with --newest"
                )
        parts.append(b"</Page>")
    return b"".join([*parts, b"</Archive>"])


def _version(archive: ArchiveReader, version: Version) -> bytes:
    time = version.captured_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    opening = _attributes(
        id=version.id,
        time=time,
        status=str(version.status),
        title=version.title,
        importance="" if version.importance is None else f"{version.importance:.6g}",
        probability="" if version.probability is None else f"{version.probability:.6g}",
        changes=str(version.changes),
    )
    return b"".join([f"<Version{opening}>".encode(), *_contents(archive, version), b"</Version>"])


def _contents(archive: ArchiveReader, version: Version) -> Sequence[bytes]:

    try:
        tree = _DECLARATION.sub(b"", write_vixml(archive.contents.tree(version)))
    except NotFoundError:  # not every version has blocks: a PDF has none
        return ()
    delta = archive.contents.delta(version)
    return (tree, _DECLARATION.sub(b"", write_videlta(delta))) if delta is not None else (tree,)


def _attributes(**values: str) -> str:
    return "".join(f" {name}={quoteattr(_NO_XML.sub('�', value))}" for name, value in values.items() if value != "")
