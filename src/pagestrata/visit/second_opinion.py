"""A second opinion on what the rules would keep: the evidence may say that it is noise.

The rules judge the words of one change; the evidence (`judging`) also knows how its slot behaved at earlier visits, whether
a time moved as far as the visits are apart, and what changed alike beside it. It is asked about text only, and is never asked
where a person said how to judge. Its threshold keeps 99 of 100 facts on pages it has not learned from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagestrata.deciding.surroundings.sides import Side
from pagestrata.model.deltas import Delta
from pagestrata.model.weights import Decision

if TYPE_CHECKING:
    from pagestrata.judging.context import Known

NOT_TEXT = frozenset(("picture", "link", "redesign", "style", "order", "bytes", "first", "imported", "unchanged"))
"""Kinds of changes that the evidence does not know."""


def silenced_by_evidence(decision: Decision, old: Side, new: Side, delta: Delta, known: Known) -> Decision:
    """The decision, or that of the evidence where it says that all that changed is noise."""
    if decision.similar or _kind(decision) in NOT_TEXT:
        return decision
    from pagestrata.judging.judge import judge_by_evidence  # only now: an unchanged page needs no model

    second = judge_by_evidence(old.tree, new.tree, delta=delta, known=known)
    return second if second.similar and _kind(second) not in NOT_TEXT else decision


def _kind(decision: Decision) -> str:
    """The kind of change that decided."""
    return decision.reasons[0].kind if decision.reasons else ""
