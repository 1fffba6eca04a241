from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.schedule.spending import price_for


@given(st.floats(1e-3, 1e6), st.floats(1e-3, 1e6), st.floats(0.2, 3.0))
def test_the_price_at_which_the_budget_is_spent(budget: float, scale: float, power: float) -> None:
    price = price_for(budget, lambda price: scale * price**-power)
    assert scale * price**-power == pytest.approx(budget, rel=1e-4)


def test_a_step_is_met_from_below() -> None:
    assert price_for(5.0, lambda price: 10.0 if price < 3 else 1.0) >= 3.0 - 1e-6
