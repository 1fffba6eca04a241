"""What a page shows now, held against what is known of it: pure, so that it may happen in another process.

A plain answer that says 'not modified' ended the visit before (`plain_answers`). A rendered page is
cut into blocks once, compared with the last version, weighed and judged; its followed blocks are found; what somebody
wants to hear of becomes events.

'Tell me only if …': a version that a visit would keep is skipped where a language model says that the wish is not met.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagestrata.deciding.sides import Side
from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.judging.page_history import SecondLook, SiteHistory
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.only_if import AskWish, WishQuestion, with_wish
from pagestrata.model.page_state import PageState
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import TrailFinding, VisitResult
from pagestrata.model.weights import Decision, Weights
from pagestrata.visit.cut import cut, with_importance
from pagestrata.visit.depths import depth_reasons, first_whole_reason, is_first_whole, shared_depth, to_shared_depth
from pagestrata.visit.judge import (
    compare_sides,
    decide_sides,
    weigh_sides,
    with_pictures_compared,
)
from pagestrata.visit.news import events_of, is_reported
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.remember import after_visit, has_known_design, history_of, volatility_of
from pagestrata.visit.sentences import text_of_side, with_sentence
from pagestrata.visit.step_timer import StepTimer

if TYPE_CHECKING:
    from pagestrata.judging.context import Known
    from pagestrata.judging.findings import HeardPair
    from pagestrata.visit.shown.single_changes import SingleChanges

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

LEAST_RECORDED_LEAVES = 200
"""What a screen shows is left with large pages: smaller ones are compared sooner than anybody notices."""
MOST_RECORDED_CHANGES = 1_000
FIRST_VERSION = Decision(
    similar=False, score=1.0, probability=1.0, reasons=(Reason("Kept: first version of this page", kind="first"),)
)
IMPORTED = Decision(similar=False, score=1.0, probability=1.0, reasons=(Reason("imported", kind="imported"),))
MOST_NOTES = 5
LONGEST_NOTE = 200
_SAID_OF_DEPTH = "px was left out"  # `depth_reasons` says it, too
SAYS_OTHERWISE = frozenset({"text", "picture", "lost", "found again"})
"""Changes of a followed block that keep a version whatever the rest of the page is worth."""


GUARDED = frozenset(("price", "percentage", "score", "date", "version"))
"""Kinds of changes that a model silences only where the person says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPage:
    """The blocks of a rendered page and what changed since the last version. Without one: `old`, `new`, `delta` are None.

    Judging the page once more, after a second look, needs none of this again.
    """

    tree: BlockTree
    old: Side | None = None
    new: Side | None = None
    delta: Delta | None = None


def compare_page(plan: VisitPlan, state: PageState, snapshot: Snapshot, timer: StepTimer) -> ComparedPage:
    """Cut a rendered page into blocks and compare them with the last version, both as deep as the shallower one."""
    with timer.step("segment"):
        tree = cut(snapshot, plan.segmentation, importance=plan.judging.importance)
    if state.last is None or state.tree is None:
        return ComparedPage(tree=tree)
    old = Side(tree=state.tree, screenshot=state.screenshot, depth_px=state.last.depth_px)
    with timer.step("compare"):
        new, delta = compare_as_next(old, _side(tree, snapshot), state, plan)
        tree = new.tree
        if shared_depth(old.depth_px, new.depth_px) is not None:
            old, new = to_shared_depth(old, new)
            delta = compare_sides(old, new)
    return ComparedPage(tree=tree, old=old, new=new, delta=delta)


