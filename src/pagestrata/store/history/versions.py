"""Finding versions: by page, by time, by name, by the resources they hold."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from pagestrata.errors import NotFoundError
from pagestrata.formats.urls import parse_time
from pagestrata.model.records import Holding, Version
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import Question
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.names import canonical, skipped_number, to_microseconds, url_key, version_number
from pagestrata.store.catalog.rows import to_skipped, to_version

if TYPE_CHECKING:
    from pagestrata.store.merkle_log.removals import RemovedVersion

_BACK = re.compile(r"~\d{1,9}")
_NAME = re.compile(r"\d{14}-\d+")
_LISTED = 10
CLOCKS_DIFFER = timedelta(minutes=1)
"""A version that is dated so much later than now is not yet of the future: another machine took it."""
NEWEST_SKIPPED = "skipped"
"""In the place of a time: the newest skipped visit that can still be looked at."""
_COLUMNS = "id captured_at status title importance probability changes digest etag last_modified facts"
_BEFORE = f"""
    SELECT {", ".join(f"version.{name}" for name in _COLUMNS.split())}, page.url
    FROM version JOIN page ON page.id = version.page_id
    WHERE page.url_key = ? AND version.captured_at <= ?"""  # noqa: S608 - no input
_NEWEST = "ORDER BY version.captured_at DESC LIMIT 1"
# by `page_id` visits are found without looking at those of other pages
_SOUND = """
    AND version.status < 400 AND NOT EXISTS (
        SELECT 1 FROM visit WHERE visit.page_id = version.page_id AND visit.version_id = version.id AND visit.facts LIKE ?
    )"""
_LAST_BEFORE = Question(f"{_COLUMNS} url", f"{_BEFORE} {_NEWEST}")
_LAST_SOUND_BEFORE = Question(f"{_COLUMNS} url", f"{_BEFORE} {_SOUND} {_NEWEST}")
_FAULT = '%"fault":%'


class Versions:
    """Which versions there are, of pages and of the resources on them."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def pages(self) -> Sequence[str]:
        """The addresses of all pages that have a version, in order."""
        return pages(self._catalog)

    def latest(self, url: str) -> Version | None:
        return latest(self._catalog, url)

    def titles(self, urls: Collection[str]) -> Mapping[str, str]:
        """By address the title of the newest version of each page, as `latest` has it; pages without a version are left out."""
        return titles(self._catalog, urls)

    def before(self, url: str, moment: datetime, *, faults: bool = True) -> Version | None:
        """The last version of a page that is not after that moment; None if missing.

        Without `faults`, versions of error pages, logins and bot checks do not count.
        """
        values = url_key(canonical(url)), to_microseconds(moment)
        with self._catalog.asking() as connection:
            if faults:
                row = _LAST_BEFORE.first(connection, *values)
            else:
                row = _LAST_SOUND_BEFORE.first(connection, *values, _FAULT)
        return to_version(row) if row is not None else None

    def after(self, url: str, moment: datetime) -> Version | None:
        """The first version of a page after that moment; None if missing."""
        query = _of_page(url).where(schema.version.c.captured_at > to_microseconds(moment))
        with self._catalog.reading() as connection:
            row = connection.execute(query.order_by(schema.version.c.captured_at).limit(1)).one_or_none()
        return to_version(row) if row is not None else None

    def recent(self, *, urls: Sequence[str] | None = None, limit: int) -> Sequence[Version]:
        """The versions of some pages, or of all, that were stored last, newest first."""
        return recent_versions(self._catalog, urls=urls, limit=limit)

    def of(self, url: str, *, since: datetime | None = None, until: datetime | None = None) -> Sequence[Version]:
        """The versions of a page, oldest first; none for a page never archived."""
        return versions(self._catalog, url, since=since, until=until)

    def at(self, url: str, when: str | datetime, *, nearest: bool = False) -> Version:
        """The version valid at a time, or 'latest', 'first', '~N' versions back, or a version's id.

        The id of a skipped visit, or 'skipped' for the newest, gives what that visit found.

        A time before the first version has none: NotFoundError names the first, `nearest` gives it.
        """
        return version_at(self._catalog, url, when, nearest=nearest)

    def removed(
        self, url: str, *, since: datetime | None = None, until: datetime | None = None
    ) -> Sequence[RemovedVersion]:
        """The versions of a page that rules removed, as the log says, oldest first."""
        from pagestrata.store.merkle_log.removals import (
            removed_versions,  # only now: a visit asks for versions that are there
        )

        query = sql.select(schema.page.c.id).where(schema.page.c.url_key == url_key(canonical(url)))
        with self._catalog.reading() as connection:
            number = connection.execute(query).scalar_one_or_none()
            found = removed_versions(connection, [number]).get(number, []) if number is not None else []
        return [
            one
            for one in found
            if (since is None or one.captured_at >= since) and (until is None or one.captured_at <= until)
        ]

    def all_removed(self) -> Mapping[str, Sequence[RemovedVersion]]:
        """Like `removed`, for all pages at once, by their addresses."""
        from pagestrata.store.merkle_log.removals import removed_versions

        with self._catalog.reading() as connection:
            found = removed_versions(connection)
            query = sql.select(schema.page.c.id, schema.page.c.url).where(schema.page.c.id.in_(list(found)))
            return {row.url: found[row.id] for row in connection.execute(query)} if found else {}

    def removed_of_pages(self, numbers: Collection[int]) -> Mapping[int, Sequence[RemovedVersion]]:
        """Like `removed`, for many pages at once, by their numbers."""
        from pagestrata.store.merkle_log.removals import removed_versions

        with self._catalog.reading() as connection:
            return removed_versions(connection, numbers)

    def named(self, name: str) -> Version:
        """The version, or what a skipped visit found, with this id, of any page. NotFoundError if it does not exist."""
        return version_named(self._catalog, name)

    def holding(self, url: str, when: datetime) -> Version | None:
        """The version that held a resource at a time, or the closest to it; `contents.response` reads it."""
        from pagestrata.store.intervals import resource_intervals

        return resource_intervals.version_holding(self._catalog, url, when)

    def holdings(self, url: str | None = None) -> Sequence[Holding]:
        """Which versions brought a resource, or all resources, in the order of addresses and times."""
        from pagestrata.store.intervals import resource_intervals

        return resource_intervals.holdings(self._catalog, url)


