"""All pages of a schedule as columns, so that a plan of a million of them takes seconds.

Pages with something special to them (faults in a row, a signal, a pattern of the week, a window, a pause) are few; `special`
names their rows, which are worked out one by one by whoever plans.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from pagestrata.model.due import Due
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.schedule.estimate import Column
from pagestrata.schedule.outcomes import SIGNALLED, TYPICAL_BYTES, WEEK
from pagestrata.schedule.policies import Policy, price_of, visits_at

Moments = npt.NDArray[np.int64]
NEVER_VISITED = -1
LEAST_SHARE = 0.05
"""Of the budget: for pages without an interval, however much those with one take."""
SHORTEST_SECONDS = 3
"""Between two visits: an interval of a list that somebody imported may be 0."""
NOT_MOVED = 0.01
"""Of its period: by less, a page without an interval is not moved. Every plan has a slightly different price."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class DueColumns:
    """Rows are pages; moments are microseconds since 1970, `last_at` -1 where a page was never visited."""

    names: Sequence[str]
    settings: Sequence[WatchSettings]
    facts: Sequence[str | None]
    due_at: Moments
    last_at: Moments
    rates: Column
    weights: Column
    costs: Column
    intervals: Column  # seconds; nan: as often as the page deserves
    is_paused: npt.NDArray[np.bool_]
    special: Moments  # rows

    @classmethod
    def of_rows(
        cls,
        rows: Sequence[tuple[str, int, int | None, float, float, float, str | None]],
        known: Mapping[str, WatchSettings],
    ) -> Self:
        """From the numbers of the pages, and what was asked for about each."""
        names, due_at, last_at, rates, weights, costs, facts = zip(*rows, strict=True) if rows else ((),) * 7
        settings = [known[name] for name in names]
        ids = list(map(id, settings))  # watches that ask for the same share their settings
        kinds = dict(zip(ids, settings, strict=True))
        places = {key: place for place, key in enumerate(kinds)}
        code = np.fromiter(map(places.__getitem__, ids), np.int64, len(ids))
        said = _said(list(kinds.values()))
        is_special = said["special"][code].astype(bool)
        is_special[[row for row, each in enumerate(facts) if each is not None and _is_special(each)]] = True
        return cls(
            names=names,
            settings=settings,
            facts=facts,
            due_at=np.array(due_at, np.int64),
            last_at=np.array([NEVER_VISITED if last is None else last for last in last_at], np.int64),
            rates=np.array(rates, np.float64),
            weights=np.array(weights, np.float64) * said["weight"][code],
            costs=np.array(costs, np.float64),
            intervals=said["interval"][code],
            is_paused=said["paused"][code].astype(bool),
            special=np.flatnonzero(is_special),
        )

    def bytes_costs(self) -> Column:
        """What visits receive, instead of the seconds they take; needs the facts of all pages."""
        return np.array([json.loads(facts or "{}").get("bytes", TYPICAL_BYTES) for facts in self.facts], np.float64)

    def price(self, policy: Policy, per_hour: float) -> float | None:
        """The price at which pages without an interval take what those with one leave; None where there are none."""
        is_given = ~np.isnan(self.intervals)
        is_free = ~is_given & ~self.is_paused
        if not is_free.any():
            return None
        taken = float((self.costs[is_given] * 3600 / np.maximum(self.intervals[is_given], SHORTEST_SECONDS)).sum())
        left = max(per_hour - taken, LEAST_SHARE * per_hour)
        return price_of(policy, left, self.rates[is_free], self.weights[is_free], self.costs[is_free])

    def visits_at(self, policy: Policy, price: float) -> Column:
        """How often each page is visited in an hour, as far as no interval says otherwise."""
        return visits_at(policy, price, self.rates, self.weights, self.costs)

    def moments(self, periods: Column, *, now: int, latest: int) -> Moments:
        """When each page is due: so many seconds behind its last visit; one never visited stays, but not beyond `latest`."""
        planned = np.minimum(self.last_at, now) + (periods * 1e6).astype(np.int64)
        # A clock that was put back keeps nobody waiting, however often a plan is made.
        planned = np.where(self.last_at > now, np.minimum(planned, self.due_at), planned)
        return np.where(self.last_at == NEVER_VISITED, np.minimum(self.due_at, latest), planned)

    def moved(self, moments: Moments, periods: Column) -> list[tuple[int, str, int]]:
        """The pages that are due at another time than before: (then, page, before) each."""
        slack = np.where(np.isnan(self.intervals), periods * 1e6 * NOT_MOVED, 0.0)
        slack[self.special] = 0.0
        rows = np.flatnonzero(np.abs(moments - self.due_at) > slack)
        names = [self.names[row] for row in rows.tolist()]
        return list(zip(moments[rows].tolist(), names, self.due_at[rows].tolist(), strict=True))

    def due(self, row: int) -> Due:
        """One page by itself."""
        last = int(self.last_at[row])
        return Due(
            watch_id=self.names[row],
            host="",
            due_at=_EPOCH + timedelta(microseconds=int(self.due_at[row])),
            last_at=None if last == NEVER_VISITED else _EPOCH + timedelta(microseconds=last),
            rate=float(self.rates[row]),
            weight=float(self.weights[row]),
            cost=float(self.costs[row]),
            facts=json.loads(self.facts[row] or "{}"),
        )


def _said(kinds: Sequence[WatchSettings]) -> dict[str, npt.NDArray[Any]]:
    """What the watches say, one place for each that says something of its own."""
    return {
        "interval": np.array(
            [np.nan if each.interval_seconds is None else each.interval_seconds for each in kinds], float
        ),
        "weight": np.array([1.0 if each.page_weight is None else each.page_weight for each in kinds], float),
        "paused": np.array([bool(each.paused) for each in kinds], bool),
        "special": np.array([bool(each.paused or each.window) for each in kinds], bool),
    }


def _is_special(facts: str) -> bool:
    return ('"failures":' in facts and '"failures":0' not in facts) or f'"{SIGNALLED}"' in facts or f'"{WEEK}"' in facts