def examine(
    plan: VisitPlan,
    state: PageState,
    snapshot: Snapshot,
    *,
    seconds: Mapping[str, float] | None = None,
    second_look: SecondLook | None = None,
    compared: ComparedPage | None = None,
) -> VisitResult:
    """Everything that one rendered page tells. `seconds` are those spent on it so far.

    `second_look` is the page when it was opened once more; `compared` is the result of `compare_page`, where the caller has it.
    """
    timer, weights, decision = StepTimer(dict(seconds or {})), None, FIRST_VERSION
    found: SingleChanges | None = None
    page = compared or compare_page(plan, state, snapshot, timer)
    tree, old, new, delta = page.tree, page.old, page.new, page.delta
    if old is not None and new is not None and delta is not None:
        with timer.step("weigh"):
            volatility = volatility_of(state.memory, state.history)
            weights = weigh_sides(old, delta, plan.judging, volatility=volatility)
            known = known_of(state, second_look)
            found = _single_changes(old, new, delta, known)
            heard = found.heard if found is not None and found.before is old else None
            decision = _decision(plan, state, snapshot, old, new, delta, weights, known, heard)
        decision = replace(decision, reasons=(*decision.reasons, *depth_reasons(old, new)))
    elif snapshot.depth_px is not None:
        decision = replace(decision, reasons=(*decision.reasons, *depth_reasons(None, _side(tree, snapshot))))
    decision = replace(decision, reasons=(*decision.reasons, *capture_reasons(snapshot)))
    with timer.step("follow"):
        trails = _find_trails(state, snapshot, tree)
    findings = VisitResult(
        visit=_outcome(plan, tree, delta, weights, decision, timer.seconds),
        snapshot=snapshot,
        tree=tree,
        delta=delta,
        weights=weights,
        decision=decision,
        trails=trails,
        skipped_days=plan.skipped_days,
    )
    findings = with_sentence(_kept_for_depth(state, kept_for_somebody(plan, findings)))
    with timer.step("weigh"):
        shown = _record(plan, findings, found)
        memory = after_visit(state, tree, delta, kept=findings.visit.kept)
    events = events_of(plan, state, findings) if plan.rules else ()
    return replace(findings, shown=shown, events=events, memory=memory)


def capture_reasons(snapshot: Snapshot) -> tuple[Reason, ...]:
    """What a person should know about how the page was captured: what is missing, and what was done to it."""
    notes = [note for note in snapshot.notes if not note.endswith(_SAID_OF_DEPTH) and not note.startswith("no blocks")]
    return tuple(Reason(note[:LONGEST_NOTE], kind="capture") for note in notes[:MOST_NOTES])


def _find_trails(state: PageState, snapshot: Snapshot, tree: BlockTree) -> tuple[TrailFinding, ...]:
    if not state.trails:
        return ()
    from pagestrata.visit.trails.find_trails import find_trails  # only now: most visits follow nothing

    return find_trails(state, snapshot, lambda: tree)


def _side(tree: BlockTree, snapshot: Snapshot) -> Side:
    return Side(
        tree=tree,
        screenshot_png=snapshot.screenshot_png,
        screenshot=screenshot_of(snapshot),
        snapshot=snapshot,
        depth_px=snapshot.depth_px,
    )


def compare_as_next(old: Side, new: Side, state: PageState, plan: VisitPlan) -> tuple[Side, Delta]:
    """The new version under the refs of the old one, and what changed."""
    from pagestrata.comparing.vidiff import compare_versions

    importance = plan.judging.importance  # of blocks by their refs, which are known only now
    finish = (lambda named: with_importance(named, importance)) if importance else None
    tree, delta = compare_versions(old.tree, new.tree, used_refs=state.memory.used_refs, finish=finish)
    named = replace(new, tree=tree)
    if state.last is not None:  # the version before may be that of a fault
        delta = replace(delta, from_version=state.last.id)
    return named, with_pictures_compared(old, named, delta)


def _decision(
    plan: VisitPlan,
    state: PageState,
    snapshot: Snapshot,
    old: Side,
    new: Side,
    delta: Delta,
    weights: Weights,
    known: Known,
    found: HeardPair | None = None,
) -> Decision:
    from pagestrata.formats.documents.document_pages import is_cut_short, is_document_page
    from pagestrata.segmenting.outline import DOCUMENT

    # Versions of older programs have no words, or one block for a whole text.
    was_no_document = is_document_page(snapshot) and state.tree is not None and state.tree.segmenter != DOCUMENT
    is_unseen = is_cut_short(snapshot) and not delta.changes  # the change may be outside the captured part
    if (snapshot.nodes is None or was_no_document or is_unseen) and state.last is not None:
        decision = by_bytes(snapshot, state.last)
    else:
        decision = decide_sides(
            old,
            new,
            delta,
            weights,
            plan.judging,
            has_known_design=has_known_design(state, new.tree),
            found=found,
            known=known,
        )
    # Somebody archived it: it is kept whatever it is worth, but retention needs to know what that is.
    return replace(IMPORTED, probability=decision.probability, score=decision.score) if plan.is_import else decision


def known_of(state: PageState, second_look: SecondLook | None = None) -> Known:
    """What the archive knows of the page besides its last version."""
    from pagestrata.judging.context import Known

    site = SiteHistory(tuple(history_of(memory) for memory in state.site))
    return Known(history=history_of(state.memory), site=site, second_look=second_look)


