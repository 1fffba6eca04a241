"""A second opinion on what the rules would keep: on a page with some history the evidence may say that it is noise.

The rules judge the words of one change; the evidence (`judging`) also knows how its slot behaved at earlier visits, whether
a time moved as far as the visits are apart, and what changed alike beside it. It is asked about text only, is never asked
where a person said how to judge, and has to be sure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagestrata.deciding.surroundings.sides import Side
from pagestrata.model.deltas import Delta
from pagestrata.model.weights import Decision

if TYPE_CHECKING:
    from pagestrata.judging.context import Known

LEAST_VISITS = 3
"""From so many visits on their history may silence what the rules would keep."""
SURELY_NOISE = 0.35
"""The probability by the evidence up to which it does."""
NOT_TEXT = frozenset(("picture", "link", "redesign", "style", "order", "bytes", "first", "imported", "unchanged"))
"""Kinds of changes that the evidence does not know."""


def silenced_by_evidence(decision: Decision, old: Side, new: Side, delta: Delta, known: Known) -> Decision:
    """The decision, or that of the evidence where visits show that all that changed changes by itself."""
    if decision.similar or known.history.visits < LEAST_VISITS or _kind(decision) in NOT_TEXT:
        return decision
    from pagestrata.judging.judge import judge_by_evidence  # only now: an unchanged page needs no model

    second = judge_by_evidence(old.tree, new.tree, delta=delta, known=known)
    return second if second.probability <= SURELY_NOISE and _kind(second) not in NOT_TEXT else decision


def _kind(decision: Decision) -> str:
    """The kind of change that decided."""
    return decision.reasons[0].kind if decision.reasons else ""
