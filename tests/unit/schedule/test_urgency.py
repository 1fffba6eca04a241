from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.schedule.urgency import (
    expected_loss,
    hours_until_stale,
    periods_at,
    price_for,
    stale_hours,
    threshold_for,
)

RATE = st.floats(1e-7, 100.0)
HOURS = st.floats(0.0, 1e5)
MORE = st.floats(1.0, 10.0)


def one(value: float) -> np.ndarray:
    return np.array([value])


@given(RATE, HOURS, MORE)
def test_more_rate_and_more_age_are_never_less_urgent(rate: float, hours: float, more: float) -> None:
    for urgency in (stale_hours, expected_loss):
        now = urgency(one(rate), one(hours))[0]
        assert urgency(one(rate * more), one(hours))[0] >= now * (1 - 1e-6) - 1e-12
        assert urgency(one(rate), one(hours * more))[0] >= now * (1 - 1e-6) - 1e-12


@given(RATE, HOURS)
def test_a_page_is_stale_for_less_than_it_is_unseen(rate: float, hours: float) -> None:
    assert -1e-9 <= stale_hours(one(rate), one(hours))[0] <= hours * (1 + 1e-9)


@given(RATE, st.floats(0.01, 1e4))
def test_how_long_one_may_stay_away_is_the_inverse(rate: float, hours: float) -> None:
    assert hours_until_stale(one(rate), stale_hours(one(rate), one(hours)))[0] == pytest.approx(hours, rel=1e-3)


@given(
    st.lists(st.tuples(st.floats(1e-5, 10), st.floats(0.01, 1), st.floats(0.1, 5)), min_size=1, max_size=30),
    st.floats(0.01, 1000),
)
def test_the_budget_is_kept(pages: list[tuple[float, float, float]], budget: float) -> None:
    rates, weights, costs = (np.array(column) for column in zip(*pages, strict=True))
    periods = periods_at(threshold_for(budget, rates, weights, costs), rates, weights, costs)
    assert float(np.sum(costs / periods)) <= budget * 1.001
    assert float(np.sum(costs / periods)) >= budget * 0.99


def test_heavier_and_cheaper_pages_are_visited_more_often() -> None:
    rates, ones = np.full(3, 0.1), np.ones(3)
    periods = periods_at(1.0, rates, np.array([1.0, 2.0, 1.0]), np.array([1.0, 1.0, 0.5]))
    assert periods[1] < periods[0]
    assert periods[2] < periods[0]
    assert periods_at(1.0, rates, ones, ones) == pytest.approx(np.full(3, periods[0]))


@given(st.floats(1e-3, 1e6), st.floats(1e-3, 1e6), st.floats(0.2, 3.0))
def test_the_price_at_which_the_budget_is_spent(budget: float, scale: float, power: float) -> None:
    price = price_for(budget, lambda price: scale * price**-power)
    assert scale * price**-power == pytest.approx(budget, rel=1e-4)


@given(st.floats(1e-3, 1e6), st.floats(0.2, 3.0), st.floats(1e-4, 1e4))
def test_a_price_that_is_thought_to_be_close_need_not_be(scale: float, power: float, near: float) -> None:
    price = price_for(1.0, lambda price: scale * price**-power, near=near)
    assert scale * price**-power == pytest.approx(1.0, rel=1e-4)


def test_a_price_that_is_close_saves_evaluations() -> None:
    asked: list[float] = []

    def spent(price: float) -> float:
        asked.append(price)
        return 1000 / price + 10 / price**0.5

    exact = price_for(2.0, spent)
    many, asked[:] = len(asked), []
    assert price_for(2.0, spent, near=exact * 1.01) == pytest.approx(exact, rel=1e-5)
    assert len(asked) < many


def test_a_step_is_met_from_below() -> None:
    assert price_for(5.0, lambda price: 10.0 if price < 3 else 1.0) >= 3.0 - 1e-6


@pytest.mark.parametrize("power", [-1.0, 0.0, 1.0])
def test_a_price_that_is_met_exactly_where_the_search_begins(power: float) -> None:
    price = math.exp(power)
    found = price_for(1.0, lambda asked: price / asked)
    assert found == pytest.approx(price, rel=1e-6)
