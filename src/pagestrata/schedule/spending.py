"""Finding the price at which all visits together cost what a budget allows."""

from __future__ import annotations

import math
from collections.abc import Callable

_STEPS = 60
_PRECISION = 1e-6
_CLOSE = 0.02


def price_for(budget_per_hour: float, spent_at: Callable[[float], float], *, near: float | None = None) -> float:
    """The price at which `spent_at(price)`, which falls as prices rise, comes to the budget or just below it.

    `near` is a price that is thought to be close. Regula falsi on logarithms with the Illinois change: most policies spend
    nearly as a power of the price, so that a few evaluations do where each of them looks at every page.
    """
    middle, reach = (0.0, 1.0) if near is None else (math.log(near), _CLOSE)
    low, high = middle - reach, middle + reach
    at_low, at_high = _excess(budget_per_hour, spent_at, low), _excess(budget_per_hour, spent_at, high)
    while at_low <= 0 and low > -200:
        reach *= 2
        high, at_high, low = low, at_low, low - reach
        at_low = _excess(budget_per_hour, spent_at, low)
    while at_high > 0 and high < 200:
        reach *= 2
        low, at_low, high = high, at_high, high + reach
        at_high = _excess(budget_per_hour, spent_at, high)
    side = 0
    for _ in range(_STEPS):
        if at_high >= 0 or at_low <= 0 or high - low < 1e-12:
            break
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        value = _excess(budget_per_hour, spent_at, middle)
        if abs(value) < _PRECISION and value <= 0:
            return math.exp(middle)
        if value > 0:
            low, at_low, at_high, side = middle, value, at_high / 2 if side == 1 else at_high, 1
        else:
            high, at_high, at_low, side = middle, value, at_low / 2 if side == -1 else at_low, -1
    return math.exp(high)


def _excess(budget_per_hour: float, spent_at: Callable[[float], float], power: float) -> float:
    return math.log(max(spent_at(math.exp(power)), 1e-300) / budget_per_hour)
