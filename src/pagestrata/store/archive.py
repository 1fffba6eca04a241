"""The archive as the rest of the program sees it.

Most parts are loaded on first use: a visit that finds a page unchanged only writes one row.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from pagestrata.store import opening
from pagestrata.store.catalog import migrate
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.later import sql
from pagestrata.store.history.visits import record_visit

if TYPE_CHECKING:
    from pagestrata.interfaces import BlobStore
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.deltas import Delta
    from pagestrata.model.notices import Delivery
    from pagestrata.model.records import Version, Visit
    from pagestrata.model.snapshot import Snapshot
    from pagestrata.model.visit_result import VisitResult
    from pagestrata.model.weights import Weights
    from pagestrata.store.due.cluster import Leadership, SharedClock
    from pagestrata.store.due.due_visits import DueVisits
    from pagestrata.store.due.site_pages import SitePages
    from pagestrata.store.history.contents import Contents
    from pagestrata.store.history.skipped import SkippedVisits
    from pagestrata.store.history.versions import Versions
    from pagestrata.store.history.visits import Visits
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


class _Part:
    """An attribute of an archive whose module is loaded on first use: most commands need few of them."""

    def __init__(self, module: str, name: str, *, with_blobs: bool) -> None:
        self._module, self._name, self._with_blobs = f"pagestrata.store.{module}", name, with_blobs

    def __get__(self, archive: Archive | None, owner: type[Archive]) -> Any:
        if archive is None:
            return self
        made = getattr(import_module(self._module), self._name)
        return made(archive._catalog, archive._blobs) if self._with_blobs else made(archive._catalog)


def _part(module: str, name: str, *, with_blobs: bool = False) -> Any:
    """`module` is below `pagestrata.store`; its class `name` is made of the catalog, and with `with_blobs` of the blobs."""
    return _Part(module, name, with_blobs=with_blobs)


class Archive:
    """Pages and their versions over time. A context manager; leaving it closes the archive."""

    versions: Versions = _part("history.versions", "Versions")
    """The versions of pages."""
    contents: Contents = _part("history.contents", "Contents", with_blobs=True)
    """The contents of versions: responses, document, screenshot, blocks, changes."""
    visits: Visits = _part("history.visits", "Visits")
    """The visits to pages."""
    skipped: SkippedVisits = _part("history.skipped", "SkippedVisits", with_blobs=True)
    """The results of skipped visits, stored for some days."""
    settings: ArchiveSettings = _part("people.settings", "ArchiveSettings")
    """Settings for all pages, and trained models."""
    listings: Listings = _part("questions.listings", "Listings")
    """Long lists, one page of rows at a time."""
    accounts: Accounts = _part("people.accounts", "Accounts")
    """The users of the web application."""
    overview: Overview = _part("questions.overview", "Overview")
    """Watched pages and their current state."""
    activity: Activity = _part("people.activity", "Activity")
    """Counts of visits and blocks in a time range."""
    queries: Queries = _part("questions.queries", "Queries")
    """Blocks and changes over time."""
    trails: Trails = _part("people.trails", "Trails", with_blobs=True)
    """Followed blocks."""
    watches: Watches = _part("people.watches", "Watches")
    """The watched pages and their settings."""
    due: DueVisits = _part("due.due_visits", "DueVisits")
    """The schedule: when watched pages are visited next, and by which program."""
    leadership: Leadership = _part("due.cluster", "Leadership")
    """The election of the program that leads and takes visits."""
    site_pages: SitePages = _part("due.site_pages", "SitePages")
    """The pages found on watched sites."""
    feedback: FeedbackLog = _part("people.feedback", "FeedbackLog")
    """The verdicts that people gave on changes."""
    outbox: Outbox = _part("people.outbox", "Outbox")
    """Rules for notifications and the messages on their way."""
    proof: ProofLog = _part("merkle_log.proof_log", "ProofLog")
    """The append-only log that proves what was stored when, and its keys."""
    upkeep: Upkeep = _part("upkeep.tasks", "Upkeep", with_blobs=True)
    """Statistics, verification, repair, retention and garbage collection."""

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
        """Raise ArchiveError if another version of the program upgraded the archive since it was opened."""
        migrate.check_current(self._catalog)

    def revision(self) -> Hashable:
        """Return a value that changes with every write of any program, to detect stale results."""
        return self._catalog.revision()

    def one_view(self, *, by_driver: bool = False) -> AbstractContextManager[None]:
        """Give the calling thread one consistent view in one transaction.

        `by_driver`: queries that the database driver alone can answer use it, which is faster, in a view of their own.
        """
        return self._catalog.one_view(by_driver=by_driver)

    def append(
        self, snapshot: Snapshot, tree: BlockTree, delta: Delta | None, *, visit: Visit, weights: Weights | None = None
    ) -> Version:
        """Store a new version and its visit, both or neither."""
        from pagestrata.store.history import writing
        from pagestrata.store.upkeep import garbage

        capture = writing.Capture(snapshot=snapshot, tree=tree, delta=delta, visit=visit, weights=weights)
        version = writing.append(self._catalog, self._blobs, capture)
        garbage.join_loose(self._catalog, self._blobs)
        return version

    def commit(self, findings: VisitResult, deliveries: Sequence[Delivery] = ()) -> Version | None:
        """Store the result of a visit (version or visit, trails, memory and messages), all or nothing.

        Returns the version that was kept; None if the visit kept none.
        """
        also = partial(self._store_with_visit, findings, deliveries)
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
        has_many_loose = True  # until counted: after a lost connection `also` is not called again

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

    def _store_with_visit(
        self,
        findings: VisitResult,
        deliveries: Sequence[Delivery],
        connection: sql.Connection,
        version: Version | None,
    ) -> None:
        visit = findings.visit
        if findings.trails:
            from pagestrata.store.people.trails import record_findings

            record_findings(connection, self._blobs, findings.trails, version.id if version else None)
        if findings.memory is not None:
            from pagestrata.store.history.page_memory import save_memory

            save_memory(connection, visit.url, findings.memory, visit.visited_at)
        if deliveries:
            from pagestrata.store.people.outbox import queue

            queue(connection, deliveries, now=visit.visited_at)

    def record_visit(self, visit: Visit) -> None:
        """Store a visit that kept nothing."""
        record_visit(self._catalog, visit)

    @cached_property
    def clock(self) -> SharedClock:
        """The clock that all programs on this archive share."""
        from pagestrata.store.due.cluster import SharedClock

        return SharedClock(self._catalog)


def _is_of_interest(findings: VisitResult) -> bool:
    """Return whether a skipped visit has changes worth showing, or a failed step."""
    if findings.visit.fault == "step failed":
        return findings.skipped_days > 0
    return findings.delta is not None and bool(findings.delta.changes) and findings.skipped_days > 0


def open_archive(url_or_folder: str | Path, *, create: bool = True, read_only: bool = False) -> Archive:
    """Open an archive, or create a missing one: a folder, or postgresql://user@host/name?blobs=PLACE."""
    return Archive(*opening.open_parts(url_or_folder, create=create, read_only=read_only))


def rebuild_archive(folder: Path) -> list[str]:
    """Rebuild an unreadable catalogue from the blobs of a folder; return a sentence for each thing recovered.

    The old catalogue is kept next to the new one. Raises DamagedCatalogError if some version can still be read.
    """
    from pagestrata.store.upkeep.rebuild_catalog import rebuild_catalog

    catalog, blobs, aside = opening.start_again(folder)
    try:
        found = rebuild_catalog(catalog, blobs)
    finally:
        catalog.close()
    kept = [f"the old catalogue is kept as {aside}"] if aside else []
    return [*found.sentences(), *kept]
