"""Statistics of one page's visits, stored with its next visit: how often it changes, and the worth of a change.

Only changes worth a version count: others are no reason to return. A fault, or a visit that was not made (robots.txt, no
browser), says nothing about the page; failures in a row are counted, so that retries can wait longer and longer.

The hours of the week in which a page changes (`week`), once it has changed a few times, and the rates of its blocks
(`block_rates`) are learned, too. `rate` and `weight` of a page are those by its blocks; `own` has those of the whole page, where
they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from pagestrata.model.due import Due
from pagestrata.model.records import Visit
from pagestrata.schedule import block_rates
from pagestrata.schedule.block_rates import BLOCKS, BlockRate
from pagestrata.schedule.estimate import PRIOR_CHANGES, REMEMBERED_GAPS, Column, most_likely_rates
from pagestrata.schedule.week import SLOTS, hour_of, hours_in_slots, patterns_of, shared_out

TYPICAL_GAP_HOURS = 24.0
TYPICAL_WEIGHT = 0.3
TYPICAL_COST_SECONDS = 5.0
TYPICAL_BYTES = 1_000_000.0
COST_MEMORY = 0.3
"""Weight of the last visit in the expected cost of the next: pages change between cheap stages and the browser."""


CHANGES_BEFORE_PATTERN = 8  # fewer changes of a page may show a pattern by chance
WEEK = "week"
"""Among the facts of a page: the changes seen in each slot of the week, and those expected without a pattern."""
OWN = "own"  # among the facts of a page: its rate and weight as a whole, if blocks are known
SIGNALLED = "signalled_at"
"""Among the facts of a page: since when a feed or sitemap says that it has changed."""


def new_page(watch_id: str, host: str, *, now: datetime, history: Iterable[Visit] = ()) -> Due:
    """A page that enters the schedule, due at once, with the statistics of earlier visits (oldest first)."""
    due = Due(
        watch_id=watch_id,
        host=host,
        due_at=now,
        rate=float(np.log(2) / TYPICAL_GAP_HOURS),
        weight=TYPICAL_WEIGHT,
        cost=TYPICAL_COST_SECONDS,
    )
    before: Visit | None = None
    for visit in history:
        due = after_visit(due, visit, named=block_rates.differing_blocks(before, visit))
        before = visit if visit.block_ids else before
    return due


def after_visit(due: Due, visit: Visit, *, named: Mapping[str, str] | None = None) -> Due:
    """The statistics of a page after one more visit, without its next due time.

    `named` are the changed blocks and their kinds, if the visit itself no longer knows them.
    """
    if not visit.showed_page:
        return replace(due, facts={**due.facts, "failures": failures_of(due) + 1})
    seconds = sum(visit.seconds.values())
    cost = due.cost + COST_MEMORY * (seconds - due.cost) if seconds else due.cost
    facts = {name: value for name, value in due.facts.items() if name != SIGNALLED} | {"failures": 0}
    if visit.received_bytes:
        facts["bytes"] = round(bytes_of(due) + COST_MEMORY * (visit.received_bytes - bytes_of(due)))
    hours = (visit.visited_at - due.last_at).total_seconds() / 3600 if due.last_at is not None else 0.0
    if hours <= 0:  # the first visit, or a clock that was put back
        return replace(due, last_at=visit.visited_at, cost=cost, facts=facts)
    hours, week = _effective(due, visit, hours)
    gaps = [round(hours if visit.kept else -hours, 4), *due.facts.get("gaps", ())][:REMEMBERED_GAPS]
    changes = due.facts.get("changes", 0) + visit.kept
    worth = due.facts.get("worth", 0.0) + (worth_of(visit) if visit.kept else 0.0)
    rate = float(most_likely_rates(np.array([gaps]), typical_gap_hours=TYPICAL_GAP_HOURS)[0])
    weight = (worth + PRIOR_CHANGES * TYPICAL_WEIGHT) / (changes + PRIOR_CHANGES)
    blocks = block_rates.after_visit(
        due.facts.get(BLOCKS, {}),
        visit,
        named or block_rates.named_blocks(visit),
        worth=worth_of(visit),
        visits=REMEMBERED_GAPS,
    )
    facts |= {**week, "gaps": gaps, "changes": changes, "worth": round(worth, 4)}
    facts = {name: value for name, value in facts.items() if name not in {BLOCKS, OWN}}
    facts |= {BLOCKS: blocks, OWN: [rate, weight]} if blocks else {}
    if blocks:
        rate, weight = block_rates.together(blocks, gaps, rate=rate, weight=weight, typical_gap_hours=TYPICAL_GAP_HOURS)
    return replace(due, last_at=visit.visited_at, rate=rate, weight=weight, cost=max(cost, 0.01), facts=facts)


def own_rate(due: Due) -> float:
    """Changes worth keeping per hour anywhere on a page."""
    return float(due.facts.get(OWN, (due.rate,))[0])


def own_weight(due: Due) -> float:
    """The worth of a change anywhere on a page."""
    return float(due.facts.get(OWN, (0.0, due.weight))[1])


def rates_of_blocks(due: Due) -> list[BlockRate]:
    """How often the blocks of a page change, most important first; empty if nothing is known."""
    return block_rates.rates_of(
        due.facts.get(BLOCKS, {}), due.facts.get("gaps", ()), typical_gap_hours=TYPICAL_GAP_HOURS
    )


def _effective(due: Due, visit: Visit, hours: float) -> tuple[float, dict[str, Any]]:
    """The effective hours since the last visit by the page's pattern, and the updated pattern."""
    if due.last_at is None or due.facts.get("changes", 0) < CHANGES_BEFORE_PATTERN:
        return hours, {}
    start, end = np.array([hour_of(due.last_at)]), np.array([hour_of(visit.visited_at)])
    in_slots, pattern = hours_in_slots(start, end), week_pattern(due)[None, :]
    seen, expected = shared_out(pattern, in_slots, np.array([own_rate(due)]), np.array([visit.kept]))
    known = np.array(due.facts.get(WEEK) or np.zeros((2, SLOTS))) + np.concatenate([seen, expected])
    return float((pattern * in_slots).sum()), {WEEK: np.round(known, 3).tolist()}


def week_pattern(due: Due) -> Column:
    """The relative frequency of changes of a page in each slot of the week."""
    known = due.facts.get(WEEK)
    return patterns_of(*np.array(known)[:, None, :])[0] if known is not None else np.ones(SLOTS)


def bytes_of(due: Due) -> float:
    """The expected bytes received by a visit to a page."""
    return float(due.facts.get("bytes", TYPICAL_BYTES))


def worth_of(visit: Visit) -> float:
    """The worth of a kept change: its probability, or E for old visits without one."""
    worth = visit.probability if visit.probability is not None else visit.importance
    return TYPICAL_WEIGHT if worth is None else max(worth, 0.01)


def signalled(due: Due, *, at: datetime) -> Due:
    """A page that a feed or sitemap reports as changed: due at once, until it has been seen."""
    return replace(due, due_at=min(due.due_at, at), facts={SIGNALLED: at.timestamp(), **due.facts})


def signalled_at(due: Due) -> datetime | None:
    """Since when a feed or sitemap reports that a page has changed, or None."""
    found = due.facts.get(SIGNALLED)
    return datetime.fromtimestamp(found, UTC) if found is not None else None


def failures_of(due: Due) -> int:
    """The number of failed visits in a row."""
    return int(due.facts.get("failures", 0))
