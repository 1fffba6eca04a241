"""When a watched page is visited next, and what its visits showed: one row of the schedule, and all rows as columns."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

import numpy as np
import numpy.typing as npt

NEVER_VISITED = -1
"""In the place of the moment of a last visit."""


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
    facts: Mapping[str, Any] = field(default_factory=dict)  # gaps, faults in a row, signals: see `schedule.outcomes`

    @property
    def is_special(self) -> bool:
        """Whether its turn follows from more than its numbers: faults in a row, a signal, a pattern of the week."""
        return bool(self.facts.get("failures")) or "signalled_at" in self.facts or "week" in self.facts


@dataclass(frozen=True, slots=True, kw_only=True)
class DueNumbers:
    """What a plan of all pages is worked out from, one place each; moments are microseconds since 1970."""

    rows: npt.NDArray[np.int64]  # by which the database finds a page again
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
