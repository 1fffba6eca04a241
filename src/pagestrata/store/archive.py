"""The archive as the rest of the program sees it.

What not every program needs is loaded when it is asked for: a visit that finds a page unchanged writes one row.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pagestrata.store import opening
from pagestrata.store.catalog import migrate
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.later import sql
from pagestrata.store.history.versions import Versions
from pagestrata.store.history.visits import Visits, record_visit

if TYPE_CHECKING:
    from pagestrata.interfaces import BlobStore
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.deltas import Delta
    from pagestrata.model.notices import Delivery
    from pagestrata.model.records import Version, Visit
    from pagestrata.model.snapshot import Snapshot
    from pagestrata.model.visit_result import VisitResult
    from pagestrata.model.weights import Weights
    from pagestrata.store.due.due_visits import DueVisits
    from pagestrata.store.due.leadership import Leadership
    from pagestrata.store.due.shared_clock import SharedClock
    from pagestrata.store.due.site_pages import SitePages
    from pagestrata.store.history.contents import Contents
    from pagestrata.store.history.skipped import SkippedVisits
    from pagestrata.store.merkle_log.proof_log import ProofLog
    from pagestrata.store.people.accounts import Accounts
    from pagestrata.store.people.activity import Activity
    from pagestrata.store.people.feedback import FeedbackLog
    from pagestrata.store.people.outbox import Outbox
    from pagestrata.store.people.settings import ArchiveSettings
    from pagestrata.store.people.trails import Trails
    from pagestrata.store.people.watches import Watches
    from pagestrata.store.questions.listings import Listings
    from pagestrata.store.questions.overview import Overview
    from pagestrata.store.questions.queries import Queries
    from pagestrata.store.upkeep.tasks import Upkeep

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


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

    @property
    def folder(self) -> Path | None:
        """The folder of the archive; None where its catalog is on a server."""
        return Path(self._catalog.name) if self._catalog.is_sqlite else None

    def check_current(self) -> None:
        """Raises ArchiveError where another version of the program upgraded the archive since it was opened."""
        migrate.check_current(self._catalog)

    def revision(self) -> Hashable:
        """Another value after anybody has written something: what was made of the archive may be out of date then."""
        return self._catalog.revision()

    def one_view(self, *, by_driver: bool = False) -> AbstractContextManager[None]:
        """What the calling thread reads inside is one consistent view, and costs one transaction.

        `by_driver`: what the driver of the database alone can answer is asked there, quicker, and is a view of its own.
        """
        return self._catalog.one_view(by_driver=by_driver)

    def append(
        self, snapshot: Snapshot, tree: BlockTree, delta: Delta | None, *, visit: Visit, weights: Weights | None = None
    ) -> Version:
        """Stores a new version and its visit, both or neither."""
        from pagestrata.store.history import writing
        from pagestrata.store.upkeep import garbage

        capture = writing.Capture(snapshot=snapshot, tree=tree, delta=delta, visit=visit, weights=weights)
        version = writing.append(self._catalog, self._blobs, capture)
        garbage.join_loose(self._catalog, self._blobs)
        return version

    def commit(self, findings: VisitResult, deliveries: Sequence[Delivery] = ()) -> Version | None:
        """Stores what a visit found: version or visit, trails, memory and messages, all or nothing.

        The version that was kept; None where the visit kept none.
        """
        also = partial(self._store_beside, findings, deliveries)
        if findings.snapshot is None or findings.tree is None or not (findings.visit.kept or _is_of_interest(findings)):
            has_more = bool(findings.trails or deliveries)
            record_visit(self._catalog, findings.visit, also, driver_only=not has_more)
            return None
        from pagestrata.store.history import writing
        from pagestrata.store.upkeep import garbage

        capture = writing.Capture(
            snapshot=findings.snapshot,
            tree=findings.tree,
            delta=findings.delta,
            visit=findings.visit,
            weights=findings.weights,
            shown=findings.shown,
        )
        has_many_loose = True  # until it is counted: if an answer was lost, `also` is not asked again

        def also_count(connection: sql.Connection, version: Version | None) -> None:
            nonlocal has_many_loose
            also(connection, version)
            has_many_loose = garbage.has_many_loose(connection)

        version = None
        if findings.visit.kept:
            version = writing.append(self._catalog, self._blobs, capture, also_count)
        else:
            from pagestrata.store.history import skipped

            skipped.record(self._catalog, self._blobs, capture, days=findings.skipped_days, also=also_count)
        if has_many_loose:
            garbage.join_loose(self._catalog, self._blobs)
        return version

    def _store_beside(
        self,
        findings: VisitResult,
        deliveries: Sequence[Delivery],
        connection: sql.Connection,
        version: Version | None,
    ) -> None:
        catalog, visit = self._catalog, findings.visit
        if findings.trails:
            from pagestrata.store.people.trails import record_findings

            record_findings(connection, catalog, self._blobs, findings.trails, version.id if version else None)
        if findings.memory is not None:
            from pagestrata.store.history.page_memory import save_memory

            save_memory(connection, catalog, visit.url, findings.memory, visit.visited_at)
        if deliveries:
            from pagestrata.store.people.outbox import queue

            queue(connection, catalog, deliveries, now=visit.visited_at)

    def record_visit(self, visit: Visit) -> None:
        """Remembers a visit that kept nothing."""
        record_visit(self._catalog, visit)

    @property
    def versions(self) -> Versions:
        """Which versions there are."""
        return Versions(self._catalog)

    @property
    def contents(self) -> Contents:
        """What versions were made of."""
        from pagestrata.store.history.contents import Contents

        return Contents(self._catalog, self._blobs)

    @property
    def visits(self) -> Visits:
        """What happened at visits."""
        return Visits(self._catalog)

    @property
    def skipped(self) -> SkippedVisits:
        """What skipped visits found, for some days."""
        from pagestrata.store.history.skipped import SkippedVisits

        return SkippedVisits(self._catalog, self._blobs)

    @property
    def settings(self) -> ArchiveSettings:
        """What holds for all pages, and trained models."""
        from pagestrata.store.people.settings import ArchiveSettings

        return ArchiveSettings(self._catalog)

    @property
    def listings(self) -> Listings:
        """Long lists, a stretch at a time."""
        from pagestrata.store.questions.listings import Listings

        return Listings(self._catalog)

    @property
    def accounts(self) -> Accounts:
        """Who may use the web application."""
        from pagestrata.store.people.accounts import Accounts

        return Accounts(self._catalog)

    @property
    def overview(self) -> Overview:
        """Watched pages with what became of them."""
        from pagestrata.store.questions.overview import Overview

        return Overview(self._catalog)

    @property
    def activity(self) -> Activity:
        """What happened in a span of time, counted."""
        from pagestrata.store.people.activity import Activity

        return Activity(self._catalog)

    @property
    def queries(self) -> Queries:
        """Blocks and changes over time."""
        from pagestrata.store.questions.queries import Queries

        return Queries(self._catalog)

    @property
    def trails(self) -> Trails:
        """Followed blocks."""
        from pagestrata.store.people.trails import Trails

        return Trails(self._catalog, self._blobs)

    @property
    def watches(self) -> Watches:
        """The pages that people asked for."""
        from pagestrata.store.people.watches import Watches

        return Watches(self._catalog)

    @property
    def due(self) -> DueVisits:
        """When watched pages are visited next, and by whom."""
        from pagestrata.store.due.due_visits import DueVisits

        return DueVisits(self._catalog)

    @cached_property
    def clock(self) -> SharedClock:
        """What time it is for all programs on this archive."""
        from pagestrata.store.due.shared_clock import SharedClock

        return SharedClock(self._catalog)

    @property
    def leadership(self) -> Leadership:
        """Who of several programs takes visits."""
        from pagestrata.store.due.leadership import Leadership

        return Leadership(self._catalog)

    @property
    def site_pages(self) -> SitePages:
        """The pages found on sites that are watched as a whole."""
        from pagestrata.store.due.site_pages import SitePages

        return SitePages(self._catalog)

    @property
    def feedback(self) -> FeedbackLog:
        """What people said about changes."""
        from pagestrata.store.people.feedback import FeedbackLog

        return FeedbackLog(self._catalog)

    @property
    def outbox(self) -> Outbox:
        """Rules for notifications and the messages on their way."""
        from pagestrata.store.people.outbox import Outbox

        return Outbox(self._catalog)

    @property
    def proof(self) -> ProofLog:
        """The append-only log that proves what was stored when, and its keys."""
        from pagestrata.store.merkle_log.proof_log import ProofLog

        return ProofLog(self._catalog)

    @property
    def upkeep(self) -> Upkeep:
        """Counting, checking, repairing, dropping, collecting."""
        from pagestrata.store.upkeep.tasks import Upkeep

        return Upkeep(self._catalog, self._blobs)


def _is_of_interest(findings: VisitResult) -> bool:
    """Return whether a skipped visit has changes worth showing, or a failed step."""
    if findings.visit.fault == "step failed":
        return findings.skipped_days > 0
    return findings.delta is not None and bool(findings.delta.changes) and findings.skipped_days > 0


def open_archive(url_or_folder: str | Path, *, create: bool = True, read_only: bool = False) -> Archive:
    """Opens an archive, creating it when it is not there: a folder, or postgresql://user@host/name?blobs=PLACE."""
    return Archive(*opening.open_parts(url_or_folder, create=create, read_only=read_only))


def rebuild_archive(folder: Path) -> list[str]:
    """Makes a catalogue again from the blobs of a folder, where nothing of the old one can be read; says what came back.

    The old catalogue is kept next to it. Raises DamagedCatalogError when some version can still be read.
    """
    from pagestrata.store.upkeep.rebuild_catalog import rebuild_catalog

    catalog, blobs, aside = opening.start_again(folder)
    try:
        found = rebuild_catalog(catalog, blobs)
    finally:
        catalog.close()
    kept = [f"the old catalogue is kept as {aside}"] if aside else []
    return [*found.sentences(), *kept]
