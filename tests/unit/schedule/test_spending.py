from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.schedule.spending import price_for


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
