"""Activity in a time range, counted by the database: visits by outcome, new blocks by role."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from operator import add
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sql

from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import from_microseconds, to_microseconds
from pagestrata.store.catalog.schema import bundle, label, page, presence, version, visit

_DAY = 86_400_000_000
RENDER = "render"
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """Visits by outcome. Each is counted in one of kept, suppressed, quiet and failed."""

    visits: int = 0
    kept: int = 0  # made a version
    suppressed: int = 0  # something changed that does not matter
    quiet: int = 0  # nothing changed
    failed: int = 0  # the page was not there to be seen
    changes: int = 0  # single operations in what was kept
    suppressed_changes: int = 0
    without_browser: int = 0  # ended before the browser was asked


class CountedVisits(NamedTuple):
    """The outcomes of visits in a time range, by day (UTC) and by address."""

    by_day: Mapping[date, Outcomes]
    by_page: Mapping[str, Outcomes]


class Activity:
    """Counts over a span of time."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def visits(
        self, *, since: datetime, until: datetime, behind: int | None = None, last: int | None = None
    ) -> CountedVisits:
        """Return the outcomes of all visits in a time range, summed up by the database.

        `behind` and `last` limit the visits to those with larger ids, and up to this id.
        """
        counted = _added_up(_within(since, until, behind=behind, last=last)).subquery()
        query = sql.select(counted, page.c.url).join(page, page.c.id == counted.c.page_id)
        with self._catalog.reading() as connection:
            rows = connection.execute(query).all()
        by_day = _summed([(row.day, row[-1 - len(_SUMS) : -1]) for row in rows])
        return CountedVisits(
            by_day={(from_microseconds(0) + timedelta(days=int(day))).date(): by_day[day] for day in sorted(by_day)},
            by_page=_summed([(row.url, row[-1 - len(_SUMS) : -1]) for row in rows]),
        )

    def state_of_visits(self, *, since: datetime, until: datetime, last: int | None = None) -> tuple[int, int]:
        """Return the number of visits in a time range and the largest visit id; visits after `last` do not count."""
        query = sql.select(sql.func.count(), sql.func.coalesce(sql.func.max(visit.c.id), 0))
        with self._catalog.reading() as connection:
            count, newest = connection.execute(query.where(_within(since, until, last=last))).one()
        return int(count), int(newest)

    def new_blocks_by_role(self, *, since: datetime, until: datetime) -> dict[str, int]:
        """Return how many blocks appeared or changed in a time range, by role; blocks of first versions do not count."""
        query = (
            sql.select(label.c.name, sql.func.count())
            .select_from(presence)
            .join(label, label.c.id == presence.c.label_id)
            .join(page, page.c.id == presence.c.page_id)
            .where(presence.c.first_at >= to_microseconds(since), presence.c.first_at < to_microseconds(until))
            .where(presence.c.first_at > page.c.first_at)
            .group_by(label.c.name)
        )
        with self._catalog.reading() as connection:
            found = connection.execute(query).all()
        return {row[0]: int(row[1]) for row in sorted(found, key=lambda row: (-row[1], row[0]))}

    def mean_version_bytes(self) -> int:
        """Return the average size of a version in the blobs; 0 if there is no version."""
        stored = sql.select(sql.func.coalesce(sql.func.sum(bundle.c.size), 0)).scalar_subquery()
        counted = sql.select(sql.func.count()).select_from(version).scalar_subquery()
        with self._catalog.reading() as connection:
            total, versions = connection.execute(sql.select(stored, counted)).one()
        return round(int(total) / versions) if versions else 0


_SUMS = tuple(field.name for field in fields(Outcomes))


def _within(
    since: datetime, until: datetime, *, behind: int | None = None, last: int | None = None
) -> sql.ColumnElement[bool]:
    found = (visit.c.visited_at >= to_microseconds(since)) & (visit.c.visited_at < to_microseconds(until))
    found = found if behind is None else found & (visit.c.id > behind)
    return found if last is None else found & (visit.c.id <= last)


def _added_up(span: sql.ColumnElement[bool]) -> sql.Select[Any]:
    """Return a query for the outcomes of visits by page and day."""
    day = (visit.c.visited_at // _DAY).label("day")
    says_so = visit.c.facts.like('%"fault":%') | visit.c.facts.like('%"error":%')
    failed = (sql.not_(visit.c.kept) & says_so).label("failed")
    columns = (visit.c.page_id, day, visit.c.stage, visit.c.kept, visit.c.changes, failed)
    seen = sql.select(*columns).where(span).offset(0).subquery()  # apart: whether it failed is read in a text, once
    row = seen.c
    is_quiet, is_seen = row.changes == 0, sql.not_(row.kept) & sql.not_(row.failed)

    def count(condition: sql.ColumnElement[bool], value: Any = 1) -> sql.ColumnElement[int]:
        return sql.func.sum(sql.case((condition, value), else_=0))

    sums = {
        "visits": sql.func.count(),
        "kept": count(row.kept),
        "suppressed": count(is_seen & sql.not_(is_quiet)),
        "quiet": count(is_seen & is_quiet),
        "failed": count(row.failed),
        "changes": count(row.kept, row.changes),
        "suppressed_changes": count(is_seen, row.changes),
        "without_browser": count(sql.not_(row.failed) & (row.stage != RENDER)),
    }
    query = sql.select(row.page_id, row.day, *(sums[name].label(name) for name in _SUMS))
    return query.group_by(row.page_id, row.day)


def _summed(rows: Iterable[tuple[Key, Sequence[Any]]]) -> dict[Key, Outcomes]:
    """Add up the outcomes of each key; `rows` have a key and the sums in order."""
    found: dict[Key, list[int]] = {}
    for key, values in rows:
        known = found.get(key)
        found[key] = list(map(int, values if known is None else map(add, known, values)))
    return {key: Outcomes(**dict(zip(_SUMS, sums, strict=True))) for key, sums in found.items()}
