"""What a plain answer says without a browser: nothing that shows changed (quick), or only what does not matter (refill).

A stage may end a visit only where the browser would have found nothing to keep. Whatever is in doubt is rendered: pages
that scripts build, sources that cannot be read, other style sheets and skeletons, changes that are worth keeping or touch a
followed block; and pages that use other files behind their old addresses (`visit.resources`). Every so often a page is
rendered all the same, and where that keeps a version that the cheap stages would have skipped, they are not trusted until
they agree with a rendering again. A server that sends other pages to plain clients is not asked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from pagestrata.errors import InputError
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Stage, Visit
from pagestrata.model.visit_result import VisitResult
from pagestrata.model.watch_settings import NO_SETTINGS
from pagestrata.visit.depths import is_kept_for_depth
from pagestrata.visit.judge import decide_sides, weigh_sides
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.remember import after_no_change, after_visit, volatility_of
from pagestrata.visit.resources import IN_SOURCE, NOT_STORED, ResourceLook, is_harmless, unlooked_words
from pagestrata.visit.step_timer import StepTimer

if TYPE_CHECKING:
    from pagestrata.formats.html.html_source import LexborHTMLParser
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.quick_result import QuickResult
    from pagestrata.model.snapshot import Response, Snapshot
    from pagestrata.segmenting.refill.refill import KnownSource, Refilled

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

RENDER_EVERY_VISITS = 10
"""A page is rendered at least once in so many visits."""
RENDER_EVERY_HOURS = 24.0
"""A page is rendered at least once in so many hours."""
MOST_BUILT_BY_SCRIPTS = 0.1
"""Share of the text that scripts may have built; above it, a page is always rendered."""
LEAST_REFILLED = 0.5
"""How alike two sources are between which blocks are refilled: less is another page, and takes long to align."""
OTHER_LOOKS: frozenset[str] = frozenset({"style sheets", "skeleton", "drawings"})
"""What may change the looks of a page whose contents are known."""
_SCRIPT = re.compile(rb"<script", re.IGNORECASE)
STAGES: tuple[Stage, ...] = ("unchanged", "quick", "refill", "render")


def goes_on_to(plan: VisitPlan, stage: Stage) -> bool:
    """Whether a visit may go as far as a stage."""
    return plan.stage is None or STAGES.index(stage) <= STAGES.index(plan.stage)


def examine_source(
    plan: VisitPlan, state: PageState, fetched: Fetched, *, seconds: Mapping[str, float] | None = None
) -> VisitResult | None:
    """The findings where the source alone tells enough; None where only a browser can. Needs `state.body`.

    They hold only where nothing is `doubted`: scripts and styles in the source may change what shows.
    """
    if not _comparable(plan, state, fetched):
        return None
    timer = StepTimer(dict(seconds or {}))
    examination = _Examination(plan, state, fetched, timer)
    try:
        with timer.step("compare"):
            compared = examination.compare()
        if not examination.follows_from_source(compared):
            return None
        doubted = examination.doubted(compared)
        if not compared.changed:
            return replace(examination.nothing_shows(compared), doubted=doubted)
        if compared.kind == "page" and compared.similarity >= LEAST_REFILLED and goes_on_to(plan, "refill"):
            refilled = examination.refilled()
            return None if refilled is None else replace(refilled, doubted=doubted)
    except InputError:  # too large, too deep: the browser has its own limits
        return None
    return None


def _comparable(plan: VisitPlan, state: PageState, fetched: Fetched) -> bool:
    from pagestrata.formats.documents.documents import document_kind

    last = state.last
    if last is None or state.tree is None or state.body is None or plan.force or plan.is_import:
        return False
    if document_kind(fetched.body, fetched.header("content-type")) is not None:
        return False  # its words are compared, which takes no browser either
    is_markup = fetched.body.lstrip()[:1] in {b"<", b"{"} or "html" in (fetched.header("content-type") or "")
    return is_markup and fetched.status == last.status and goes_on_to(plan, "quick")


@dataclass(slots=True)
class _Examination:
    plan: VisitPlan
    state: PageState
    fetched: Fetched
    timer: StepTimer
    _known_source: KnownSource | None = None
    _documents: tuple[LexborHTMLParser, LexborHTMLParser] | None = None

    def compare(self) -> QuickResult:
        from pagestrata.comparing.quick.quick_compare import compare_documents, quick_compare
        from pagestrata.formats.documents.feeds import is_feed

        old, new = self.state.body or b"", self.fetched.body
        old_type, new_type = self.state.body_type, self.fetched.header("content-type")
        if is_feed(old, old_type) and is_feed(new, new_type):
            return quick_compare(old, new, old_type=old_type, new_type=new_type)
        return compare_documents(*self._pages())

    def _pages(self) -> tuple[LexborHTMLParser, LexborHTMLParser]:
        """Both sources, parsed once for everything that asks."""
        from pagestrata.formats.html.html_source import parse_html

        if self._documents is None:
            old, old_type = self.state.body or b"", self.state.body_type
            new, new_type = self.fetched.body, self.fetched.header("content-type")
            before = parse_html(old, old_type)
            self._documents = before, before if (old, old_type) == (new, new_type) else parse_html(new, new_type)
        return self._documents

    def follows_from_source(self, compared: QuickResult) -> bool:
        """Whether what the last rendering showed was in its source, so that the source tells what shows now."""
        if compared.kind == "feed":
            return True
        tree = self.state.tree
        assert tree is not None
        every = sum(len(leaf.text) for leaf in tree.leaves())
        most = MOST_BUILT_BY_SCRIPTS * every
        if every == 0 or not _SCRIPT.search(self.state.body or b""):
            return every > 0
        built = self._built_by_scripts(tree) if not compared.changed else self._known().fillings.built_by_scripts
        if built and "scripts" in compared.ignored:
            return False
        return sum(len(leaf.text) for leaf in tree.leaves() if leaf.ref in built) <= most

    def _built_by_scripts(self, tree: BlockTree) -> set[str]:
        from pagestrata.segmenting.refill.refill import built_by_scripts

        return built_by_scripts(tree, self._pages()[0])

    def _known(self) -> KnownSource:
        """The source of the last rendering and what it filled, read once."""
        from pagestrata.segmenting.refill.refill import read_known

        if self._known_source is None:
            assert self.state.tree is not None
            self._known_source = read_known(self.state.tree, self._pages()[0])
        return self._known_source

    def doubted(self, compared: QuickResult) -> tuple[str, ...]:
        """What changed in the source that may show somewhere, unless such changes have had no effect lately."""
        found = (name for kind, name in IN_SOURCE.items() if kind in compared.ignored)
        return tuple(name for name in found if not is_harmless(self.state.memory, name))

    def nothing_shows(self, compared: QuickResult) -> VisitResult:
        last = self.state.last
        same = last is not None and hashlib.sha256(self.fetched.body).hexdigest() == last.digest
        ignored = ", ".join(f"{kind} ({count})" for kind, count in compared.ignored.items())
        why = f"Skipped: nothing visible changed{f'; not counted: {ignored}' if ignored else ''}"
        visit = self._visit("unchanged" if same else "quick", (Reason(why, kind="unchanged"),))
        return VisitResult(visit=visit, memory=after_no_change(self.state))

    def refilled(self) -> VisitResult | None:
        """The findings where only contents changed and they do not matter."""
        from pagestrata.comparing.vidiff import compare_versions
        from pagestrata.deciding.sides import Side
        from pagestrata.visit.examine import SAYS_OTHERWISE, known_of
        from pagestrata.visit.news import events_of, is_reported
        from pagestrata.visit.trails.trails_in_source import find_trails_in_source

        last = self.state.last
        if last is None or last.depth_px is not None:
            return None  # what changed may stand below the depth, where no block holds it
        old, timer = self.state.tree, self.timer
        with timer.step("compare"):
            found = self._refill()
        if old is None or found is None or found.doubts & OTHER_LOOKS:
            return None
        with timer.step("compare"):
            tree, delta = compare_versions(old, found.tree, used_refs=self.state.memory.used_refs)
        before, after = Side(tree=old), Side(tree=tree)
        volatility, judging = volatility_of(self.state.memory, self.state.history), self.plan.judging
        with timer.step("weigh"):
            weights = weigh_sides(before, delta, judging, volatility=volatility)
            decision = decide_sides(before, after, delta, weights, judging, known=known_of(self.state))
        visit = replace(
            self._visit("refill", decision.reasons),
            importance=weights.total,
            probability=decision.probability,
            score=decision.score,
            changes=len(delta.changes),
            block_ids={block.ref: block.id for block in tree.leaves()},
            level=self.plan.segmentation.level,
        )
        with timer.step("follow"):
            trails = find_trails_in_source(self.state, tree, delta, found.steps, self.plan.now)
        if trails is None or not decision.similar or any(found.entry.change in SAYS_OTHERWISE for found in trails):
            return None  # a change of a followed block always keeps a version, and a version has its pixels
        findings = VisitResult(
            visit=visit,
            snapshot=self._answer(),
            tree=tree,
            delta=delta,
            weights=weights,
            decision=decision,
            trails=trails,
            memory=after_visit(self.state, tree, delta, kept=False),
            skipped_days=self.plan.skipped_days,
        )
        if is_reported(self.plan, findings):
            return None
        return replace(findings, events=events_of(self.plan, self.state, findings)) if self.plan.rules else findings

    def _answer(self) -> Snapshot:
        """The plain answer as a snapshot that nothing was rendered for."""
        from pagestrata.visit.plain_answers import of_fetched

        last, tree = self.state.last, self.state.tree
        assert last is not None
        assert tree is not None
        plain = of_fetched(self.fetched, self.plan.now)
        return replace(plain, title=last.title, viewport=tree.viewport, page_size=tree.page_size)

    def _refill(self) -> Refilled | None:
        from pagestrata.segmenting.refill.refill import refill_source

        tree = self.state.tree
        assert tree is not None
        return refill_source(tree, self._known(), self._pages()[1])

    def _visit(self, stage: Stage, reasons: tuple[Reason, ...]) -> Visit:
        return Visit(
            url=self.plan.url,
            visited_at=self.plan.now,
            stage=stage,
            version=None,
            kept=False,
            reasons=reasons,
            seconds=self.timer.seconds,
        )


UNLOOKED = "unlooked"
"""The kind of a reason that says what a visit did not look at."""


def is_inferred(findings: VisitResult) -> bool:
    """Whether findings follow from a comparison of sources, which says why; 'not modified' is the server's word."""
    return any(getattr(reason, "kind", "") != UNLOOKED for reason in findings.visit.reasons)


