"""What happened in a span of time: changes by day, site and role, what the cascade saved, and what noise was held back."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal, TypeVar
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from pagestrata.store.activity import VisitCount
    from pagestrata.store.archive import Archive

LONGEST_DAYS = 366
SITES_SHOWN = 50
Key = TypeVar("Key")
Table = Literal["days", "sites", "roles"]
_STEERS_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """Visits by what came of them. Each is in one of kept, suppressed, quiet and failed."""

    visits: int = 0
    kept: int = 0  # made a version
    suppressed: int = 0  # something changed that nobody would want to know
    quiet: int = 0  # nothing changed
    failed: int = 0  # the page was not there to be seen
    changes: int = 0  # single operations in what was kept
    suppressed_changes: int = 0
    without_browser: int = 0  # ended before the browser was asked


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
        """What an archive that keeps every visit would have stored more, at the size versions have here."""
        return self.version_bytes * (self.totals.visits - self.totals.kept - self.totals.failed)

    @property
    def most_in_a_day(self) -> int:
        return max((day.outcomes.kept + day.outcomes.suppressed for day in self.days), default=0)


def report_of(archive: Archive, *, since: date, until: date) -> Report:
    """The report about the days from one to the other, at most a year of them, the last ones."""
    since = max(since, until - timedelta(days=LONGEST_DAYS - 1))
    begin = datetime.fromisoformat(f"{since.isoformat()}T00:00:00+00:00")
    end = begin + timedelta(days=(until - since).days + 1)
    counts = archive.activity.visits(since=begin, until=end)
    listed = [since + timedelta(days=number) for number in range((until - since).days + 1)]
    by_day = _grouped(counts, lambda count: count.day)
    return Report(
        since=since,
        until=until,
        days=tuple(Day(day=day, outcomes=outcomes_of(by_day.get(day, ()))) for day in listed),
        sites=_sites(counts),
        roles=tuple(archive.activity.new_blocks_by_role(since=begin, until=end).items()),
        totals=outcomes_of(counts),
        version_bytes=archive.activity.mean_version_bytes(),
    )


def outcomes_of(counts: Iterable[VisitCount]) -> Outcomes:
    """These visits added up."""
    found: Counter[str] = Counter()
    for count in counts:
        outcome = _outcome(count)
        found["visits"] += count.visits
        found[outcome] += count.visits
        found["without_browser"] += count.visits if count.stage != "render" and not count.failed else 0
        if outcome in {"kept", "suppressed"}:
            found["changes" if outcome == "kept" else "suppressed_changes"] += count.changes
    return Outcomes(**found)


def _outcome(count: VisitCount) -> str:
    if count.kept:
        return "kept"
    if count.failed:
        return "failed"
    return "suppressed" if count.changed else "quiet"


def _sites(counts: Sequence[VisitCount]) -> tuple[Site, ...]:
    by_host = _grouped(counts, lambda count: (urlsplit(count.url).hostname or count.url)[:200])
    sites = [
        Site(host=host, pages=len({count.url for count in found}), outcomes=outcomes_of(found))
        for host, found in by_host.items()
    ]
    return tuple(sorted(sites, key=lambda site: (-site.outcomes.kept, -site.outcomes.visits, site.host)))


def _grouped(counts: Iterable[VisitCount], key: Callable[[VisitCount], Key]) -> dict[Key, list[VisitCount]]:
    groups: dict[Key, list[VisitCount]] = {}
    for count in counts:
        groups.setdefault(key(count), []).append(count)
    return groups


_COLUMNS = ("visits", "kept", "suppressed", "quiet", "failed", "changes", "suppressed_changes", "without_browser")


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


def _values(outcomes: Outcomes) -> list[int]:
    return [getattr(outcomes, name) for name in _COLUMNS]


def _harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_STEERS_SPREADSHEETS) else text
