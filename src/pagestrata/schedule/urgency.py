"""The cost of not visiting a page, and how long it may go unvisited.

A page with changes at rate L, each worth `weight`, has been stale since its last visit t hours ago for
t - (1 - e^(-Lt)) / L hours, as expected. That is the urgency here (paper 1's freshness urgency function, with E as the
weight): it grows without bound, so that no page starves. It is also what Olston and Pandey's threshold (WWW 2008) comes
to for LambdaCrawl's penalty, where n missed changes cost 1 + 1/2 + … + 1/n: visiting each page when its urgency reaches
one threshold for all, divided by the cost of a visit, spends a budget best.

`expected_loss` is what the next visit is expected to find.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from pagestrata.schedule.estimate import Column

_SMALL = 1e-4
_NEWTON_STEPS = 3


def stale_hours(rates: Column, hours: Column) -> Column:
    """The expected hours for which pages have been stale: the default urgency of a change worth 1."""
    x = rates * hours
    exact = hours + np.expm1(-x) / np.maximum(rates, 1e-300)
    return np.where(x < _SMALL, x * hours * (0.5 - x / 6), exact)


def expected_loss(rates: Column, hours: Column) -> Column:
    """The probability that something changed."""
    return np.asarray(-np.expm1(-rates * hours))


def hours_until_stale(rates: Column, stale: Column) -> Column:
    """The hours after which pages will have been stale for this long: the inverse of `stale_hours`."""
    y = rates * stale
    root = np.sqrt(2 * y)
    x = np.minimum(root + y * (1 / 3 + root / 18), y + 1)  # the series around 0, and what lies above every root
    near = np.maximum(x, _SMALL * _SMALL)  # the series is exact below
    for _ in range(_NEWTON_STEPS):
        slope = -np.expm1(-near)
        near -= (near - slope - y) / slope
    return np.where(x < _SMALL, x, near) / np.maximum(rates, 1e-300)


def periods_at(threshold: float, rates: Column, weights: Column, costs: Column) -> Column:
    """The time between visits to each page: until its urgency per cost reaches the threshold."""
    return hours_until_stale(rates, threshold * costs / np.maximum(weights, 1e-12))


def threshold_for(
    budget_per_hour: float, rates: Column, weights: Column, costs: Column, *, near: float | None = None
) -> float:
    """The threshold at which all visits together use the budget; `near` is a guess."""

    def spent_at(threshold: float) -> float:
        return float(np.sum(costs / np.maximum(periods_at(threshold, rates, weights, costs), 1e-12)))

    return price_for(budget_per_hour, spent_at, near=near)


_STEPS = 60
_PRECISION = 1e-6
_CLOSE = 0.02


def price_for(budget_per_hour: float, spent_at: Callable[[float], float], *, near: float | None = None) -> float:
    """The price at which `spent_at(price)`, which falls as prices rise, is the budget or just below it; `near` is a guess.

    Regula falsi on logarithms with the Illinois change: most policies spend nearly as a power of the price, so that a few
    evaluations over all pages are enough.
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
