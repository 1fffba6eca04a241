"""Two archived versions compared, weighed and judged as the watch of their page says: what a screen about both shows.

Where the newer one was found by a visit that compared it with the older, what that visit said is read: the delta, the
probability and the reasons, and of large pages all that a screen shows (`judged_by_visit`). Two others are compared and
judged now. What is known to keep changing on the page is then what its visits have shown so far.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from pagestrata.deciding.sides import Side
from pagestrata.errors import UsageError
from pagestrata.model.deltas import Delta
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Version
from pagestrata.model.weights import Decision
from pagestrata.store.catalog.names import skipped_number
from pagestrata.visit.depths import depth_reasons, to_shared_depth
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions, compare_sides, decide_sides, weigh_sides
from pagestrata.visit.plan import HISTORY_VISITS, judging_in
from pagestrata.visit.remember import volatility_of
from pagestrata.visit.shown.shown_changes import JudgedPair, ShownChanges
from pagestrata.visit.shown.shown_record import read_record, threshold_in
from pagestrata.visit.shown.single_changes import single_changes
from pagestrata.visit.time_limit import SCREEN_SECONDS, within_time

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive
    from pagestrata.weighing.history.volatility import Volatility


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(JudgedPair):
    """Two versions of a page and everything that is to be said about what changed between them.

    Where a visit made the delta, it has no details: see `whole_delta`.
    """

    old: Version
    new: Version


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedByVisit:
    """What is shown of a change as its visit judged it, and the decision about it."""

    shown: ShownChanges = field(repr=False)
    decision: Decision
    threshold: float  # the probability above which a version is kept


class ComparedSides(NamedTuple):
    """Two versions as far down as both go, and what changed; the delta of a visit has no details."""

    before: Side
    after: Side
    delta: Delta
    is_of_visit: bool


SideOf = Callable[["Archive", Version], Side]
"""Gives a version to compare: who looks at several comparisons keeps some."""


def compare_archived(
    archive: Archive,
    old: Version,
    new: Version,
    asked: JudgeOptions = AS_LEARNED,
    *,
    side_of: SideOf | None = None,
) -> Comparison:
    """Compare two versions of one page; `asked` goes before what the watch says. Raises UsageError for two pages."""
    before, after, delta, is_of_visit = compared_sides(archive, old, new, side_of=side_of)
    judging = judging_in(archive, archive.watches.of(new.url), asked)
    volatility = known_volatility(archive, new.url)
    stored = _stored_decision(archive, new) if is_of_visit and asked == AS_LEARNED else None

    def judged() -> Comparison:
        weights = weigh_sides(before, delta, judging, volatility=volatility)
        found = single_changes(before, after, delta, judging, volatility=volatility)
        decision = stored
        if decision is None:
            whole = found.heard if found.before is before else None
            decision = decide_sides(before, after, delta, weights, judging, volatility=volatility, found=whole)
            decision = replace(decision, reasons=(*decision.reasons, *depth_reasons(before, after)))
        return Comparison(
            old=old,
            new=new,
            before=before,
            after=after,
            delta=delta,
            weights=weights,
            decision=decision,
            threshold=threshold_in(judging),
            findings=found.as_they_count(judging),
        )

    return within_time(SCREEN_SECONDS, f"judging what changed on {new.url[:200]}", judged)


def compared_sides(archive: Archive, old: Version, new: Version, *, side_of: SideOf | None = None) -> ComparedSides:
    """Two versions of one page and what changed between them. Raises UsageError for two pages."""
    if old.url != new.url:
        raise UsageError(f"{old.id} and {new.id} are versions of two pages; choose two of {new.url[:200]}")
    read = side_of or side_of_version
    before, after = to_shared_depth(read(archive, old), read(archive, new))
    stored = _stored_delta(archive, old, new, with_details=False)  # of which nothing is shown
    if stored is not None:
        delta = _with_deleted_blocks(stored, before)
    else:
        what = f"comparing two versions of {new.url[:200]}"
        delta = within_time(SCREEN_SECONDS, what, partial(compare_sides, before, after))
    return ComparedSides(before, after, delta, is_of_visit=stored is not None)


def judged_by_visit(archive: Archive, old: Version, new: Version) -> JudgedByVisit | None:
    """What the visit that kept the newer version left to be shown of the change from the older one.

    None where it left nothing, or where the page is judged otherwise by now.
    """
    if old.url != new.url or not _follows(archive, old, new):
        return None
    record = archive.contents.shown(new)
    if not record:
        return None
    judging = judging_in(archive, archive.watches.of(new.url))
    shown, decision = read_record(record, judging, from_version=old.id), _stored_decision(archive, new)
    if shown is None or decision is None:
        return None
    return JudgedByVisit(shown=shown, decision=decision, threshold=threshold_in(judging))


def side_of_version(archive: Archive, version: Version) -> Side:
    """Return an archived version, ready to be compared; its screenshot is assembled only on access."""
    contents = archive.contents
    return Side(tree=contents.tree(version), screenshot=contents.picture(version), depth_px=version.depth_px)


def known_volatility(archive: Archive, url: str) -> Volatility:
    """What is known to keep changing on a page."""
    memory = archive.visits.memory(url)
    return volatility_of(memory, () if memory.volatility else archive.visits.of(url, limit=HISTORY_VISITS))


def whole_delta(archive: Archive, found: Comparison) -> Delta:
    """What changed between two compared versions, with everything that makes one of the other."""
    stored = _stored_delta(archive, found.old, found.new, with_details=True)
    return found.delta if stored is None else _with_deleted_blocks(stored, found.before)


def _stored_delta(archive: Archive, old: Version, new: Version, *, with_details: bool) -> Delta | None:
    """What the visit found, if it compared with just this version, all of it."""
    if not _follows(archive, old, new):
        return None
    delta = archive.contents.delta(new, with_details=with_details)
    return delta if delta is not None and delta.from_version == old.id else None


def _follows(archive: Archive, old: Version, new: Version) -> bool:
    """Whether the newer version is the next one, and was taken as far down."""
    if old.depth_px != new.depth_px or old.captured_at >= new.captured_at:
        return False
    previous = archive.versions.before(new.url, new.captured_at - timedelta(microseconds=1), faults=False)
    return previous is not None and previous.id == old.id


def _with_deleted_blocks(delta: Delta, before: Side) -> Delta:
    """A stored delta with what its deleted blocks said, which is not stored twice."""
    known = before.tree.by_ref()
    filled = tuple(
        replace(change, old=known.get(change.block))
        if change.old is None and (change.op, change.element) == ("delete", "block")
        else change
        for change in delta.changes
    )
    return replace(delta, changes=filled)


def _stored_decision(archive: Archive, new: Version) -> Decision | None:
    """The decision of the visit that found the newer version; None if not judged."""
    if new.probability is None:
        return None
    reasons = tuple(Reason(text) for text in archive.visits.reasons(new))
    is_kept = skipped_number(new.id) is None
    return Decision(similar=not is_kept, score=0.0, probability=new.probability, reasons=reasons)
