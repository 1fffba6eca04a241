"""All pages of a schedule as columns, so that a plan of a million pages takes seconds.

Few pages are special (repeated failures, a signal, a pattern of the week, a window, a pause); `special` lists their rows, which
the planner computes one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from pagestrata.model.due import NEVER_VISITED, Due, DueNumbers
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.schedule.estimate import Column
from pagestrata.schedule.policies import Policy, price_of, visits_at

Moments = npt.NDArray[np.int64]
LEAST_SHARE = 0.05  # share of the budget reserved for pages without an interval
SHORTEST_SECONDS = 3  # minimum time between two visits: the interval in an imported list may be 0
NOT_MOVED = 0.01
"""Of its period: by less, a page without an interval is not moved. Every plan has a slightly different price."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class DueColumns:
    """Rows are pages; moments are microseconds since 1970."""

    numbers: DueNumbers
    settings: Sequence[WatchSettings]
    weights: Column  # what changes are worth, with what the watch says of the page
    costs: Column  # in the unit of the budget
    intervals: Column  # seconds; nan: as often as the page deserves
    is_paused: npt.NDArray[np.bool_]
    special: Moments  # rows

    @classmethod
    def of(cls, numbers: DueNumbers, known: Mapping[str, WatchSettings]) -> Self:
        """Build the columns from the numbers of the pages and the settings of their watches."""
        settings = list(map(known.__getitem__, numbers.names))
        ids = list(map(id, settings))  # watches that ask for the same share their settings
        kinds = dict(zip(ids, settings, strict=True))
        places = {key: place for place, key in enumerate(kinds)}
        code = np.fromiter(map(places.__getitem__, ids), np.int64, len(ids))
        settings_columns = _setting_columns(list(kinds.values()))
        is_special = settings_columns["special"][code].astype(bool)
        is_special[list(numbers.facts)] = True
        return cls(
            numbers=numbers,
            settings=settings,
            weights=numbers.weights * settings_columns["weight"][code],
            costs=numbers.costs,
            intervals=settings_columns["interval"][code],
            is_paused=settings_columns["paused"][code].astype(bool),
            special=np.flatnonzero(is_special),
        )

    def price(self, policy: Policy, per_hour: float) -> float | None:
        """Return the price at which pages without an interval use the budget left by the others; None without such pages."""
        is_given = ~np.isnan(self.intervals)
        is_free = ~is_given & ~self.is_paused
        if not is_free.any():
            return None
        taken = float((self.costs[is_given] * 3600 / np.maximum(self.intervals[is_given], SHORTEST_SECONDS)).sum())
        left = max(per_hour - taken, LEAST_SHARE * per_hour)
        return price_of(policy, left, self.numbers.rates[is_free], self.weights[is_free], self.costs[is_free])

    def visits_at(self, policy: Policy, price: float) -> Column:
        """Visits per hour of each page, ignoring intervals."""
        return visits_at(policy, price, self.numbers.rates, self.weights, self.costs)

    def moments(self, periods: Column, *, now: int, latest: int) -> Moments:
        """When each page is due: one period after its last visit; one never visited stays, but not beyond `latest`."""
        due_at, last_at = self.numbers.due_at, self.numbers.last_at
        planned = np.minimum(last_at, now) + (periods * 1e6).astype(np.int64)
        # A clock that was set back must not delay visits, however often a plan is made.
        planned = np.where(last_at > now, np.minimum(planned, due_at), planned)
        return np.where(last_at == NEVER_VISITED, np.minimum(due_at, latest), planned)

    def moved(self, moments: Moments, periods: Column) -> Moments:
        """The rows of the pages whose due time changes."""
        slack = np.where(np.isnan(self.intervals), periods * 1e6 * NOT_MOVED, 0.0)
        slack[self.special] = 0.0
        return np.flatnonzero(np.abs(moments - self.numbers.due_at) > slack)

    def due(self, row: int) -> Due:
        """One page by itself."""
        numbers = self.numbers
        last = int(numbers.last_at[row])
        return Due(
            watch_id=numbers.names[row],
            host="",
            due_at=_EPOCH + timedelta(microseconds=int(numbers.due_at[row])),
            last_at=None if last == NEVER_VISITED else _EPOCH + timedelta(microseconds=last),
            rate=float(numbers.rates[row]),
            weight=float(self.weights[row]),
            cost=float(self.costs[row]),
            facts=numbers.facts.get(row, {}),
        )


def _setting_columns(kinds: Sequence[WatchSettings]) -> dict[str, npt.NDArray[Any]]:
    """The settings of distinct watches as columns."""
    return {
        "interval": np.array(
            [np.nan if each.interval_seconds is None else each.interval_seconds for each in kinds], float
        ),
        "weight": np.array([1.0 if each.page_weight is None else each.page_weight for each in kinds], float),
        "paused": np.array([bool(each.paused) for each in kinds], bool),
        "special": np.array([bool(each.paused or each.window) for each in kinds], bool),
    }
