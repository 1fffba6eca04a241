"""Versions as they are compared and drawn, kept for a while: who goes from one change to the next sees each version twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagestrata.app.comparisons import side_of_version
from pagestrata.deciding.sides import Side
from pagestrata.model.records import Version
from pagestrata.web.views.bounded_cache import BoundedCache

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

SIDES_KEPT = 8

_SIDES: BoundedCache[Side] = BoundedCache(most=SIDES_KEPT)


def side_of(archive: Archive, version: Version) -> Side:
    """A version, read once."""
    return _SIDES.get(archive, version.id, lambda: side_of_version(archive, version))