def _single_changes(old: Side, new: Side, delta: Delta, known: Known) -> SingleChanges | None:
    """What changed, for the decision and for who looks at it later; None where it can be found again at once.

    That is so on small pages, but then it is unknown what differed at the second look.
    """
    is_large = sum(1 for _ in new.tree.leaves()) >= LEAST_RECORDED_LEAVES
    if not (is_large or known.second_look) or not 0 < len(delta.changes) <= MOST_RECORDED_CHANGES:
        return None
    from pagestrata.visit.shown.single_changes import single_changes

    return single_changes(old, new, delta, known=known)


def _record(plan: VisitPlan, findings: VisitResult, found: SingleChanges | None) -> bytes:
    """What a screen shows of a change that is kept: found by now, and not to be found again."""
    delta, weights, decision = findings.delta, findings.weights, findings.decision
    if found is None or delta is None or weights is None or decision is None or not findings.visit.kept:
        return b""
    from pagestrata.visit.shown.shown_record import record_of

    return record_of(found, delta, weights, decision, plan.judging)


def by_bytes(snapshot: Snapshot, last: Version) -> Decision:
    """The decision about what has no blocks, now or in the last version (a picture, a scanned PDF): another byte is another
    version."""
    body = snapshot.responses[0].body if snapshot.responses else b""
    same = hashlib.sha256(body).hexdigest() == last.digest
    what = f"no blocks to compare ({snapshot.content_type or 'unknown type'}): the bytes {'are the same' if same else 'differ'}"
    reason = Reason(f"{'Skipped' if same else 'Kept'}: {what}", kind="bytes")
    return Decision(similar=same, score=-1.0 if same else 1.0, probability=0.0 if same else 1.0, reasons=(reason,))


def _outcome(
    plan: VisitPlan,
    tree: BlockTree,
    delta: Delta | None,
    weights: Weights | None,
    decision: Decision,
    seconds: Mapping[str, float],
) -> Visit:
    return Visit(
        url=plan.url,
        visited_at=plan.now,
        stage="render",
        version=None,
        kept=plan.force or not decision.similar,
        importance=weights.total if weights else None,
        probability=decision.probability,
        score=decision.score,
        changes=len(delta.changes) if delta else 0,
        seconds=seconds,
        reasons=_as_asked(decision.reasons) if plan.force and decision.similar else decision.reasons,
        block_ids={block.ref: block.id for block in tree.leaves()},
        level=tree.level,
    )


def kept_for_somebody(plan: VisitPlan, findings: VisitResult) -> VisitResult:
    """A change in a followed block, and one that a rule with conditions reports, always keeps its version."""
    if findings.visit.kept:
        return findings
    changed = [found for found in findings.trails if found.entry.change in SAYS_OTHERWISE]
    why = _followed(changed[0]) if changed else _reported(plan, findings)
    if why is None:
        return findings
    return replace(findings, visit=replace(findings.visit, kept=True, reasons=(why, *findings.visit.reasons)))


def _kept_for_depth(state: PageState, findings: VisitResult) -> VisitResult:
    """The first version of a page that goes down to its end is kept, or nothing below would ever be compared."""
    last, snapshot = state.last, findings.snapshot
    if findings.visit.kept or last is None or snapshot is None or not is_first_whole(last, snapshot):
        return findings
    reasons = (first_whole_reason(last), *findings.visit.reasons)
    return replace(findings, visit=replace(findings.visit, kept=True, reasons=reasons))


def _as_asked(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """What would have been a reason to skip a version that is kept all the same."""
    if not reasons:
        return ()
    first = reasons[0]
    said = f"Kept on request; {first.text.removeprefix('Skipped: ')}"
    return (Reason(said, kind=first.kind, block=first.block, operation=first.operation), *reasons[1:])


def _followed(found: TrailFinding) -> Reason:
    what = {"text": "says something else", "picture": "shows another picture", "lost": "is gone"}
    said = what.get(found.entry.change or "", "is back")
    return Reason(f"Kept: a followed block ({found.trail.id}) {said}", kind="followed")


def _reported(plan: VisitPlan, findings: VisitResult) -> Reason | None:
    why = is_reported(plan, findings)
    return Reason(f"Kept: {why}", kind="reported") if why is not None else None


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
