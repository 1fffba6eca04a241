"""One measured figure beside what was asked for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure without a limit is only told."""

    name: str
    value: float
    unit: str = ""
    least: float | None = None
    most: float | None = None

    @property
    def is_reached(self) -> bool:
        return (self.least is None or self.value >= self.least) and (self.most is None or self.value <= self.most)

    def __str__(self) -> str:
        asked = f">= {self.least:g}" if self.least is not None else f"<= {self.most:g}" if self.most is not None else ""
        verdict = ("ok" if self.is_reached else "MISSED") if asked else ""
        return f"{self.name:58} {self.value:14,.4g} {self.unit:8} {asked:10} {verdict}".rstrip()
