"""The four steps of a visit in a row: the product in one function.

How a page is fetched and rendered is given, so that a recorded page or a page of another machine needs nothing else. Stages
go from cheap to expensive, and each may end the visit: unchanged, quick, refill, render.

Memory of pictures is given back to the system when they are let go. The C library keeps what a program freed, in the hope that
it will ask for as much again, and after a few screenshots it keeps tens of megabytes of holes between what is still used:
measured over imports of tall pages, 80 to 95 MB. Larger pieces are therefore asked of the system itself, which gets them back
at once. Smaller ones leave holes, too, more with every visit: those are given back before the pictures of a page are looked at,
which is when a visit needs most.

A second look at a page whose first one found something: what is not the same within seconds changes by itself.

It costs one more rendering, of visits only that would keep a version for a few changes: a page that changed all over is kept
whatever some of its places do, and a feed or document has no places that turn. Whoever asked for every visible change
(`strict`), named another judge or keeps whatever is there is not helped by it.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from pagestrata.errors import CaptureError, UsageError
from pagestrata.judging.page_history import SecondLook
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.visit.cheap import (
    as_far_as_asked,
    examine_source,
    gets_another_page,
    goes_on_to,
    must_render,
    with_another_page,
    with_check,
    with_unlooked,
)
from pagestrata.visit.commit import commit
from pagestrata.visit.cut import cut
from pagestrata.visit.faults.failing import examine_failure, examine_fault, examine_known_fault, with_availability
from pagestrata.visit.faults.page_faults import fault_of_page
from pagestrata.visit.load import load, with_body, with_pictures, with_tree
from pagestrata.visit.plain_answers import examine_fetched
from pagestrata.visit.plan import HISTORY_VISITS, VisitPlan
from pagestrata.visit.resources import (
    AskAgain,
    after_rendering,
    look_at_resources,
    rendered_reason,
    with_resources,
)
from pagestrata.visit.step_timer import StepTimer
from pagestrata.visit.time_limit import within_time

if TYPE_CHECKING:
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.only_if import AskWish
    from pagestrata.model.snapshot import Snapshot
    from pagestrata.model.visit_result import VisitResult
    from pagestrata.store.archive import Archive
    from pagestrata.visit.examine import ComparedPage

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

Fetch = Callable[[PageState], Fetched | None]
"""A cheap first look at a page; None if missing, or where it failed."""
Render = Callable[[str], "Snapshot"]


LARGE_BYTES = 4 * 1024 * 1024
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # as malloc.h of glibc numbers them
_MOST_ARENAS = 2


MOST_CHANGES = 60
"""With more of them, some will stand at the second look."""

log = logging.getLogger(__name__)


class _Cheap(NamedTuple):
    """What the stages without a browser found: their findings, or what changed that only a rendering can judge."""

    findings: VisitResult | None = None
    changed: tuple[str, ...] = ()


def visit(
    plan: VisitPlan,
    *,
    archive: Archive,
    fetch: Fetch,
    render: Render,
    ask_again: AskAgain | None = None,
    look_again: Render | None = None,
    ask_wish: AskWish | None = None,
) -> Visit:
    """Visit a page once and keep a version if its changes matter (or always, with `plan.force`).

    `ask_again` asks for the files that the last rendering used; where it is not given, a page that used any is rendered.
    `look_again` renders a page once more, without its picture, before a version is kept for a few changes, unless its
    source shows that nothing would differ. `ask_wish` asks a language model where the watch of the page has a wish
    ('tell me only if …').
    """
    timer, fetched, cheap = StepTimer(), None, _Cheap()
    state = load(archive, plan, contents=False)
    if _is_asked_plainly(plan, state):
        with timer.step("fetch"):
            fetched = fetch(state)
    if fetched is not None:
        state = state if plan.is_import else with_resources(archive, state)
        cheap = _at_once(plan, state, fetched, timer, ask_again)
        if cheap.findings is None and not cheap.changed:
            state = with_tree(archive, state)
            cheap = _by_source(archive, plan, state, fetched, timer, ask_again)
    if cheap.findings is not None and (cheap.findings.visit.fault or not must_render(plan, state, cheap.findings)):
        return _stored(archive, plan, state, cheap.findings)
    if not goes_on_to(plan, "render"):
        if state.last is None:
            raise UsageError(f"{plan.url} has no version to compare with; visit it once without --stage {plan.stage}")
        return commit(archive, as_far_as_asked(plan, timer.seconds))
    state = state if state.tree is not None else with_tree(archive, state)
    found = _looked_at(plan, state, fetched, timer, archive, render, cheap, look_again)
    if ask_wish is not None and plan.watch is not None and plan.watch.settings.only_if:
        from pagestrata.visit.examine import as_wished  # only now: few watches have a wish

        found = as_wished(plan, state, found, ask_wish)
    return _stored(archive, plan, state, found)


def record_failure(plan: VisitPlan, error: CaptureError, *, archive: Archive) -> Visit:
    """Record a visit whose page could not be captured."""
    state = PageState(url=plan.url, history=tuple(archive.visits.of(plan.url, limit=HISTORY_VISITS)))
    return _stored(archive, plan, state, examine_failure(plan, state, error))


def _stored(archive: Archive, plan: VisitPlan, state: PageState, found: VisitResult) -> Visit:
    """Commit what a visit found, with the news that the page keeps failing or is back."""
    return commit(archive, with_availability(plan, state, found))


def _looked_at(
    plan: VisitPlan,
    state: PageState,
    fetched: Fetched | None,
    timer: StepTimer,
    archive: Archive,
    render: Render,
    cheap: _Cheap,
    look_again: Render | None,
) -> VisitResult:
    """What the rendering of a page tells, where the stages before it do not end the visit."""
    from pagestrata.visit.examine import (  # all of this only now: most visits end without a browser
        compare_page,
        examine,
    )
    from pagestrata.visit.faults.suspects import suspect_of_page
    from pagestrata.visit.feeds import shown_page

    _prepare_for_pictures()
    with timer.step("render"):
        snapshot = shown_page(plan, state, fetched, render)
    _make_room_for_pictures()
    what = f"examining {plan.url}"
    fault = within_time(plan.examine_seconds, what, partial(fault_of_page, snapshot, state))
    if fault is None:
        fault = suspect_of_page(plan, state, snapshot, partial(_last_body, archive, state))
    if fault is not None:
        found = examine_fault(plan, state, fault, snapshot, seconds=timer.seconds)
    else:
        with timer.step("load"):
            known = with_pictures(archive, state)

        def look() -> tuple[ComparedPage, VisitResult]:
            page = compare_page(plan, known, snapshot, timer)
            return page, examine(plan, known, snapshot, seconds=timer.seconds, compared=page)

        page, found = within_time(plan.examine_seconds, what, look)
        is_doubted = look_again is not None and is_in_doubt(plan, known, found)
        if look_again is not None and is_doubted and not _would_look_the_same(archive, plan, known, fetched, found):
            found = looked_again(plan, known, found, page, look_again)
        found = with_another_page(with_check(found, cheap.findings), fetched)
        found = _with_resources_remembered(state, found, cheap.changed)
    return found


def _would_look_the_same(
    archive: Archive, plan: VisitPlan, state: PageState, fetched: Fetched | None, found: VisitResult
) -> bool:
    """Whether a second look would find nothing that the source does not tell."""
    from pagestrata.visit.same_source import is_written_by_server, was_sent_twice

    if found.snapshot is None or not was_sent_twice(fetched, found.snapshot):
        return False
    follows = partial(is_written_by_server, with_body(archive, state), found)
    return within_time(plan.examine_seconds, f"comparing the source of {plan.url}", follows)


def _with_resources_remembered(state: PageState, found: VisitResult, changed: tuple[str, ...]) -> VisitResult:
    """The findings of a rendering, with the files it used in the memory of the page, and with those that made it necessary."""
    if found.snapshot is None:
        return found
    before = found.memory or state.memory
    memory = after_rendering(before, found.snapshot.responses, found.tree, changed=changed, kept=found.visit.kept)
    reasons = (*found.visit.reasons, rendered_reason(changed)) if changed else found.visit.reasons
    return replace(found, memory=memory, visit=replace(found.visit, reasons=reasons))


def _last_body(archive: Archive, state: PageState) -> tuple[bytes | None, str | None]:
    known = with_body(archive, state)
    return known.body, known.body_type


def _prepare_for_pictures() -> None:

    give_large_memory_back()


def _make_room_for_pictures() -> None:

    give_holes_back()


def _is_asked_plainly(plan: VisitPlan, state: PageState) -> bool:
    if plan.force or plan.stage == "render" or gets_another_page(state.history):
        return False
    if state.last is not None or any(visit.fault for visit in state.history[:1]):
        return True
    from pagestrata.visit.feeds import needs_no_browser

    return needs_no_browser(plan.url)


def _at_once(
    plan: VisitPlan, state: PageState, fetched: Fetched, timer: StepTimer, ask_again: AskAgain | None
) -> _Cheap:
    """What a plain answer says by itself: that nothing changed, or that a known fault lasts."""
    known = examine_known_fault(plan, state, fetched, seconds=timer.seconds)
    if known is not None:
        return _Cheap(known)
    found = examine_fetched(plan, state, fetched, seconds=timer.seconds)
    if found is None or plan.is_import:
        return _Cheap(found)
    return _with_resources_asked(state, found, b"", timer, ask_again)


def _by_source(
    archive: Archive,
    plan: VisitPlan,
    state: PageState,
    fetched: Fetched,
    timer: StepTimer,
    ask_again: AskAgain | None,
) -> _Cheap:
    """What a comparison with the last source finds; nothing where it cannot tell."""
    if not goes_on_to(plan, "quick"):
        return _Cheap()
    known = with_body(archive, state)
    compare = partial(examine_source, plan, known, fetched, seconds=timer.seconds)
    found = within_time(plan.examine_seconds, f"comparing the source of {plan.url}", compare)
    if found is None or found.doubted:
        return _Cheap(changed=found.doubted if found is not None else ())
    return _with_resources_asked(state, found, fetched.body, timer, ask_again)


def _with_resources_asked(
    state: PageState, found: VisitResult, body: bytes, timer: StepTimer, ask_again: AskAgain | None
) -> _Cheap:
    """The findings of a cheap stage where the files of the page are still the same, else those that changed."""
    with timer.step("fetch"):
        look = look_at_resources(state, ask_again, body=body)
    if look.changed:
        return _Cheap(changed=look.changed)
    seconds = {**found.visit.seconds, "fetch": timer.seconds["fetch"]}
    found = replace(found, memory=found.memory or state.memory, visit=replace(found.visit, seconds=seconds))
    return _Cheap(with_unlooked(found, look))


@cache
def give_large_memory_back() -> bool:
    """Once for this process; False where the C library is none that can be asked."""
    try:
        ask = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):  # not glibc
        return False
    settings = {_MMAP_THRESHOLD: LARGE_BYTES, _TRIM_THRESHOLD: LARGE_BYTES, _ARENA_MAX: _MOST_ARENAS}
    accepted = [bool(ask(name, value)) for name, value in settings.items()]
    return all(accepted)


def give_holes_back() -> bool:
    """Now, in some two milliseconds; False if there was nothing to return, or no one to ask."""
    try:
        return bool(ctypes.CDLL(None).malloc_trim(0))
    except (OSError, TypeError, AttributeError):  # not glibc
        return False


def is_in_doubt(plan: VisitPlan, state: PageState, found: VisitResult) -> bool:
    """Whether a second look may show that what was found changes by itself."""
    from pagestrata.segmenting.outline import DOCUMENT, FEED

    by_paper = plan.judging.judge not in {None, "evidence"}
    if plan.force or plan.is_import or by_paper or plan.judging.leaning == "strict":
        return False
    tree, snapshot, decision = found.tree, found.snapshot, found.decision
    if state.last is None or tree is None or snapshot is None or snapshot.nodes is None or decision is None:
        return False
    is_rendered = tree.segmenter not in {DOCUMENT, FEED}
    return is_rendered and not decision.similar and 0 < found.visit.changes <= MOST_CHANGES


def looked_again(
    plan: VisitPlan, state: PageState, found: VisitResult, page: ComparedPage, render: Callable[[str], Snapshot]
) -> VisitResult:
    """The findings without what differs at the second look; as they are where it failed or showed the same."""
    from pagestrata.visit.examine import examine

    first, tree, timer = found.snapshot, found.tree, StepTimer(dict(found.visit.seconds))
    if first is None or tree is None:
        return found
    try:
        with timer.step("render"):
            second = render(plan.url)
    except CaptureError as error:
        log.info("%s: there was no second look: %s", plan.url, error)
        return found
    look: SecondLook | None = None
    if fault_of_page(second, state) is None and second.depth_px == first.depth_px and second.nodes is not None:
        differ = partial(_second_look, plan, tree, second)
        with timer.step("compare"):
            look = within_time(plan.examine_seconds, f"comparing {plan.url} with itself", differ)
    if look is not None:
        again = partial(examine, plan, state, first, seconds=timer.seconds, second_look=look, compared=page)
        return within_time(plan.examine_seconds, f"examining {plan.url}", again)
    return replace(found, visit=replace(found.visit, seconds=timer.seconds))


def _second_look(plan: VisitPlan, first: BlockTree, second: Snapshot) -> SecondLook | None:
    """What the second look saw; None where it saw the same, or another template that tells nothing of the first."""
    again = cut(second, plan.segmentation)
    look = SecondLook.at(again)
    if again.viewport != first.viewport or look == SecondLook.at(first) or not look.shows_most_of(first):
        return None
    return look
