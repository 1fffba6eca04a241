"""The versions around those that are looked at, for going on and for choosing others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from pagestrata.model.records import Version

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

CHOICES = 40
MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """Which versions there are to choose, newest first, and the pairs before and after."""

    choices: tuple[Version, ...]
    earlier: tuple[Version, Version] | None  # the older version and the one before it
    later: tuple[Version, Version] | None  # the newer version and the one after it


def neighbours_of(archive: Archive, old: Version, new: Version) -> Neighbours:
    """Around two versions of a page; they are among the choices however long ago they were."""
    before = version_before(archive, old)
    after = version_after(archive, new)
    listed = archive.listings.versions(new.url, limit=CHOICES)
    known = {version.id: version for version in (*listed, old, new)}
    choices = sorted(known.values(), key=lambda version: version.captured_at, reverse=True)
    return Neighbours(
        choices=tuple(choices),
        earlier=(before, old) if before else None,
        later=(new, after) if after else None,
    )


def version_before(archive: Archive, version: Version) -> Version | None:
    """The version of the same page before this one."""
    return archive.versions.before(version.url, version.captured_at - MOMENT)


def version_after(archive: Archive, version: Version) -> Version | None:
    """The version of the same page after this one."""
    return archive.versions.after(version.url, version.captured_at)
