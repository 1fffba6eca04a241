"""Reports on a period: visits and changes by day, site and role, and what was not stored."""

from __future__ import annotations

import csv
import io
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from pagestrata.app.sentences import sentences_of
from pagestrata.model.records import Version
from pagestrata.store.people.activity import CountedVisits, Outcomes

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

LONGEST_DAYS = 366
EARLIEST, LATEST = date(1972, 1, 1), date(9000, 1, 1)
"""The range of days on which a report may end, so that a year before is a valid date too."""
SITES_SHOWN = 50
CHANGES_SHOWN = 50
Table = Literal["days", "sites", "roles"]
SPANS_KEPT = 4
_COUNTED: WeakKeyDictionary[Archive, OrderedDict[tuple[datetime, datetime], tuple[tuple[int, int], CountedVisits]]]
_COUNTED = WeakKeyDictionary()
_COUNTING = threading.Lock()
_COLUMNS = ("visits", "kept", "suppressed", "quiet", "failed", "changes", "suppressed_changes", "without_browser")
_values: Callable[[Outcomes], tuple[int, ...]] = attrgetter(*_COLUMNS)
_STEERS_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """One day, UTC."""

    day: date
    outcomes: Outcomes


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """All pages of one host."""

    host: str
    pages: int
    outcomes: Outcomes


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report about whole days; `until` is the last of them."""

    since: date
    until: date
    days: tuple[Day, ...]
    sites: tuple[Site, ...]  # those with most versions first
    roles: tuple[tuple[str, int], ...]  # role and how many blocks came or got another content
    totals: Outcomes
    version_bytes: int  # what one version takes in this archive on average

    @property
    def saved_bytes(self) -> int:
        """The additional bytes if every visit were kept, estimated from the mean size of a version."""
        return self.version_bytes * (self.totals.visits - self.totals.kept - self.totals.failed)

    @property
    def most_in_a_day(self) -> int:
        return max((day.outcomes.kept + day.outcomes.suppressed for day in self.days), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedChange:
    """A version that changed something, and the sentence about it."""

    version: Version
    name: str  # of the page
    sentence: str


def changes_of(archive: Archive, report: Report) -> list[ReportedChange]:
    """The last changes in the days of a report, newest first; first versions are no changes."""
    begin = datetime.fromisoformat(f"{report.since.isoformat()}T00:00:00+00:00")
    end = begin + timedelta(days=(report.until - report.since).days + 1)
    found = archive.listings.changed_versions(since=begin, until=end, limit=CHANGES_SHOWN)
    sentences = sentences_of(archive, found)
    watches = {url: archive.watches.of(url) for url in {version.url for version in found}}
    names = {url: watch.settings.title for url, watch in watches.items() if watch is not None}
    return [
        ReportedChange(
            version=version, name=names.get(version.url) or version.title or version.url, sentence=sentences[version.id]
        )
        for version in found
    ]


def report_of(archive: Archive, *, since: date | None, until: date | None, today: date) -> Report:
    """The report about the days from one to the other, by default the last 30; at most a year of them, the last ones."""
    until = max(EARLIEST, min(until or today, LATEST))
    since = min(since or until - timedelta(days=29), until)
    since = max(since, until - timedelta(days=LONGEST_DAYS - 1))
    begin = datetime.fromisoformat(f"{since.isoformat()}T00:00:00+00:00")
    end = begin + timedelta(days=(until - since).days + 1)
    counted = _counted(archive, begin, end)
    listed = [since + timedelta(days=number) for number in range((until - since).days + 1)]
    return Report(
        since=since,
        until=until,
        days=tuple(Day(day=day, outcomes=counted.by_day.get(day, Outcomes())) for day in listed),
        sites=_sites(counted.by_page),
        roles=tuple(archive.activity.new_blocks_by_role(since=begin, until=end).items()),
        totals=added(counted.by_day.values()),
        version_bytes=archive.activity.mean_version_bytes(),
    )


def _counted(archive: Archive, begin: datetime, end: datetime) -> CountedVisits:
    """Count the visits of whole days. Earlier counts are reused as long as those visits did not change."""
    activity = archive.activity
    with _COUNTING:
        known = _COUNTED.setdefault(archive, OrderedDict())
        state, counted = known.pop((begin, end), ((0, 0), CountedVisits({}, {})))
        if activity.state_of_visits(since=begin, until=end, last=state[1]) != state:
            state, counted = (0, 0), CountedVisits({}, {})
        now = activity.state_of_visits(since=begin, until=end)
        if now != state:
            counted = _with(counted, activity.visits(since=begin, until=end, behind=state[1], last=now[1]))
        known[begin, end] = (now, counted)
        while len(known) > SPANS_KEPT:
            known.popitem(last=False)
    return counted


def _with(counted: CountedVisits, more: CountedVisits) -> CountedVisits:
    by_day, by_page = dict(counted.by_day), dict(counted.by_page)
    for day, outcomes in more.by_day.items():
        by_day[day] = added((by_day[day], outcomes)) if day in by_day else outcomes
    for url, outcomes in more.by_page.items():
        by_page[url] = added((by_page[url], outcomes)) if url in by_page else outcomes
    return CountedVisits(by_day, by_page)


def added(outcomes: Collection[Outcomes]) -> Outcomes:
    """The sum of several outcomes."""
    sums = map(sum, zip(*map(_values, outcomes), strict=True))
    return Outcomes(**dict(zip(_COLUMNS, sums, strict=True))) if outcomes else Outcomes()


def _sites(by_page: Mapping[str, Outcomes]) -> tuple[Site, ...]:
    by_host: dict[str, list[Outcomes]] = {}
    for url, outcomes in by_page.items():
        by_host.setdefault((urlsplit(url).hostname or url)[:200], []).append(outcomes)
    sites = [Site(host=host, pages=len(found), outcomes=added(found)) for host, found in by_host.items()]
    return tuple(sorted(sites, key=lambda site: (-site.outcomes.kept, -site.outcomes.visits, site.host)))


def report_csv(report: Report, table: Table) -> str:
    """One table of the report for spreadsheets."""
    rows: list[list[object]]
    if table == "days":
        rows = [["day", *_COLUMNS], *([day.day.isoformat(), *_values(day.outcomes)] for day in report.days)]
    elif table == "sites":
        rows = [["site", "pages", *_COLUMNS]]
        rows += [[_harmless(site.host), site.pages, *_values(site.outcomes)] for site in report.sites]
    else:
        rows = [["role", "blocks"], *([_harmless(role), number] for role, number in report.roles)]
    target = io.StringIO()
    csv.writer(target).writerows(rows)
    return target.getvalue()


def _harmless(text: str) -> str:
    """A cell that spreadsheets do not read as a formula."""
    return f"'{text}" if text.startswith(_STEERS_SPREADSHEETS) else text
