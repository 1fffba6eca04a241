"""What is known of one place of the layout, whatever block stands in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pagestrata.weighing.history.slot_history import ALWAYS, MOST_VISITS, TRUST_VISITS

MOST_HELD = 24
OFTEN = 0.4
"""A place that changed at this share of the visits and holds again what it held before shows the same things in turn."""

MOSTLY = 0.5
"""A place holds something else when this share of what it held is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceHistory:
    """How often a place was seen, how often it held something else, and what it held lately, the last visit's in `now`."""

    visits: int = 0
    changes: int = 0
    now: tuple[str, ...] = ()
    held: tuple[str, ...] = ()

    @classmethod
    def first(cls, contents: Collection[str]) -> PlaceHistory:
        return cls(now=tuple(sorted(contents)[:MOST_HELD]))

    def is_rotating(self, visits: int = TRUST_VISITS) -> bool:
        """Whether nearly all of at least so many visits found something else here."""
        return self.visits >= visits and self.changes >= ALWAYS * self.visits

    @property
    def changes_often(self) -> bool:
        return self.visits >= TRUST_VISITS and self.changes >= OFTEN * self.visits

    def has_held(self, content: str) -> bool:
        return self.changes_often and (content in self.held or content in self.now)

    def seen(self, contents: Collection[str]) -> PlaceHistory:
        """After a visit that found these contents here."""
        now = tuple(sorted(contents)[:MOST_HELD])
        gone = set(self.now).difference(contents)
        # A list that grows, or loses its oldest entry for a new one, does not rotate: every entry is news.
        changed = len(gone) >= MOSTLY * len(self.now) if self.now else bool(now)
        held = tuple(dict.fromkeys((*self.now, *self.held)))[:MOST_HELD] if changed else self.held
        return PlaceHistory(visits=self.visits + 1, changes=self.changes + changed, now=now, held=held).faded()

    def unchanged(self) -> PlaceHistory:
        return PlaceHistory(visits=self.visits + 1, changes=self.changes, now=self.now, held=self.held).faded()

    def faded(self) -> PlaceHistory:
        """With halved counts when they grew large, so that old habits are forgotten."""
        if self.visits <= MOST_VISITS:
            return self
        return PlaceHistory(visits=self.visits // 2, changes=self.changes // 2, now=self.now, held=self.held)

    def to_json(self) -> list[Any]:
        return [self.visits, self.changes, list(self.now), list(self.held)]

    @classmethod
    def from_json(cls, data: Any) -> PlaceHistory:
        if not isinstance(data, list) or len(data) != 4 or isinstance(data, Mapping):
            raise TypeError("a place is no list of four")
        return cls(visits=int(data[0]), changes=int(data[1]), now=tuple(data[2]), held=tuple(data[3]))
