"""The inverse of the gain in freshness, against SciPy's incomplete gamma function."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammainc, gammaincinv

from pagestrata.schedule.freshness_gain import changes_at_gain


@given(st.lists(st.floats(1e-12, 1 - 1e-12), min_size=1, max_size=50))
def test_it_finds_what_scipy_finds(gains: list[float]) -> None:
    found = changes_at_gain(np.array(gains))
    assert found == pytest.approx(gammaincinv(2.0, gains), rel=1e-10)


@given(st.lists(st.floats(1e-150, 0.999), min_size=1, max_size=50))
def test_the_gain_at_what_it_finds_is_the_one_asked_for(gains: list[float]) -> None:
    assert gammainc(2.0, changes_at_gain(np.array(gains))) == pytest.approx(gains, rel=1e-12)


def test_no_gain_is_no_change() -> None:
    assert changes_at_gain(np.array([0.0])).tolist() == [0.0]
