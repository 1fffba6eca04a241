"""What it costs to stay away from a page, and how long one may.

A page with changes at rate L, each worth `weight`, has been stale since its last visit t hours ago for
t - (1 - e^(-Lt)) / L hours, as expected. That is the urgency here (paper 1's freshness urgency function, with E as the
weight): it grows without bound, so that no page starves. It is also what Olston and Pandey's threshold (WWW 2008) comes
to for LambdaCrawl's penalty, where n missed changes cost 1 + 1/2 + … + 1/n: visiting each page when its urgency reaches
one threshold for all, divided by the cost of a visit, spends a budget best.

`expected_loss` is what the next visit is expected to find.
"""

from __future__ import annotations

import numpy as np

from pagestrata.schedule.estimate import Column
from pagestrata.schedule.spending import price_for

_SMALL = 1e-4
_NEWTON_STEPS = 3


def stale_hours(rates: Column, hours: Column) -> Column:
    """For how long pages have been stale, as expected: the default urgency of a change worth 1."""
    x = rates * hours
    exact = hours + np.expm1(-x) / np.maximum(rates, 1e-300)
    return np.where(x < _SMALL, x * hours * (0.5 - x / 6), exact)


def expected_loss(rates: Column, hours: Column) -> Column:
    """The chance that there is something to be seen."""
    return np.asarray(-np.expm1(-rates * hours))


def hours_until_stale(rates: Column, stale: Column) -> Column:
    """After how many hours pages will have been stale for so long: the inverse of `stale_hours`."""
    y = rates * stale
    root = np.sqrt(2 * y)
    x = np.minimum(root + y * (1 / 3 + root / 18), y + 1)  # the series around 0, and what lies above every root
    near = np.maximum(x, _SMALL * _SMALL)  # the series is exact below
    for _ in range(_NEWTON_STEPS):
        slope = -np.expm1(-near)
        near -= (near - slope - y) / slope
    return np.where(x < _SMALL, x, near) / np.maximum(rates, 1e-300)


def periods_at(threshold: float, rates: Column, weights: Column, costs: Column) -> Column:
    """How long to stay away from each page: until its urgency per cost reaches the threshold."""
    return hours_until_stale(rates, threshold * costs / np.maximum(weights, 1e-12))


def threshold_for(
    budget_per_hour: float, rates: Column, weights: Column, costs: Column, *, near: float | None = None
) -> float:
    """The threshold at which all visits together cost so much an hour; `near` is one that is thought to be close."""

    def spent_at(threshold: float) -> float:
        return float(np.sum(costs / np.maximum(periods_at(threshold, rates, weights, costs), 1e-12)))

    return price_for(budget_per_hour, spent_at, near=near)
