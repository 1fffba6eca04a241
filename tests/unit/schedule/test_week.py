from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.schedule.week import (
    SLOTS,
    WEEK_HOURS,
    hour_of,
    hours_in_slots,
    patterns_of,
    real_hours,
    shared_out,
    slot_of,
)


@given(st.floats(0, 1e5), st.floats(0, 1000))
def test_hours_in_slots_add_up(start: float, length: float) -> None:
    found = hours_in_slots(np.array([start]), np.array([start + length]))
    assert found.shape == (1, SLOTS)
    assert (found >= -1e-6).all()
    assert float(found.sum()) == pytest.approx(length, abs=1e-6)


def test_slots_of_six_hours() -> None:
    assert (slot_of(0.0), slot_of(5.9), slot_of(6.0), slot_of(WEEK_HOURS), slot_of(-0.1)) == (0, 0, 1, 0, 27)


@given(st.lists(st.floats(0, 100), min_size=SLOTS, max_size=SLOTS))
def test_a_pattern_has_a_mean_of_one(seen: list[float]) -> None:
    found = patterns_of(np.array([seen]), np.ones((1, SLOTS)))
    assert float(found.mean()) == pytest.approx(1.0)
    assert (found > 0).all()


def test_changes_by_day_make_a_pattern_by_day() -> None:
    seen, expected, patterns = np.zeros((1, SLOTS)), np.zeros((1, SLOTS)), np.ones((1, SLOTS))
    for visit in range(400):
        hours = hours_in_slots(np.array([visit * 6.0]), np.array([visit * 6.0 + 6.0]))
        changed = np.array([visit % 4 == 2])
        more, usual = shared_out(patterns, hours, np.array([0.05]), changed)
        seen, expected = seen + more, expected + usual
        patterns = patterns_of(seen, expected)
    assert patterns[0, 2] > 2 * patterns[0, 0]


def test_hours_are_counted_from_a_monday() -> None:
    assert slot_of(hour_of(datetime(2026, 5, 4, 5, 59, tzinfo=UTC))) == 0
    assert slot_of(hour_of(datetime(2026, 5, 4, 6, tzinfo=UTC))) == 1
    assert slot_of(hour_of(datetime(2026, 5, 10, 23, tzinfo=UTC))) == 27


@given(st.lists(st.floats(0.01, 50), min_size=SLOTS, max_size=SLOTS), st.floats(0, 1e6), st.floats(0.001, 2000))
def test_real_hours_hold_so_much_effective_time(seen: list[float], start: float, effective: float) -> None:
    pattern = patterns_of(np.array([seen]), np.ones((1, SLOTS)))[0]
    hours = real_hours(pattern, start, effective)
    found = float((pattern * hours_in_slots(np.array([start]), np.array([start + hours]))).sum())
    assert found == pytest.approx(effective, rel=1e-6, abs=1e-4)
    assert real_hours(np.ones(SLOTS), start, effective) == pytest.approx(effective, rel=1e-6, abs=1e-6)
