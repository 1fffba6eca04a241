from __future__ import annotations

from pathlib import Path

import pytest

from archives import MemoryBlobs, keep, new_archive
from pagestrata.errors import NotFoundError
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive
from pagestrata.store.upkeep.rebuild_catalog import Rebuilt, rebuild_catalog

URL = "http://site.test/"


def style(number: int) -> Response:
    return Response(url=f"{URL}a.css", status=200, headers=(("X", "\udce9"),), body=b"p { margin: %d }" % number)


def filled(archive: Archive, count: int = 5) -> None:
    for hour in range(count):
        keep(archive, f"text of hour {hour}", "a text that stays", hours=hour, resources=(style(hour),), picture=True)


def everything(archive: Archive) -> list[object]:
    versions = archive.versions.of(URL)
    return [
        (
            found.captured_at,
            found.status,
            found.title,
            archive.contents.response(found),
            [archive.contents.response(found, url) for url in archive.contents.resources(found)],
            [(leaf.ref, leaf.text, leaf.links) for leaf in archive.contents.tree(found).leaves()],
        )
        for found in versions
    ]


def rebuilt(folder: Path, blobs: MemoryBlobs) -> tuple[Archive, Rebuilt]:
    fresh, other = new_archive(folder / "again")
    other.kept = dict(blobs.kept)
    return fresh, rebuild_catalog(fresh._catalog, other)


@pytest.mark.parametrize("collected", [False, True])
def test_pages_come_back_from_the_blobs_alone(
    archive: Archive, blobs: MemoryBlobs, tmp_path: Path, collected: bool
) -> None:
    filled(archive)
    if collected:
        archive.upkeep.gc()
        assert len(blobs.kept) == 1
    fresh, found = rebuilt(tmp_path, blobs)
    with fresh:
        assert everything(fresh) == everything(archive)
        assert fresh.upkeep.verify().is_sound
        assert fresh.contents.screenshot(fresh.versions.of(URL)[0]) is None
    assert (found.versions, found.pages, found.whole, found.problems) == (5, 1, 5, [])
    assert next(found.sentences()) == "5 versions of 1 pages were recovered from the blobs, 5 of them complete"


def test_dropped_versions_do_not_come_back(archive: Archive, blobs: MemoryBlobs, tmp_path: Path) -> None:
    filled(archive)
    last = archive.versions.of(URL)[-1]
    archive.upkeep.retain("thin 0d:10d", now=last.captured_at, url=URL)
    archive.upkeep.gc()
    left = [found.captured_at for found in archive.versions.of(URL)]
    fresh, _ = rebuilt(tmp_path, blobs)
    with fresh:
        assert [found.captured_at for found in fresh.versions.of(URL)] == left


def test_what_a_lost_blob_held_is_said(archive: Archive, blobs: MemoryBlobs, tmp_path: Path) -> None:
    filled(archive, 1)
    before = set(blobs.kept)
    keep(archive, "text of hour 1", "a text that stays", hours=1, resources=(style(0),))
    for name in before:
        blobs.kept[name] = b"damaged" + blobs.kept[name][7:]
    fresh, found = rebuilt(tmp_path, blobs)
    with fresh:
        assert fresh.versions.of(URL) == []
    assert (found.versions, found.silent_blobs) == (0, 1)
    assert [sentence.partition(" at ")[0] for sentence in found.problems] == [URL]
    assert any("1 blobs have no label" in sentence for sentence in found.sentences())


def test_a_lost_resource_costs_only_itself(archive: Archive, blobs: MemoryBlobs, tmp_path: Path) -> None:
    keep(archive, "another page", url="http://other.test/", resources=(style(0),))
    for name in list(blobs.kept):
        del blobs.kept[name]
    keep(archive, "a page of its own", resources=(style(0),))  # its style is in the blob that is lost
    fresh, found = rebuilt(tmp_path, blobs)
    with fresh:
        version = fresh.versions.at(URL, "latest")
        assert b"a page of its own" in fresh.contents.response(version).body
        with pytest.raises(NotFoundError):
            fresh.contents.response(version, f"{URL}a.css")
    assert found.problems == [f"{URL} at 2026-01-02T03:04:05+00:00 was recovered without {URL}a.css"]
