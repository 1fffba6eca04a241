"""'Tell me only if …': a version that a visit would keep is skipped where a language model says that the wish is not met."""

from __future__ import annotations

from dataclasses import replace

from pagestrata.model.only_if import AskWish, WishQuestion, with_wish
from pagestrata.model.page_state import PageState
from pagestrata.model.reasons import Reason
from pagestrata.model.visit_result import VisitResult
from pagestrata.visit.examine import kept_for_somebody
from pagestrata.visit.news import events_of
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.remember import after_visit
from pagestrata.visit.sentences import text_of_side

GUARDED = frozenset(("price", "percentage", "score", "date", "version"))
"""Kinds of changes that a model silences only where the person says so."""


def as_wished(plan: VisitPlan, state: PageState, found: VisitResult, ask: AskWish) -> VisitResult:
    """The result of a visit, with what a model says about the wish of its watch; as it is where there is no wish to ask about."""
    settings, decision = (plan.watch.settings if plan.watch is not None else None), found.decision
    if settings is None or not settings.only_if or decision is None or not _is_worth_asking(plan, found):
        return found
    title = found.snapshot.title if found.snapshot is not None else ""
    verdict = with_wish(
        keeps=True,
        is_guarded=any(reason.kind in GUARDED for reason in decision.reasons),
        overrules=bool(settings.only_if_overrules),
        answer=ask(WishQuestion(wish=settings.only_if, title=title, changes=_changed_texts(found))),
    )
    if not verdict.keeps:
        silent = _skipped(plan, state, found, verdict.reason)
        if silent is not None:
            return silent
    reasons = (*found.visit.reasons, Reason(verdict.reason, kind="wish"))
    return replace(found, visit=replace(found.visit, reasons=reasons))


def _is_worth_asking(plan: VisitPlan, found: VisitResult) -> bool:
    """Whether a version would be kept for its changes, and not because somebody asked for it."""
    is_asked_for = plan.force or plan.is_import
    is_judged = found.decision is not None and not found.decision.similar and found.delta is not None
    return found.visit.kept and is_judged and not is_asked_for


def _changed_texts(found: VisitResult) -> tuple[tuple[str, str], ...]:
    changes = found.delta.changes if found.delta is not None else ()
    pairs = ((text_of_side(change.old), text_of_side(change.new)) for change in changes)
    return tuple(dict.fromkeys((old, new) for old, new in pairs if old != new))


def _skipped(plan: VisitPlan, state: PageState, found: VisitResult, why: str) -> VisitResult | None:
    """The result without a version; None where a followed block or a rule keeps it whatever a model says."""
    if found.tree is None or found.decision is None:
        return None
    reasons = (Reason(f"Skipped: {why}", kind="wish"), *found.visit.reasons)
    visit = replace(found.visit, kept=False, sentence="", reasons=reasons)
    silent = replace(found, visit=visit, decision=replace(found.decision, similar=True), shown=b"", events=())
    if kept_for_somebody(plan, silent).visit.kept:
        return None
    events = events_of(plan, state, silent) if plan.rules else ()
    return replace(silent, events=events, memory=after_visit(state, found.tree, found.delta, kept=False))
