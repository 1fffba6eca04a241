"""What a person asked for about one page, each wish by name: what is stored with a watch and read by its visits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self

from pagestrata.errors import UsageError

Leaning = Literal["strict", "relaxed"]
Judge = Literal["paper1", "paper4", "evidence"]
LISTS = {"tags", "ignore", "ignore_text", "scope_include", "scope_exclude"}
"""Settings that hold several values."""


MOST_WEIGHT = 1_000
RANGES: Mapping[str, tuple[float, float]] = {
    "interval_seconds": (0, 366 * 86_400),
    "page_weight": (0, MOST_WEIGHT),
    "scope_depth": (0, 1_000),
    "scope_pages": (1, 10_000_000),
    "threshold": (0, 1),
    "render_every_visits": (1, 100_000),
    "render_every_hours": (0, 100_000),
    "skipped_days": (0, 36_500),
    "failures_reported": (1, 50),
}
"""The least and the most of each number that can be set."""
_NAMED_NUMBERS = frozenset({"importance", "operation_weights"})


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSettings:
    """The settings of a watch; None and empty: as for any page."""

    title: str = ""  # what messages call the page
    tags: tuple[str, ...] = ()
    source: str | None = None  # the kind of list it was imported from
    interval_seconds: int | None = None  # how often the page is to be visited; None: as often as it deserves
    paused: bool | None = None  # not visited until it is resumed
    window: str | None = None  # the hours of the week in which it is visited
    robots: Literal["obey", "ignore"] | None = None  # what robots.txt says; obeyed where nothing is said
    page_weight: float | None = None  # how much the page matters compared with others; 1 if not set
    scope: Literal["prefix", "host"] | None = None  # the pages of the site that are visited too; None: this one only
    scope_depth: int | None = None  # links between this page and another of the site
    scope_include: tuple[str, ...] = ()  # patterns of addresses, one of which a page of the site must match
    scope_exclude: tuple[str, ...] = ()  # patterns of addresses that are skipped
    scope_pages: int | None = None  # at most so many pages of the site
    capture: Mapping[str, Any] = field(default_factory=dict)  # how it is opened: names of `CaptureOptions`
    signals: str | None = None  # of a feed: the page that is visited at once when the feed changes
    select: str | None = None  # CSS or XPath of the part that counts, as another monitor had it
    judge: Judge | None = None  # another judge than the default one
    model: str | None = None  # the name of a trained model in the archive
    threshold: float | None = None
    leaning: Leaning | None = None
    only_if: str | None = None  # a person's words for a language model: tell me only if this is so
    only_if_overrules: bool | None = None  # those words may silence even a fact that is guarded; else they never do
    importance: Mapping[str, float] = field(default_factory=dict)  # a block's ref or a role -> 0 to 1
    operation_weights: Mapping[str, float] = field(default_factory=dict)
    ignore: tuple[str, ...] = ()  # CSS selectors of what is not looked at
    ignore_text: tuple[str, ...] = ()  # patterns of texts that do not count
    segmenter: str | None = None
    pdoc: int | str | None = None
    level: int | None = None
    render_every_visits: int | None = None  # rendered at least once in so many visits
    render_every_hours: float | None = None  # and once in so many hours
    skipped_days: float | None = None  # how long what a skipped visit found can be looked at; 0: not at all
    keep_errors: bool | None = None  # also keep error pages, logins and bot checks
    failures_reported: int | None = None  # number of faults in a row before a message is sent

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The settings with these names. Raises UsageError for a name that there is not."""
        known = {entry.name for entry in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise UsageError(f"unknown watch setting {unknown[0]!r}; use one of {', '.join(sorted(known))}")
        given = {name: value for name, value in values.items() if value is not None}
        for name in LISTS & given.keys():
            given[name] = tuple(str(item) for item in given[name])
        return cls(**given)

    def to_json(self) -> dict[str, Any]:
        """What was asked for, without what was not."""
        named = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        given = {name: value for name, value in named.items() if value not in (None, "", (), {})}
        for name in ("importance", "operation_weights", "capture"):
            if name in given:
                given[name] = dict(given[name])
        return given | {name: list(given[name]) for name in LISTS & given.keys()}

    def changed(self, values: Mapping[str, Any]) -> Self:
        """These settings with other values; None takes one away.

        Single options of the capture are added to those there; None takes such an option away, too. Raises UsageError for
        names that there are not and numbers that are too small or too large. Settings that are stored already are not checked.
        """
        _check_numbers(values)
        named = self.to_json() | dict(values)
        if named.get("capture"):
            given = {**self.capture, **named["capture"]}
            named["capture"] = {name: value for name, value in given.items() if value is not None}
        return type(self).from_json(named)


def _check_numbers(values: Mapping[str, Any]) -> None:
    """Raises UsageError for a number outside of its range: one page of a list could keep all others from their visits."""
    for name in RANGES.keys() & values.keys():
        _check_number(name, values[name], *RANGES[name])
    for name in _NAMED_NUMBERS & values.keys():
        for key, value in (values[name] or {}).items():
            _check_number(f"{name} of {key[:60]}", value, 0, MOST_WEIGHT)


def _check_number(name: str, value: Any, least: float, most: float) -> None:
    if value is None or (isinstance(value, int | float) and least <= value <= most):  # nan is neither less nor more
        return
    raise UsageError(f"{name} is {str(value)[:40]}; give a number from {least:,} to {most:,}")


NO_SETTINGS = WatchSettings()
