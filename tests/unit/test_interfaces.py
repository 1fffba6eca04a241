"""The shipped implementations have every method of the seams, with parameters that fit."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from memory_archive import MemoryArchive
from pagestrata.interfaces import BlobStore, ContentReader, VersionFinder
from pagestrata.store.history.contents import Contents
from pagestrata.store.history.versions import Versions
from pagestrata.store.objects.bucket_blobs import BucketBlobs
from pagestrata.store.objects.folder_blobs import FolderBlobs

IMPLEMENTATIONS = [
    (BlobStore, FolderBlobs),
    (BlobStore, BucketBlobs),
    (VersionFinder, Versions),
    (ContentReader, Contents),
    (VersionFinder, MemoryArchive),
    (ContentReader, MemoryArchive),
]
SEAMS = [
    pytest.param(seam, found, name, id=f"{found.__name__}.{name}")
    for seam, found in IMPLEMENTATIONS
    for name in sorted(vars(seam))
    if not name.startswith("_") and callable(getattr(seam, name))
]


def parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def test_every_seam_has_methods_to_check() -> None:
    assert {case.values[0] for case in SEAMS} == {BlobStore, VersionFinder, ContentReader}


@pytest.mark.parametrize(("seam", "found", "name"), SEAMS)
def test_a_call_through_the_seam_fits_the_implementation(seam: type, found: type, name: str) -> None:
    asked, offered = parameters(getattr(seam, name)), parameters(getattr(found, name))
    shared, extra = offered[: len(asked)], offered[len(asked) :]
    assert [parameter.name for parameter in shared] == [parameter.name for parameter in asked]
    assert [p.default is p.empty for p in shared] == [p.default is p.empty for p in asked]
    assert [p.name for p in extra if p.default is p.empty] == []


@pytest.mark.parametrize(("seam", "found", "name"), SEAMS)
def test_an_implementation_answers_with_what_the_seam_promises(seam: type, found: type, name: str) -> None:
    promised = inspect.signature(getattr(seam, name)).return_annotation
    assert inspect.signature(getattr(found, name)).return_annotation == promised