def pages(catalog: Catalog) -> Sequence[str]:
    query = (
        sql.select(schema.page.c.url)
        .where(sql.exists().where(schema.version.c.page_id == schema.page.c.id))
        .order_by(schema.page.c.url)
    )
    with catalog.reading() as connection:
        return list(connection.execute(query).scalars())


def _of_page(url: str) -> sql.Select[Any]:
    joined = sql.select(schema.version, schema.page.c.url).join(
        schema.page, schema.page.c.id == schema.version.c.page_id
    )
    return joined.where(schema.page.c.url_key == url_key(canonical(url)))


def latest(catalog: Catalog, url: str) -> Version | None:
    with catalog.reading() as connection:
        row = _newest(connection, url)
    return to_version(row) if row is not None else None


def titles(catalog: Catalog, urls: Collection[str]) -> dict[str, str]:
    keys: dict[Any, list[str]] = {}
    for url in urls:
        keys.setdefault(url_key(canonical(url)), []).append(url)
    page, version = schema.page, schema.version
    come = version.c.captured_at <= to_microseconds(datetime.now(UTC) + CLOCKS_DIFFER)
    newest = sql.select(version.c.id).where(version.c.page_id == page.c.id, come)
    newest = newest.order_by(version.c.captured_at.desc()).limit(1).correlate(page)
    shown = version.alias("shown")
    joined = page.join(shown, shown.c.id == newest.scalar_subquery())
    query = sql.select(page.c.url_key, shown.c.title).select_from(joined).where(page.c.url_key.in_(list(keys)))
    with catalog.reading() as connection:
        rows = connection.execute(query).all()
        found = {url: row.title for row in rows for url in keys[row.url_key]}
        for url in set(urls) - found.keys():  # without a version, or with versions of the future only
            row = _newest(connection, url)
            found |= {url: row.title} if row is not None else {}
    return found


def _newest(connection: sql.Connection, url: str, back: int = 0) -> Any:
    """The row of the newest version of a page, or of one so many versions back; None if missing.

    Versions dated in the future do not count while there are others: one wrong clock would hide all that follow.
    """
    newest_first = _newest_first(url)
    come = newest_first.where(schema.version.c.captured_at <= to_microseconds(datetime.now(UTC) + CLOCKS_DIFFER))
    row = connection.execute(come.offset(back)).one_or_none()
    if row is None and (not back or connection.execute(come).one_or_none() is None):
        row = connection.execute(newest_first.offset(back)).one_or_none()
    return row


def _newest_first(url: str) -> sql.Select[Any]:
    return _of_page(url).order_by(schema.version.c.captured_at.desc()).limit(1)


def recent_versions(catalog: Catalog, *, urls: Sequence[str] | None, limit: int) -> Sequence[Version]:
    query = sql.select(schema.version, schema.page.c.url).join(
        schema.page, schema.page.c.id == schema.version.c.page_id
    )
    if urls is not None:
        query = query.where(schema.page.c.url_key.in_([url_key(canonical(url)) for url in urls]))
    with catalog.reading() as connection:
        rows = connection.execute(query.order_by(schema.version.c.id.desc()).limit(limit))  # no walk over all versions
        return [to_version(row) for row in rows]


def versions(catalog: Catalog, url: str, *, since: datetime | None, until: datetime | None) -> Sequence[Version]:
    query = _of_page(url).order_by(schema.version.c.captured_at)
    if since is not None:
        query = query.where(schema.version.c.captured_at >= to_microseconds(since))
    if until is not None:
        query = query.where(schema.version.c.captured_at <= to_microseconds(until))
    with catalog.reading() as connection:
        return [to_version(row) for row in connection.execute(query)]


