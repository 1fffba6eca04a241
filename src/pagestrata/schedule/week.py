"""A weekly pattern for each page: many change by day and not by night, on workdays and not on Sundays.

A week (UTC) has 28 slots of six hours. A page's pattern is the relative frequency of its changes in each; the
mean is 1. Rates are changes per hour of *effective* time, which passes slowly where a page rarely changes: in every
formula, hours since a visit are replaced by effective hours (Ben Saad and Gançarski's PPaC does the same for pages).

A visit does not know when a change happened: the change is divided among the slots since the visit before, by their
likelihood. Slots that few visits covered stay near 1.
"""

from __future__ import annotations

from datetime import datetime

import numpy as np
import numpy.typing as npt

from pagestrata.schedule.estimate import Column

SLOTS = 28
SLOT_HOURS = 6.0
WEEK_HOURS = SLOTS * SLOT_HOURS
_EPOCH_HOURS = 72.0  # 1970 began on a Thursday
PRIOR_CHANGES = 1.0  # prior number of expected changes in a slot: the higher, the later the pattern is trusted


def slot_of(hour: float) -> int:
    """The slot of a moment, in hours since Monday 00:00 UTC of any week."""
    return int((hour % WEEK_HOURS) // SLOT_HOURS)


def hour_of(moment: datetime) -> float:
    """A moment in hours since a Monday 00:00 UTC long ago."""
    return moment.timestamp() / 3600 + _EPOCH_HOURS


def real_hours(pattern: Column, start: float, effective: float) -> float:
    """The hours from a start time that this much effective time takes, by the pattern of one page."""
    weeks, left = divmod(effective, WEEK_HOURS)  # the mean of a pattern is 1
    hours = weeks * WEEK_HOURS
    for _ in range(SLOTS + 1):
        rest = SLOT_HOURS - (start + hours) % SLOT_HOURS
        speed = float(pattern[slot_of(start + hours + rest / 2)])
        if left <= speed * rest:
            return hours + left / max(speed, 1e-9)
        left, hours = left - speed * rest, hours + rest
    return hours


def hours_in_slots(start: Column, end: Column) -> Column:
    """How many hours of each slot lie between two moments: one row per pair, one column per slot."""
    return _since_beginning(end) - _since_beginning(start)


def _since_beginning(moment: Column) -> Column:
    weeks, rest = np.divmod(np.asarray(moment, np.float64)[:, None], WEEK_HOURS)
    begin = np.arange(SLOTS) * SLOT_HOURS
    return np.asarray(weeks * SLOT_HOURS + np.clip(rest - begin, 0.0, SLOT_HOURS))


def patterns_of(seen: Column, expected: Column) -> Column:
    """The pattern of each page from the changes seen in each slot and those expected without one; the mean is 1."""
    raw = (seen + PRIOR_CHANGES) / (expected + PRIOR_CHANGES)
    return np.asarray(raw / raw.mean(axis=1, keepdims=True))


def shared_out(patterns: Column, hours: Column, rates: Column, changed: npt.NDArray[np.bool_]) -> tuple[Column, Column]:
    """Return what one visit adds to `seen` and `expected`; `hours`: the hours in each slot since the visit before."""
    likely = patterns * hours
    effective = likely.sum(axis=1)
    x = np.maximum(rates * effective, 1e-12)
    changes = np.where(changed, x / -np.expm1(-x), 0.0)  # as expected where there was at least one
    seen = likely * (changes / np.maximum(effective, 1e-12))[:, None]
    return seen, np.asarray(hours * rates[:, None])
