"""How often pages change, from visits that only see whether something changed since the visit before.

A page that changed at every visit may have changed ten times in between, so that the share of changed visits says too
little (the naive estimator). Two better ones:

- Visits at fixed intervals: Cho and Garcia-Molina's bias-reduced estimator (ACM TOIT 3(3), 2003),
  r = -ln((n - X + 0.5) / (n + 0.5)) changes per interval, for X changed visits of n.
- Visits at any times: the most likely rate L of a Poisson process solves, over the gaps g between visits,
  sum over changed of g / (e^(Lg) - 1) = sum over unchanged of g.
  One changed and one unchanged gap that nobody observed (`typical_gap`) keep a page with few visits near what is usual.

The left side is convex and falling in L, so Newton's method from below never overshoots; 1/L - g/2 <= g/(e^(Lg)-1) gives
the start.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.float64]
Gaps = npt.NDArray[np.floating]

NEWTON_STEPS = 16
SLOWEST_PER_HOUR = 1e-7
"""Once in a thousand years: nothing that is watched changes never."""
FASTEST_PER_HOUR = 3600.0


def naive_rates(visits: Column, changed_visits: Column, interval_hours: Column | float) -> Column:
    """Changes per hour as the share of changed visits says: at most one per visit."""
    return np.asarray(changed_visits / np.maximum(visits, 1.0) / interval_hours)


def bias_reduced_rates(visits: Column, changed_visits: Column, interval_hours: Column | float) -> Column:
    """Changes per hour of pages that were visited at fixed intervals."""
    return np.asarray(-np.log((visits - changed_visits + 0.5) / (visits + 0.5)) / interval_hours)


def most_likely_rates(gaps_hours: Gaps, *, typical_gap_hours: float | Column = 24.0) -> Column:
    """Changes per hour of pages that were visited at any times.

    One row per page, one column per gap between two visits: positive where the page had changed, negative where it had
    not, 0 where there is no gap.
    """
    gaps = np.atleast_2d(np.asarray(gaps_hours, np.float64))
    typical = np.broadcast_to(np.asarray(typical_gap_hours, np.float64), len(gaps))
    changed = np.where(gaps > 0, gaps, 0.0)
    changed = np.concatenate([changed, typical[:, None]], axis=1)
    unchanged_hours = -np.minimum(gaps, 0.0).sum(axis=1) + typical
    count = (changed > 0).sum(axis=1)
    rates = count / (unchanged_hours + changed.sum(axis=1) / 2)
    for _ in range(NEWTON_STEPS):
        value, slope = _left_side(changed, rates)
        rates = rates + (value - unchanged_hours) / slope
    return np.asarray(np.clip(rates, SLOWEST_PER_HOUR, FASTEST_PER_HOUR))


def _left_side(changed: Column, rates: Column) -> tuple[Column, Column]:
    """The sum over changed gaps and how steeply it falls."""
    x = np.minimum(changed * rates[:, None], 700.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(changed > 0, changed / np.expm1(x), 0.0)
        slope = np.where(changed > 0, (changed / (2 * np.sinh(x / 2))) ** 2, 0.0)
    return value.sum(axis=1), np.maximum(slope.sum(axis=1), 1e-300)
