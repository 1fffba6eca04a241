"""Policies on equal budgets: importance-weighted staleness on real histories and on simulated pages, rates learned.

    python -m benchmarks.quality schedule
    python -m benchmarks.quality.schedule [PAGES [SEED]]

Real histories: the version times of the 24 sites, each repeated until the replay ends, since they span a day or twenty
years; a change is worth 1 where two people called the versions dissimilar, 0.05 where similar, 0.5 where nobody did.
Simulated pages: Poisson, periodic, bursty and by the week, a quarter each. What is assumed of new pages was chosen on pages
of the first seed; nothing was chosen on those of `UNSEEN_SEED`. The floors are for 20,000 pages, which take minutes; the
tables of the docs are for 100,000.
"""

from __future__ import annotations

import json
import sys
import time
from datetime import datetime

import numpy as np

from benchmarks.pages import require_data, sequence_index
from pagestrata.schedule.estimate import Column, bias_reduced_rates, most_likely_rates, naive_rates
from pagestrata.schedule.policies import POLICIES
from pagestrata.schedule.replay import ChangeHistory, Learner, Replayed, Rows, replay

REAL_HOURS, REAL_BUDGET = 24.0 * 365, 1.0
SIMULATED_PAGES, SIMULATED_HOURS = 20_000, 24.0 * 28
UNSEEN_SEED = 20261116
WORTH = {"dissimilar": 1.0, "similar": 0.05}


def measure() -> dict[str, float]:
    """How many times less stale the default is than each other policy, and how near it comes to knowing the rates."""
    figures: dict[str, float] = {}
    runs = {
        "real": real(),
        "simulated": simulated(SIMULATED_PAGES),
        "another seed": simulated(SIMULATED_PAGES, UNSEEN_SEED),
    }
    for name, found in runs.items():
        ours = found["urgency"].staleness
        figures[f"{name}: times less stale than uniform"] = found["uniform"].staleness / ours
        others = [found[policy].staleness for policy in POLICIES if policy != "urgency"]
        figures[f"{name}: times less stale than the best other"] = min(others) / ours
        figures[f"{name}: staleness of known rates, relative"] = found["known"].staleness / ours
    figures |= estimators()
    return figures


def real(budget: float = REAL_BUDGET) -> dict[str, Replayed]:
    """Every policy on the real histories."""
    return _all_policies(real_histories(), budget=budget, hours=REAL_HOURS, counted_from=24.0 * 30)


def simulated(pages: int, seed: int = 1) -> dict[str, Replayed]:
    """Every policy on simulated pages."""
    return _all_policies(made_histories(pages, seed), budget=pages / 50, hours=SIMULATED_HOURS, counted_from=24.0 * 7)


def _all_policies(history: ChangeHistory, *, budget: float, hours: float, counted_from: float) -> dict[str, Replayed]:
    found = {}
    true_rates = np.maximum(np.bincount(history.page, minlength=history.pages) / hours, 1e-7)
    for policy in (*POLICIES, "known"):
        begin = time.process_time()
        found[policy] = replay(
            history,
            "urgency" if policy == "known" else policy,
            budget_per_hour=budget,
            hours=hours,
            counted_from=counted_from,
            known_rates=true_rates if policy == "known" else None,
            learner=Learner(history.pages, typical_gap_hours=max(6.0, history.pages / budget / 2)),
        )
        result = found[policy]
        print(
            f"  {policy:14} staleness {result.staleness:.4f}  outdated {result.outdated:.4f}  caught {result.caught:.3f}"
            f"  {result.visits} visits  ({time.process_time() - begin:.0f} s of processor time)",
            flush=True,
        )
    return found


def real_histories() -> ChangeHistory:
    """The changes of the 24 sites over a year, each history repeated."""
    labels = {
        (pair["site"], pair["new"]): pair["label"] for pair in json.loads((require_data() / "pairs.json").read_text())
    }
    events: list[tuple[float, int, float]] = []
    weights = []
    for number, (site, entry) in enumerate(sequence_index().items()):
        times = [datetime.fromisoformat(version["time"]).timestamp() / 3600 for version in entry["versions"]]
        gaps = np.maximum(np.diff(times), 1 / 60)
        worth = [WORTH.get(labels.get((site, version["time"]), ""), 0.5) for version in entry["versions"][1:]]
        starts = np.random.default_rng(number).uniform(0, gaps.sum())  # in mid-history, not all at their first version
        moments = np.cumsum(np.tile(gaps, int(REAL_HOURS / gaps.sum()) + 3)) - starts
        events += [
            (float(moment), number, worth[place % len(gaps)])
            for place, moment in enumerate(moments)
            if 0 < moment <= REAL_HOURS
        ]
        weights.append(float(np.mean(worth)))
    return ChangeHistory.of_events(events, weights)


