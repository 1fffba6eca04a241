"""How a budget is divided among pages: visits per hour for each, and which is next.

| policy | visits per hour |
|---|---|
| uniform | the same for every page; better than proportional whatever the rates (Cho and Garcia-Molina 2003) |
| proportional | as often as it changes, relatively |
| optimum | Cho and Garcia-Molina's: the most pages fresh; gives up pages that change too often |
| lambda | LambdaCrawl (Kolobov et al. 2019), which gives up none |
| frequency | paper 1's first crawler: a period for each page, from its rate and the importance of its changes |
| event | paper 1's second crawler: next is the page whose visit is expected to find most |
| urgency | the default: next is the page whose staleness has cost most; see `urgency` |

Each considers the cost of a visit: of two otherwise equal pages, the cheaper one is visited more often.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from pagestrata.schedule.estimate import Column
from pagestrata.schedule.urgency import expected_loss, periods_at, price_for, stale_hours, threshold_for

Policy = Literal["uniform", "proportional", "optimum", "lambda", "frequency", "event", "urgency"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
MANY_PAGES = 50_000


def visits_per_hour(policy: Policy, budget_per_hour: float, rates: Column, weights: Column, costs: Column) -> Column:
    """Visits per hour of each page within a budget for all visits together."""
    price = price_of(policy, budget_per_hour, rates, weights, costs)
    return visits_at(policy, price, rates, weights, costs)


def price_of(policy: Policy, budget_per_hour: float, rates: Column, weights: Column, costs: Column) -> float:
    """The price that exhausts a budget: given it, the visits to a page depend on that page alone."""
    near = None
    if len(rates) > MANY_PAGES:  # a sample gives a close start quickly
        step = len(rates) // (MANY_PAGES // 4)
        some = rates[::step], weights[::step], costs[::step]
        near = price_of(policy, budget_per_hour * len(some[0]) / len(rates), *some)
    if policy in {"urgency", "event"}:
        return threshold_for(budget_per_hour, rates, weights, costs, near=near)
    return price_for(
        budget_per_hour, lambda price: float(np.sum(costs * visits_at(policy, price, rates, weights, costs))), near=near
    )


def visits_at(policy: Policy, price: float, rates: Column, weights: Column, costs: Column) -> Column:
    """Visits per hour of each page at this price; fewer, the higher it is."""
    if policy in {"urgency", "event"}:
        return np.asarray(1 / np.maximum(periods_at(price, rates, weights, costs), 1e-12))
    if policy == "optimum":
        return _optimum(price, rates, weights, costs)
    if policy == "lambda":
        return _lambda_crawl(price, rates, weights, costs)
    if policy == "uniform":
        return np.full(len(rates), 1 / price)
    return np.asarray((rates if policy == "proportional" else rates * weights / costs) / price)


def _optimum(multiplier: float, rates: Column, weights: Column, costs: Column) -> Column:
    """Where one more visit brings as much freshness per cost everywhere: 1 - (1 + r) e^(-r) = multiplier cost L / w."""
    gain = multiplier * costs * rates / np.maximum(weights, 1e-12)
    changes_between = changes_at_gain(np.minimum(gain, 1.0 - 1e-12))
    return np.where(gain < 1.0 - 1e-12, rates / np.maximum(changes_between, 1e-300), 0.0)


def _lambda_crawl(multiplier: float, rates: Column, weights: Column, costs: Column) -> Column:
    return np.asarray((-rates + np.sqrt(rates**2 + 4 * weights * rates / (multiplier * costs))) / 2)


def priorities(
    policy: Policy, hours_since: Column, rates: Column, weights: Column, costs: Column, frequencies: Column
) -> Column:
    """The priority of each page; the highest is next. `frequencies` are those of the last plan."""
    if policy == "urgency":
        return weights * stale_hours(rates, hours_since) / costs
    if policy == "event":
        return weights * expected_loss(rates, hours_since) / costs
    return hours_since * frequencies


_STEPS = 60
_CLOSE = 4e-15
_FEW_CHANGES = 0.5
_TERMS = 16


def changes_at_gain(gain: Column) -> Column:
    """Return the number of changes between visits at which the gain in freshness is `gain`, from 0 to less than 1.

    It is the inverse of 1 - (1 + r) e^(-r), the gain at r changes between two visits (Cho and Garcia-Molina 2003): the
    regularized incomplete gamma function P(2, r). Newton's method from a start on the right side of the solution; for few
    changes the function is summed as a series, because 1 and (1 + r) e^(-r) are nearly the same there.
    """
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
