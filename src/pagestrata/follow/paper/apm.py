"""The adaptive pattern model, APM (paper 2 §5.2): patterns and their weights learn from every version found.

After each version the four patterns are adapted to the block found there and Algorithm 1 moves the weights until the
sample scores above all other candidates. Departures from the paper:

- Algorithm 1 need not end; its rounds are bounded (`ROUNDS`), and it stops when a round changes nothing.
- The alert of §5.2.3 is spelt out: a pattern that loses two thirds of its parts, or a weight that moves by more
  than `ALERT_STEP`.
- Feedback (§6.5): a corrected block starts the patterns and weights again from the correction, since the earlier ones
  led astray.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pagestrata.follow.page import Page, Scores
from pagestrata.follow.paper.cpm import EQUAL_WEIGHTS, Candidates, Patterns

STEP_SIZE = 0.1
MAX_SIZE = 2.0
MID_SIZE = 0.8
ROUNDS = 20
ALERT_STEP = 0.45
RICHNESS_KEPT = 0.34
NAMES = ("area", "path", "content", "context")


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptiveModel:
    """The state of APM for one block. Immutable: each version gives a new one."""

    patterns: Patterns
    weights: tuple[float, ...] = EQUAL_WEIGHTS
    alerts: tuple[str, ...] = ()

    @classmethod
    def of_row(cls, page: Page, row: int) -> AdaptiveModel:
        return cls(patterns=Patterns.of_row(page, row))

    def find(self, page: Page) -> int | None:
        return self.patterns.candidates(page).best(self.weights)

    def learned(self, page: Page, row: int) -> AdaptiveModel:
        """The model after one more sample."""
        return self._relearned(self.patterns, page, row)

    def corrected(self, page: Page, row: int) -> AdaptiveModel:
        """The model after a person said where the block is."""
        return replace(self, weights=EQUAL_WEIGHTS)._relearned(Patterns.of_row(page, row), page, row)

    def _relearned(self, patterns: Patterns, page: Page, row: int) -> AdaptiveModel:
        adapted = patterns.adapted(Patterns.of_row(page, row))
        candidates = adapted.candidates(page)
        if row not in candidates.rows:
            rows = np.union1d(candidates.rows, [row])
            candidates = adapted.similarities(page, rows)
        weights = adjust_weights(candidates, row, self.weights)
        alerts = tuple(_alerts(self.patterns, adapted, self.weights, weights))
        return replace(self, patterns=adapted, weights=weights, alerts=alerts)


def adjust_weights(
    candidates: Candidates, sample: int, weights: Sequence[float], *, rounds: int = ROUNDS
) -> tuple[float, ...]:
    """Algorithm 1: hill climbing until the sample beats every other candidate, at most `rounds` times."""
    is_sample = candidates.rows == sample
    own = candidates.similarities[is_sample][0]
    others = candidates.similarities[~is_sample]
    if not len(others):
        return tuple(weights)
    best = others.max(axis=0)
    current = np.array(weights, np.float64)
    for _ in range(rounds):
        moved = _climbed(current, own, best)
        settled = np.array_equal(moved, current)
        current = moved
        if settled or own @ current > (others @ current).max():
            break
    return tuple(float(round(weight, 10)) for weight in current)


def _climbed(weights: Scores, own: Scores, best: Scores) -> Scores:
    """One round: each weight one step up where the sample leads, down where it does not, 0 where it has nothing."""
    up = (own > best) & (weights < MAX_SIZE - 1e-9)
    down = ((own == best) & (weights > MID_SIZE + 1e-9)) | ((own < best) & (weights > 0))
    moved = weights + STEP_SIZE * up - STEP_SIZE * (down & ~up)
    return np.where(own == 0, 0.0, np.maximum(moved, 0.0))


def _alerts(before: Patterns, after: Patterns, old_weights: Sequence[float], new_weights: Sequence[float]) -> list[str]:
    """Return the changes so large that the newest sample might be a mismatch (§5.2.3)."""
    found = []
    old_richness, new_richness = _richness(before), _richness(after)
    for name, old, new in zip(NAMES, old_weights, new_weights, strict=True):
        if not old_richness[name]:
            continue
        if new_richness[name] <= RICHNESS_KEPT * old_richness[name]:
            found.append(f"the {name} pattern kept {new_richness[name]} of its {old_richness[name]} parts")
        if abs(new - old) > ALERT_STEP:
            found.append(f"the weight of the {name} pattern went from {old:.1f} to {new:.1f}")
    return found


def _richness(patterns: Patterns) -> dict[str, int]:
    """How many parts of each pattern say something."""
    return {
        "area": sum(value is not None for value in patterns.area.components),
        "path": patterns.path.richness,
        "content": len(patterns.content.elements),
        "context": len(patterns.context.texts),
    }
