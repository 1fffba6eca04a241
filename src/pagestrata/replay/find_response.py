"""What `/web/<timestamp>/<url>` means: a version of a page, or a resource of a page as it was at that time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pagestrata.errors import InputError, NotFoundError
from pagestrata.formats.urls import canonical_url, parse_timestamp14, timestamp14
from pagestrata.interfaces import ArchiveReader
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Response
from pagestrata.replay.memento import closest

REMEMBERED_VERSIONS = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A stored response and the version it belongs to. `is_page` is False for resources."""

    version: Version
    response: Response
    is_page: bool


class Finder:
    """Finds versions and resources; keeps the versions shown last, because their resources are requested next."""

    def __init__(self, archive: ArchiveReader) -> None:
        self._archive = archive
        self._shown: OrderedDict[str, Version] = OrderedDict()
        self._lock = threading.Lock()

    def versions(self, url: str) -> Sequence[Version]:
        """Return the versions of a page, oldest first; none if it is not archived or the address is invalid."""
        try:
            return self._archive.versions.of(canonical_url(url))
        except (NotFoundError, InputError):
            return ()

    def at(self, url: str, digits: str) -> Found | Version | None:
        """Return what is stored for an address at a time.

        A `Version` is the closest one at another time, to redirect the client to; None means nothing is stored.
        Raises InputError for an invalid address or time.
        """
        when = parse_timestamp14(digits)
        versions = self.versions(url)
        exact = next((version for version in versions if _stamp(version) == digits), None)
        if exact is not None:
            self._remember(exact)
            return Found(version=exact, response=self._archive.contents.response(exact), is_page=True)
        resource = self._resource(canonical_url(url), digits, when)
        if resource is not None:
            return resource
        return closest(versions, when) if versions else None

    def _remember(self, version: Version) -> None:
        with self._lock:
            self._shown[version.id] = version
            self._shown.move_to_end(version.id)
            while len(self._shown) > REMEMBERED_VERSIONS:
                self._shown.popitem(last=False)

    def _resource(self, url: str, digits: str, when: datetime) -> Found | None:
        """A resource as the versions shown at that second had it, or as some page held it at that time or closest to it."""
        with self._lock:
            shown = [version for version in reversed(self._shown.values()) if _stamp(version) == digits]
        indexed = self._archive.versions.holding(url, when)
        for version in [*shown, *([indexed] if indexed is not None else [])]:
            try:
                response = self._archive.contents.response(version, url)
            except (NotFoundError, InputError):
                continue
            self._remember(version)
            return Found(version=version, response=response, is_page=False)
        return None


def _stamp(version: Version) -> str:
    return timestamp14(version.captured_at)
