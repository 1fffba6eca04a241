"""A visit that met a fault in the place of its page: what is recorded of it, and when somebody hears of it.

Nothing is compared, weighed or learned. Followed blocks are uncertain: they are not lost, the page was not accessible.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from pagestrata.crawl.politeness import retry_after_seconds
from pagestrata.errors import CaptureError, StepFailedError
from pagestrata.formats.recordings.http_messages import find_header
from pagestrata.formats.urls import timestamp14
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.reasons import Reason
from pagestrata.model.records import TrailEntry, Visit
from pagestrata.model.visit_result import TrailFinding, VisitResult
from pagestrata.visit.cheap import RENDER_EVERY_HOURS, RENDER_EVERY_VISITS
from pagestrata.visit.cut import cut
from pagestrata.visit.faults.page_faults import (
    FAILURES_REPORTED,
    Fault,
    failures_in_a_row,
    fault_of_error,
    fault_of_status,
)
from pagestrata.visit.plan import VisitPlan

if TYPE_CHECKING:
    from pagestrata.model.events import Event
    from pagestrata.model.snapshot import Snapshot

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).


def examine_fault(
    plan: VisitPlan, state: PageState, fault: Fault, snapshot: Snapshot, *, seconds: Mapping[str, float]
) -> VisitResult:
    """The findings where a rendering shows a fault; with its version where somebody asked for those."""
    wait = retry_after_seconds(find_header(snapshot.headers, "retry-after"), now=plan.now)
    visit = replace(_visit(plan, fault, state), kept=plan.keep_errors, seconds=dict(seconds), retry_after_seconds=wait)
    if not plan.keep_errors:
        return VisitResult(visit=visit, trails=_uncertain(plan, state, fault))

    tree = cut(snapshot, plan.segmentation, importance=plan.judging.importance)
    return VisitResult(visit=visit, snapshot=snapshot, tree=tree, trails=_uncertain(plan, state, fault))


def examine_failure(plan: VisitPlan, state: PageState, error: CaptureError) -> VisitResult:
    """The findings where a page could not be captured at all."""
    from pagestrata.model.snapshot import Snapshot  # only now: most visits find their page

    fault = fault_of_error(error)
    visit = Visit(url=plan.url, visited_at=plan.now, stage="render", version=None, kept=False)
    if fault is not None:
        visit = replace(_visit(plan, fault, state), reasons=())
    findings = VisitResult(visit=replace(visit, error=str(error)), skipped_days=plan.skipped_days)
    shown = error.snapshot if isinstance(error, StepFailedError) else None
    if not isinstance(shown, Snapshot) or shown.nodes is None:
        return findings

    return replace(findings, snapshot=shown, tree=cut(shown, plan.segmentation))  # to be looked at for some days


def examine_known_fault(
    plan: VisitPlan, state: PageState, fetched: Fetched, *, seconds: Mapping[str, float]
) -> VisitResult | None:
    """The findings where a plain answer shows that a fault lasts which the browser has met; None where it must look.

    Servers refuse plain requests that they would answer to a browser, so the plain answer alone is never trusted, and
    every so often the browser looks again.
    """
    fault = fault_of_status(fetched.status)
    row = [visit for visit in state.history if visit.fault is not None][: failures_in_a_row(state.history)]
    if fault is None or not row or row[0].fault != fault.kind:
        return None
    if (plan.keep_errors and not _is_kept(state, fetched)) or (not plan.is_import and _browser_is_due(plan, row)):
        return None
    wait = retry_after_seconds(find_header(fetched.headers, "retry-after"), now=plan.now)
    visit = replace(_visit(plan, fault, state), stage="unchanged", seconds=dict(seconds), retry_after_seconds=wait)
    return VisitResult(visit=visit, trails=_uncertain(plan, state, fault))


def _is_kept(state: PageState, fetched: Fetched) -> bool:
    kept = state.kept_fault
    return kept is not None and kept.digest == hashlib.sha256(fetched.body).hexdigest()


def _browser_is_due(plan: VisitPlan, faults: Sequence[Visit]) -> bool:
    rendered = next((number for number, visit in enumerate(faults) if visit.stage == "render"), None)
    if rendered is None or rendered + 1 >= RENDER_EVERY_VISITS:
        return True
    return plan.now - faults[rendered].visited_at >= timedelta(hours=RENDER_EVERY_HOURS)


def _visit(plan: VisitPlan, fault: Fault, state: PageState) -> Visit:
    kept = "kept, as you asked" if plan.keep_errors else "no version of it is kept"
    first = "" if state.last is not None else "; the page has no version yet (--keep-errors would keep one)"
    reason = Reason(f"Fault: {fault.why} ({fault.kind}); {kept}{first if not plan.keep_errors else ''}", kind="fault")
    return Visit(
        url=plan.url,
        visited_at=plan.now,
        stage="render",
        version=None,
        kept=False,
        reasons=(reason,),
        fault=fault.kind,
    )


def _uncertain(plan: VisitPlan, state: PageState, fault: Fault) -> tuple[TrailFinding, ...]:
    why = (f"the page is unavailable: {fault.why}",)
    entry = TrailEntry(found_at=plan.now, version=None, state="uncertain", confidence=0.0, reasons=why, alerts=why)
    return tuple(TrailFinding(trail=known.trail, entry=entry) for known in state.trails)


def with_availability(plan: VisitPlan, state: PageState, findings: VisitResult) -> VisitResult:
    """The findings with the news that a page keeps failing, once, or that it is back, once."""
    event = _availability(plan, state, findings.visit) if plan.rules and not plan.is_import else None
    return replace(findings, events=(*findings.events, event)) if event is not None else findings


def _availability(plan: VisitPlan, state: PageState, visit: Visit) -> Event | None:
    if plan.watch is None or (visit.error is not None and visit.fault is None):
        return None
    limit = plan.watch.settings.failures_reported or FAILURES_REPORTED
    before = failures_in_a_row(state.history)
    if visit.fault is not None and before + 1 == limit:
        what = f"failed {limit} times in a row: {visit.error or visit.reasons[0]}"
        return replace(_event(plan, state), availability="failing", what=what.removesuffix("."))
    if visit.fault is None and before >= limit:
        return replace(_event(plan, state), availability="back", what="is back")
    return None


def _event(plan: VisitPlan, state: PageState) -> Event:
    from pagestrata.model.events import Event  # only now: few visits are news

    assert plan.watch is not None
    settings = plan.watch.settings
    return Event(
        subject=plan.watch.id,
        kind="watch",
        name=settings.title or (state.last.title if state.last is not None else "") or plan.url,
        url=plan.url,
        version=timestamp14(plan.now),
        time=plan.now,
        tags=settings.tags,
    )
