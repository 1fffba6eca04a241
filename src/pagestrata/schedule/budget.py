"""The budget of a user (visits, seconds of work, or bytes received per hour), and how it is spent gradually."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from pagestrata.errors import UsageError

Unit = Literal["visits", "seconds", "bytes"]
_FORM = re.compile(
    r"\s*(?P<amount>\d+(?:\.\d+)?)\s*(?P<unit>[a-z]*)\s*(?:(?:/|\bper\b)\s*(?P<per>[a-z]+))?\s*", re.IGNORECASE
)
_UNITS: dict[str, tuple[Unit, float]] = {
    "": ("visits", 1), "visit": ("visits", 1), "visits": ("visits", 1),
    "s": ("seconds", 1), "sec": ("seconds", 1), "seconds": ("seconds", 1), "min": ("seconds", 60),
    "minutes": ("seconds", 60), "hours": ("seconds", 3600),
    "kb": ("bytes", 1e3), "mb": ("bytes", 1e6), "gb": ("bytes", 1e9),
}  # fmt: skip
_HOURS = {
    None: 1.0,
    "h": 1.0,
    "hour": 1.0,
    "hr": 1.0,
    "min": 1 / 60,
    "minute": 1 / 60,
    "day": 24.0,
    "d": 24.0,
    "week": 168.0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """An amount of a unit per hour."""

    per_hour: float
    unit: Unit = "visits"

    def __str__(self) -> str:
        if self.unit == "bytes":
            return f"{self.per_hour / 1e6:g} MB/hour"
        return f"{self.per_hour:g} {self.unit}/hour"


def read_budget(text: str) -> Budget:
    """Read a budget from text: 60, 60/hour, 1000/day, 20min/hour (of fetching and rendering), 200 MB/h."""
    found = _FORM.fullmatch(text)
    unit = _UNITS.get(found["unit"].lower()) if found else None
    hours = _HOURS.get(found["per"].lower() if found["per"] else None) if found else None
    if found is None or unit is None or hours is None or not float(found["amount"]):
        raise UsageError(
            f"{text[:60]!r} is not a budget; write it like 60/hour (visits), 1000/day, 20min/hour (of work) or 200MB/hour"
        )
    return Budget(per_hour=float(found["amount"]) * unit[1] / hours, unit=unit[0])


SAVED_HOURS = 1 / 12


@dataclass(slots=True)
class Allowance:
    """A budget that accrues with a monotonic clock in seconds; unused budget is saved for `saved_hours`.

    One visit may overdraw it; the next ones wait. A visit may begin if at least `least` is left.
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
        """How many visits of the lowest cost may begin."""
        return max(1, int(self.left / self.least + 1e-9)) if self.pays(at) else 0

    def spend(self, amount: float) -> None:
        self.left -= amount

    def wait_seconds(self) -> float:
        """The seconds until the next visit may begin."""
        return max(0.0, (self.least - self.left) / self.per_hour * 3600)
