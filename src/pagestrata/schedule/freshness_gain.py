"""The inverse of 1 - (1 + r) e^(-r), the gain in freshness at r changes between two visits (Cho and Garcia-Molina 2003).

It is the regularized incomplete gamma function P(2, r). Newton's method from a start on the right side of the solution; for
few changes the function is summed as a series, because 1 and (1 + r) e^(-r) are nearly the same there.
"""

from __future__ import annotations

import numpy as np

from pagestrata.schedule.estimate import Column

_STEPS = 60
_CLOSE = 4e-15
_FEW_CHANGES = 0.5
_TERMS = 16


def changes_at_gain(gain: Column) -> Column:
    """The number of changes between visits at which the gain is this; `gain` is from 0 to less than 1."""
    wanted = np.asarray(gain, np.float64)
    # r^2 / 2 is the gain for few changes; for many of them, the rest is about r e^(-r)
    rest = -np.log(np.maximum(1 - wanted, 1e-300))
    found = np.where(wanted < _FEW_CHANGES, np.sqrt(2 * wanted) * (1 + wanted), rest + np.log1p(rest))
    found = np.maximum(found, 1e-300)
    for _ in range(_STEPS):
        slope = np.maximum(found * np.exp(-found), 1e-300)
        step = np.clip(_excess(found, wanted) / slope, -found, found / 2)
        found = found - step
        if (np.abs(step) <= _CLOSE * found).all():
            break
    return np.where(wanted > 0, found, 0.0)


def _excess(changes: Column, wanted: Column) -> Column:
    """By how much the gain at so many changes is more than wanted."""
    few = np.minimum(changes, _FEW_CHANGES)
    term, total = few**2 / 2, np.zeros_like(few)
    for power in range(2, _TERMS + 2):  # the sum of (-1)^k (k - 1) r^k / k!
        total += (power - 1) * term
        term = -term * few / (power + 1)
    return np.where(changes < _FEW_CHANGES, total - wanted, (1 - wanted) - (1 + changes) * np.exp(-changes))
