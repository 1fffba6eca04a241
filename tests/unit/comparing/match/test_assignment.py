"""The best one-to-one assignment: optimal where that is cheap, greedy where it is not."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from pagestrata.comparing.match.assignment import LARGEST_OPTIMAL, assign, cheapest, largest_total

SCORES = st.sampled_from([0.1, 0.25, 0.5, 0.75, 1.0])


def test_no_candidates_give_no_pairs():
    assert assign([]) == []


def test_the_total_counts_not_the_best_single_pair():
    candidates = [(0.9, 0, 0), (0.8, 0, 1), (0.8, 1, 0)]
    assert sorted(assign(candidates)) == [(0.8, 0, 1), (0.8, 1, 0)]


def test_of_several_for_one_the_best_is_taken_and_the_first_of_equals():
    assert assign([(0.6, 3, 1), (0.9, 3, 2), (0.9, 3, 7)]) == [(0.9, 3, 2)]
    assert assign([(0.9, 5, 4), (0.9, 2, 4)]) == [(0.9, 2, 4)]


def test_an_old_and_a_new_block_of_the_same_number_are_not_taken_for_one():
    """Numbers of the two sides meet in one union-find: 0 old, 0 new and 1 old must stay three members."""
    assert sorted(assign([(0.7, 0, 1), (0.6, 1, 0), (0.5, 2, 2)])) == [(0.5, 2, 2), (0.6, 1, 0), (0.7, 0, 1)]


def test_what_was_no_candidate_is_never_paired():
    """Old 0 and 1 both want new 0 and only old 1 has another choice; the empty cells of the matrix are no pairs."""
    chosen = assign([(0.9, 0, 0), (0.9, 1, 0), (0.9, 2, 0), (0.1, 2, 1)])
    assert {pair[1:] for pair in chosen} <= {(0, 0), (1, 0), (2, 0), (2, 1)}
    assert sum(score for score, _, _ in chosen) == 1.0


def test_a_component_too_large_for_the_optimum_is_assigned_greedily():
    count = LARGEST_OPTIMAL + 1
    chain = [(0.9, n, n) for n in range(count)] + [(0.5, n, n + 1) for n in range(count - 1)]
    assert sorted(assign(chain), key=lambda scored: scored[1]) == [(0.9, n, n) for n in range(count)]


@given(st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), SCORES, max_size=10))
@settings(max_examples=40, deadline=None)
def test_the_total_is_the_largest_possible(scores):
    chosen = assign([(score, old, new) for (old, new), score in scores.items()])
    olds, news = [old for _, old, _ in chosen], [new for _, _, new in chosen]
    assert len(set(olds)) == len(olds)
    assert len(set(news)) == len(news)
    assert all(scores[old, new] == score for score, old, new in chosen)
    best = max(sum(scores.get((old, new), 0.0) for old, new in enumerate(order)) for order in permutations(range(4)))
    assert abs(sum(score for score, _, _ in chosen) - best) < 1e-9


@given(
    st.integers(1, 5).flatmap(
        lambda rows: st.integers(rows, 6).flatmap(
            lambda width: st.lists(
                st.lists(st.integers(-20, 20), min_size=width, max_size=width), min_size=rows, max_size=rows
            )
        )
    )
)
@settings(max_examples=60, deadline=None)
def test_the_cheapest_columns_are_as_cheap_as_the_best_of_all(costs):
    columns = cheapest([[float(cost) for cost in row] for row in costs])
    assert len(set(columns)) == len(columns) == len(costs)
    total = sum(row[column] for row, column in zip(costs, columns, strict=True))
    assert total == min(
        sum(row[column] for row, column in zip(costs, chosen, strict=True))
        for chosen in permutations(range(len(costs[0])), len(costs))
    )


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
