"""Replay histories of changes under a budget, to measure what a policy would have caught. Rates are learned, never given.

Time advances in steps. In each step, the pages with the highest priority are visited until its budget is
spent, and what the visits see is learned; a visit touches only the row of its own page. The cost of staying away is added up all
the time: `staleness` counts a page with n unseen changes as its weight times 1 + 1/2 + … + 1/n, so that the first change missed
weighs most and no page can be given up; `outdated` is the weight of pages with any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from pagestrata.schedule.estimate import PRIOR_CHANGES, REMEMBERED_GAPS, Column, most_likely_rates
from pagestrata.schedule.policies import Policy, priorities, visits_per_hour
from pagestrata.schedule.week import SLOTS, hours_in_slots, patterns_of, shared_out, slot_of

Rows = npt.NDArray[np.int64]


@dataclass(slots=True)
class Learner:
    """The observations of all pages, as columns."""

    pages: int
    typical_gap_hours: float = 24.0
    typical_weight: float = 0.3
    has_patterns: bool = True
    rates: Column = field(init=False)
    weights: Column = field(init=False)
    last_visit: Column = field(init=False)
    gaps: npt.NDArray[np.float32] = field(init=False)
    changes: Column = field(init=False)
    importance: Column = field(init=False)
    seen: Column = field(init=False)
    expected: Column = field(init=False)
    patterns: Column = field(init=False)

    def __post_init__(self) -> None:
        self.rates = np.full(self.pages, np.log(2) / self.typical_gap_hours)
        self.weights = np.full(self.pages, self.typical_weight)
        self.last_visit = np.zeros(self.pages)
        self.gaps = np.zeros((self.pages, REMEMBERED_GAPS), np.float32)
        self.changes, self.importance = np.zeros(self.pages), np.zeros(self.pages)
        rows = self.pages if self.has_patterns else 0
        self.seen, self.expected = np.zeros((rows, SLOTS)), np.zeros((rows, SLOTS))
        self.patterns = np.ones((rows, SLOTS))

    def visited(self, rows: Rows, now: float, changed: npt.NDArray[np.bool_], importance: Column) -> None:
        """Learn from visits to these pages: whether each had changed, and the worth of the changes."""
        effective = now - self.last_visit[rows]
        if self.has_patterns:
            hours = hours_in_slots(self.last_visit[rows], np.full(len(rows), now))
            effective = (self.patterns[rows] * hours).sum(axis=1)
            seen, expected = shared_out(self.patterns[rows], hours, self.rates[rows], changed)
            self.seen[rows] += seen
            self.expected[rows] += expected
            self.patterns[rows] = patterns_of(self.seen[rows], self.expected[rows])
        self.gaps[rows, 1:] = self.gaps[rows, :-1]
        self.gaps[rows, 0] = np.where(changed, effective, -effective)
        self.rates[rows] = most_likely_rates(self.gaps[rows], typical_gap_hours=self.typical_gap_hours)
        self.changes[rows] += changed
        self.importance[rows] += np.where(changed, importance, 0.0)
        known = self.importance[rows] + PRIOR_CHANGES * self.typical_weight
        self.weights[rows] = known / (self.changes[rows] + PRIOR_CHANGES)
        self.last_visit[rows] = now


PLANS_EVERY_HOURS = 6.0  # how often frequencies are computed again
EULER = 0.5772156649015329


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeHistory:
    """Changes of many pages in time order: hour from the beginning, page, and worth."""

    pages: int
    hours: Column
    page: Rows
    importance: Column
    weights: Column  # of the pages, to score with: what their changes are worth on average
    costs: Column  # of one visit

    @classmethod
    def of_events(cls, events: Iterable[tuple[float, int, float]], weights: Sequence[float]) -> Self:
        """Make a history from changes in any order (hour, page, worth) and the weights of the pages; all visits cost the same."""
        ordered = sorted(events)
        return cls(
            pages=len(weights),
            hours=np.array([event[0] for event in ordered]),
            page=np.array([event[1] for event in ordered], np.int64),
            importance=np.array([event[2] for event in ordered]),
            weights=np.array(weights),
            costs=np.ones(len(weights)),
        )

    def by_step(self, step_hours: float, end: float) -> Iterator[tuple[float, Rows, Column]]:
        """Yield the end of each step, and the pages that changed in it with the worth of the changes."""
        ends = np.arange(1, round(end / step_hours) + 1) * step_hours
        cuts = np.searchsorted(self.hours, ends, side="right")
        begin = 0
        for moment, cut in zip(ends.tolist(), cuts.tolist(), strict=True):
            yield moment, self.page[begin:cut], self.importance[begin:cut]
            begin = cut


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """The result of a policy: average shares of the total weight over time, and the share of the worth of all changes."""

    policy: str
    budget_per_hour: float
    staleness: float
    outdated: float
    caught: float
    visits: int


def replay(
    history: ChangeHistory,
    policy: Policy,
    *,
    budget_per_hour: float,
    hours: float,
    step_hours: float = 1.0,
    counted_from: float = 0.0,
    known_rates: Column | None = None,
    learner: Learner | None = None,
) -> Replayed:
    """Replay a history; `known_rates` gives the true rates, which no real scheduler knows."""
    run = _Run(history, policy, budget_per_hour, known_rates, learner or Learner(history.pages))
    for moment, pages, importance in history.by_step(step_hours, hours):
        run.change(pages, importance, counts=moment > counted_from)
        run.visit(moment, step_hours)
        if moment > counted_from:
            run.score()
    return run.result()


class _Run:
    def __init__(
        self, history: ChangeHistory, policy: Policy, budget: float, known: Column | None, learner: Learner
    ) -> None:
        self.history, self.policy, self.budget, self.learner = history, policy, budget, learner
        self.known = known
        self.unseen = np.zeros(history.pages, np.int64)
        self.unseen_worth = np.zeros(history.pages)
        self.last_worth = np.zeros(history.pages)
        self.effective = np.zeros(history.pages)
        self.planned_at, self.frequencies = -np.inf, np.zeros(history.pages)
        self.left, self.visits, self.steps = 0.0, 0, 0
        self.stale, self.outdated, self.caught, self.worth = 0.0, 0.0, 0.0, 0.0

    def change(self, pages: Rows, importance: Column, *, counts: bool) -> None:
        np.add.at(self.unseen, pages, 1)
        np.add.at(self.unseen_worth, pages, importance)
        self.last_worth[pages] = importance if counts else 0.0  # the last of a step stays
        self.worth += float(importance.sum()) if counts else 0.0

    def visit(self, moment: float, step_hours: float) -> None:
        learner, costs = self.learner, self.history.costs
        pattern: Column | float = learner.patterns[:, slot_of(moment - step_hours / 2)] if learner.has_patterns else 1.0
        self.effective += step_hours * pattern
        rates = learner.rates if self.known is None else self.known
        weights = learner.weights
        if moment - self.planned_at >= PLANS_EVERY_HOURS:
            self.frequencies = visits_per_hour(self.policy, self.budget, rates, weights, costs)
            self.planned_at = moment
        since = self.effective if self.policy in {"urgency", "event"} else moment - learner.last_visit
        rows = self._affordable(priorities(self.policy, since, rates, weights, costs, self.frequencies), step_hours)
        if len(rows):
            self._look(rows, moment)

    def _affordable(self, priority: Column, step_hours: float) -> Rows:
        """The pages with the highest priority that the budget of the step allows; the rest is saved for the next step."""
        self.left += self.budget * step_hours
        most = min(len(priority), int(self.left / float(self.history.costs.min())) + 1)
        order = np.argpartition(-priority, most - 1)[:most]
        order = order[np.argsort(-priority[order], kind="stable")]
        spent = np.cumsum(self.history.costs[order])
        rows = order[spent <= self.left]
        self.left -= float(spent[len(rows) - 1]) if len(rows) else 0.0
        return np.asarray(rows, np.int64)

    def _look(self, rows: Rows, moment: float) -> None:
        changed: npt.NDArray[np.bool_] = self.unseen[rows] > 0
        worth = self.unseen_worth[rows] / np.maximum(self.unseen[rows], 1)
        self.caught += float(self.last_worth[rows][changed].sum())
        self.learner.visited(rows, moment, changed, worth)
        self.unseen[rows], self.unseen_worth[rows], self.effective[rows] = 0, 0.0, 0.0
        self.visits += len(rows)

    def score(self) -> None:
        weights, missed = self.history.weights, self.unseen.astype(np.float64)
        with np.errstate(divide="ignore"):
            harmonic = np.where(
                missed > 20,
                np.log(np.maximum(missed, 1)) + EULER + 0.5 / np.maximum(missed, 1),
                _HARMONIC[np.minimum(self.unseen, 20)],
            )
        self.stale += float((weights * harmonic).sum() / weights.sum())
        self.outdated += float(weights[self.unseen > 0].sum() / weights.sum())
        self.steps += 1

    def result(self) -> Replayed:
        steps = max(1, self.steps)
        return Replayed(
            policy=self.policy,
            budget_per_hour=self.budget,
            staleness=self.stale / steps,
            outdated=self.outdated / steps,
            caught=self.caught / self.worth if self.worth else 0.0,
            visits=self.visits,
        )


_HARMONIC = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, 21))])
