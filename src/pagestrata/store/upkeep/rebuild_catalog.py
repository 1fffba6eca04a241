"""Rebuild a catalogue from the labels of bundles, when nothing of the old one can be read.

Each version whose label is there comes back with its raw page, resources and headers, block tree, texts, title and time,
and is searchable again. Data of the catalogue alone is lost: rendered documents and screenshots (their pieces are not
named in labels), changes and importance, visits that kept nothing, trails, watches, rules, messages, marks. Bundles of
archives before labels were written say nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pagestrata.errors import ArchiveError, PagestrataError
from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import BlockTree
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.store import chains
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import from_microseconds
from pagestrata.store.history import writing
from pagestrata.store.objects import trees
from pagestrata.store.objects.bundle_labels import LabelledObject, VersionNote, read_label, short_name
from pagestrata.store.objects.responses import read_responses
from pagestrata.store.objects.stored_bytes import digest_of

GONE: Final = (
    "rendered documents, screenshots, changes with their importance, visits that kept nothing, trails, watches, rules, "
    "messages and marks"
)
_RECENT_BYTES = 64 * 1024 * 1024
_WHY = "brought back from the blobs after the catalogue was lost"


@dataclass(slots=True, kw_only=True)
class Rebuilt:
    """The result of rebuilding a catalogue: what was recovered and what was lost."""

    versions: int = 0
    pages: int = 0
    whole: int = 0  # versions with raw page, all resources and block tree
    silent_blobs: int = 0  # without a label that can be read
    problems: list[str] = field(default_factory=list)  # one per version that lacks something

    def sentences(self) -> Iterator[str]:
        yield f"{self.versions} versions of {self.pages} pages were recovered from the blobs, {self.whole} of them complete"
        yield from self.problems
        if self.silent_blobs:
            yield f"{self.silent_blobs} blobs have no label; what only they contain was not recovered"
        yield f"not in the blobs, so not recovered: {GONE}"


def rebuild_catalog(catalog: Catalog, blobs: BlobStore) -> Rebuilt:
    """Fill an empty catalogue with all versions that the labels of blobs describe, oldest first."""
    found, stored = Rebuilt(), _Payloads(blobs)
    urls = set()
    for note in _all_notes(blobs, stored, found):
        capture = _brought_back(note, stored, found)
        if capture is not None:
            writing.append(catalog, blobs, capture)
            found.versions += 1
            urls.add(note.url)
    found.pages = len(urls)
    return found


def _all_notes(blobs: BlobStore, stored: _Payloads, found: Rebuilt) -> Sequence[VersionNote]:
    notes: set[VersionNote] = set()
    for digest in list(blobs.digests()):
        data = blobs.get(digest)
        label = read_label(data) if hashlib.sha256(data).hexdigest() == digest else None
        if label is None:
            found.silent_blobs += 1
            continue
        stored.add(digest, label.objects)
        notes.update(label.notes)
    return sorted(notes, key=lambda note: (note.captured_at, note.url))


class _Payloads:
    """The objects that labels name, decoded on demand."""

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs
        self._places: dict[bytes, tuple[str, LabelledObject]] = {}
        self._recent: dict[bytes, bytes] = {}  # a version is stored against its predecessor

    def add(self, bundle: str, objects: Sequence[LabelledObject]) -> None:
        self._places.update((found.name, (bundle, found)) for found in objects)

    def content(self, name: bytes) -> bytes:
        """Return the content of an object. Raises ArchiveError if it is missing or does not match its digest."""
        line: list[tuple[str, LabelledObject]] = []
        wanted = name
        while wanted and wanted not in self._recent:
            if wanted not in self._places or len(line) > len(self._places):
                raise ArchiveError(f"object {wanted.hex()} is in no blob that can be read")
            line.append(self._places[wanted])
            wanted = line[-1][1].base
        content = self._recent.get(wanted)
        for bundle, found in reversed(line):
            (payload,) = self._blobs.read([(bundle, found.start, found.stored)])
            content = payload if found.codec == "raw" else chains.decompress(payload, found.size, content)
            self._remember(found.name, content)
        if content is None or short_name(digest_of(content)) != name:
            raise ArchiveError(f"object {name.hex()} does not match its digest")
        return content

    def _remember(self, name: bytes, content: bytes) -> None:
        self._recent[name] = content
        while len(self._recent) > 1 and sum(map(len, self._recent.values())) > _RECENT_BYTES:
            del self._recent[next(iter(self._recent))]


def _brought_back(note: VersionNote, stored: _Payloads, found: Rebuilt) -> writing.Capture | None:
    lost: list[str] = []
    responses = _responses(note, stored, lost)
    tree = _tree(note, stored, lost)
    name = f"{note.url[:200]} at {from_microseconds(note.captured_at).isoformat()}"
    if not responses and not any(True for _ in tree.leaves()):
        found.problems.append(f"{name} was not recovered: nothing of it is left")
        return None
    if lost:
        found.problems.append(f"{name} was recovered without {', '.join(lost)}")
    found.whole += not lost
    return _capture(note, responses, tree)


def _responses(note: VersionNote, stored: _Payloads, lost: list[str]) -> tuple[Response, ...]:
    """Return the page and the resources whose bodies were found; nothing without the page."""
    if not note.responses:
        return ()
    try:
        listed = read_responses(stored.content(note.responses))
        page = listed[0].with_body(_body(note.body, stored))
    except (PagestrataError, ValueError, IndexError):
        lost.append("its raw page")
        return ()
    resources = []
    for resource in listed[1:]:
        try:
            resources.append(resource.with_body(_body(short_name(resource.digest), stored)))
        except PagestrataError:
            lost.append(resource.url[:200])
    return (page, *resources)


def _body(name: bytes, stored: _Payloads) -> bytes:
    return b"" if name == short_name(digest_of(b"")) else stored.content(name)


def _tree(note: VersionNote, stored: _Payloads, lost: list[str]) -> BlockTree:
    try:
        return trees.read_tree(stored.content(note.tree))
    except (PagestrataError, ValueError):
        lost.append("its block tree")
        return BlockTree(blocks=())


def _capture(note: VersionNote, responses: tuple[Response, ...], tree: BlockTree) -> writing.Capture:
    when = from_microseconds(note.captured_at)
    page = responses[0] if responses else None
    snapshot = Snapshot(
        requested_url=note.url,
        url=page.url if page else note.url,
        status=note.status,
        headers=page.headers if page else (),
        title=note.title,
        captured_at=when,
        viewport=tree.viewport,
        page_size=tree.page_size,
        height_cap_px=0,
        nodes=None,
        dom="",
        screenshot_png=None,
        responses=responses,
        notes=(_WHY,),
    )
    visit = Visit(url=note.url, visited_at=when, stage="render", version=None, kept=True, reasons=(_WHY,))
    dated = replace(tree, url=note.url, captured_at=when)
    return writing.Capture(snapshot=snapshot, tree=dated, delta=None, visit=visit, weights=None)
