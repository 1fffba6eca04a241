"""A second look at a page whose first one found something: what is not the same within seconds changes by itself.

It costs one more rendering, of visits only that would keep a version for a few changes: a page that changed all over is kept
whatever some of its places do, and a feed or document has no places that turn. Whoever asked for every visible change
(`strict`), named another judge or keeps whatever is there is not helped by it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pagestrata.errors import CaptureError
from pagestrata.model.blocks import BlockTree
from pagestrata.model.page_state import PageState
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import VisitResult
from pagestrata.visit.long_texts import ShortTexts
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.step_timer import StepTimer
from pagestrata.visit.time_limit import within_time
from pagestrata.weighing.history.volatility import NOTHING_DIFFERS, SecondLook, differing_between

MOST_CHANGES = 60
"""With more of them, some will stand at the second look."""

log = logging.getLogger(__name__)


def is_in_doubt(plan: VisitPlan, state: PageState, found: VisitResult) -> bool:
    """Whether a second look may show that what was found changes by itself."""
    from pagestrata.segmenting.feed_items import DOCUMENT, FEED

    by_paper = plan.judging.judge not in {None, "evidence"}
    if plan.force or plan.is_import or by_paper or plan.judging.leaning == "strict":
        return False
    tree, snapshot, decision = found.tree, found.snapshot, found.decision
    if state.last is None or tree is None or snapshot is None or snapshot.nodes is None or decision is None:
        return False
    is_rendered = tree.segmenter not in {DOCUMENT, FEED}
    return is_rendered and not decision.similar and 0 < found.visit.changes <= MOST_CHANGES


def looked_again(
    plan: VisitPlan, state: PageState, found: VisitResult, render: Callable[[str], Snapshot]
) -> VisitResult:
    """The findings without what differs at the second look; as they are where it failed or showed the same."""
    from pagestrata.visit.examine import examine
    from pagestrata.visit.faults.page_faults import fault_of_page

    first, tree, timer = found.snapshot, found.tree, StepTimer(dict(found.visit.seconds))
    if first is None or tree is None:
        return found
    try:
        with timer.step("render"):
            second = render(plan.url)
    except CaptureError as error:
        log.info("%s: there was no second look: %s", plan.url, error)
        return found
    look = NOTHING_DIFFERS
    if fault_of_page(second, state) is None and second.depth_px == first.depth_px and second.nodes is not None:
        differ = partial(_differing, plan, tree, second)
        with timer.step("compare"):
            look = within_time(plan.examine_seconds, f"comparing {plan.url} with itself", differ)
    if look:
        again = partial(examine, plan, state, first, seconds=timer.seconds, second_look=look)
        return within_time(plan.examine_seconds, f"examining {plan.url}", again)
    return replace(found, visit=replace(found.visit, seconds=timer.seconds))


def _differing(plan: VisitPlan, first: BlockTree, second: Snapshot) -> SecondLook:
    from pagestrata.comparing.vidiff import compare_versions
    from pagestrata.visit.cut import cut

    again = cut(second, plan.segmentation)
    if again.viewport != first.viewport:
        return NOTHING_DIFFERS
    named, delta = compare_versions(first, again)
    short = ShortTexts.of(delta)
    differing = differing_between(short.tree(first, short.old_texts), short.delta, short.tree(named, short.new_texts))
    return replace(differing, tree=named)
