"""The four steps of a visit in a row: the product in one function.

How a page is fetched and rendered is given, so that a recorded page or a page of another machine needs nothing else. Stages
go from cheap to expensive, and each may end the visit: unchanged, quick, refill, render.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pagestrata.errors import UsageError
from pagestrata.model.fetched import Fetched
from pagestrata.model.findings import Findings
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.cheap import as_far_as_asked, examine_source, goes_on_to, must_render, with_check
from pagestrata.visit.commit import commit
from pagestrata.visit.examine import examine, examine_fetched
from pagestrata.visit.load import load, with_body, with_pictures
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.stop_watch import StopWatch

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

Fetch = Callable[[PageState], Fetched | None]
"""A cheap first look at a page; None where there is none, or where it failed."""
Render = Callable[[str], Snapshot]


def visit(plan: VisitPlan, *, archive: Archive, fetch: Fetch, render: Render) -> Visit:
    """Visit a page once and keep a version if its changes matter (or always, with `plan.force`)."""
    watch, cheap = StopWatch(), None
    state = load(archive, plan, pictures=False)
    if state.last is not None and not plan.force and plan.stage != "render":
        fetched = watch.timed("fetch", fetch, state)
        cheap = _cheaply(archive, plan, state, fetched, watch) if fetched else None
    if cheap is not None and not must_render(plan, state, cheap):
        return commit(archive, cheap)
    if not goes_on_to(plan, "render"):
        if state.last is None:
            raise UsageError(f"{plan.url} has no version to compare with; visit it once without --stage {plan.stage}")
        return commit(archive, as_far_as_asked(plan, watch.seconds))
    snapshot = watch.timed("render", render, plan.url)
    known = watch.timed("load", with_pictures, archive, state)
    findings = examine(plan, known, snapshot, seconds=watch.seconds)
    return commit(archive, with_check(findings, cheap))


def _cheaply(
    archive: Archive, plan: VisitPlan, state: PageState, fetched: Fetched, watch: StopWatch
) -> Findings | None:
    """What the stages without a browser find; None where they cannot tell."""
    found = examine_fetched(plan, state, fetched, seconds=watch.seconds)
    if found is not None or not goes_on_to(plan, "quick"):
        return found
    return examine_source(plan, with_body(archive, state), fetched, seconds=watch.seconds)
