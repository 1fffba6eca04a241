"""The single changes between two versions, as they count on their page: what a visit and a screen go by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pagestrata.deciding.decide import with_importance, with_operations
from pagestrata.deciding.features.pair_features import redesigns_between
from pagestrata.deciding.sides import Side
from pagestrata.judging.context import NOTHING_KNOWN, Known
from pagestrata.judging.findings import Finding, HeardPair, heard_pair
from pagestrata.model.deltas import Delta
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.long_texts import ShortTexts


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleChanges:
    """What is found between two versions, of whose very long texts only a part was looked at."""

    whole_before: Side = field(repr=False)
    whole_after: Side = field(repr=False)
    before: Side = field(repr=False)  # what was looked at of it
    after: Side = field(repr=False)
    heard: HeardPair = field(repr=False)

    def as_they_count(self, judging: JudgeOptions) -> tuple[Finding, ...]:
        """With the chance of each, as the decision sees them but for pictures and the ends of long texts."""
        redesigned = redesigns_between(self.heard, self.before, self.after) if self.heard.has_new_styles else ()
        return _as_they_count((*self.heard.findings, *redesigned), judging)


def single_changes(
    before: Side,
    after: Side,
    delta: Delta,
    *,
    known: Known = NOTHING_KNOWN,
) -> SingleChanges:
    """What is found between two versions."""
    short = ShortTexts.of(delta)
    old, new = short.old(before), short.new(after)
    heard = heard_pair(old.tree, new.tree, short.delta, known=known)
    return SingleChanges(whole_before=before, whole_after=after, before=old, after=new, heard=heard)


def _as_they_count(findings: Sequence[Finding], judging: JudgeOptions) -> tuple[Finding, ...]:
    said = with_importance(findings, judging.importance)
    return tuple(sorted(with_operations(said, judging.all_operation_weights()), key=lambda finding: -finding.chance))
