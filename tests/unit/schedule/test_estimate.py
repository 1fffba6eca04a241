from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.schedule.estimate import (
    FASTEST_PER_HOUR,
    SLOWEST_PER_HOUR,
    bias_reduced_rates,
    most_likely_rates,
    naive_rates,
)

GAPS = st.lists(st.floats(0.01, 10_000.0) | st.floats(-10_000.0, -0.01), min_size=1, max_size=20)


def rate(gaps: list[float], typical: float = 24.0) -> float:
    return float(most_likely_rates(np.array([gaps]), typical_gap_hours=typical)[0])


def test_the_bias_reduced_estimator_is_cho_and_garcia_molinas() -> None:
    found = bias_reduced_rates(np.array([10.0]), np.array([6.0]), 2.0)
    assert found[0] == pytest.approx(-np.log(4.5 / 10.5) / 2)
    assert bias_reduced_rates(np.array([10.0]), np.array([10.0]), 1.0)[0] == pytest.approx(np.log(21))


def test_the_naive_one_never_sees_more_than_one_change_a_visit() -> None:
    assert naive_rates(np.array([10.0]), np.array([10.0]), 1.0)[0] == 1.0


@given(GAPS)
def test_the_most_likely_rate_solves_its_equation(gaps: list[float]) -> None:
    found, typical = rate(gaps), 24.0
    if not SLOWEST_PER_HOUR < found < FASTEST_PER_HOUR:
        return
    changed = np.array([gap for gap in gaps if gap > 0] + [typical])
    unchanged = -sum(gap for gap in gaps if gap < 0) + typical
    assert float(np.sum(changed / np.expm1(np.minimum(found * changed, 700)))) == pytest.approx(unchanged, rel=1e-3)


@given(GAPS, st.floats(0.1, 1000.0))
def test_one_more_change_never_lowers_it_and_one_more_quiet_gap_never_raises_it(gaps: list[float], gap: float) -> None:
    assert rate([*gaps, gap]) >= rate(gaps) * (1 - 1e-6) or gap * rate(gaps) > np.log(2)
    assert rate([*gaps, -gap]) <= rate(gaps) * (1 + 1e-6)


def test_many_visits_find_the_truth_at_any_spacing() -> None:
    random = np.random.default_rng(1)
    truth = np.array([0.01, 0.1, 1.0])
    gaps = random.exponential(2.0, (3, 4000))
    changed = random.random(gaps.shape) < 1 - np.exp(-truth[:, None] * gaps)
    assert most_likely_rates(np.where(changed, gaps, -gaps)) == pytest.approx(truth, rel=0.2)


def test_no_visit_is_what_is_usual_and_empty_columns_count_for_nothing() -> None:
    assert rate([0.0]) == pytest.approx(np.log(2) / 24)
    assert rate([5.0, -3.0, 0.0, 0.0]) == pytest.approx(rate([5.0, -3.0]))
