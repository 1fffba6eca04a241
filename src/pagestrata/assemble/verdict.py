"""Two pages, compared, weighed and judged in one go: what `diff` shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagestrata.assemble.stages import compare_sides, decide_sides, weigh_sides
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Visit
from pagestrata.model.weights import Decision, Weights
from pagestrata.pipeline import Sides

if TYPE_CHECKING:
    from pagestrata.assemble.session import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What changed, how much it weighs, and whether it matters."""

    delta: Delta
    weights: Weights
    decision: Decision


def judge(
    old: Page,
    new: Page,
    *,
    history: Sequence[Visit] = (),
    threshold: float | None = None,
    model: bytes | None = None,
) -> Verdict:
    """Compare two versions, weigh what changed and decide whether it matters; `history` says what always changes."""
    sides = Sides(
        old=old.tree, new=new.tree, old_picture=old.screenshot_png, new_picture=new.screenshot_png, history=history
    )
    delta = compare_sides(sides)
    weights = weigh_sides(sides, delta)
    decision = decide_sides(sides, delta, weights, threshold=threshold, model=model)
    return Verdict(delta=delta, weights=weights, decision=decision)
