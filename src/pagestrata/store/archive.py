"""The archive as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from pagestrata.errors import ArchiveError
from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Feedback, Holding, RecordedChange, Stay, Trail, TrailEntry, Version, Visit, Watch
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.model.weights import Weights
from pagestrata.store import kept_records, opening, queries, versions, visits, writing
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.intervals import resource_intervals
from pagestrata.store.outbox import Outbox
from pagestrata.store.upkeep import garbage, retention, sizes, verify
from pagestrata.store.upkeep import repair as repairs
from pagestrata.store.upkeep.garbage import Collected
from pagestrata.store.upkeep.retention import Rule
from pagestrata.store.upkeep.verify import Report

Answer = TypeVar("Answer")


def _steady(ask: Callable[[], Answer]) -> Answer:
    """Asks once more when it fails: a collection may have moved blobs between looking up and reading them."""
    try:
        return ask()
    except ArchiveError:
        return ask()


class Archive:
    """Pages and their versions over time. A context manager; leaving it closes the archive."""

    def __init__(self, catalog: Catalog, blobs: BlobStore) -> None:
        self._catalog = catalog
        self._blobs = blobs

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._catalog.close()

    def append(
        self, snapshot: Snapshot, tree: BlockTree, delta: Delta | None, *, visit: Visit, weights: Weights | None = None
    ) -> Version:
        """Stores a new version and its visit, both or neither."""
        capture = writing.Capture(snapshot=snapshot, tree=tree, delta=delta, visit=visit, weights=weights)
        version = writing.append(self._catalog, self._blobs, capture)
        garbage.join_loose(self._catalog, self._blobs)
        return version

    def record_visit(self, visit: Visit) -> None:
        """Remembers a visit that kept nothing."""
        writing.record_visit(self._catalog, visit)

    def visits(self, url: str, *, limit: int | None = None) -> Sequence[Visit]:
        """The visits to a page, newest first."""
        return visits.latest_first(self._catalog, url, limit=limit)

    def reasons(self, version: Version) -> Sequence[str]:
        """Why a version was kept."""
        return visits.reasons(self._catalog, version.id)

    def pages(self) -> Sequence[str]:
        """The addresses of all pages that have a version, in order."""
        return versions.pages(self._catalog)

    def latest(self, url: str) -> Version | None:
        return versions.latest(self._catalog, url)

    def recent_versions(self, *, urls: Sequence[str] | None = None, limit: int) -> Sequence[Version]:
        """The versions of some pages, or of all, that were stored last, newest first."""
        return versions.recent_versions(self._catalog, urls=urls, limit=limit)

    def versions(self, url: str, *, since: datetime | None = None, until: datetime | None = None) -> Sequence[Version]:
        """The versions of a page, oldest first; none for a page never archived."""
        return versions.versions(self._catalog, url, since=since, until=until)

    def version_at(self, url: str, when: str | datetime) -> Version:
        """The version valid at a time, or 'latest', 'first', '~N' versions back, or a version's id."""
        return versions.version_at(self._catalog, url, when)

    def response(self, version: Version, url: str | None = None) -> Response:
        """The raw response of the page itself or of one of its resources, byte for byte."""
        return _steady(lambda: versions.response(self._catalog, self._blobs, version, url))

    def resources(self, version: Version) -> Sequence[str]:
        """The addresses of the resources stored with a version."""
        return _steady(lambda: versions.resources(self._catalog, self._blobs, version))

    def resource_at(self, url: str, when: datetime) -> Version | None:
        """The version that held a resource at a time, or the closest to it; `response(version, url)` reads it."""
        return resource_intervals.version_holding(self._catalog, url, when)

    def holdings(self, url: str | None = None) -> Sequence[Holding]:
        """Which versions brought a resource, or all resources, in the order of addresses and times."""
        return resource_intervals.holdings(self._catalog, url)

    def dom(self, version: Version) -> str:
        """The rendered document, character for character."""
        return _steady(lambda: versions.dom(self._catalog, self._blobs, version))

    def screenshot(self, version: Version) -> bytes | None:
        """The screenshot as PNG, pixel for pixel; None where there was none."""
        return _steady(lambda: versions.screenshot(self._catalog, self._blobs, version))

    def tree(self, version: Version) -> BlockTree:
        return _steady(lambda: versions.tree(self._catalog, self._blobs, version))

    def delta(self, version: Version) -> Delta | None:
        """What changed from the version before; None for a first version."""
        return _steady(lambda: versions.delta(self._catalog, self._blobs, version))

    def search(
        self,
        words: str,
        *,
        url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        changed: bool = False,
        role: str | None = None,
        limit: int = 50,
    ) -> Sequence[Stay]:
        """Blocks that said all these words, newest first. "…" is a phrase, a trailing * any ending.

        With `since` and `until`, blocks that were there at some time between; with `changed`, blocks that came then.
        """
        return queries.search(
            self._catalog, words, url=url, since=since, until=until, changed=changed, role=role, limit=limit
        )

    def stays(self, url: str, *, since: datetime | None = None, until: datetime | None = None) -> Sequence[Stay]:
        """All blocks of a page over time, in the order they came."""
        return queries.stays(self._catalog, url, since=since, until=until)

    def changes(
        self,
        url: str | None = None,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        op: str | None = None,
        element: str | None = None,
        block: str | None = None,
        min_importance: float | None = None,
        limit: int | None = None,
    ) -> Sequence[RecordedChange]:
        """The operations of all deltas, newest version first. `block` is a ref in the version before or after."""
        return queries.changes(
            self._catalog,
            url=url,
            since=since,
            until=until,
            op=op,
            element=element,
            ref=block,
            min_importance=min_importance,
            limit=limit,
        )

    def stats(self) -> dict[str, Any]:
        """Counts, and bytes on the disk by what they are for."""
        return sizes.stats(self._catalog)

    def verify(self, *, repair: bool = False) -> Report:
        """Checks everything; with `repair`, puts right what can be and reports what is left."""
        report, findings = verify.check(self._catalog, self._blobs)
        if not repair or report.is_sound:
            return report
        if findings.no_blob_is_there:
            raise ArchiveError(
                f"No blob of {self._catalog.name} is in its place, most likely because it was moved or is not mounted; "
                "nothing was repaired. Put the blobs back, or begin a new archive"
            )
        done = repairs.repair(self._catalog, self._blobs, findings)
        left, _ = verify.check(self._catalog, self._blobs)
        return replace(left, found=report.problems, repaired=tuple(done))

    def gc(self) -> Collected:
        """Removes what no version needs, and joins small blobs."""
        return garbage.collect(self._catalog, self._blobs)

    def retain(self, rule: str | Rule, *, now: datetime, url: str | None = None) -> Sequence[Version]:
        """Drops the versions a rule does not keep and gives them; `gc` frees their bytes."""
        return retention.retain(self._catalog, rule, now=now, url=url)

    def save_trail(self, trail: Trail) -> None:
        """Stores a trail, or replaces the one with the same id."""
        kept_records.save_trail(self._catalog, trail)

    def trails(self, url: str | None = None) -> Sequence[Trail]:
        return kept_records.trails(self._catalog, url)

    def remove_trail(self, trail_id: str) -> None:
        """Removes a trail and its entries."""
        kept_records.remove_trail(self._catalog, trail_id)

    def add_trail_entry(self, trail_id: str, entry: TrailEntry) -> None:
        kept_records.add_trail_entry(self._catalog, self._blobs, trail_id, entry)

    def trail_entries(
        self, trail_id: str, *, last: int | None = None, with_pictures: bool = True
    ) -> Sequence[TrailEntry]:
        """The entries of a trail, or the last few of them, oldest first."""
        return _steady(
            lambda: kept_records.trail_entries(
                self._catalog, self._blobs, trail_id, last=last, with_pictures=with_pictures
            )
        )

    def save_watch(self, watch: Watch) -> None:
        """Stores a watch, or replaces the one with the same id."""
        kept_records.save_watch(self._catalog, watch)

    def watches(self) -> Sequence[Watch]:
        return kept_records.watches(self._catalog)

    def remove_watch(self, watch_id: str) -> None:
        kept_records.remove_watch(self._catalog, watch_id)

    def add_feedback(self, feedback: Feedback) -> None:
        """Stores what a person said about two versions; the last word counts."""
        kept_records.add_feedback(self._catalog, feedback)

    def feedback(self) -> Sequence[Feedback]:
        return kept_records.all_feedback(self._catalog)

    @property
    def outbox(self) -> Outbox:
        """Rules for notifications and the messages on their way."""
        return Outbox(self._catalog)


def open_archive(url_or_folder: str | Path, *, create: bool = True, read_only: bool = False) -> Archive:
    """Opens an archive, creating it when it is not there: a folder, or postgresql://user@host/name?blobs=PLACE."""
    return Archive(*opening.open_parts(url_or_folder, create=create, read_only=read_only))
