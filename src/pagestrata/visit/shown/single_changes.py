"""The single changes between two versions, as they count on their page: what a visit and a screen go by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pagestrata.deciding.chances import with_importance, with_operations
from pagestrata.deciding.features.pair_features import HeardPair, heard_pair, with_redesigns
from pagestrata.deciding.sides import Side
from pagestrata.judging.context import NOTHING_KNOWN, Known
from pagestrata.judging.findings import Finding
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
        return _as_they_count(with_redesigns(self.heard, self.before, self.after), judging)


def single_changes(
    before: Side,
    after: Side,
    delta: Delta,
    judging: JudgeOptions,
    *,
    known: Known = NOTHING_KNOWN,
) -> SingleChanges:
    """What is found between two versions, as a person values it."""
    short = ShortTexts.of(delta)
    old, new = short.old(before), short.new(after)
    heard = heard_pair(old, new, short.delta, importance=judging.importance, known=known)
    return SingleChanges(whole_before=before, whole_after=after, before=old, after=new, heard=heard)


def _as_they_count(findings: Sequence[Finding], judging: JudgeOptions) -> tuple[Finding, ...]:
    said = with_importance(findings, judging.importance)
    return tuple(sorted(with_operations(said, judging.all_operation_weights()), key=lambda finding: -finding.chance))
