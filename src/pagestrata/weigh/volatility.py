"""stub"""

from __future__ import annotations

from pagestrata.model.deltas import Change


class Volatility:
    def factors(self) -> dict[str, float]:
        return {}

    def is_volatile_part(self, ref: str, change: Change) -> bool:
        return False

    def note(self, ref: str) -> str:
        return ""
