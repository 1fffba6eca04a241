"""Small archives for tests of the store: the catalog in a folder, the blobs in memory where tests can damage them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from captures import capture, visit_of
from pagestrata.errors import CollectedMeanwhileError
from pagestrata.model.records import Version
from pagestrata.store.archive import Archive
from pagestrata.store.opening import open_parts


class MemoryBlobs:
    """A blob store whose blobs are there to be damaged."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def put(self, digest: str, data: bytes) -> None:
        self.kept.setdefault(digest, data)

    def get(self, digest: str) -> bytes:
        if digest not in self.kept:
            raise CollectedMeanwhileError(f"blob {digest} is missing in memory; run `pagestrata verify --repair`")
        return self.kept[digest]

    def read(self, digest: str, start: int, length: int) -> bytes:
        return self.get(digest)[start : start + length]

    def has(self, digest: str) -> bool:
        return digest in self.kept

    def delete(self, digest: str) -> None:
        self.kept.pop(digest, None)

    def digests(self) -> Iterator[str]:
        return iter(sorted(self.kept))


def new_archive(folder: Path) -> tuple[Archive, MemoryBlobs]:
    """An empty archive; close it at the end."""
    catalog, _ = open_parts(folder / "archive", create=True, read_only=False)
    blobs = MemoryBlobs()
    return Archive(catalog, blobs), blobs


def keep(archive: Archive, *texts: str, hours: float = 0, delta: Any = None, **options: Any) -> Version:
    """Append a page with these paragraphs, without a picture unless asked for one."""
    taken, tree = capture(texts, hours=hours, **{"picture": False, **options})
    return archive.append(taken, tree, delta, visit=visit_of(taken))


def texts_of(archive: Archive, version: Version) -> Sequence[str]:
    return [leaf.text for leaf in archive.contents.tree(version).leaves()]
