from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammainc, gammaincinv

from pagestrata.schedule.policies import POLICIES, Policy, changes_at_gain, price_of, priorities, visits_per_hour

ONES = np.ones(5)
PAGES = st.lists(st.tuples(st.floats(1e-4, 5), st.floats(0.01, 1), st.floats(0.1, 5)), min_size=1, max_size=20)


def test_the_optimum_of_cho_and_garcia_molina() -> None:
    found = visits_per_hour("optimum", 5.0, np.arange(1.0, 6.0), ONES, ONES)
    assert found == pytest.approx([1.15, 1.36, 1.35, 1.14, 0.0], abs=0.01)


@pytest.mark.parametrize("policy", POLICIES)
@given(PAGES, st.floats(0.01, 100))
def test_every_policy_keeps_its_budget(policy: Policy, pages: list[tuple[float, float, float]], budget: float) -> None:
    rates, weights, costs = (np.array(column) for column in zip(*pages, strict=True))
    found = visits_per_hour(policy, budget, rates, weights, costs)
    assert (found >= 0).all()
    assert float((found * costs).sum()) <= budget * 1.001


@pytest.mark.parametrize("policy", ["lambda", "urgency", "frequency"])
def test_more_weight_and_less_cost_are_never_visited_less(policy: Policy) -> None:
    rates = np.full(3, 0.2)
    found = visits_per_hour(policy, 3.0, rates, np.array([1.0, 2.0, 1.0]), np.array([1.0, 1.0, 0.5]))
    assert found[1] > found[0]
    assert found[2] > found[0]


@pytest.mark.parametrize("policy", ["uniform", "proportional", "lambda", "urgency", "frequency"])
def test_these_starve_no_page(policy: Policy) -> None:
    rates = np.array([1e-6, 0.1, 50.0])
    assert (visits_per_hour(policy, 0.5, rates, np.full(3, 0.1), np.ones(3)) > 0).all()


@pytest.mark.parametrize("policy", POLICIES)
def test_the_longer_unseen_comes_first(policy: Policy) -> None:
    rates, ones = np.full(2, 0.1), np.ones(2)
    found = priorities(policy, np.array([5.0, 6.0]), rates, ones, ones, ones)
    assert found[1] > found[0]


@pytest.mark.parametrize("policy", POLICIES)
def test_some_pages_lead_to_the_price_of_all(policy: Policy, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    pages = random.lognormal(-4, 2, 900), random.random(900) + 0.01, random.choice([0.2, 1.0], 900)
    whole = price_of(policy, 7.0, *pages)
    monkeypatch.setattr("pagestrata.schedule.policies.MANY_PAGES", 400)
    assert price_of(policy, 7.0, *pages) == pytest.approx(whole, rel=1e-4)


@given(st.lists(st.floats(1e-12, 1 - 1e-12), min_size=1, max_size=50))
def test_it_finds_what_scipy_finds(gains: list[float]) -> None:
    found = changes_at_gain(np.array(gains))
    assert found == pytest.approx(gammaincinv(2.0, gains), rel=1e-10)


@given(st.lists(st.floats(1e-150, 0.999), min_size=1, max_size=50))
def test_the_gain_at_what_it_finds_is_the_one_asked_for(gains: list[float]) -> None:
    assert gammainc(2.0, changes_at_gain(np.array(gains))) == pytest.approx(gains, rel=1e-12)


def test_no_gain_is_no_change() -> None:
    assert changes_at_gain(np.array([0.0])).tolist() == [0.0]
