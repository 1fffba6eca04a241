"""Compare two archived versions of a page, weighed and judged with the settings of its watch.

If the newer one was found by a visit that compared it with the older one, the results of that visit are read: the delta, the
probability and the reasons, and for large pages all that a screen shows (`judged_by_visit`). Any other pair is compared and
judged now, with the volatility that the visits to the page have shown so far.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from pagestrata.deciding.sides import Side
from pagestrata.errors import UsageError
from pagestrata.judging.context import Known
from pagestrata.model.deltas import Delta
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Version
from pagestrata.model.weights import Decision
from pagestrata.store.catalog.names import skipped_number
from pagestrata.visit.depths import depth_reasons, to_shared_depth
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions, compare_sides, decide_sides, weigh_sides
from pagestrata.visit.plan import HISTORY_VISITS, judging_in
from pagestrata.visit.remember import history_of, volatility_of
from pagestrata.visit.shown.shown_changes import JudgedPair, ShownChanges
from pagestrata.visit.shown.shown_record import read_record, threshold_in
from pagestrata.visit.shown.single_changes import single_changes
from pagestrata.visit.time_limit import SCREEN_SECONDS, within_time

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive
    from pagestrata.weighing.volatility import Volatility


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(JudgedPair):
    """Two versions of a page, what changed, and the verdict. The delta of a visit has no details: see `whole_delta`."""

    old: Version
    new: Version


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedByVisit:
    """The shown changes as their visit judged them, and its decision."""

    shown: ShownChanges = field(repr=False)
    decision: Decision
    threshold: float  # the probability above which a version is kept


class ComparedSides(NamedTuple):
    """Two versions, cut to the depth that both have, and what changed; the delta of a visit has no details."""

    before: Side
    after: Side
    delta: Delta
    is_of_visit: bool


SideOf = Callable[["Archive", Version], Side]  # loads a version for a comparison; callers may cache it


def compare_archived(
    archive: Archive,
    old: Version,
    new: Version,
    options: JudgeOptions = AS_LEARNED,
    *,
    side_of: SideOf | None = None,
) -> Comparison:
    """Compare two versions of one page; `options` overrides the watch. Raises UsageError for versions of two pages."""
    before, after, delta, is_of_visit = compared_sides(archive, old, new, side_of=side_of)
    judging = judging_in(archive, archive.watches.of(new.url), options)
    volatility, known = known_volatility(archive, new.url), known_habits(archive, new.url)
    stored = _stored_decision(archive, new) if is_of_visit and options == AS_LEARNED else None

    def judged() -> Comparison:
        weights = weigh_sides(before, delta, judging, volatility=volatility)
        found = single_changes(before, after, delta, known=known)
        decision = stored
        if decision is None:
            whole = found.heard if found.before is before else None
            decision = decide_sides(before, after, delta, weights, judging, known=known, found=whole)
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
    """Two versions of one page and what changed between them. Raises UsageError for versions of two pages."""
    if old.url != new.url:
        raise UsageError(
            f"{old.id} and {new.id} are versions of different pages; choose two versions of {new.url[:200]}"
        )
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
    """The shown changes that the visit stored with the newer version; None if there are none or the settings changed since."""
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
    """The known volatility of the blocks of a page."""
    memory = archive.visits.memory(url)
    return volatility_of(memory, () if memory.volatility else archive.visits.of(url, limit=HISTORY_VISITS))


def known_habits(archive: Archive, url: str) -> Known:
    """What earlier visits showed to keep changing. Texts are left out: the history knows those of both versions."""
    return Known(history=history_of(archive.visits.memory(url)).habits())


def whole_delta(archive: Archive, found: Comparison) -> Delta:
    """The complete delta between two compared versions, with all details."""
    stored = _stored_delta(archive, found.old, found.new, with_details=True)
    return found.delta if stored is None else _with_deleted_blocks(stored, found.before)


def _stored_delta(archive: Archive, old: Version, new: Version, *, with_details: bool) -> Delta | None:
    """The delta that the visit stored, if it compared the whole of these two versions."""
    if not _follows(archive, old, new):
        return None
    delta = archive.contents.delta(new, with_details=with_details)
    return delta if delta is not None and delta.from_version == old.id else None


def _follows(archive: Archive, old: Version, new: Version) -> bool:
    """Whether the newer version is the next one and has the same depth."""
    if old.depth_px != new.depth_px or old.captured_at >= new.captured_at:
        return False
    previous = archive.versions.before(new.url, new.captured_at - timedelta(microseconds=1), faults=False)
    return previous is not None and previous.id == old.id


def _with_deleted_blocks(delta: Delta, before: Side) -> Delta:
    """A stored delta with the contents of its deleted blocks, which are not stored twice."""
    known = before.tree.by_ref()
    filled = tuple(
        replace(change, old=known.get(change.block))
        if change.old is None and (change.op, change.element) == ("delete", "block")
        else change
        for change in delta.changes
    )
    return replace(delta, changes=filled)


def _stored_decision(archive: Archive, new: Version) -> Decision | None:
    """The decision of the visit that found the newer version; None if it judged nothing."""
    if new.probability is None:
        return None
    reasons = tuple(Reason(text) for text in archive.visits.reasons(new))
    is_kept = skipped_number(new.id) is None
    return Decision(similar=not is_kept, score=0.0, probability=new.probability, reasons=reasons)
