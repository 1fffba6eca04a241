"""List and download files in a bucket, with the credentials of the environment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pagestrata.errors import InputError, UsageError

# Imports inside functions: obstore is optional; the rest works without.

SCHEMES = ("s3://", "gs://", "az://")
HINT = "files in a bucket need another package; pip install 'pagestrata[s3]'"


def is_in_bucket(source: str) -> bool:
    """Return whether a source is the address of something in a bucket."""
    return source.lower().startswith(SCHEMES)


def list_bucket(address: str) -> list[str]:
    """Return the addresses of all objects below s3://bucket/prefix, sorted, or the address itself if it is an object's."""
    bucket, prefix = _parts(address)
    with _opened(address) as store:
        found = [entry["path"] for batch in store.list(prefix or None) for entry in batch]
        if not found and prefix:
            found = [store.head(prefix)["path"]]
    return sorted(f"{bucket}/{path}" for path in found)


def download(address: str, target: Path) -> None:
    """Download one object into a file."""
    name = _parts(address)[1]
    with _opened(address) as store, target.open("wb") as file:
        for part in store.get(name):
            file.write(part)


def _parts(address: str) -> tuple[str, str]:
    scheme, _, rest = address.partition("://")
    bucket, _, name = rest.partition("/")
    if not bucket:
        raise UsageError(f"{address[:200]!r} names no bucket; write for example s3://bucket/folder")
    return f"{scheme.lower()}://{bucket}", name.strip("/")


@contextmanager
def _opened(address: str) -> Iterator[Any]:
    """Open the bucket of an address. Errors of the bucket become InputError."""
    try:
        from obstore.exceptions import BaseError
        from obstore.store import from_url
    except ImportError as error:
        raise UsageError(HINT) from error
    try:
        yield from_url(_parts(address)[0])
    except FileNotFoundError as error:
        raise InputError(f"there is nothing at {address[:300]!r}; check the address") from error
    except (BaseError, ValueError, OSError) as error:
        reason = str(error).partition("\n")[0][:300]
        raise InputError(
            f"{address[:300]!r} cannot be read ({reason}); check the network and the credentials"
        ) from error
