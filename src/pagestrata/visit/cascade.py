"""The four steps of a visit in a row: the product in one function.

How a page is fetched and rendered is given, so that a recorded page or a page of another machine needs nothing else. Stages
go from cheap to expensive, and each may end the visit: unchanged, quick, refill, render.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pagestrata.errors import UsageError
from pagestrata.model.fetched import Fetched
from pagestrata.model.findings import Findings
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.cheap import (
    as_far_as_asked,
    examine_source,
    gets_another_page,
    goes_on_to,
    is_inferred,
    must_render,
    with_another_page,
    with_check,
)
from pagestrata.visit.commit import commit
from pagestrata.visit.examine import examine, examine_fetched
from pagestrata.visit.faults.failing import examine_fault, examine_known_fault, with_availability
from pagestrata.visit.faults.page_faults import fault_of_page
from pagestrata.visit.faults.suspects import suspect_of_page
from pagestrata.visit.feeds import needs_no_browser, shown_page
from pagestrata.visit.load import load, with_body, with_pictures, with_tree
from pagestrata.visit.look_again import is_in_doubt, looked_again
from pagestrata.visit.pictures import IsSamePicture, pictures_are_same
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.stop_watch import StopWatch
from pagestrata.visit.time_limit import within_time

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

Fetch = Callable[[PageState], Fetched | None]
"""A cheap first look at a page; None where there is none, or where it failed."""
Render = Callable[[str], Snapshot]


def visit(
    plan: VisitPlan,
    *,
    archive: Archive,
    fetch: Fetch,
    render: Render,
    is_same_picture: IsSamePicture | None = None,
    look_again: Render | None = None,
) -> Visit:
    """Visit a page once and keep a version if its changes matter (or always, with `plan.force`).

    Where `is_same_picture` is not given, pages that show pictures are rendered. `look_again` renders a page once more, without
    its picture, before a version is kept for a few changes.
    """
    watch, fetched = StopWatch(), None
    state = load(archive, plan, contents=False)
    if _is_asked_plainly(plan, state):
        fetched = watch.timed("fetch", fetch, state)
    found = _at_once(plan, state, fetched, watch) if fetched is not None else None
    if found is None:
        state = with_tree(archive, state)
        found = _looked_at(plan, state, fetched, watch, archive, render, is_same_picture, look_again)
    return commit(archive, found)


def _looked_at(
    plan: VisitPlan,
    state: PageState,
    fetched: Fetched | None,
    watch: StopWatch,
    archive: Archive,
    render: Render,
    is_same_picture: IsSamePicture | None,
    look_again: Render | None,
) -> Findings:
    """What the contents of the page tell: its source, and where that is not enough, its rendering."""
    cheap = _by_source(archive, plan, state, fetched, watch, is_same_picture) if fetched is not None else None
    if cheap is not None and not must_render(plan, state, cheap):
        return with_availability(plan, state, cheap)
    if not goes_on_to(plan, "render"):
        if state.last is None:
            raise UsageError(f"{plan.url} has no version to compare with; visit it once without --stage {plan.stage}")
        return as_far_as_asked(plan, watch.seconds)
    _prepare_for_pictures()
    snapshot = watch.timed("render", shown_page, plan, state, fetched, render)
    _make_room_for_pictures()
    what = f"examining {plan.url}"
    fault = within_time(plan.examine_seconds, what, partial(fault_of_page, snapshot, state))
    if fault is None:
        fault = suspect_of_page(plan, state, snapshot, partial(_last_body, archive, state))
    if fault is not None:
        found = examine_fault(plan, state, fault, snapshot, seconds=watch.seconds)
    else:
        known = watch.timed("load", with_pictures, archive, state)
        look = partial(examine, plan, known, snapshot, seconds=watch.seconds)
        found = within_time(plan.examine_seconds, what, look)
        if look_again is not None and is_in_doubt(plan, known, found):
            found = looked_again(plan, known, found, look_again)
        found = with_another_page(with_check(found, cheap), fetched)
    return with_availability(plan, state, found)


def _last_body(archive: Archive, state: PageState) -> tuple[bytes | None, str | None]:
    known = with_body(archive, state)
    return known.body, known.body_type


def _prepare_for_pictures() -> None:
    from pagestrata.visit.large_memory import give_large_memory_back  # only now: most visits render nothing

    give_large_memory_back()


def _make_room_for_pictures() -> None:
    from pagestrata.visit.large_memory import give_holes_back

    give_holes_back()


def _is_asked_plainly(plan: VisitPlan, state: PageState) -> bool:
    if plan.force or plan.stage == "render" or gets_another_page(state.history):
        return False
    met_fault = any(visit.fault for visit in state.history[:1])
    return state.last is not None or met_fault or needs_no_browser(plan.url)


def _at_once(plan: VisitPlan, state: PageState, fetched: Fetched, watch: StopWatch) -> Findings | None:
    """What a plain answer says by itself: that nothing changed, or that a known fault lasts."""
    known = examine_known_fault(plan, state, fetched, seconds=watch.seconds)
    found = known or examine_fetched(plan, state, fetched, seconds=watch.seconds)
    return with_availability(plan, state, found) if found is not None else None


def _by_source(
    archive: Archive,
    plan: VisitPlan,
    state: PageState,
    fetched: Fetched,
    watch: StopWatch,
    is_same_picture: IsSamePicture | None,
) -> Findings | None:
    """What a comparison with the last source finds; None where it cannot tell, or where a picture is another one."""
    if not goes_on_to(plan, "quick"):
        return None
    known = with_body(archive, state)
    compare = partial(examine_source, plan, known, fetched, seconds=watch.seconds)
    found = within_time(plan.examine_seconds, f"comparing the source of {plan.url}", compare)
    if found is None or not is_inferred(found):
        return found
    return found if watch.timed("fetch", pictures_are_same, archive, state, is_same_picture) else None
