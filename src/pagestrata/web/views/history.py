"""What the screen about one page shows: a calendar, its versions and visits, and how often each block changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from pagestrata.app.comparisons import known_volatility
from pagestrata.app.watches import page_name
from pagestrata.deciding.reasons import place_names
from pagestrata.errors import NotFoundError
from pagestrata.model.geometry import Box
from pagestrata.model.records import Trail, Version, Visit, Watch
from pagestrata.store.history.visits import VisitDay
from pagestrata.store.merkle_log.removals import RemovedVersion, removal_words
from pagestrata.visit.shown.pane_marks import Pane, visible_part
from pagestrata.web.views.version_pictures import pane_of_version

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

AT_A_TIME = 50
WEEKS = 53
DAY_PX, GAP_PX = 12, 2
PLOT_WIDTH, PLOT_HEIGHT = 560.0, 130.0
TICKS = 4
MOST_POINTS = 1_000
SPANS = {"month": 31, "quarter": 92, "year": 366, "all": 36_600}
"""Names of the spans of time in a plot, and their days."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDay:
    """One day of the calendar: how many versions and visits, and how much the most important version mattered."""

    day: date
    x: int
    y: int
    visits: int = 0
    kept: int = 0
    failed: int = 0
    level: int = 0  # 0: no visit, 1: visited, 2 to 4: kept, by how much it mattered

    @property
    def end(self) -> date:
        """The next day, with which a list that ends on this day begins."""
        return self.day + timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """The last year, a column for each week."""

    days: tuple[CalendarDay, ...]
    months: tuple[tuple[int, str], ...]  # where each month begins, and its name
    weekdays: tuple[tuple[int, str], ...]  # where every other day of a week lies, and its name
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotPoint:
    """A version in the plot of how much versions mattered."""

    version: Version
    before: str  # id of the version before, '' for the first
    x: float
    y: float
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHistory:
    """A page over time."""

    url: str
    title: str
    watch: Watch | None
    latest: Version | None
    calendar: Calendar
    points: tuple[PlotPoint, ...]
    ticks: tuple[tuple[float, str], ...]  # where times are written below the plot
    trails: tuple[Trail, ...]
    failing: Visit | None  # the last visit, if it found no page


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatArea:
    """A block on the picture and how often it changes."""

    box: Box
    chance: float
    level: int
    name: str  # 'the price box'


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedVersions:
    """Versions that a rule removed at once, with none between them that stayed."""

    first_at: datetime
    last_at: datetime
    words: str


def removed_after(removed: Sequence[RemovedVersion], versions: Sequence[Version]) -> dict[str, list[RemovedVersions]]:
    """Return what rules removed, by the version of a list that is shown before it; the list is newest first."""
    found: dict[str, list[RemovedVersions]] = {}
    for newer, older in pairwise(versions):
        between = [version for version in removed if older.captured_at < version.captured_at < newer.captured_at]
        runs = [list(run) for _, run in groupby(reversed(between), key=lambda version: version.removal.place)]
        found[newer.id] = [
            RemovedVersions(first_at=run[-1].captured_at, last_at=run[0].captured_at, words=removal_words(run))
            for run in runs
        ]
    return found


def page_history(archive: Archive, url: str, *, now: datetime, span: str = "year") -> PageHistory:
    """Return the page. Raises NotFoundError if it was never visited or watched."""
    latest, watch = archive.versions.latest(url), archive.watches.of(url)
    last_visits = archive.visits.of(url, limit=1)
    if latest is None and watch is None and not last_visits:
        raise NotFoundError(f"{url[:200]} is neither in the archive nor watched")
    end = max(now, latest.captured_at) if latest else now
    begin, year = end - timedelta(days=SPANS.get(span, SPANS["year"])), end - timedelta(weeks=WEEKS)
    versions = archive.listings.versions(url, since=min(begin, year), limit=MOST_POINTS)[::-1]
    shown = [version for version in versions if version.captured_at >= begin]
    first, last = _ends(shown, begin, end)
    return PageHistory(
        url=latest.url if latest else url,
        title=page_name(url, watch, latest.title if latest else ""),
        watch=watch,
        latest=latest,
        calendar=calendar_of(archive.visits.days(url, since=year), versions, until=end.date()),
        points=tuple(plot_points(shown, first, last)),
        ticks=ticks_between(first, last),
        trails=tuple(archive.trails.of(url)),
        failing=next((visit for visit in last_visits if not visit.showed_page), None),
    )


