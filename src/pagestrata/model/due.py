"""When watched pages are visited next: one row of the schedule, all rows as columns of numbers, and pages found on sites."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self

from pagestrata.model.slots import dataclass

if TYPE_CHECKING:  # most visits do without numpy
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """The next visit to one watched page. Rates are changes worth keeping per hour, costs are seconds of a visit."""

    watch_id: str
    host: str
    due_at: datetime
    last_at: datetime | None = None
    rate: float
    weight: float
    cost: float
    was_abandoned: bool = False  # its last worker died, perhaps after the visit
    facts: Mapping[str, Any] = field(default_factory=dict)  # gaps, faults in a row, signals: see `schedule.outcomes`

    @property
    def is_special(self) -> bool:
        """Return whether its priority depends on more than its numbers: faults in a row, a signal, a weekly pattern."""
        return bool(self.facts.get("failures")) or "signalled_at" in self.facts or "week" in self.facts


NEVER_VISITED = -1
"""Instead of the time of the last visit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueNumbers:
    """The schedule as columns, one row per page; times are microseconds since 1970."""

    rows: npt.NDArray[np.int64]  # row ids in the database
    names: Sequence[str]  # of the watches
    due_at: npt.NDArray[np.int64]
    last_at: npt.NDArray[np.int64]  # or NEVER_VISITED
    rates: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    costs: npt.NDArray[np.float64]  # in seconds, or in bytes where that was asked for
    facts: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # of the places with something special

    def among(self, names: Container[str]) -> Self:
        """The pages with these names only."""
        kept = [place for place, name in enumerate(self.names) if name in names]
        if len(kept) == len(self.names):
            return self
        return type(self)(
            rows=self.rows[kept],
            names=[self.names[place] for place in kept],
            due_at=self.due_at[kept],
            last_at=self.last_at[kept],
            rates=self.rates[kept],
            weights=self.weights[kept],
            costs=self.costs[kept],
            facts={place: self.facts[old] for place, old in enumerate(kept) if old in self.facts},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePage:
    """One page of a site. It is visited as the watch of its site says; `id` is that of its entry in the schedule."""

    id: str
    site: str  # the id of the watch
    url: str
    depth: int  # links between it and the watched page; 1 where a sitemap named it
    shape: str  # see `crawl.traps`
    found_at: datetime
    modified_at: datetime | None = None  # as a sitemap said last
