"""What an archive holds, as news: versions and trails turned into the events that feeds list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pagestrata.app.sentences import made_sentence, whole_changes
from pagestrata.model.events import Event
from pagestrata.model.records import Trail, Version, Watch
from pagestrata.visit.load import MOST_ENTRIES
from pagestrata.visit.news import trail_events, version_event

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive


def stored_version_event(archive: Archive, version: Version, *, watch: Watch | None = None) -> Event:
    """A stored version as news."""
    changes = whole_changes(archive, version)
    said = archive.visits.sentences([version.id]).get(version.id) or made_sentence(archive, version, changes)
    return version_event(version, changes, said=said, watch=watch)


def stored_trail_events(archive: Archive, trail: Trail, *, watch: Watch | None = None) -> Iterator[Event]:
    """The entries of a trail as news, oldest first."""
    entries = archive.trails.entries(trail.id, last=MOST_ENTRIES, with_pictures=False)
    return trail_events(trail, entries, watch=watch)
