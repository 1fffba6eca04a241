"""The four steps of a visit in a row: the product in one function.

How a page is fetched and rendered is given, so that a recorded page or a page of another machine needs nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.commit import commit
from pagestrata.visit.examine import StopWatch, examine, examine_fetched
from pagestrata.visit.load import load
from pagestrata.visit.plan import VisitPlan

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

Fetch = Callable[[PageState], Fetched | None]
"""A cheap first look at a page; None where there is none, or where it failed."""
Render = Callable[[str], Snapshot]


def visit(plan: VisitPlan, *, archive: Archive, fetch: Fetch, render: Render) -> Visit:
    """Visit a page once and keep a version if its changes matter (or always, with `plan.force`)."""
    watch, findings = StopWatch(), None
    state = load(archive, plan)
    if state.last is not None and not plan.force:
        fetched = watch.timed("fetch", fetch, state)
        findings = examine_fetched(plan, state, fetched, seconds=watch.seconds) if fetched else None
    if findings is None:
        snapshot = watch.timed("render", render, plan.url)
        findings = examine(plan, state, snapshot, seconds=watch.seconds)
    return commit(archive, findings)
