"""What is known of many pages at once, learned visit by visit: rates, the weight of changes, patterns of the week.

Rows are pages; a visit touches only its own rows, regardless of the number of pages.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pagestrata.schedule.estimate import Column, most_likely_rates
from pagestrata.schedule.week import SLOTS, hours_in_slots, patterns_of, shared_out

REMEMBERED_GAPS = 32
"""Visits that say how often a page changes; older ones are forgotten, since pages change their habits."""
PRIOR_CHANGES = 0.5
"""How many changes of the usual weight a page is thought to have had before the first one."""
Rows = npt.NDArray[np.int64]


@dataclass(slots=True)
class Learner:
    """Columns of what is known; `learned` pages have been visited at least twice."""

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
        """Take note of visits to these pages: whether each had changed, and what the changes were worth."""
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
