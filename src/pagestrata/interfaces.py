"""The seams: the few places where one of several implementations is chosen at run time.

Everything else is a plain function. `app` is the only package that names the implementations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.deltas import Delta
    from pagestrata.model.records import Holding, Version
    from pagestrata.model.snapshot import Response

Span = tuple[str, int, int]
"""A part of a blob: the blob's digest, where the part begins, and how long it is."""


class BlobStore(Protocol):
    """Stores byte strings under their content hash; a blob is stored completely or not at all."""

    def put(self, digest: str, data: bytes) -> None: ...
    def get(self, digest: str) -> bytes: ...
    def read(self, spans: Sequence[Span]) -> Sequence[bytes]:
        """Parts of blobs, all requested at once, so that a remote store takes only one round trip."""
        ...

    def has(self, digest: str) -> bool: ...
    def delete(self, digest: str) -> None: ...
    def digests(self) -> Iterator[str]: ...


class VersionFinder(Protocol):
    """Finds versions. URLs may be spelt in any way; NotFoundError says what is missing."""

    def pages(self) -> Sequence[str]:
        """The addresses of all pages that have a version, in order."""
        ...

    def of(self, url: str) -> Sequence[Version]:
        """All versions of a page, oldest first."""
        ...

    def at(self, url: str, when: str | datetime, *, nearest: bool = False) -> Version:
        """The version valid at a time, or 'latest', 'first', '~N'. For a time before the first: none, or the `nearest`."""
        ...

    def holding(self, url: str, when: datetime) -> Version | None:
        """The version that held a resource at a time, or closest to it."""
        ...

    def holdings(self, url: str | None = None) -> Sequence[Holding]:
        """Which versions brought a resource, or all resources."""
        ...


class ContentReader(Protocol):
    """Reads the contents of versions. NotFoundError says what is missing."""

    def response(self, version: Version, url: str | None = None) -> Response:
        """The raw response of the page itself or of one of its resources, byte for byte."""
        ...

    def responses(self, version: Version) -> Mapping[str | None, Response]:
        """The page, under None, and its resources by address, all read at once; without data lost in a repair."""
        ...

    def dom(self, version: Version) -> str: ...
    def screenshot(self, version: Version) -> bytes | None: ...
    def tree(self, version: Version) -> BlockTree: ...
    def delta(self, version: Version) -> Delta | None: ...


class ArchiveReader(Protocol):
    """What queries and replay need of an archive."""

    @property
    def versions(self) -> VersionFinder: ...
    @property
    def contents(self) -> ContentReader: ...


Work = Callable[[], AbstractContextManager[Callable[[Any], Any]]]
"""What a worker opens once (a browser, an archive), giving the function that does one piece of work. It can be pickled."""


class Worker(Protocol):
    """Does one piece of work at a time: a process here, an actor elsewhere."""

    def ready(self) -> Future[None]:
        """A future that ends when the worker is open; called once. An error that is not a loss prevents all workers."""
        ...

    def submit(self, item: Any) -> Future[Any]: ...
    def is_lost(self, error: BaseException) -> bool:
        """Whether an error means that the worker died, not that the work failed."""
        ...

    def close(self) -> None: ...


class Engine(Protocol):
    """Provides workers."""

    def capacity(self) -> int:
        """The current maximum number of workers."""
        ...

    def worker(self, work: Work) -> Worker: ...
