"""What the evidence says of a change that the rules judged.

The rules judge the words of one change; the evidence (`judging`) also knows how its slot behaved at earlier visits, whether
a time moved as far as the visits are apart, and what changed alike beside it. On a page with some history the evidence
decides about text. At the first visits both have to want a version: the threshold of the evidence keeps 99 of 100 facts on
pages it has not learned from. It is never asked about pictures, links and looks, nor where a person said how to judge.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pagestrata.deciding.surroundings.sides import Side
from pagestrata.model.deltas import Delta
from pagestrata.model.weights import Decision

if TYPE_CHECKING:
    from pagestrata.judging.context import Known

NOT_TEXT = frozenset(("picture", "link", "redesign", "style", "order", "bytes", "first", "imported", "unchanged"))
"""Kinds of changes that the evidence does not know."""
HABITS = frozenset(("volatile", "unsteady"))
"""Reasons of the rules that visits have shown word by word, where the evidence knows lines with figures only."""


def with_evidence(decision: Decision, old: Side, new: Side, delta: Delta, known: Known) -> Decision:
    """The decision of the rules, or that of the evidence where it is the better judge."""
    from pagestrata.judging.judge import judge_by_evidence  # only now: an unchanged page needs no model
    from pagestrata.judging.model import LEAST_VISITS

    kind, has_history = _kind(decision), known.history.visits >= LEAST_VISITS
    if (kind in HABITS or not has_history) if decision.similar else kind in NOT_TEXT:
        return decision
    second = judge_by_evidence(old.tree, new.tree, delta=delta, known=known)
    if _kind(second) in NOT_TEXT:
        return decision
    if second.similar != decision.similar:
        return second
    return decision if decision.similar else _told_by_what_speaks(decision, second)


def _told_by_what_speaks(decision: Decision, second: Decision) -> Decision:
    """A kept version. Where the first reason of the rules is noise by the evidence, that of the evidence is told."""
    heard = {reason.block for reason in second.reasons if reason.kind != "ignored"}
    return decision if decision.reasons[0].block in heard else replace(decision, reasons=second.reasons)


def _kind(decision: Decision) -> str:
    """The kind of change that decided."""
    return decision.reasons[0].kind if decision.reasons else ""
