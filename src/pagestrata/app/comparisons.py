"""Two archived versions compared, weighed and judged as the watch of their page says: what a screen about both shows.

Where the newer one was found by a visit that compared it with the older, what that visit said is read: the delta, the
probability and the reasons. Two others are compared and judged now. What is known to keep changing on the page is what
its visits have shown so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from pagestrata.deciding.chances import with_importance, with_operations
from pagestrata.deciding.decide import threshold_of
from pagestrata.deciding.finding_record import Finding
from pagestrata.deciding.pair_features import heard_pair, with_redesigns
from pagestrata.deciding.sides import Side
from pagestrata.errors import UsageError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.edits import same_beginning
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Version
from pagestrata.model.weights import Decision, Weights
from pagestrata.store.catalog.names import skipped_number
from pagestrata.visit.depths import depth_reasons, to_shared_depth
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions, compare_sides, decide_sides, weigh_sides
from pagestrata.visit.plan import HISTORY_VISITS, judging_in
from pagestrata.visit.remember import volatility_of

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive
    from pagestrata.weighing.volatility import Volatility

LONGEST_TEXT = 100_000
"""Characters of one text in which single changes are looked for."""
LONGEST_JUDGED = 1_000_000
"""Characters of one text by which a change is judged that no visit judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two versions of a page and everything that is to be said about what changed between them."""

    old: Version
    new: Version
    before: Side = field(repr=False)
    after: Side = field(repr=False)
    delta: Delta  # without details where a visit made it, see `whole_delta`
    weights: Weights
    decision: Decision
    threshold: float  # the probability above which a version is kept
    findings: tuple[Finding, ...] = field(default=(), repr=False)  # single changes, as they count on this page


def compare_archived(
    archive: Archive,
    old: Version,
    new: Version,
    asked: JudgeOptions = AS_LEARNED,
    *,
    side_of: Callable[[Archive, Version], Side] | None = None,
) -> Comparison:
    """Compare two versions of one page; `asked` goes before what the watch says. Raises UsageError for two pages.

    `side_of` gives a version to compare, for those who keep some; else they are read from the archive.
    """
    if old.url != new.url:
        raise UsageError(f"{old.id} and {new.id} are versions of two pages; choose two of {new.url[:200]}")
    judging = judging_in(archive, archive.watches.of(new.url), asked)
    read = side_of or side_of_version
    before, after = to_shared_depth(read(archive, old), read(archive, new))
    stored = _stored_delta(archive, old, new, with_details=False)  # of which nothing is shown
    delta = compare_sides(before, after) if stored is None else _with_deleted_blocks(stored, before)
    volatility = known_volatility(archive, new.url)
    weights = weigh_sides(before, delta, judging, volatility=volatility)
    sides = within_reach(before, after, delta)
    found = heard_pair(*sides, delta, history=volatility, importance=judging.importance)
    decision = _stored_decision(archive, new) if stored is not None and asked == AS_LEARNED else None
    if decision is None:
        whole = found if sides[0] is before else None
        judged = within_reach(before, after, delta, longest=LONGEST_JUDGED)
        decision = decide_sides(*judged, delta, weights, judging, volatility=volatility, found=whole)
        decision = replace(decision, reasons=(*decision.reasons, *depth_reasons(before, after)))
    strict, relaxed = judging.leaning == "strict", judging.leaning == "relaxed"
    return Comparison(
        old=old,
        new=new,
        before=before,
        after=after,
        delta=delta,
        weights=weights,
        decision=decision,
        threshold=threshold_of(judging.threshold, strict=strict, relaxed=relaxed),
        findings=_as_they_count(with_redesigns(found, *sides), judging),
    )


def side_of_version(archive: Archive, version: Version) -> Side:
    """An archived version, ready to be compared; its picture is put together only where somebody looks."""
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
    if old.depth_px != new.depth_px or old.captured_at >= new.captured_at:
        return None
    previous = archive.versions.before(new.url, new.captured_at - timedelta(microseconds=1), faults=False)
    if previous is None or previous.id != old.id:
        return None
    delta = archive.contents.delta(new, with_details=with_details)
    return delta if delta is not None and delta.from_version == old.id else None


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
    """What the visit decided that found the newer version; None where nobody judged it."""
    if new.probability is None:
        return None
    reasons = tuple(Reason(text) for text in archive.visits.reasons(new))
    is_kept = skipped_number(new.id) is None
    return Decision(similar=not is_kept, score=0.0, probability=new.probability, reasons=reasons)


def _as_they_count(findings: Sequence[Finding], judging: JudgeOptions) -> tuple[Finding, ...]:
    """The single changes with the chance of each, as the decision sees them but for pictures and the ends of long texts."""
    said = with_importance(findings, judging.importance)
    return tuple(sorted(with_operations(said, judging.all_operation_weights()), key=lambda finding: -finding.chance))


def within_reach(before: Side, after: Side, delta: Delta, *, longest: int = LONGEST_TEXT) -> tuple[Side, Side]:
    """Both sides, of whose very long texts only a part is left, from where they first differ on: a person waits for them."""
    partners = {match.old: match.new for match in delta.matches} or dict(delta.patch.renames)
    old_texts: dict[str, str] = {}
    new_texts: dict[str, str] = {}
    for change in delta.changes:
        old, new = change.old, change.new
        if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > longest:
            begin = max(0, old.rfind(" ", 0, max(0, same_beginning(old, new) - longest // 10)))
            old_texts[change.block] = old[begin : begin + longest]
            new_texts[partners.get(change.block, change.block)] = new[begin : begin + longest]
    if not old_texts:
        return before, after
    return replace(before, tree=_saying(before.tree, old_texts)), replace(after, tree=_saying(after.tree, new_texts))


def _saying(tree: BlockTree, texts: Mapping[str, str]) -> BlockTree:
    """The tree, some of whose blocks say this instead."""

    def changed(block: Block) -> Block:
        if block.ref in texts:
            return replace(block, text=texts[block.ref], line_ends=())
        return replace(block, children=tuple(map(changed, block.children))) if block.children else block

    return replace(tree, blocks=tuple(map(changed, tree.blocks)))


def silenced_by(findings: tuple[Finding, ...]) -> Mapping[str, tuple[str, ...]]:
    """ref -> why the changes of a block are noise, for the blocks of which nothing else is to be said."""
    speaking = {ref for finding in findings if not finding.is_noise for ref in _refs(finding)}
    found: dict[str, dict[str, None]] = {}
    for finding in findings:
        for ref in _refs(finding):
            if finding.is_noise and ref not in speaking:
                found.setdefault(ref, {})[finding.silent_because] = None
    return {ref: tuple(reasons) for ref, reasons in found.items()}


def _refs(finding: Finding) -> set[str]:
    return {ref for ref in (finding.block.ref, finding.old_ref) if ref}
