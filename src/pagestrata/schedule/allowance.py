"""A budget that is spent little by little: what is not used is saved for a few minutes, not for a night."""

from __future__ import annotations

from dataclasses import dataclass, field

SAVED_HOURS = 1 / 12


@dataclass(slots=True)
class Allowance:
    """So much per hour on a clock in seconds that never goes back. One visit may overdraw it; the next ones wait.

    `least` is what must be there for a visit to begin.
    """

    per_hour: float
    saved_hours: float = SAVED_HOURS
    least: float = 1.0
    left: float = field(init=False)
    at: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.left = self._most

    @property
    def _most(self) -> float:
        return max(self.least, self.per_hour * self.saved_hours)

    def pays(self, at: float) -> bool:
        """Whether one more visit may begin."""
        if self.at is not None:
            self.left = min(self._most, self.left + max(0.0, at - self.at) / 3600 * self.per_hour)
        self.at = at if self.at is None else max(at, self.at)
        return self.left >= min(self.least, self._most) - 1e-9

    def paid_visits(self, at: float) -> int:
        """How many visits of the least price may begin."""
        return max(1, int(self.left / self.least + 1e-9)) if self.pays(at) else 0

    def spend(self, amount: float) -> None:
        self.left -= amount

    def wait_seconds(self) -> float:
        """How long until it pays again."""
        return max(0.0, (self.least - self.left) / self.per_hour * 3600)
