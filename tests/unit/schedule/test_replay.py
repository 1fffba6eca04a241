from __future__ import annotations

import numpy as np
import pytest

from pagestrata.schedule.policies import POLICIES, Policy
from pagestrata.schedule.replay import ChangeHistory, Learner, Replayed, replay


def test_pages_that_change_more_often_get_higher_rates_and_others_stay() -> None:
    known = Learner(3, typical_gap_hours=24.0)
    before = known.rates.copy()
    for hour in range(1, 20):
        rows = np.array([0, 1])
        known.visited(rows, 10.0 * hour, np.array([True, False]), np.array([0.9, 0.0]))
    assert known.rates[0] > before[0] > known.rates[1]
    assert known.rates[2] == before[2]
    assert known.weights[0] > 0.7
    assert known.weights[1] == pytest.approx(0.3)
    assert known.last_visit.tolist() == [190.0, 190.0, 0.0]


def test_patterns_can_be_done_without() -> None:
    known = Learner(2, has_patterns=False)
    known.visited(np.array([1]), 5.0, np.array([True]), np.array([0.5]))
    assert known.patterns.shape[0] == 0
    assert known.gaps[1, 0] == 5.0


def history(pages: int = 60, hours: float = 400.0) -> ChangeHistory:
    random = np.random.default_rng(3)
    rates = np.where(np.arange(pages) % 10 == 0, 0.5, 0.01)
    owner = np.repeat(np.arange(pages), random.poisson(rates * hours))
    moments = random.uniform(0, hours, len(owner))
    order = np.argsort(moments)
    return ChangeHistory(
        pages=pages,
        hours=moments[order],
        page=owner[order],
        importance=np.full(len(owner), 0.5),
        weights=np.full(pages, 0.5),
        costs=np.ones(pages),
    )


def run(policy: Policy, budget: float = 3.0) -> Replayed:
    return replay(history(), policy, budget_per_hour=budget, hours=400.0, counted_from=50.0)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_budget_is_never_exceeded_and_nearly_spent(policy: Policy) -> None:
    found = run(policy)
    assert 1190 <= found.visits <= 1200
    assert 0 <= found.outdated <= found.staleness
    assert 0 < found.caught <= 1


def test_the_default_leaves_less_stale_than_uniform_and_more_budget_less_still() -> None:
    assert run("urgency").staleness < run("uniform").staleness
    assert run("urgency", 6.0).staleness < run("urgency").staleness
    assert run("urgency", 6.0).caught > run("urgency").caught


def test_a_replay_is_the_same_each_time() -> None:
    assert run("urgency") == run("urgency")


def test_what_changed_before_the_time_that_counts_is_not_caught_in_it() -> None:
    history = ChangeHistory.of_events([(0.5, 0, 1.0), (5.5, 1, 1.0)], [1.0, 1.0])
    found = replay(history, "uniform", budget_per_hour=0.25, hours=12.0, counted_from=1.0)
    assert found.caught == 1.0
