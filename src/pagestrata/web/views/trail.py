"""What the screen about a followed block shows: its history, the number in it as a plot, its pictures as a film strip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from pagestrata.app.chosen_blocks import place_words
from pagestrata.app.trails import find_trail
from pagestrata.follow.series import Point, points_of
from pagestrata.formats.pictures.pictures import png_size
from pagestrata.model.notices import NoticeRule
from pagestrata.model.plain_numbers import plain_number
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.report.trail_plot import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, Sample, Scale, steps
from pagestrata.web.views.alert_form import ShownAlert, shown_alerts

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

AT_A_TIME = 50
MOST_ENTRIES = 1_000
FILM_PICTURES = 24
FILM_WIDTH = 320  # pixels, as the next one: a larger picture is shown smaller
FILM_HEIGHT = 120
PLOT_WIDTH = 1200  # as wide as the card of the plot in a large window
FILM_ENTRIES = 100
"""The number of latest entries whose pictures are read, so that a block that seldom changes has a film too."""
LIMITS = ("above", "below")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotDot:
    """One version in the plot."""

    x: float
    y: float
    point: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailPlot:
    """The number in a block over time, as places on a drawing."""

    width: float
    height: float
    left: float
    right: float
    bottom: float
    lines: tuple[tuple[float, str], ...]  # y and its label
    runs: tuple[str, ...]  # points of polylines: versions that surely have a number
    dots: tuple[PlotDot, ...]
    named: tuple[PlotDot, ...]  # the last number, and the last that was another: a phone shows no more than that end
    lost: tuple[tuple[float, datetime], ...]
    limits: tuple[tuple[float, str], ...]  # y and words: limits of rules
    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmPicture:
    """One appearance of a block, and how long it lasted."""

    entry: TrailEntry  # the first that looked so
    until: datetime
    size: tuple[int, int]  # in pixels as it is shown: its place is kept until it is loaded


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailView:
    """A followed block; `entries` newest first."""

    trail: Trail
    name: str
    place: str  # its row and column in words, '' outside tables and lists
    entries: tuple[tuple[TrailEntry, float | None], ...]  # each with the number in it
    more_entries: int
    film: tuple[FilmPicture, ...]  # oldest first
    plot: TrailPlot | None
    alerts: Sequence[ShownAlert]

    @property
    def last(self) -> TrailEntry | None:
        return self.entries[0][0] if self.entries else None


def trail_view(archive: Archive, trail_id: str, *, shown: int = AT_A_TIME) -> TrailView:
    """A followed block. NotFoundError if it does not exist."""
    trail = find_trail(archive, trail_id)
    entries = archive.trails.entries(trail.id, last=MOST_ENTRIES, with_pictures=False)
    points = points_of((entry.found_at, entry.text, entry.state, entry.confidence) for entry in entries)
    rules = archive.outbox.rules_about({("trail", trail.id)})
    newest = list(zip(reversed(entries), (point.value for point in reversed(points)), strict=True))
    return TrailView(
        trail=trail,
        name=trail.origin.get("name") or "",
        place=place_words(trail),
        entries=tuple(newest[:shown]),
        more_entries=max(0, len(newest) - shown),
        film=film_of(archive.trails.entries(trail.id, last=FILM_ENTRIES)),
        plot=plot_of(points, rules),
        alerts=shown_alerts(archive, rules),
    )


def film_of(entries: Sequence[TrailEntry]) -> tuple[FilmPicture, ...]:
    """The last pictures of a block, oldest first; equal ones that follow each other are one."""
    film: list[FilmPicture] = []
    for entry in entries:
        if entry.picture_png is None:
            continue
        if film and film[-1].entry.picture_png == entry.picture_png:
            film[-1] = replace(film[-1], until=entry.found_at)
        else:
            film.append(FilmPicture(entry=entry, until=entry.found_at, size=_shown_size(entry.picture_png)))
    return tuple(film[-FILM_PICTURES:])


def _shown_size(picture_png: bytes) -> tuple[int, int]:
    """The size at which a picture fits the film; (0, 0) if it is no PNG file."""
    width, height = png_size(picture_png) or (0, 0)
    scale = min(1.0, FILM_WIDTH / max(width, 1), FILM_HEIGHT / max(height, 1))
    return round(width * scale), round(height * scale)


def plot_of(points: Sequence[Point], rules: Sequence[NoticeRule] = ()) -> TrailPlot | None:
    """The plot of the numbers, with the limits of rules; None if the block has no number."""
    if not any(point.value is not None for point in points):
        return None
    limits = [(float(rule.conditions[name]), name) for rule in rules for name in LIMITS if name in rule.conditions]
    samples = [Sample(point.time, point.value, point.state) for point in points]
    edges = [Sample(points[0].time, value, "limit") for value, _ in limits]
    scale = Scale([*samples, *edges], width=PLOT_WIDTH)
    dots = tuple(
        PlotDot(x=scale.x(point.time), y=_y(scale, point.value), point=point)
        for point in points
        if point.value is not None
    )
    return TrailPlot(
        width=PLOT_WIDTH,
        height=HEIGHT - TOP + 12,
        left=LEFT,
        right=PLOT_WIDTH - RIGHT,
        bottom=HEIGHT - BOTTOM - TOP + 12,
        lines=tuple((_y(scale, value), text) for value, text in scale.lines()),
        runs=tuple(_runs(samples, scale)),
        dots=dots,
        named=_named(dots),
        lost=tuple((scale.x(point.time), point.time) for point in points if point.state == "lost"),
        limits=tuple((_y(scale, value), f"{name} {plain_number(value)}") for value, name in limits),
        begin=points[0].time,
        end=points[-1].time,
    )


def _named(dots: Sequence[PlotDot]) -> tuple[PlotDot, ...]:
    last = dots[-1]
    before = next((dot for dot in reversed(dots) if dot.point.value != last.point.value), None)
    return (last,) if before is None else (before, last)


def _y(scale: Scale, value: float) -> float:
    return _lifted(scale.y(value))


def _lifted(y: float) -> float:
    """A position without the space that a picture reserves for its title."""
    return round(y - TOP + 12, 1)


def _runs(samples: Sequence[Sample], scale: Scale) -> list[str]:
    return [" ".join(f"{x},{_lifted(y)}" for x, y in run) for run in steps(samples, scale)]
