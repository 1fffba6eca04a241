"""The archive as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.model.weights import Weights
from pagestrata.store import opening, reading, writing
from pagestrata.store.catalog import Catalog


class Archive:
    """Pages and their versions over time. A context manager; leaving it closes the archive."""

    def __init__(self, catalog: Catalog, blobs: BlobStore) -> None:
        self._catalog = catalog
        self._blobs = blobs

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._catalog.close()

    def append(
        self, snapshot: Snapshot, tree: BlockTree, delta: Delta | None, *, visit: Visit, weights: Weights | None = None
    ) -> Version:
        """Stores a new version and its visit, both or neither."""
        capture = writing.Capture(snapshot=snapshot, tree=tree, delta=delta, visit=visit, weights=weights)
        return writing.append(self._catalog, self._blobs, capture)

    def record_visit(self, visit: Visit) -> None:
        """Remembers a visit that kept nothing."""
        writing.record_visit(self._catalog, visit)

    def visits(self, url: str, *, limit: int | None = None) -> Sequence[Visit]:
        """The visits to a page, newest first."""
        return reading.visits(self._catalog, url, limit=limit)

    def pages(self) -> Sequence[str]:
        """The addresses of all pages that have a version, in order."""
        return reading.pages(self._catalog)

    def latest(self, url: str) -> Version | None:
        return reading.latest(self._catalog, url)

    def versions(self, url: str, *, since: datetime | None = None, until: datetime | None = None) -> Sequence[Version]:
        """The versions of a page, oldest first; none for a page never archived."""
        return reading.versions(self._catalog, url, since=since, until=until)

    def version_at(self, url: str, when: str | datetime) -> Version:
        """The version valid at a time, or 'latest', 'first', '~N' versions back, or a version's id."""
        return reading.version_at(self._catalog, url, when)

    def response(self, version: Version, url: str | None = None) -> Response:
        """The raw response of the page itself or of one of its resources, byte for byte."""
        return reading.response(self._catalog, self._blobs, version, url)

    def resources(self, version: Version) -> Sequence[str]:
        """The addresses of the resources stored with a version."""
        return reading.resources(self._catalog, self._blobs, version)

    def dom(self, version: Version) -> str:
        """The rendered document, character for character."""
        return reading.dom(self._catalog, self._blobs, version)

    def tree(self, version: Version) -> BlockTree:
        return reading.tree(self._catalog, self._blobs, version)

    def delta(self, version: Version) -> Delta | None:
        """What changed from the version before; None for a first version."""
        return reading.delta(self._catalog, self._blobs, version)


def open_archive(url_or_folder: str | Path, *, create: bool = True, read_only: bool = False) -> Archive:
    """Opens an archive, creating it when it is not there: a folder, or postgresql://user@host/name?blobs=PLACE."""
    return Archive(*opening.open_parts(url_or_folder, create=create, read_only=read_only))