def with_unlooked(findings: VisitResult, look: ResourceLook) -> VisitResult:
    """The findings of a cheap stage, with what it did not look at.

    Where that is a file whose changes had no effect, or one that is not stored, the server's word is not enough for ever.
    """
    words = unlooked_words(look)
    if not words:
        return findings
    reasons = findings.visit.reasons
    kind = "unchecked" if look.harmless or NOT_STORED in look.unasked else UNLOOKED
    said = Reason(f"{'' if reasons else 'Skipped: not modified; '}not looked at: {words}", kind=kind)
    return replace(findings, visit=replace(findings.visit, reasons=(*reasons, said)))


def as_far_as_asked(plan: VisitPlan, seconds: Mapping[str, float]) -> VisitResult:
    """The findings of a visit that was to end before the browser and found no reason to end."""
    reason = Reason(f"Skipped: something may have changed; not rendered, since the visit stops at stage '{plan.stage}'")
    visit = Visit(url=plan.url, visited_at=plan.now, stage=plan.stage or "render", version=None, kept=False)
    return VisitResult(visit=replace(visit, seconds=dict(seconds), reasons=(reason,)))


def must_render(plan: VisitPlan, state: PageState, findings: VisitResult) -> bool:
    """Whether a page is rendered although a cheap stage would end its visit."""
    if plan.stage is not None or not is_inferred(findings):
        return False
    history = [visit for visit in state.history if visit.showed_page]
    disagreed = next((visit.check for visit in history if visit.check is not None), None) == "disagreed"
    return disagreed or _rendering_is_due(plan, history)


