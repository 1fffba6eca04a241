"""Versions rendered once and kept, brought into an archive through the whole visit, as an import does.

Only the browser is left out: its part is the kept snapshot. So a measure of what the archive takes, or of what the process
does beside the browser, sees really imported versions, and needs seconds where rendering needs minutes.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.pages import load_sequence_snapshots
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions
from pagestrata.visit.plan import VisitRequest, plan_visit


def import_kept_versions(archive: Archive, site: str, *, most: int | None = None) -> Iterator[tuple[Snapshot, Visit]]:
    """The versions of a site, oldest first, each with what its visit came to."""
    for number, snapshot in enumerate(load_sequence_snapshots(site)):
        if most is not None and number >= most:
            return
        yield snapshot, import_snapshot(archive, snapshot)


def import_snapshot(
    archive: Archive,
    snapshot: Snapshot,
    *,
    only_important: bool = False,
    force: bool = False,
    judging: JudgeOptions = AS_LEARNED,
) -> Visit:
    """One snapshot as an import brings it in, or with `only_important` as a watch visits it; `force` keeps it whatever it
    is worth, but says what that is."""
    page = snapshot.responses[0]

    def recorded(_state: PageState) -> Fetched:
        return Fetched(
            requested_url=snapshot.requested_url, url=page.url, status=page.status, headers=page.headers, body=page.body
        )

    plan = plan_visit(
        archive,
        VisitRequest(snapshot.requested_url, judging=judging, is_import=not only_important, force=force),
        now=snapshot.captured_at,
    )
    return visit(plan, archive=archive, fetch=recorded, render=lambda _url: snapshot)
