"""Long lists in pages of rows: each page starts after the key of the last row of the page before (keyset pagination).

A list of a hundred thousand rows therefore costs as much at its end as at its start, and rows inserted or deleted in the
meantime shift nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import NotFoundError
from pagestrata.model.notices import Delivery
from pagestrata.model.records import Feedback, Trail, Version, Watch
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import (
    canonical,
    to_microseconds,
    url_key,
    version_number,
)
from pagestrata.store.catalog.record_rows import RecordRows
from pagestrata.store.catalog.rows import to_version
from pagestrata.store.catalog.schema import delivery, feedback, page, site_page, trail, version, watch
from pagestrata.store.people.feedback import SAYS_SOMETHING, to_feedback
from pagestrata.store.people.outbox import to_delivery, without_picture
from pagestrata.store.people.trails import to_trail
from pagestrata.store.people.watches import to_watch

_ROWS_AT_A_TIME = 1000
_VERSIONS = sql.select(version, page.c.url).join(page, page.c.id == version.c.page_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedPage:
    """A page with what there is of it."""

    number: int
    url: str
    title: str  # of its newest version
    versions: int
    first_at: datetime
    last_at: datetime


_PAGES = RecordRows(
    ArchivedPage, columns={"number": "id", "first_at": "first_version_at", "last_at": "last_version_at"}
)


class Listings:
    """The lists of an archive, at most `limit` rows after a key."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def page(self, number: int) -> ArchivedPage:
        """The page with that number. NotFoundError if it does not exist or has no version."""
        found = self.pages(after=number - 1, limit=1)
        if not found or found[0].number != number:
            raise NotFoundError(f"there is no page {number} with a version in the archive")
        return found[0]

    def pages(
        self,
        *,
        after: int = 0,
        limit: int,
        words: str | None = None,
        url: str | None = None,
        only_unwatched: bool = False,
    ) -> Sequence[ArchivedPage]:
        """Return pages that have a version, in the order of their numbers; `words` occur in the address.

        `only_unwatched`: only pages that are not watched, neither on their own nor as part of a site.
        """
        wanted = [page.c.url.icontains(words, autoescape=True)] if words else []
        wanted += [page.c.url_key == url_key(canonical(url))] if url is not None else []
        with self._catalog.reading() as connection:
            if only_unwatched:
                return _unwatched_pages(connection, after, limit, wanted)
            query = _pages_with_versions().where(page.c.id > min(after, _LARGEST_NUMBER), *wanted)
            return [_PAGES.record(row) for row in connection.execute(query.order_by(page.c.id).limit(limit))]

    def versions(
        self,
        url: str,
        *,
        before: datetime | None = None,
        limit: int,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Sequence[Version]:
        """The versions of a page, newest first."""
        query = _VERSIONS.where(page.c.url_key == url_key(canonical(url)))
        moment = version.c.captured_at
        query = query.where(moment < to_microseconds(before)) if before is not None else query
        query = query.where(moment >= to_microseconds(since)) if since is not None else query
        query = query.where(moment <= to_microseconds(until)) if until is not None else query
        with self._catalog.reading() as connection:
            return [to_version(row) for row in connection.execute(query.order_by(moment.desc()).limit(limit))]

    def newest_versions(self, *, below: int | None = None, limit: int) -> Sequence[tuple[int, Version]]:
        """Return the versions of all pages with their numbers, the last stored first."""
        query = _VERSIONS.where(version.c.id < min(below, _LARGEST_NUMBER)) if below is not None else _VERSIONS
        with self._catalog.reading() as connection:
            rows = connection.execute(query.order_by(version.c.id.desc()).limit(limit))
            return [(row.id, to_version(row)) for row in rows]

    def changed_versions(self, *, since: datetime, until: datetime, limit: int) -> Sequence[Version]:
        """Return the versions of all pages in a span of time that changed something, newest first, without first versions."""
        begin, end = to_microseconds(since), to_microseconds(until)
        query = _VERSIONS.where(version.c.captured_at >= begin, version.c.captured_at < end, version.c.changes > 0)
        with self._catalog.reading() as connection:
            rows = connection.execute(query.order_by(version.c.captured_at.desc(), version.c.id.desc()).limit(limit))
            return [to_version(row) for row in rows]

    def kept_versions(
        self,
        *,
        urls: Sequence[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        least_probability: float | None = None,
        with_first: bool = False,
        behind: Version | None = None,
        limit: int,
    ) -> Sequence[Version]:
        """Return the versions of all pages or of `urls` in a time range, newest first; `behind` continues after a version.

        Both ends of the range are included. `with_first`: also first versions of pages, with which nothing changed.
        """
        key = (version.c.captured_at, version.c.id)
        query = _VERSIONS
        number = version_number(behind.id) if behind is not None else None
        conditions = [
            page.c.url_key.in_([url_key(canonical(url)) for url in urls]) if urls is not None else None,
            version.c.captured_at >= to_microseconds(since) if since is not None else None,
            version.c.captured_at <= to_microseconds(until) if until is not None else None,
            version.c.probability >= least_probability if least_probability is not None else None,
            version.c.changes > 0 if not with_first else None,
            sql.tuple_(*key) < sql.tuple_(to_microseconds(behind.captured_at), number) if behind is not None else None,
        ]
        query = query.where(*(condition for condition in conditions if condition is not None))
        with self._catalog.reading() as connection:
            rows = connection.execute(query.order_by(*(column.desc() for column in key)).limit(limit))
            return [to_version(row) for row in rows]

    def watches(
        self, *, after: str = "", limit: int, words: str | None = None, tag: str | None = None
    ) -> Sequence[Watch]:
        """Return watches in the order of their ids: those with `words` in the address and with the tag `tag`."""
        query = sql.select(watch).order_by(watch.c.id)
        query = query.where(watch.c.url.icontains(words, autoescape=True)) if words else query
        # Tags are inside the JSON of the settings, where the word may mean something else: check the parsed tags too.
        query = query.where(watch.c.facts.contains('"tags"', autoescape=True)) if tag is not None else query
        found: list[Watch] = []
        with self._catalog.reading() as connection:
            while len(found) < limit:
                rows = connection.execute(
                    query.where(watch.c.id > after).limit(_ROWS_AT_A_TIME if tag else limit)
                ).all()
                records = map(to_watch, rows)
                found += [record for record in records if tag is None or tag in record.settings.tags]
                if not tag or len(rows) < _ROWS_AT_A_TIME:
                    break
                after = rows[-1].id
        return found[:limit]

    def trails(self, *, after: str = "", limit: int, url: str | None = None) -> Sequence[Trail]:
        """Return followed blocks in the order of their ids."""
        query = sql.select(trail, page.c.url).join(page, page.c.id == trail.c.page_id).where(trail.c.id > after)
        query = query.where(page.c.url_key == url_key(canonical(url))) if url is not None else query
        with self._catalog.reading() as connection:
            return [to_trail(row) for row in connection.execute(query.order_by(trail.c.id).limit(limit))]

    def marks(self, *, below: int | None = None, limit: int) -> Sequence[tuple[int, Feedback]]:
        """Return the verdicts of people on changes with the id of each, newest first."""
        query = sql.select(feedback).where(SAYS_SOMETHING).order_by(feedback.c.id.desc()).limit(limit)
        query = query.where(feedback.c.id < min(below, _LARGEST_NUMBER)) if below is not None else query
        with self._catalog.reading() as connection:
            return [(row.id, to_feedback(row)) for row in connection.execute(query)]

    def deliveries(
        self, *, below: int | None = None, limit: int, rule: str | None = None
    ) -> Sequence[tuple[int, Delivery]]:
        """Return messages with their numbers, newest first, without pictures."""
        query = without_picture().order_by(delivery.c.id.desc()).limit(limit)
        query = query.where(delivery.c.id < min(below, _LARGEST_NUMBER)) if below is not None else query
        query = query.where(delivery.c.rule_id == rule) if rule is not None else query
        with self._catalog.reading() as connection:
            return [(row.id, to_delivery(row)) for row in connection.execute(query)]


_LARGEST_NUMBER = 2**63 - 1


def _unwatched_pages(
    connection: sql.Connection, after: int, limit: int, wanted: Sequence[sql.ColumnElement[bool]]
) -> list[ArchivedPage]:
    """Return pages with versions that no one watches, looked up page by page in the index."""
    watches = [sql.select(table.c.id).where(table.c.url == page.c.url).limit(1) for table in (watch, site_page)]
    unwatched = [found.scalar_subquery().is_(None) for found in watches]
    found: list[ArchivedPage] = []
    place = min(after, _LARGEST_NUMBER)
    while len(found) < limit:
        numbers = sql.select(page.c.id).where(page.c.id > place, *wanted, *unwatched).order_by(page.c.id).limit(limit)
        stretch = connection.execute(numbers).scalars().all()
        if not stretch:
            break
        rows = connection.execute(_pages_with_versions().where(page.c.id.in_(stretch)).order_by(page.c.id))
        found += map(_PAGES.record, rows)
        place = stretch[-1]
    return found[:limit]


def _pages_with_versions() -> sql.Select[Any]:
    of_page = version.c.page_id == page.c.id
    moment = version.c.captured_at
    newest = sql.select(version.c.title).where(of_page).order_by(moment.desc()).limit(1).scalar_subquery()
    counted = sql.select(sql.func.count()).where(of_page).scalar_subquery()
    first = sql.select(sql.func.min(moment)).where(of_page).scalar_subquery()
    last = sql.select(sql.func.max(moment)).where(of_page).scalar_subquery()
    return sql.select(
        page.c.id,
        page.c.url,
        newest.label("title"),
        counted.label("versions"),
        first.label("first_version_at"),
        last.label("last_version_at"),
    ).where(sql.exists().where(of_page))
