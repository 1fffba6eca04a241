"""What happened in a span of time, counted by the database: visits and what came of them, blocks by their role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import sqlalchemy as sql

from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import from_microseconds, to_microseconds
from pagestrata.store.catalog.schema import bundle, label, page, presence, version, visit

_DAY = 86_400_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitCount:
    """Visits to one page on one day (UTC) that ended alike."""

    url: str
    day: date
    stage: str
    kept: bool
    failed: bool  # the page was not there to be seen
    changed: bool  # something was different, whether it mattered or not
    visits: int
    changes: int


class Activity:
    """Counts over a span of time."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def visits(self, *, since: datetime, until: datetime) -> Sequence[VisitCount]:
        """All visits in that time by page, day and outcome."""
        day = sql.cast(visit.c.visited_at / _DAY, sql.BigInteger).label("day")
        failed = sql.or_(visit.c.facts.contains('"fault":', autoescape=True),
                         visit.c.facts.contains('"error":', autoescape=True)).label("failed")  # fmt: skip
        changed = (visit.c.changes > 0).label("changed")
        keys = (visit.c.page_id, day, visit.c.stage, visit.c.kept, failed, changed)
        counted = (
            sql.select(*keys, sql.func.count().label("visits"), sql.func.sum(visit.c.changes).label("changes"))
            .where(visit.c.visited_at >= to_microseconds(since), visit.c.visited_at < to_microseconds(until))
            .group_by(*keys)
            .subquery()
        )
        query = sql.select(counted, page.c.url).join(page, page.c.id == counted.c.page_id)
        with self._catalog.reading() as connection:
            rows = connection.execute(query).all()
        return [
            VisitCount(
                url=row.url,
                day=(from_microseconds(0) + timedelta(days=int(row.day))).date(),
                stage=row.stage,
                kept=bool(row.kept),
                failed=bool(row.failed),
                changed=bool(row.changed),
                visits=int(row.visits),
                changes=int(row.changes),
            )
            for row in rows
        ]

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
