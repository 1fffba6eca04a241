"""All rows of the schedule as columns of numbers."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

NEVER_VISITED = -1
"""In the place of the moment of a last visit."""


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
