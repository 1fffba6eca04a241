"""When a watched page is visited next, and what its visits showed: one row of the schedule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


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
    was_abandoned: bool = False  # its last worker died: the visit may have been made
    facts: Mapping[str, Any] = field(default_factory=dict)  # gaps, faults in a row, signals: see `schedule.outcomes`

    @property
    def is_special(self) -> bool:
        """Whether its turn follows from more than its numbers: faults in a row, a signal, a pattern of the week."""
        return bool(self.facts.get("failures")) or "signalled_at" in self.facts or "week" in self.facts
