"""When each watched page is visited next, by the settings of its watch, its past visits and the budget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from pagestrata.crawl.politeness import retry_after
from pagestrata.crawl.windows import read_window
from pagestrata.model.due import Due, DueNumbers
from pagestrata.model.records import Visit, Watch
from pagestrata.schedule.block_rates import BLOCKS
from pagestrata.schedule.budget import Budget
from pagestrata.schedule.due_columns import LEAST_SHARE, SHORTEST_SECONDS, DueColumns, Moments
from pagestrata.schedule.estimate import Column
from pagestrata.schedule.outcomes import (
    TYPICAL_BYTES,
    TYPICAL_COST_SECONDS,
    WEEK,
    after_visit,
    bytes_of,
    failures_of,
    new_page,
    own_rate,
    rates_of_blocks,
    signalled,
    signalled_at,
    week_pattern,
)
from pagestrata.schedule.policies import Policy, price_of, visits_at
from pagestrata.schedule.urgency import stale_hours
from pagestrata.schedule.week import hour_of, real_hours
from pagestrata.store.catalog.names import to_microseconds

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

DEFAULT_BUDGET = Budget(per_hour=60.0)
LEAST_INTERVAL = timedelta(minutes=15)
"""Minimum time between visits to a page without an interval of its own, regardless of the budget."""
LONGEST_INTERVAL = timedelta(days=30)
LEAST_ASKED_SECONDS = SHORTEST_SECONDS
NEVER = datetime(9999, 1, 1, tzinfo=UTC)  # when a paused page is due
HISTORY_VISITS = 32
FACT_KINDS = frozenset(
    {"price", "availability", "percentage", "score", "version", "date", "time", "number", "name", "picture", "link"}
)
"""Kinds of changes that name what a block contains."""
FEW_NEW = 1000  # up to this many new pages are looked up one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedVisit:
    """A page in the plan: when it is due and why."""

    watch: Watch
    due: Due
    urgency: float  # expected hours of staleness so far, times what a change is worth, by the cost of a visit
    period: timedelta  # time between visits
    why: str

    @property
    def due_at(self) -> datetime | None:
        """When the page is due; None for a paused one."""
        return self.due.due_at if self.due.due_at < NEVER else None

    @property
    def changes_per_day(self) -> float:
        return own_rate(self.due) * 24


@dataclass(slots=True)
class Planner:
    """Computes when pages are due; `price` follows from the budget (see `policies.price_of`)."""

    budget: Budget = DEFAULT_BUDGET
    policy: Policy = "urgency"
    price: float = field(default=1.0, init=False)

    def replan(self, archive: Archive, *, now: datetime) -> int:
        """Bring the schedule up to date with the watches, set when each page is due, and return the number of pages."""
        settings = archive.watches.settings_to_visit()
        numbers = self._numbers(archive)
        if len(numbers.names) != len(settings) or not all(map(settings.__contains__, numbers.names)):
            known = set(numbers.names)
            archive.due.remove(known - settings.keys())
            self._enter(archive, settings.keys() - known, now)
            numbers = self._numbers(archive).among(settings)
        columns = self._costed(DueColumns.of(numbers, settings))
        self.price = columns.price(self.policy, self.budget.per_hour) or self.price
        moments, periods = self._moments(columns, now)
        moved = columns.moved(moments, periods)
        archive.due.move(columns.numbers, moved, moments[moved])
        return len(settings)

    def _numbers(self, archive: Archive) -> DueNumbers:
        return archive.due.numbers(typical_bytes=TYPICAL_BYTES if self.budget.unit == "bytes" else None)

    def _enter(self, archive: Archive, names: AbstractSet[str], now: datetime) -> None:
        """Enter new pages into the schedule."""
        if len(names) > FEW_NEW:
            watches = archive.watches.all_to_visit()
        else:
            watches = {name: watch for name in names if (watch := archive.watches.to_visit(name)) is not None}
        archive.due.add([entered(archive, name, watches[name].url, now) for name in names & watches.keys()])

    def _moments(self, columns: DueColumns, now: datetime) -> tuple[Moments, Column]:
        """When each page is due, and its period in seconds: in bulk, and one by one for special pages."""
        intervals = np.maximum(columns.intervals, LEAST_ASKED_SECONDS)
        periods = np.where(np.isnan(intervals), _clipped(columns.visits_at(self.policy, self.price)), intervals)
        latest = to_microseconds(now + LONGEST_INTERVAL)
        moments = columns.moments(periods, now=to_microseconds(now), latest=latest)
        for row in columns.special.tolist():
            watch = Watch(id=columns.numbers.names[row], url="", settings=columns.settings[row])
            due_at = self._due_at(columns.due(row), watch, timedelta(seconds=float(periods[row])), now)
            moments[row] = to_microseconds(due_at)
        numbers = columns.numbers
        resumed = (numbers.due_at >= to_microseconds(NEVER)) & (numbers.last_at < 0) & ~columns.is_paused
        moments[resumed] = np.minimum(moments[resumed], to_microseconds(now))
        return moments, periods

    def _costed(self, columns: DueColumns) -> DueColumns:
        """The pages with the cost of visits in the unit of the budget."""
        return replace(columns, costs=np.ones(len(columns.costs))) if self.budget.unit == "visits" else columns

    def _moved(self, dues: Sequence[Due], watches: Mapping[str, Watch], now: datetime) -> list[Due]:
        """The pages with their new due times; all periods are computed in bulk."""
        periods = self.periods(dues, watches)
        return [
            replace(due, due_at=self._due_at(due, watches[due.watch_id], period, now))
            for due, period in zip(dues, periods, strict=True)
        ]

    def set_price(self, dues: Sequence[Due], watches: Mapping[str, Watch]) -> None:
        """Find the price at which pages without an interval use up what pages with one leave of the budget."""
        free, taken = [], 0.0
        for due in dues:
            settings = watches[due.watch_id].settings if due.watch_id in watches else None
            if settings is not None and settings.interval_seconds is not None:
                taken += self.cost(due) * 3600 / max(settings.interval_seconds, LEAST_ASKED_SECONDS)
            elif settings is not None and not settings.paused:
                free.append(due)
        if not free:
            return
        left = max(self.budget.per_hour - taken, LEAST_SHARE * self.budget.per_hour)
        self.price = price_of(self.policy, left, *self._columns(free, watches))

    def visits_per_hour(self) -> float:
        """How many visits of typical cost the budget allows."""
        return (
            self.budget.per_hour
            / {"visits": 1.0, "seconds": TYPICAL_COST_SECONDS, "bytes": TYPICAL_BYTES}[self.budget.unit]
        )

    def price_of_visit(self, visit: Visit) -> float:
        """The cost of a visit in the unit of the budget."""
        spent = {"visits": 1.0, "seconds": sum(visit.seconds.values()), "bytes": float(visit.received_bytes)}
        return spent[self.budget.unit]

    def cost(self, due: Due) -> float:
        """The expected cost of the next visit to a page, in the unit of the budget."""
        if self.budget.unit == "bytes":
            return bytes_of(due)
        return due.cost if self.budget.unit == "seconds" else 1.0

    def _columns(self, dues: Iterable[Due], watches: Mapping[str, Watch]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        rows = [(due.rate, due.weight * _weight(watches[due.watch_id]), self.cost(due)) for due in dues]
        rates, weights, costs = np.array(rows, np.float64).reshape(-1, 3).T
        return rates, weights, costs

    def periods(self, dues: Sequence[Due], watches: Mapping[str, Watch]) -> list[timedelta]:
        """The time between visits to each page."""
        often = visits_at(self.policy, self.price, *self._columns(dues, watches))
        seconds = _clipped(often).tolist()
        intervals = (watches[due.watch_id].settings.interval_seconds for due in dues)
        return [
            timedelta(seconds=found if fixed is None else max(fixed, LEAST_ASKED_SECONDS))
            for found, fixed in zip(seconds, intervals, strict=True)
        ]

    def period(self, due: Due, watch: Watch) -> timedelta:
        """The time between visits to a page."""
        return self.periods([due], {due.watch_id: watch})[0]

    def due_at(self, due: Due, watch: Watch, *, now: datetime) -> datetime:
        """When a page is visited next: at once if it never was; retries and paused pages keep their own time."""
        return self._due_at(due, watch, self.period(due, watch), now)

    def _due_at(self, due: Due, watch: Watch, period: timedelta, now: datetime) -> datetime:
        if watch.settings.paused:
            return NEVER
        if failures_of(due) or due.last_at is None:
            moment = min(due.due_at, now + LONGEST_INTERVAL) if due.due_at < NEVER else now
        else:
            start = min(due.last_at, now)
            moment = start + self._by_week(due, watch, start, period)
            if due.last_at > now:  # a clock that was set back must not delay visits, however often a plan is made
                moment = min(moment, due.due_at)
            moment = min(moment, signalled_at(due) or moment)
        return self._in_window(moment, watch)

    def _by_week(self, due: Due, watch: Watch, start: datetime, period: timedelta) -> timedelta:
        """The period, stretched or shortened by how often the page changes in each part of the week."""
        if watch.settings.interval_seconds is not None or WEEK not in due.facts or self.policy != "urgency":
            return period
        hours = real_hours(week_pattern(due), hour_of(start), period.total_seconds() / 3600)
        return min(max(timedelta(hours=hours), LEAST_INTERVAL), LONGEST_INTERVAL)

    def settled(self, due: Due, watch: Watch, visit: Visit, *, now: datetime) -> Due:
        """The page after a visit, with its next due time."""
        after = after_visit(due, visit)
        if after.last_at is not None and after.last_at > now:
            after = replace(after, last_at=now)
        if not visit.showed_page:
            wait = retry_after(failures_of(after), page=watch.url, asked_seconds=visit.retry_after_seconds)
            if visit.fault is not None and visit.retry_after_seconds is None and watch.settings.interval_seconds:
                wait = min(wait, timedelta(seconds=max(watch.settings.interval_seconds, LEAST_ASKED_SECONDS)))
            return replace(after, due_at=self._in_window(now + wait, watch))
        return replace(after, due_at=self.due_at(after, watch, now=now))

    def signalled(self, due: Due, watch: Watch, *, now: datetime) -> Due:
        """The page after its feed has changed: due at once, or when its window opens."""
        return signalled(due, at=self._in_window(now, watch))

    def _in_window(self, moment: datetime, watch: Watch) -> datetime:
        return read_window(watch.settings.window).next_open(moment) if watch.settings.window else moment

    def next_visits(self, archive: Archive, *, now: datetime, limit: int | None = None) -> list[PlannedVisit]:
        """The current plan, earliest first; nothing is written."""
        dues, watches = self.next_dues(archive, now=now)
        return self.explained(dues[:limit], watches, now=now)

    def next_dues(
        self, archive: Archive, *, now: datetime, most_entered: int | None = None
    ) -> tuple[list[Due], Mapping[str, Watch]]:
        """When every page is due, earliest first, and the watch of each.

        `most_entered`: read the visits of at most this many pages that are not in the schedule; others count as new.
        """
        watches = archive.watches.all_to_visit()
        known = {due.watch_id: due for due in archive.due.next()}
        missing = [name for name in watches if name not in known]
        for place, name in enumerate(missing):
            is_read = most_entered is None or place < most_entered
            url = watches[name].url
            known[name] = entered(archive, name, url, now) if is_read else new_page(name, host_of(url), now=now)
        dues = [known[name] for name in watches]
        self.set_price(dues, watches)
        moved = self._moved(dues, watches, now)
        moved.sort(key=lambda due: (due.due_at, due.watch_id))
        return moved, watches

    def explained(self, dues: Sequence[Due], watches: Mapping[str, Watch], *, now: datetime) -> list[PlannedVisit]:
        """Some pages of the plan, each with the reason for its time."""
        return [self._planned(due, watches[due.watch_id], now) for due in dues]

    def _planned(self, due: Due, watch: Watch, now: datetime) -> PlannedVisit:
        hours = max(0.0, (now - due.last_at).total_seconds() / 3600) if due.last_at else 0.0
        rates, weights, costs = self._columns([due], {due.watch_id: watch})
        urgency = float((weights * stale_hours(rates, np.array([hours])) / costs)[0])
        period = self.period(due, watch)
        return PlannedVisit(watch=watch, due=due, urgency=urgency, period=period, why=_why(due, watch, period, hours))


def _clipped(visits_per_hour: Column) -> Column:
    """Seconds between visits to pages without an interval, within the allowed range."""
    longest = LONGEST_INTERVAL.total_seconds()
    return np.clip(3600 / np.maximum(visits_per_hour, 3600 / longest), LEAST_INTERVAL.total_seconds(), longest)


def left_undone(planner: Planner, dues: Sequence[Due], now: datetime) -> int:
    """How many visits due within an hour exceed the budget of that hour."""
    soon = [due for due in dues if due.due_at <= now + timedelta(hours=1)]
    left, paid = planner.budget.per_hour, 0
    for due in soon:
        left -= planner.cost(due)
        paid += left >= 0
    return len(soon) - paid


def host_of(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2].lower()


def entered(archive: Archive, entry_id: str, url: str, moment: datetime) -> Due:
    """A page that enters the schedule, due at a given time, with the statistics of earlier visits."""
    history = list(reversed(archive.visits.of(url, limit=HISTORY_VISITS)))
    return new_page(entry_id, host_of(url), now=moment, history=history)


def _weight(watch: Watch) -> float:
    return 1.0 if watch.settings.page_weight is None else watch.settings.page_weight


def why_next(due: Due, watch: Watch, *, now: datetime) -> str:
    """Why a page is visited when it is due, in sentences."""
    last = due.last_at or now
    period = max(due.due_at - last, LEAST_INTERVAL) if due.due_at < NEVER else LONGEST_INTERVAL
    return _why(due, watch, period, max(0.0, (now - last).total_seconds() / 3600))


def why_next_in_short(due: Due, watch: Watch) -> str:
    """Why a page is visited when it is due, in a few words for lists."""
    if watch.settings.paused:
        return "paused"
    if failures_of(due):
        return f"failed {failures_of(due)} times in a row" if failures_of(due) > 1 else "failed at the last visit"
    if due.last_at is None:
        return "never visited"
    if signalled_at(due) is not None:
        return "a feed or sitemap says it changed"
    if watch.settings.interval_seconds is not None:
        return f"visited every {_span(timedelta(seconds=watch.settings.interval_seconds))}"
    return f"changes about every {_every(own_rate(due))}"


def _why(due: Due, watch: Watch, period: timedelta, hours: float) -> str:
    """Why a page is visited at this time, in sentences."""
    settings = watch.settings
    if settings.paused:
        return "It is paused; 'Resume' in the list of pages or `pagestrata watch edit --resume` visits it again."
    if failures_of(due):
        failed = f"last {failures_of(due)} visits" if failures_of(due) > 1 else "last visit"
        return f"The {failed} failed; it is retried at growing intervals."
    if due.last_at is None:
        return "Not visited yet." if due.watch_id == watch.id else "Found on a watched site; not visited yet."
    if signalled_at(due) is not None:
        return "A feed or sitemap says that it has changed since the last visit."
    window = f", within {settings.window}" if settings.window else ""
    if settings.interval_seconds is not None:
        return f"You asked for a visit every {_span(timedelta(seconds=settings.interval_seconds))}{window}."
    changes = f"Something that matters changes about every {_every(own_rate(due))}{_most_of_all(due)}."
    budget = f"The budget allows a visit every {_once_in(period)}{window}."
    return f"Visited {_about(timedelta(hours=hours))} ago. {changes} {budget}"


def _every(rate: float) -> str:
    """The words after 'every': '2 days', 'hour'."""
    return _once_in(timedelta(hours=min(1 / rate, 1e6)))


def _once_in(length: timedelta) -> str:
    return _about(length).removeprefix("an ").removeprefix("a ")


def _most_of_all(due: Due) -> str:
    """The most urgent named fact on the page, if more than one change of it was seen."""
    blocks = [block for block in rates_of_blocks(due) if due.facts[BLOCKS][block.ref][1].bit_count() > 1]
    if not blocks or blocks[0].kind not in FACT_KINDS:
        return ""
    return f", its {blocks[0].kind} about every {_every(blocks[0].rate)}"


def _about(length: timedelta) -> str:
    """A learned length of time, rounded: '2 days', 'an hour'."""
    seconds = length.total_seconds()
    for unit, name in ((86400 * 365, "year"), (86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 0.9 * unit:
            count = round(seconds / unit)
            return f"{count} {name}s" if count > 1 else f"{'an' if name == 'hour' else 'a'} {name}"
    return "a few seconds" if seconds < 10 else f"{seconds:.0f} seconds"


def _span(length: timedelta) -> str:
    seconds = length.total_seconds()
    for unit, name in ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 1.5 * unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds:.0f} seconds"
