"""XQuery 3.1 over the Vi-XML and Vi-Delta of archived versions (extra `xquery`, which installs Saxon).

Queries may come from strangers, so they run in a process of their own that can open no file and no connection, with
limits on time and memory (see `xquery_worker`). They see one document:

<Archive>
  <Page url="…">
    <Version id="…" time="2026-01-02T03:04:05Z" status="200" title="…" importance="0.4" probability="0.9" changes="3">
      <XML>…</XML>          Vi-XML
      <Delta>…</Delta>      Vi-Delta from the previous version, if there is one
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from pagestrata.errors import InputError, NotFoundError, UsageError
from pagestrata.formats.deltas.videlta import write_videlta
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.interfaces import ArchiveReader
from pagestrata.locked.process import Limits, NoAnswerError, ask_worker
from pagestrata.model.records import Version
from pagestrata.query.timeline import between
from pagestrata.query.xquery_worker import MAX_ANSWER_CHARACTERS

DEFAULT_SECONDS = 30.0
DEFAULT_MEMORY_BYTES = 2 * 1024**3
MAX_QUERY_CHARACTERS = 100_000
MAX_ANSWER_BYTES = 12 * MAX_ANSWER_CHARACTERS + 100_000_000
"""JSON writes a character in twelve bytes at most, and quotes and a comma around every item."""

_WORKER = Path(__file__).with_name("xquery_worker.py")


def run_xquery(
    query: str, document: bytes, *, seconds: float = DEFAULT_SECONDS, memory_bytes: int = DEFAULT_MEMORY_BYTES
) -> Sequence[str]:
    """Run a query on a document; return the items of the result, nodes as XML and values as text.

    Raises UsageError for a query that is wrong, takes too long or accesses what it must not.
    """
    if importlib.util.find_spec("saxonche") is None:
        raise UsageError("XQuery needs Saxon; install it with: pip install 'pagestrata[xquery]'")
    if len(query) > MAX_QUERY_CHARACTERS:
        raise UsageError(f"the query has {len(query)} characters, more than {MAX_QUERY_CHARACTERS}; shorten it")
    limits = Limits(
        seconds=seconds,
        cpu_seconds=max(1, round(2 * seconds)),
        memory_bytes=memory_bytes,
        answer_bytes=MAX_ANSWER_BYTES,
    )
    try:
        found = ask_worker(_WORKER, {"query": query}, document, limits=limits)
    except NoAnswerError as error:
        # the memory limit may end the process in different ways
        reason = (
            f"the query took longer than {seconds:g} s and was stopped"
            if error.timed_out
            else "the query ended without a result, probably out of memory"
        )
        raise UsageError(f"{reason}; query fewer versions or simplify it") from error
    return _items(found)


def _items(found: dict[str, Any]) -> Sequence[str]:
    if "items" in found:
        return [str(item) for item in found["items"]]
    if "too_large" in found:
        raise UsageError("the result of the query does not fit into memory; let it return less")
    raise InputError(f"the query cannot be run: {_plain(str(found.get('error', 'unknown error')))}; correct it")


def _plain(message: str) -> str:
    """Saxon's message on one line, without the made-up address of the query."""
    return re.sub(r"\s+", " ", re.sub(r" of urn:pagestrata:archive:?", "", message)).strip().rstrip(".")


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
