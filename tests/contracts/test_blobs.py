"""What every blob store does."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pagestrata.errors import ArchiveError, UsageError
from pagestrata.interfaces import BlobStore
from pagestrata.store.objects.bucket_blobs import BucketBlobs
from pagestrata.store.objects.folder_blobs import FolderBlobs

DATA = bytes(range(256)) * 40
DIGEST = hashlib.sha256(DATA).hexdigest()


@pytest.fixture(params=["folder", "bucket in memory", "bucket in a folder", "bucket over S3"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> BlobStore:
    if request.param == "folder":
        return FolderBlobs(tmp_path / "blobs")
    pytest.importorskip("obstore", reason="pip install 'pagestrata[s3]' to test buckets")
    if request.param == "bucket in memory":
        return BucketBlobs.open("memory:///")
    if request.param == "bucket over S3":
        return BucketBlobs.open(request.getfixturevalue("s3_place"))
    (tmp_path / "bucket").mkdir()
    return BucketBlobs.open(f"file://{tmp_path}/bucket")


def test_a_blob_comes_back_whole_and_in_parts(blobs: BlobStore) -> None:
    assert not blobs.has(DIGEST)
    blobs.put(DIGEST, DATA)
    blobs.put(DIGEST, DATA)
    assert blobs.has(DIGEST)
    assert blobs.get(DIGEST) == DATA
    assert blobs.read([(DIGEST, 300, 20), (DIGEST, 0, 5)]) == [DATA[300:320], DATA[:5]]
    assert list(blobs.digests()) == [DIGEST]


def test_a_deleted_blob_is_gone_and_may_be_deleted_again(blobs: BlobStore) -> None:
    blobs.put(DIGEST, DATA)
    blobs.delete(DIGEST)
    blobs.delete(DIGEST)
    assert not blobs.has(DIGEST)
    assert list(blobs.digests()) == []


def test_a_missing_blob_is_an_archive_error(blobs: BlobStore) -> None:
    with pytest.raises(ArchiveError, match=f"blob {DIGEST} is missing in .*; run `pagestrata verify --repair`"):
        blobs.get(DIGEST)
    with pytest.raises(ArchiveError, match="is missing in"):
        blobs.read([(DIGEST, 0, 1)])


def test_an_address_that_is_no_bucket_is_a_usage_error() -> None:
    pytest.importorskip("obstore", reason="pip install 'pagestrata[s3]' to test buckets")
    with pytest.raises(UsageError, match=r"is not a bucket .*; write for example s3://bucket/prefix"):
        BucketBlobs.open("carrier-pigeon://bucket")
