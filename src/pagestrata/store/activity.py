"""What happened in a span of time, counted by the database: visits and what came of them, blocks by their role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sql

from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import from_microseconds, to_microseconds
from pagestrata.store.catalog.schema import bundle, label, page, presence, version, visit

_DAY = 86_400_000_000
RENDER = "render"


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

    def __add__(self, other: Outcomes) -> Outcomes:
        return Outcomes(**{name: getattr(self, name) + getattr(other, name) for name in self.__slots__})


class CountedVisits(NamedTuple):
    """What came of the visits of some time, by day (UTC) and by address."""

    by_day: Mapping[date, Outcomes]
    by_page: Mapping[str, Outcomes]


class Activity:
    """Counts over a span of time."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def visits(self, *, since: datetime, until: datetime) -> CountedVisits:
        """All visits in that time by what came of them: added up by the database, which has hundreds for each page."""
        day = sql.cast(visit.c.visited_at / _DAY, sql.BigInteger).label("day")
        span = (visit.c.visited_at >= to_microseconds(since)) & (visit.c.visited_at < to_microseconds(until))
        of_page = (visit.c.page_id + 0).label("page_id")  # found by their time, not along the index of all pages
        by_page = _added_up(of_page).where(span).group_by(of_page).subquery()
        with self._catalog.reading() as connection:
            failed = connection.execute(_failed(day).where(span)).all()
            days = connection.execute(_added_up(day).where(span).group_by(day)).all()
            pages = connection.execute(sql.select(by_page, page.c.url).join(page, page.c.id == by_page.c.page_id)).all()
        return CountedVisits(
            by_day={_date(row.day): _outcomes(row, [one for one in failed if one.day == row.day]) for row in days},
            by_page=_by_page(pages, failed),
        )

    def visit_count(self, *, since: datetime, until: datetime) -> int:
        """How many visits there were in that time."""
        query = sql.select(sql.func.count()).select_from(visit)
        query = query.where(visit.c.visited_at >= to_microseconds(since), visit.c.visited_at < to_microseconds(until))
        with self._catalog.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def new_blocks_by_role(self, *, since: datetime, until: datetime) -> dict[str, int]:
        """How many blocks came, or got another content, in that time, by their role; those of first versions are none."""
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
        """What one version takes in the blobs on average; 0 where there is none."""
        stored = sql.select(sql.func.coalesce(sql.func.sum(bundle.c.size), 0)).scalar_subquery()
        counted = sql.select(sql.func.count()).select_from(version).scalar_subquery()
        with self._catalog.reading() as connection:
            total, versions = connection.execute(sql.select(stored, counted)).one()
        return round(int(total) / versions) if versions else 0


def _added_up(key: sql.ColumnElement[Any]) -> sql.Select[Any]:
    """The visits under each key; those that failed count as quiet, or as what changed, since that is told by a text."""
    kept, changed = visit.c.kept, visit.c.changes > 0
    count, total = sql.func.count(), sql.func.sum
    return sql.select(
        key,
        count.label("visits"),
        total(sql.case((kept, 1), else_=0)).label("kept"),
        total(sql.case((sql.not_(kept) & changed, 1), else_=0)).label("suppressed"),
        total(sql.case((kept, visit.c.changes), else_=0)).label("changes"),
        total(sql.case((kept, 0), else_=visit.c.changes)).label("suppressed_changes"),
        total(sql.case((visit.c.stage == RENDER, 0), else_=1)).label("without_browser"),
    )


def _failed(day: sql.ColumnElement[Any]) -> sql.Select[Any]:
    """The visits that did not see their page: few, and looked for once."""
    facts = visit.c.facts
    says_so = facts.contains('"fault":', autoescape=True) | facts.contains('"error":', autoescape=True)
    query = sql.select(visit.c.page_id, day, visit.c.stage, visit.c.changes)
    return query.where(sql.not_(visit.c.kept), says_so)


def _by_page(pages: Sequence[sql.Row[Any]], failed: Sequence[sql.Row[Any]]) -> dict[str, Outcomes]:
    failures: dict[int, list[sql.Row[Any]]] = {}
    for one in failed:
        failures.setdefault(one.page_id, []).append(one)
    return {row.url: _outcomes(row, failures.get(row.page_id, ())) for row in pages}


def _outcomes(row: sql.Row[Any], failed: Sequence[sql.Row[Any]]) -> Outcomes:
    """What was added up, without those that failed among what changed and what did not."""
    suppressed = int(row.suppressed) - sum(one.changes > 0 for one in failed)
    return Outcomes(
        visits=int(row.visits),
        kept=int(row.kept),
        suppressed=suppressed,
        quiet=int(row.visits) - int(row.kept) - suppressed - len(failed),
        failed=len(failed),
        changes=int(row.changes),
        suppressed_changes=int(row.suppressed_changes) - sum(int(one.changes) for one in failed),
        without_browser=int(row.without_browser) - sum(one.stage != RENDER for one in failed),
    )


def _date(number: int) -> date:
    return (from_microseconds(0) + timedelta(days=int(number))).date()
