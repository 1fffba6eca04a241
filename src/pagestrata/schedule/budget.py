"""What a person allows: so many visits, seconds of work, or bytes received, in an hour."""

from __future__ import annotations

import re
from dataclasses import dataclass
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
    """So much of a unit in an hour."""

    per_hour: float
    unit: Unit = "visits"

    def __str__(self) -> str:
        if self.unit == "bytes":
            return f"{self.per_hour / 1e6:g} MB/hour"
        return f"{self.per_hour:g} {self.unit}/hour"


def read_budget(text: str) -> Budget:
    """A budget as people write it: 60, 60/hour, 1000/day, 20min/hour (of fetching and rendering), 200 MB/h."""
    found = _FORM.fullmatch(text)
    unit = _UNITS.get(found["unit"].lower()) if found else None
    hours = _HOURS.get(found["per"].lower() if found["per"] else None) if found else None
    if found is None or unit is None or hours is None or not float(found["amount"]):
        raise UsageError(
            f"{text[:60]!r} is not a budget; write it like 60/hour (visits), 1000/day, 20min/hour (of work) or 200MB/hour"
        )
    return Budget(per_hour=float(found["amount"]) * unit[1] / hours, unit=unit[0])
