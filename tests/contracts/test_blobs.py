"""What every blob store does."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.soak.small_s3 import SmallS3
from pagestrata.errors import ArchiveError, UsageError
from pagestrata.interfaces import BlobStore
from pagestrata.store.archive import open_archive
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
    with pytest.raises(UsageError, match=r"is not the address of a bucket: write s3://bucket/prefix"):
        BucketBlobs.open("carrier-pigeon://bucket")


@pytest.fixture
def small_s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallS3]:
    pytest.importorskip("obstore", reason="pip install 'pagestrata[s3]' to test buckets")
    server = SmallS3()
    server.start()
    for name, value in {"ENDPOINT_URL": server.address, "ALLOW_HTTP": "true", "REGION": "us-east-1"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "someone")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    yield server
    server.stop()


def test_a_blob_in_a_bucket_is_written_only_where_there_is_none_and_mended_where_it_is_damaged(s3_place: str) -> None:
    blobs = BucketBlobs.open(s3_place)
    blobs.put(DIGEST, DATA[:-1] + b"?")
    blobs.put(DIGEST, DATA)
    assert blobs.get(DIGEST) == DATA


def test_a_store_that_is_away_for_a_while_is_waited_for(small_s3: SmallS3) -> None:
    blobs = BucketBlobs.open("s3://bucket/pages")
    small_s3.stop()
    failed: list[BaseException] = []

    def write() -> None:
        try:
            blobs.put(DIGEST, DATA)
        except BaseException as error:  # for the thread of the test
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    writer.join(timeout=1.5)  # some requests are refused meanwhile
    assert writer.is_alive()
    small_s3.start()
    writer.join(timeout=110)
    assert not writer.is_alive()
    assert failed == []
    assert blobs.get(DIGEST) == DATA


def test_a_store_without_conditional_puts_begins_no_archive(small_s3: SmallS3, tmp_path: Path) -> None:
    small_s3.ignores_conditions = True
    with pytest.raises(UsageError, match=r"has no conditional puts .*; use one that has them, as Amazon S3"):
        open_archive(f"{tmp_path}/weak?blobs=s3://bucket/pages")
    assert small_s3.objects == {}
    small_s3.ignores_conditions = False
    open_archive(f"{tmp_path}/strong?blobs=s3://bucket/pages").close()
    assert small_s3.objects == {}
