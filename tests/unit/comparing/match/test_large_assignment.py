"""The assignment on a dense matrix chooses what SciPy's chooses, also where several are best."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from pagestrata.comparing.match.large_assignment import largest_total

SIDES = st.integers(1, 24)


@given(st.data(), SIDES, SIDES, st.sampled_from([2, 5, 1_000_000]))
def test_it_chooses_what_scipy_chooses(data: st.DataObject, rows: int, columns: int, distinct: int) -> None:
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    scores = random.integers(0, distinct, (rows, columns)) / distinct
    expected = zip(*(side.tolist() for side in linear_sum_assignment(scores, maximize=True)), strict=True)
    assert largest_total(scores) == list(expected)


@pytest.mark.parametrize(("rows", "columns"), [(200, 200), (200, 150), (60, 200)])
def test_large_components_with_mostly_empty_cells(rows: int, columns: int) -> None:
    random = np.random.default_rng(rows + columns)
    scores = np.where(random.random((rows, columns)) < 0.1, random.random((rows, columns)).round(2), 0.0)
    expected = zip(*(side.tolist() for side in linear_sum_assignment(scores, maximize=True)), strict=True)
    assert largest_total(scores) == list(expected)


def test_equal_scores_give_the_diagonal() -> None:
    assert largest_total(np.ones((3, 4))) == [(0, 0), (1, 1), (2, 2)]
