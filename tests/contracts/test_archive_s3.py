"""An archive whose blobs are in a bucket, over HTTP and the S3 protocol to a server on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from captures import capture, visit_of
from pagestrata.errors import ArchiveError, UsageError
from pagestrata.model.records import Version
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.objects.bucket_blobs import BucketBlobs
from pagestrata.store.upkeep import garbage

pytest.importorskip("obstore", reason="pip install 'pagestrata[s3]' to test buckets")


@pytest.fixture
def archive(s3_place: str, new_database: Callable[[], str]) -> Iterator[Archive]:
    database, _, _ = new_database().partition("&blobs=")
    with open_archive(f"{database}&blobs={s3_place}") as archive:
        yield archive


def keep(archive: Archive, hours: int) -> tuple[Version, str]:
    taken, tree = capture(["stays", f"hour {hours}"], hours=hours)
    return archive.append(taken, tree, None, visit=visit_of(taken)), taken.dom


def test_versions_go_to_the_bucket_and_come_back(archive: Archive, s3_place: str) -> None:
    kept = [keep(archive, hours) for hours in range(5)]
    assert len(list(BucketBlobs.open(s3_place).digests())) == 5
    for version, dom in kept:
        assert archive.contents.dom(version) == dom
        assert archive.contents.screenshot(version) is not None
    assert archive.upkeep.verify().is_sound


def test_a_version_is_read_with_one_request_a_bundle_and_after_a_collection_with_one(
    archive: Archive, s3_requests: list[str]
) -> None:
    kept = [keep(archive, hours)[0] for hours in range(12)]
    s3_requests.clear()
    archive.contents.tree(kept[-1])
    assert len(s3_requests) == 12  # a chain of twelve, each in a bundle of its own, asked for side by side
    archive.upkeep.gc()
    s3_requests.clear()
    archive.contents.tree(kept[-1])
    archive.contents.dom(kept[-1])
    assert len(s3_requests) == 2
    s3_requests.clear()
    assert archive.upkeep.verify().is_sound
    assert len(s3_requests) <= 3  # the bundle, as a whole and for its objects, and the list of blobs


def test_collection_joins_and_removes_what_is_in_the_bucket(archive: Archive, s3_place: str) -> None:
    kept = [keep(archive, hours) for hours in range(5)]
    BucketBlobs.open(s3_place).put("ab" * 32, b"left by a killed writer")
    archive.upkeep.gc()
    assert len(list(BucketBlobs.open(s3_place).digests())) == 1
    assert [archive.contents.dom(version) for version, _ in kept] == [dom for _, dom in kept]


def test_what_somebody_else_changed_or_removed_in_the_bucket_is_found(archive: Archive, s3_place: str) -> None:
    (version, _), (other, dom) = keep(archive, 0), keep(archive, 50)
    elsewhere = BucketBlobs.open(s3_place)
    for digest in list(elsewhere.digests()):
        data = elsewhere.get(digest)
        elsewhere.delete(digest)
        touched = [p.versions for p in archive.upkeep.verify().problems if p.kind == "bundle"]
        assert touched
        assert set(touched[0]) <= {version.id, other.id}
        elsewhere.put(digest, data[:-1] + bytes([data[-1] ^ 1]))
        assert [p.name for p in archive.upkeep.verify().problems if p.kind == "bundle"] == [digest]
        elsewhere.put(digest, data)
    assert archive.upkeep.verify().is_sound
    assert archive.contents.dom(other) == dom


def test_a_bucket_that_refuses_is_an_archive_error(archive: Archive, s3_place: str) -> None:
    bucket = s3_place.removeprefix("s3://").partition("/")[0]
    httpx.delete(f"{os.environ['AWS_ENDPOINT_URL']}/{bucket}").raise_for_status()
    with pytest.raises(ArchiveError, match=r"blob .* in s3://"):
        keep(archive, 0)
    assert archive.versions.of("http://site.test/") == []


def test_a_catalog_in_a_folder_remembers_the_bucket_of_its_blobs(tmp_path: Path, s3_place: str) -> None:
    folder = tmp_path / "archive"
    with open_archive(f"{folder}?blobs={s3_place}") as archive:
        kept = [keep(archive, hours) for hours in range(3)]
    assert len(list(BucketBlobs.open(s3_place).digests())) == 3
    assert list((folder / "blobs").iterdir()) == []
    with open_archive(folder) as archive:
        assert [archive.contents.dom(version) for version, _ in kept] == [dom for _, dom in kept]
        assert archive.upkeep.verify().is_sound
    with pytest.raises(UsageError, match="give the folder alone"):
        open_archive(f"{folder}?blobs={s3_place}/other")
    with pytest.raises(ArchiveError, match="its blob storage is not empty"):
        open_archive(f"{tmp_path / 'another'}?blobs={s3_place}")


def test_small_objects_are_packed_so_that_there_are_far_fewer_than_versions(
    archive: Archive, s3_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "LOOSE_BUNDLES", 6)
    for hours in range(18):
        taken, tree = capture(["stays", f"hour {hours}"], hours=hours, picture=False)
        archive.append(taken, tree, None, visit=visit_of(taken))
    assert len(list(BucketBlobs.open(s3_place).digests())) <= 6
    archive.upkeep.gc()
    assert len(list(BucketBlobs.open(s3_place).digests())) == 1
    assert archive.upkeep.verify().is_sound
