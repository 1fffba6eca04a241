from __future__ import annotations

import sys
from typing import Any

import pytest

from pagestrata.errors import ArchiveError, UsageError
from pagestrata.store.objects.bucket_blobs import BucketBlobs

pytest.importorskip("obstore", reason="pip install 'pagestrata[s3]' to test buckets")

DIGEST = "ab" + "c" * 62


class UnreachableStore:
    """A bucket behind a broken network."""

    def __getattr__(self, name: str) -> Any:
        from obstore.exceptions import GenericError

        def refuse(*_values: object, **_options: object) -> Any:
            raise GenericError("connection reset\n\nDebug source:\nfor programmers")

        return refuse


def test_blobs_are_objects_below_the_prefix() -> None:
    blobs = BucketBlobs.open("memory:///")
    blobs.put(DIGEST, b"data")
    (names,) = blobs._store.list()
    assert [found["path"] for found in names] == [f"ab/{'c' * 62}"]


@pytest.mark.parametrize(
    ("verb", "call"),
    [
        ("write", lambda blobs: blobs.put(DIGEST, b"data")),
        ("read", lambda blobs: blobs.get(DIGEST)),
        ("read", lambda blobs: blobs.read([(DIGEST, 0, 1)])),
        ("look up", lambda blobs: blobs.has(DIGEST)),
        ("look up", lambda blobs: blobs.delete(DIGEST)),
    ],
)
def test_a_bucket_out_of_reach_is_an_archive_error(verb: str, call: Any) -> None:
    blobs = BucketBlobs(UnreachableStore(), "s3://bucket/prefix")
    with pytest.raises(ArchiveError) as found:
        call(blobs)
    assert str(found.value) == (
        f"cannot {verb} blob {DIGEST} in s3://bucket/prefix (connection reset); check the network and the credentials"
    )


def test_a_bucket_that_cannot_be_listed_is_an_archive_error() -> None:
    blobs = BucketBlobs(UnreachableStore(), "s3://bucket/prefix")
    with pytest.raises(ArchiveError, match=r"cannot list blobs in s3://bucket/prefix \(connection reset\); check"):
        list(blobs.digests())


def test_without_the_package_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "obstore.store", None)
    with pytest.raises(UsageError, match=r"need an extra package: pip install 'pagestrata\[s3\]'"):
        BucketBlobs.open("s3://bucket")
