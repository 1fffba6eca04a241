"""What one page's visits showed, kept beside its next visit: enough to say how often it changes, and what that is worth.

A change is one that was worth a version: what nobody would keep is no reason to come back. A fault, or a visit that was
not made (robots.txt, no browser), says nothing of the page; how many came in a row is counted, so that retries can wait
ever longer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from pagestrata.model.due import Due
from pagestrata.model.records import Visit
from pagestrata.schedule.estimate import most_likely_rates
from pagestrata.schedule.learner import PRIOR_CHANGES, REMEMBERED_GAPS

TYPICAL_GAP_HOURS = 24.0
TYPICAL_WEIGHT = 0.3
TYPICAL_COST_SECONDS = 5.0
COST_MEMORY = 0.3
"""How much the last visit says of what the next one costs: a page may change from cheap stages to the browser and back."""


SIGNALLED = "signalled_at"
"""Among the facts of a page: since when something else, a feed of it, says that it has changed."""


def new_page(watch_id: str, host: str, *, now: datetime, history: Iterable[Visit] = ()) -> Due:
    """A page that enters the schedule, due at once, with what earlier visits showed (the oldest first)."""
    due = Due(
        watch_id=watch_id,
        host=host,
        due_at=now,
        rate=float(np.log(2) / TYPICAL_GAP_HOURS),
        weight=TYPICAL_WEIGHT,
        cost=TYPICAL_COST_SECONDS,
    )
    for visit in history:
        due = _noted(due, visit)
    return _rated(due)


def after_visit(due: Due, visit: Visit) -> Due:
    """What is known of a page after one more visit; when it is due next is said elsewhere."""
    return _rated(_noted(due, visit))


def _noted(due: Due, visit: Visit) -> Due:
    """The same but for the rate, which is worked out once from all visits."""
    if not visit.showed_page:
        return replace(due, facts={**due.facts, "failures": failures_of(due) + 1})
    seconds = sum(visit.seconds.values())
    cost = due.cost + COST_MEMORY * (seconds - due.cost) if seconds else due.cost
    facts = {name: value for name, value in due.facts.items() if name != SIGNALLED} | {"failures": 0}
    hours = (visit.visited_at - due.last_at).total_seconds() / 3600 if due.last_at is not None else 0.0
    if hours <= 0:  # the first visit, or a clock that was put back
        return replace(due, last_at=visit.visited_at, cost=cost, facts=facts)
    gaps = [round(hours if visit.kept else -hours, 4), *due.facts.get("gaps", ())][:REMEMBERED_GAPS]
    changes = due.facts.get("changes", 0) + visit.kept
    worth = due.facts.get("worth", 0.0) + (worth_of(visit) if visit.kept else 0.0)
    return replace(
        due,
        last_at=visit.visited_at,
        weight=(worth + PRIOR_CHANGES * TYPICAL_WEIGHT) / (changes + PRIOR_CHANGES),
        cost=max(cost, 0.01),
        facts={**facts, "gaps": gaps, "changes": changes, "worth": round(worth, 4)},
    )


def _rated(due: Due) -> Due:
    """With how often the page changes, as far as its visits say."""
    gaps = due.facts.get("gaps")
    if not gaps:
        return due
    return replace(due, rate=float(most_likely_rates(np.array([gaps]), typical_gap_hours=TYPICAL_GAP_HOURS)[0]))


def worth_of(visit: Visit) -> float:
    """What a kept change was worth: how surely a person would keep it, or E where a visit from before has only that."""
    said = visit.probability if visit.probability is not None else visit.importance
    return TYPICAL_WEIGHT if said is None else max(said, 0.01)


def signalled(due: Due, *, at: datetime) -> Due:
    """A page of which something else says that it has changed: due at once. It stays due until it has been seen."""
    return replace(due, due_at=min(due.due_at, at), facts={SIGNALLED: at.timestamp(), **due.facts})


def signalled_at(due: Due) -> datetime | None:
    """Since when something else says that a page has changed; None: nothing does."""
    found = due.facts.get(SIGNALLED)
    return datetime.fromtimestamp(found, UTC) if found is not None else None


def failures_of(due: Due) -> int:
    """Visits in a row that did not see the page."""
    return int(due.facts.get("failures", 0))
