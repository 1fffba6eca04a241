"""One small archive per test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from archives import MemoryBlobs, new_archive
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[tuple[Archive, MemoryBlobs]]:
    archive, blobs = new_archive(tmp_path)
    with archive:
        yield archive, blobs


@pytest.fixture
def archive(parts: tuple[Archive, MemoryBlobs]) -> Archive:
    return parts[0]


@pytest.fixture
def blobs(parts: tuple[Archive, MemoryBlobs]) -> MemoryBlobs:
    return parts[1]


@pytest.fixture
def catalog(archive: Archive) -> Catalog:
    return archive._catalog
