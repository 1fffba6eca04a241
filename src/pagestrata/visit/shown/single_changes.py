"""The single changes between two versions, as they count on their page: what a visit and a screen go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pagestrata.deciding.features.pair_features import HeardPair, heard_pair, with_redesigns
from pagestrata.deciding.findings.chances import with_importance, with_operations
from pagestrata.deciding.findings.finding_record import Finding
from pagestrata.deciding.surroundings.sides import Side
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.edits import same_beginning
from pagestrata.visit.judge import JudgeOptions
from pagestrata.weighing.history.volatility import Volatility

LONGEST_TEXT = 100_000
"""Characters of one text in which single changes are looked for."""


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
    before: Side, after: Side, delta: Delta, judging: JudgeOptions, *, volatility: Volatility | None
) -> SingleChanges:
    """What is found between two versions, without what always changes, and as a person values it."""
    old, new = within_reach(before, after, delta)
    heard = heard_pair(old, new, delta, history=volatility, importance=judging.importance)
    return SingleChanges(whole_before=before, whole_after=after, before=old, after=new, heard=heard)


def _as_they_count(findings: Sequence[Finding], judging: JudgeOptions) -> tuple[Finding, ...]:
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
            return replace(block, text=texts[block.ref], line_ends=(), signs=())
        return replace(block, children=tuple(map(changed, block.children))) if block.children else block

    return replace(tree, blocks=tuple(map(changed, tree.blocks)))