def _ends(shown: Sequence[Version], begin: datetime, end: datetime) -> tuple[datetime, datetime]:
    """The begin and end of a plot, with a small margin around its versions, so that a short history fills it."""
    if len(shown) < 2:
        return begin, end
    margin = (shown[-1].captured_at - shown[0].captured_at) / 40
    return max(begin, shown[0].captured_at - margin), shown[-1].captured_at + margin


def ticks_between(first: datetime, last: datetime) -> tuple[tuple[float, str], ...]:
    """Return positions and labels below a plot: days, or times of day if the days would repeat, as short as they differ."""
    times = [(first + (last - first) * (part / TICKS)).astimezone(UTC) for part in range(TICKS + 1)]
    forms = ("%H:%M", "%H:%M:%S") if times[0].date() == times[-1].date() else ("%Y-%m-%d", "%m-%d %H:%M")
    labels = [[f"{time:{form}}" for time in times] for form in forms]
    words = next((some for some in labels if len(set(some)) == len(some)), labels[-1])
    return tuple((PLOT_WIDTH * part / TICKS, word) for part, word in enumerate(words))


def calendar_of(visits: Sequence[VisitDay], versions: Sequence[Version], *, until: date) -> Calendar:
    """The year that ends with a day; weeks begin on Monday."""
    by_day = {day.day: day for day in visits}
    worth: dict[date, float] = {}
    for version in versions:
        day = version.captured_at.astimezone(UTC).date()
        worth[day] = max(worth.get(day, 0.0), version.probability if version.probability is not None else 0.5)
    monday = until - timedelta(days=until.weekday(), weeks=WEEKS - 1)
    days = [monday + timedelta(days=number) for number in range((until - monday).days + 1)]
    cell = DAY_PX + GAP_PX
    cells = tuple(_cell(day, by_day.get(day), worth, (day - monday).days, cell) for day in days)
    months = tuple((((day - monday).days // 7) * cell, f"{day:%b}") for day in days if day.day == 1)
    weekdays = tuple((cell * number + DAY_PX - GAP_PX, f"{days[number]:%a}") for number in (0, 2, 4))
    return Calendar(days=cells, months=months, weekdays=weekdays, width=WEEKS * cell, height=7 * cell)


def _cell(day: date, seen: VisitDay | None, worth: Mapping[date, float], number: int, cell: int) -> CalendarDay:
    level = level_of(worth[day]) if day in worth else int(seen is not None)
    place = {"x": number // 7 * cell, "y": number % 7 * cell}
    if seen is None:
        return CalendarDay(day=day, kept=int(day in worth), level=level, **place)
    return CalendarDay(day=day, visits=seen.visits, kept=seen.kept, failed=seen.failed, level=level, **place)


def level_of(probability: float) -> int:
    """2 to 4 for how much something mattered."""
    return 2 + (probability > 0.6) + (probability > 0.9)


def plot_points(versions: Sequence[Version], begin: datetime, end: datetime) -> list[PlotPoint]:
    """The versions as points of a plot, the oldest first."""
    span = (end - begin).total_seconds() or 1.0
    points = []
    before = ""
    for version in versions:
        worth = version.probability if version.probability is not None else 0.5
        share = (version.captured_at - begin).total_seconds() / span
        points.append(
            PlotPoint(
                version=version,
                before=before,
                x=round(share * PLOT_WIDTH, 1),
                y=round((1.0 - worth) * PLOT_HEIGHT, 1),
                level=level_of(worth),
            )
        )
        before = version.id
    return points


def heat_map(archive: Archive, version: Version) -> tuple[Pane, list[HeatArea]]:
    """Return the picture of a version and how often each of its blocks changes, estimated from the visits."""
    side, pane = pane_of_version(archive, version)
    volatility = known_volatility(archive, version.url)
    frame = Box(0, 0, pane.width, pane.height)
    names = place_names(side.tree)
    found = []
    for leaf in side.tree.leaves():
        chance, box = volatility.chance(leaf.ref), visible_part(leaf.box, frame)
        if chance is not None and box is not None:
            name = names.get(leaf.ref, leaf.role)
            found.append(HeatArea(box=box, chance=chance, level=min(4, int(chance * 5)), name=name))
    return pane, found
