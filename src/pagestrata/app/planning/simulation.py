"""What other budgets and policies would have caught: a replay of the archive's own history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from pagestrata.errors import NotFoundError
from pagestrata.model.records import Visit, Watch
from pagestrata.schedule.outcomes import TYPICAL_WEIGHT, worth_of
from pagestrata.schedule.policies import Policy
from pagestrata.schedule.replay import ChangeHistory, Learner, Replayed, replay

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

COMPARED: tuple[Policy, ...] = ("urgency", "lambda", "uniform")
FACTORS = (0.25, 0.5, 1.0, 2.0, 4.0)  # budgets to try, relative to the given one


def changes_of(
    archive: Archive, *, since: datetime, until: datetime, watches: Sequence[Watch] | None = None
) -> ChangeHistory:
    """The estimated times at which watched pages (or those in `watches`) changed enough to keep: halfway between two visits."""
    events: list[tuple[float, int, float]] = []
    weights: list[float] = []
    for watch in archive.watches.all() if watches is None else watches:
        found = _changes(list(reversed(archive.visits.of(watch.url))), since, until)
        events += [(hours, len(weights), worth) for hours, worth in found]
        weights.append(float(np.mean([worth for _, worth in found])) if found else TYPICAL_WEIGHT)
    if not events:
        raise NotFoundError(
            "no watched page changed in that time; simulate more days, or let `pagestrata run` visit first"
        )
    return ChangeHistory.of_events(events, weights)


def _changes(visits: Sequence[Visit], since: datetime, until: datetime) -> list[tuple[float, float]]:
    """The hours since the beginning and the worth of each change."""
    found, before = [], None
    for visit in visits:
        if not visit.showed_page or visit.visited_at > until:
            continue
        if before is not None and visit.kept and visit.visited_at > since:
            halfway = max(before + (visit.visited_at - before) / 2, since)
            found.append(((halfway - since).total_seconds() / 3600, worth_of(visit)))
        before = visit.visited_at
    return found


def simulate(archive: Archive, *, days: float, budget_per_hour: float, now: datetime) -> list[Replayed]:
    """Replay the last days under several budgets and policies; the first fifth of the time is for learning."""
    history = changes_of(archive, since=now - timedelta(days=days), until=now)
    return [
        simulate_policy(history, policy, days=days, budget_per_hour=budget_per_hour * factor)
        for policy in COMPARED
        for factor in FACTORS
    ]


def simulate_policy(
    history: ChangeHistory, policy: Policy, *, days: float, budget_per_hour: float, step_hours: float | None = None
) -> Replayed:
    """Replay these days under one budget and policy; longer steps are faster and coarser."""
    hours = 24.0 * days
    return replay(
        history,
        policy,
        budget_per_hour=budget_per_hour,
        hours=hours,
        step_hours=step_hours or min(1.0, hours / 200),
        counted_from=hours / 5,
        learner=Learner(history.pages),
    )