def _rendering_is_due(plan: VisitPlan, history: Sequence[Visit]) -> bool:
    settings = plan.watch.settings if plan.watch else NO_SETTINGS
    every_visits = settings.render_every_visits or RENDER_EVERY_VISITS
    every_hours = settings.render_every_hours or RENDER_EVERY_HOURS
    rendered = next((n for n, visit in enumerate(history) if visit.stage == "render"), None)
    if rendered is None or rendered + 1 >= every_visits:
        return True
    return plan.now - history[rendered].visited_at >= timedelta(hours=every_hours)


def with_check(findings: VisitResult, cheap: VisitResult | None) -> VisitResult:
    """What a rendering found, with whether the cheap stages would have missed it."""

    if cheap is None or not is_inferred(cheap):
        return findings
    if not findings.visit.kept or is_kept_for_depth(findings.visit):
        return replace(findings, visit=replace(findings.visit, check="agreed"))
    reason = f"the cheap stage '{cheap.visit.stage}' would have missed it; the page is rendered until they agree"
    reasons = (*findings.visit.reasons, reason)
    return replace(findings, visit=replace(findings.visit, check="disagreed", reasons=reasons))


ANOTHER_PAGE = "plain requests get another page than browsers do: stages without a browser are skipped"
"""Begins the reason for not asking them; the visits that follow read it."""
LEAST_LIKE = 0.5
"""How alike the same page is, asked for twice within seconds."""
VISITS_TO_ASK_AGAIN = 10
"""After so many visits a server is asked again whether plain requests get the same page."""


def gets_another_page(history: Sequence[Visit]) -> bool:
    """Whether the server was found to send other pages to plain clients lately."""
    return any(reason.startswith(ANOTHER_PAGE) for visit in history[:VISITS_TO_ASK_AGAIN] for reason in visit.reasons)


def with_another_page(findings: VisitResult, fetched: Fetched | None) -> VisitResult:
    """What a rendering found, with whether a plain request had got another page."""
    snapshot = findings.snapshot
    if fetched is None or fetched.not_modified or snapshot is None or not snapshot.responses:
        return findings
    if not _is_another_page(fetched, snapshot.responses[0]):
        return findings
    visit = replace(findings.visit, reasons=(*findings.visit.reasons, Reason(ANOTHER_PAGE, kind="plain")))
    return replace(findings, visit=visit)


def _is_another_page(fetched: Fetched, rendered: Response) -> bool:
    from pagestrata.comparing.quick.quick_compare import quick_compare

    if fetched.status != rendered.status:
        return True
    if fetched.body == rendered.body:
        return False
    try:
        found = quick_compare(
            fetched.body,
            rendered.body,
            old_type=fetched.header("content-type"),
            new_type=rendered.header("content-type"),
        )
        return found.similarity < LEAST_LIKE
    except InputError:
        return False