def made_histories(pages: int, seed: int = 1) -> ChangeHistory:
    """Pages of four kinds with rates over four orders of magnitude, some of them cheap to visit."""
    random = np.random.default_rng(seed)
    rates = np.clip(random.lognormal(np.log(1 / 60), 1.6, pages), 1 / 5000, 2.0)
    weights = random.beta(0.7, 2.0, pages) + 0.005
    kind = random.integers(0, 4, pages)
    moments, owner = _poisson(random, rates, kind == 0)
    for more in (
        _periodic(random, rates, kind == 1),
        _bursty(random, rates, kind == 2),
        _weekly(random, rates, kind == 3),
    ):
        moments, owner = np.concatenate([moments, more[0]]), np.concatenate([owner, more[1]])
    order = np.argsort(moments, kind="stable")
    owner = owner[order]
    importance = np.clip(weights[owner] * random.uniform(0.2, 1.8, len(owner)), 0.0, 1.0)
    costs = np.where(random.random(pages) < 0.5, 0.2, 1.0)
    return ChangeHistory(
        pages=pages, hours=moments[order], page=owner, importance=importance, weights=weights, costs=costs
    )


def _poisson(random: np.random.Generator, rates: Column, which: np.ndarray) -> tuple[Column, Rows]:
    rows = np.flatnonzero(which)
    owner = np.repeat(rows, random.poisson(rates[rows] * SIMULATED_HOURS))
    return random.uniform(0, SIMULATED_HOURS, len(owner)), owner


def _periodic(random: np.random.Generator, rates: Column, which: np.ndarray) -> tuple[Column, Rows]:
    rows = np.flatnonzero(which)
    counts = np.ceil(rates[rows] * SIMULATED_HOURS).astype(int) + 1
    owner = np.repeat(rows, counts)
    place = np.concatenate([np.arange(count) for count in counts])
    moments = (place + np.repeat(random.random(len(rows)), counts)) / rates[owner]
    inside = moments < SIMULATED_HOURS
    return moments[inside], owner[inside]


def _bursty(random: np.random.Generator, rates: Column, which: np.ndarray) -> tuple[Column, Rows]:
    """Four changes within a few hours, then nothing for long."""
    starts, owner = _poisson(random, rates / 4, which)
    moments = (starts[:, None] + np.cumsum(random.exponential(1.0, (len(starts), 4)), axis=1)).ravel()
    owner = np.repeat(owner, 4)
    inside = moments < SIMULATED_HOURS
    return moments[inside], owner[inside]


def _weekly(random: np.random.Generator, rates: Column, which: np.ndarray) -> tuple[Column, Rows]:
    """On workdays between eight and eighteen."""
    moments, owner = _poisson(random, rates, which)
    hour = random.uniform(8, 18, len(moments))
    day = random.integers(0, 5, len(moments))
    return moments // 168 * 168 + day * 24 + hour, owner


def estimators() -> dict[str, float]:
    """Error of the estimators: mean of |ln(estimate / truth)| over pages that change 0.02 to 20 times between visits."""
    random = np.random.default_rng(2)
    rates = np.exp(random.uniform(np.log(0.02), np.log(20.0), 20_000))
    visits = 16
    fixed = random.random((len(rates), visits)) < 1 - np.exp(-rates)[:, None]
    gaps = random.lognormal(-0.5, 1.0, (len(rates), visits))
    irregular = random.random(gaps.shape) < 1 - np.exp(-rates[:, None] * gaps)
    changed = fixed.sum(axis=1).astype(float)
    counts = np.full(len(rates), float(visits))
    found = {
        "naive": naive_rates(counts, changed, 1.0),
        "bias-reduced": bias_reduced_rates(counts, changed, 1.0),
        "most likely": most_likely_rates(np.where(fixed, 1.0, -1.0), typical_gap_hours=1.0),
        "naive, irregular": naive_rates(counts, irregular.sum(axis=1).astype(float), gaps.mean(axis=1)),
        "most likely, irregular": most_likely_rates(np.where(irregular, gaps, -gaps), typical_gap_hours=1.0),
    }
    errors = {}
    for name, estimate in found.items():
        logs = np.log(np.maximum(estimate, 0.02) / rates)
        errors[name] = float(np.mean(np.abs(logs)))
        print(f"  {name:24} bias {np.mean(logs):+.3f}  error {errors[name]:.3f}")
    return {
        "estimator: naive error over ours, fixed": errors["naive"] / errors["bias-reduced"],
        "estimator: naive error over ours, irregular": errors["naive, irregular"] / errors["most likely, irregular"],
    }


if __name__ == "__main__":
    if len(sys.argv) < 2:
        estimators()
        real()
    simulated(*map(int, sys.argv[1:3] or [SIMULATED_PAGES]))