def version_at(catalog: Catalog, url: str, when: str | datetime, *, nearest: bool = False) -> Version:
    """The version valid then: the last one not after that time; if `nearest`, the first for an earlier time."""
    if isinstance(when, str) and (when == NEWEST_SKIPPED or skipped_number(when) is not None):
        return _skipped_at(catalog, url, when)
    with catalog.reading() as connection:
        back = _versions_back(when)
        if back is None:
            row = connection.execute(_asked_for(url, when)).one_or_none()
        else:
            row = _newest(connection, url, back)
        if row is None and nearest and _is_moment(when):
            row = connection.execute(_of_page(url).order_by(schema.version.c.captured_at).limit(1)).one_or_none()
    if row is None:
        raise NotFoundError(_what_exists(catalog, url, when))
    return to_version(row)


def version_named(catalog: Catalog, name: str) -> Version:
    """The version or the skipped visit with this id, of any page."""
    skip = skipped_number(name)
    number = version_number(name) if _NAME.fullmatch(name) else None
    found: Version | None = None
    if skip is not None or number is not None:
        table, to_record = (schema.skipped, to_skipped) if skip is not None else (schema.version, to_version)
        query = sql.select(table, schema.page.c.url).join(schema.page, schema.page.c.id == table.c.page_id)
        query = query.where(table.c.id == (skip if skip is not None else number))
        with catalog.reading() as connection:
            row = connection.execute(query).one_or_none()
        found = to_record(row) if row is not None else None
    if found is None or found.id != name:
        from pagestrata.store.merkle_log.removals import removal_of

        with catalog.reading() as connection:
            removal = removal_of(connection, name)
        if removal is not None:
            raise NotFoundError(
                f"version {name} was {removal}, according to entry {removal.place} "
                "of the log; `pagestrata log URL` lists the remaining versions"
            )
        raise NotFoundError(
            f"there is no version {name[:60]!r} in the archive; `pagestrata log URL` lists the versions"
        )
    return found


def _skipped_at(catalog: Catalog, url: str, when: str) -> Version:
    """What a skipped visit found, as if it were a version."""
    query = sql.select(schema.skipped, schema.page.c.url).join(
        schema.page, schema.page.c.id == schema.skipped.c.page_id
    )
    query = (
        query.where(schema.page.c.url_key == url_key(canonical(url)))
        .order_by(schema.skipped.c.captured_at.desc())
        .limit(1)
    )
    number = skipped_number(when)
    with catalog.reading() as connection:
        row = connection.execute(query if number is None else query.where(schema.skipped.c.id == number)).one_or_none()
    if row is None:
        raise NotFoundError(
            f"{url[:200]} has no skipped visit {'' if number is None else when + ' '}that is still stored;"
            " `pagestrata log URL --visits` lists them"
        )
    return to_skipped(row)


def _versions_back(when: str | datetime) -> int | None:
    """How many versions before the newest 'latest' or '~N' asks for; None for anything else."""
    if when == "latest":
        return 0
    return int(when[1:]) if isinstance(when, str) and _BACK.fullmatch(when) else None


def _asked_for(url: str, when: str | datetime) -> sql.Select[Any]:
    newest_first = _newest_first(url)
    if isinstance(when, datetime):
        return newest_first.where(schema.version.c.captured_at <= to_microseconds(when))
    if when == "first":
        return _of_page(url).order_by(schema.version.c.captured_at).limit(1)
    if _NAME.fullmatch(when):
        return newest_first.where(schema.version.c.id == version_number(when))
    moment = to_microseconds(parse_time(when))
    moment += 0 if moment % 1_000_000 else 999_999  # 14 digits name a whole second
    return newest_first.where(schema.version.c.captured_at <= moment)


def _is_moment(when: str | datetime) -> bool:
    return isinstance(when, datetime) or not (_BACK.fullmatch(when) or _NAME.fullmatch(when))


def _what_exists(catalog: Catalog, url: str, when: str | datetime) -> str:
    found = versions(catalog, url, since=None, until=None)
    if found and _is_moment(when):
        first = f"{found[0].captured_at:%Y-%m-%dT%H:%M:%SZ}"
        return f"{url[:200]} has no version as early as {when}; the first is of {first}: write {url[:200]}@first"
    if found:
        times = ", ".join(f"{v.captured_at:%Y%m%d%H%M%S}" for v in found[-_LISTED:])
        more = f" and {len(found) - _LISTED} earlier" if len(found) > _LISTED else ""
        return f"{url[:200]} has no version {when}; it has {len(found)}: {times}{more}"
    known = pages(catalog)
    listed = ", ".join(address[:100] for address in known[:_LISTED]) or "no page at all"
    return f"{url[:200]} is not in the archive, which holds {listed}; `pagestrata visit URL` archives a page"
