"""Blobs in a bucket: S3 and compatible stores, through obstore."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, Self

from pagestrata.errors import ArchiveError, CollectedMeanwhileError, UsageError
from pagestrata.formats.urls import without_secrets
from pagestrata.interfaces import Span

# Imports inside functions: obstore is optional; the rest works without.

SCHEMES = frozenset(("s3", "gs", "az", "memory", "file"))
_AT_ONCE = 16  # requests on their way
_WITHOUT_NETWORK = ("memory:", "file:")
_PATIENCE: dict[str, Any] = {
    # A store may be unavailable for more than a minute before a write fails.
    "retry_config": {
        "max_retries": 1000,
        "retry_timeout": timedelta(seconds=120),
        "backoff": {"init_backoff": timedelta(seconds=0.1), "max_backoff": timedelta(seconds=3), "base": 2},
    }
}


def _patience(place: str, seconds: float | None) -> dict[str, Any]:
    if place.startswith(_WITHOUT_NETWORK):
        return {}
    if seconds is None:
        return _PATIENCE
    return {"retry_config": {**_PATIENCE["retry_config"], "retry_timeout": timedelta(seconds=seconds)}}


def _refuse_options(place: str) -> None:
    """Raise UsageError for options and keys in an address, which obstore ignores: they would lead to another store."""
    scheme, _, rest = place.partition("://")
    if scheme.lower() not in SCHEMES or "?" in rest or "@" in rest.partition("/")[0]:
        raise UsageError(
            f"{without_secrets(place)[:200]!r} is not the address of a bucket: write s3://bucket/prefix (or gs://, az://), and "
            "give keys, region and endpoint in the environment (AWS_ACCESS_KEY_ID, AWS_ENDPOINT, …)"
        )


class BucketBlobs:
    """Keeps each blob as one object `ab/cdef...` below a prefix; an upload is visible once it is complete."""

    def __init__(self, store: Any, place: str) -> None:
        self._store = store
        self._place = without_secrets(place)

    @classmethod
    def open(cls, place: str, *, patience_seconds: float | None = None) -> Self:
        """Open the bucket at s3://bucket/prefix (or gs://, az://, memory:///) with the credentials of the environment.

        `patience_seconds`: how long to retry without an answer. Default: two minutes.
        """
        try:
            from obstore.exceptions import BaseError
            from obstore.store import from_url
        except ImportError as error:
            raise UsageError("archives in a bucket need an extra package: pip install 'pagestrata[s3]'") from error
        _refuse_options(place)
        try:
            return cls(from_url(place, **_patience(place, patience_seconds)), place)
        except (BaseError, ValueError) as error:
            raise UsageError(
                f"{without_secrets(place)[:200]!r} is not a bucket ({_first_line(error)}); write for example s3://bucket/prefix"
            ) from error

    def refuse_without_conditions(self) -> None:
        """Raise UsageError if the store overwrites an object that it was told to keep."""
        from obstore.exceptions import AlreadyExistsError, NotSupportedError

        digest = secrets.token_hex(32)

        def is_kept() -> bool:
            self._store.put(_name(digest), b"first", mode="create")
            try:
                self._store.put(_name(digest), b"second", mode="create")
            except AlreadyExistsError:
                return True
            except (NotSupportedError, NotImplementedError):
                pass
            return False

        is_conditional = self._ask("write", "a first object", is_kept)
        self.delete(digest)
        if not is_conditional:
            raise UsageError(
                f"the store of {self._place} has no conditional puts (it ignores `If-None-Match: *`), so that two programs "
                "could write over each other; use one that has them, as Amazon S3, Google, Azure, MinIO, Ceph and R2 do"
            )

    def put(self, digest: str, data: bytes) -> None:
        """Write a blob if it is missing. A blob with other content under its name is damaged and is rewritten."""
        from obstore.exceptions import AlreadyExistsError

        def write() -> None:
            try:
                self._store.put(_name(digest), data, mode="create")
            except AlreadyExistsError:
                if bytes(self._store.get(_name(digest)).bytes()) != data:
                    self._store.put(_name(digest), data)

        self._ask("write", f"blob {digest}", write)

    def get(self, digest: str) -> bytes:
        return bytes(self._ask("read", f"blob {digest}", lambda: self._store.get(_name(digest)).bytes()))

    def read(self, spans: Sequence[Span]) -> Sequence[bytes]:
        """Read spans with one request per blob, or a few if they are far apart; different blobs are read in parallel."""
        by_blob: dict[str, list[int]] = {}
        for number, (digest, _, _) in enumerate(spans):
            by_blob.setdefault(digest, []).append(number)
        found = [b""] * len(spans)

        def fetch(digest: str) -> None:
            numbers = by_blob[digest]
            for number, part in zip(numbers, self._ranges(digest, [spans[n][1:] for n in numbers]), strict=True):
                found[number] = bytes(part)

        if len(by_blob) < 2:
            for digest in by_blob:
                fetch(digest)
        else:
            with ThreadPoolExecutor(max_workers=min(_AT_ONCE, len(by_blob))) as pool:
                list(pool.map(fetch, by_blob))  # raises what one of them raised
        return found

    def _ranges(self, digest: str, places: Sequence[tuple[int, int]]) -> Sequence[Any]:
        starts, lengths = [start for start, _ in places], [length for _, length in places]
        return list(
            self._ask(
                "read",
                f"blob {digest}",
                lambda: self._store.get_ranges(_name(digest), starts=starts, lengths=lengths),
            )
        )

    def has(self, digest: str) -> bool:
        return bool(self._ask("look up", f"blob {digest}", lambda: self._is_there(digest)))

    def delete(self, digest: str) -> None:
        if self.has(digest):
            self._ask("delete", f"blob {digest}", lambda: self._store.delete(_name(digest)))

    def digests(self) -> Iterator[str]:
        batches = self._ask("list", "blobs", lambda: list(self._store.list()))
        return (found["path"].replace("/", "") for batch in batches for found in batch)

    def _is_there(self, digest: str) -> bool:
        try:
            self._store.head(_name(digest))
        except FileNotFoundError:
            return False
        return True

    def _ask(self, verb: str, what: str, request: Any) -> Any:
        from obstore.exceptions import BaseError

        try:
            return request()
        except FileNotFoundError as error:
            raise CollectedMeanwhileError(
                f"{what} is missing in {self._place}; run `pagestrata verify --repair`"
            ) from error
        except (BaseError, OSError) as error:
            reason = _first_line(error)
            raise ArchiveError(
                f"cannot {verb} {what} in {self._place} ({reason}); check the network and the credentials"
            ) from error


def _name(digest: str) -> str:
    return f"{digest[:2]}/{digest[2:]}"


def _first_line(error: Exception) -> str:
    # obstore appends details for programmers
    return str(error).partition("\n")[0]
