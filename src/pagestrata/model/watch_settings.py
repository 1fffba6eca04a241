"""The settings of a watch, stored with it and read by its visits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any, Literal, Self

from pagestrata.errors import UsageError
from pagestrata.model.slots import dataclass

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
"""The allowed range of each number."""
_NAMED_NUMBERS = frozenset({"importance", "operation_weights"})


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSettings:
    """The settings of a watch; None and empty values mean the default for all pages."""

    title: str = ""  # what messages call the page
    tags: tuple[str, ...] = ()
    source: str | None = None  # the kind of list it was imported from
    interval_seconds: int | None = None  # interval between visits; None: chosen by the planner
    paused: bool | None = None  # not visited until it is resumed
    window: str | None = None  # the hours of the week in which it is visited
    robots: Literal["obey", "ignore"] | None = None  # whether to obey robots.txt; None: obey
    page_weight: float | None = None  # how much the page matters compared with others; 1 if not set
    scope: Literal["prefix", "host"] | None = None  # the pages of the site that are visited too; None: this one only
    scope_depth: int | None = None  # links between this page and another of the site
    scope_include: tuple[str, ...] = ()  # patterns of addresses, one of which a page of the site must match
    scope_exclude: tuple[str, ...] = ()  # patterns of addresses that are skipped
    scope_pages: int | None = None  # maximum number of pages of the site
    capture: Mapping[str, Any] = field(default_factory=dict)  # how it is opened: names of `CaptureOptions`
    signals: str | None = None  # of a feed: the page that is visited at once when the feed changes
    select: str | None = None  # CSS or XPath of the part that counts, as another monitor had it
    judge: Judge | None = None  # another judge than the default one
    model: str | None = None  # the name of a trained model in the archive
    threshold: float | None = None
    leaning: Leaning | None = None
    only_if: str | None = None  # a condition in plain words for a language model: notify me only if it is met
    only_if_overrules: bool | None = None  # whether the condition may silence even guarded facts, such as prices
    importance: Mapping[str, float] = field(default_factory=dict)  # a block's ref or a role -> 0 to 1
    operation_weights: Mapping[str, float] = field(default_factory=dict)
    ignore: tuple[str, ...] = ()  # CSS selectors of elements to ignore
    ignore_text: tuple[str, ...] = ()  # patterns of texts to ignore
    segmenter: str | None = None
    pdoc: int | str | None = None
    level: int | None = None
    render_every_visits: int | None = None  # maximum number of visits between two renderings
    render_every_hours: float | None = None  # maximum number of hours between two renderings
    skipped_days: float | None = None  # days for which results of skipped visits are stored; 0: not stored
    keep_errors: bool | None = None  # also keep error pages, logins and bot checks
    failures_reported: int | None = None  # number of faults in a row before a message is sent

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Return settings from JSON. Raises UsageError for an unknown name."""
        known = {entry.name for entry in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise UsageError(f"unknown watch setting {unknown[0]!r}; use one of {', '.join(sorted(known))}")
        settings = {name: value for name, value in values.items() if value is not None}
        for name in LISTS & settings.keys():
            settings[name] = tuple(str(item) for item in settings[name])
        return cls(**settings)

    def to_json(self) -> dict[str, Any]:
        """Return the settings that are set, as JSON."""
        named = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        settings = {name: value for name, value in named.items() if value not in (None, "", (), {})}
        for name in ("importance", "operation_weights", "capture"):
            if name in settings:
                settings[name] = dict(settings[name])
        return settings | {name: list(settings[name]) for name in LISTS & settings.keys()}

    def changed(self, values: Mapping[str, Any]) -> Self:
        """Return these settings with other values; None removes a setting.

        Options of `capture` are merged with the existing ones; None removes an option. Raises UsageError for unknown names and
        for new numbers out of range; stored numbers are not checked again.
        """
        _check_numbers(values)
        named = self.to_json() | dict(values)
        if named.get("capture"):
            options = {**self.capture, **named["capture"]}
            named["capture"] = {name: value for name, value in options.items() if value is not None}
        return type(self).from_json(named)


def _check_numbers(values: Mapping[str, Any]) -> None:
    """Raise UsageError for a number out of range: one page of an imported list could block the visits of all others."""
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
