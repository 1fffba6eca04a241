"""How often pages change, from visits that only see whether something changed since the visit before.

A page that changed at every visit may have changed ten times in between, so the share of changed visits is too low an
estimate (the naive estimator). Two better ones:

- Visits at fixed intervals: Cho and Garcia-Molina's bias-reduced estimator (ACM TOIT 3(3), 2003),
  r = -ln((n - X + 0.5) / (n + 0.5)) changes per interval, for X changed visits of n.
- Visits at any times: the most likely rate L of a Poisson process solves, over the gaps g between visits,
  sum over changed of g / (e^(Lg) - 1) = sum over unchanged of g.
  One changed and one unchanged prior gap (`typical_gap`) keep a page with few visits near the typical rate.

The logarithm of the left side is convex and falling in L (each term is log-convex, and so is their sum), so Newton's method
on it from below never overshoots, and is there after a few steps; 1/L - g/2 <= g/(e^(Lg)-1) gives the start.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.float64]
Gaps = npt.NDArray[np.floating]

REMEMBERED_GAPS = 32
"""Visits from which the rate of a page is estimated; older ones are dropped, since pages change their habits."""
PRIOR_CHANGES = 0.5  # how many changes of typical weight a page is assumed to have had before its first one
NEWTON_STEPS = 24
EXACT = 1e-9
SLOWEST_PER_HOUR = 1e-7  # once in a thousand years: every watched page changes eventually
FASTEST_PER_HOUR = 3600.0


def naive_rates(visits: Column, changed_visits: Column, interval_hours: Column | float) -> Column:
    """Changes per hour by the share of changed visits, at most one per visit."""
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
    owner, place = np.nonzero(gaps > 0)  # changed gaps only, one after the other: most others are quiet or not there
    changed = np.concatenate([gaps[owner, place], typical])
    owner = np.concatenate([owner, np.arange(len(gaps))])
    unchanged_hours = -np.minimum(gaps, 0.0).sum(axis=1) + typical
    rates = _sums(owner, np.ones(len(owner)), gaps) / (unchanged_hours + _sums(owner, changed, gaps) / 2)
    for _ in range(NEWTON_STEPS):
        terms = changed / np.expm1(np.clip(changed * rates[owner], 1e-300, 700.0))
        value = np.maximum(_sums(owner, terms, gaps), 1e-300)
        step = (
            value * np.log(value / unchanged_hours) / np.maximum(_sums(owner, terms * (terms + changed), gaps), 1e-300)
        )
        rates = rates + step
        if np.all(np.abs(step) <= EXACT * rates):
            break
    return np.asarray(np.clip(rates, SLOWEST_PER_HOUR, FASTEST_PER_HOUR))


def _sums(owner: npt.NDArray[np.int64], terms: Column, gaps: Gaps) -> Column:
    """The terms of each page added up."""
    return np.asarray(np.bincount(owner, terms, minlength=len(gaps)), np.float64)
