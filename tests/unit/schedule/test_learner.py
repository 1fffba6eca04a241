from __future__ import annotations

import numpy as np
import pytest

from pagestrata.schedule.learner import Learner


def test_pages_that_change_more_often_get_higher_rates_and_others_stay() -> None:
    known = Learner(3, typical_gap_hours=24.0)
    before = known.rates.copy()
    for hour in range(1, 20):
        rows = np.array([0, 1])
        known.visited(rows, 10.0 * hour, np.array([True, False]), np.array([0.9, 0.0]))
    assert known.rates[0] > before[0] > known.rates[1]
    assert known.rates[2] == before[2]
    assert known.weights[0] > 0.7
    assert known.weights[1] == pytest.approx(0.3)
    assert known.last_visit.tolist() == [190.0, 190.0, 0.0]


def test_patterns_can_be_done_without() -> None:
    known = Learner(2, has_patterns=False)
    known.visited(np.array([1]), 5.0, np.array([True]), np.array([0.5]))
    assert known.patterns.shape[0] == 0
    assert known.gaps[1, 0] == 5.0
