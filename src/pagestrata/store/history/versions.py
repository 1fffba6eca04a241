"""Find versions by page, time, name, or the resources they hold."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from pagestrata.errors import NotFoundError
from pagestrata.formats.urls import parse_time
from pagestrata.model.records import Holding, Version
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import Question, among, ask
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.names import FOREVER, canonical, skipped_number, to_microseconds, url_key, version_number
from pagestrata.store.catalog.rows import to_skipped, to_version

if TYPE_CHECKING:
    from pagestrata.store.merkle_log.removals import RemovedVersion

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

_BACK = re.compile(r"~\d{1,9}")
_NAME = re.compile(r"\d{14}-\d+")
_LISTED = 10
CLOCKS_DIFFER = timedelta(minutes=1)
"""A version dated this much later than now may come from a machine whose clock is ahead."""
NEWEST_SKIPPED = "skipped"
"""Instead of a time: the newest skipped visit that is still stored."""
_COLUMNS = "id captured_at status title importance probability changes digest etag last_modified facts url"
_WHAT = ", ".join(f"{'page' if name == 'url' else '{table}'}.{name}" for name in _COLUMNS.split())
_FROM = f"SELECT {_WHAT} FROM {{table}} JOIN page ON page.id = {{table}}.page_id"  # noqa: S608 - no input
_VERSIONS, _SKIPPED = _FROM.format(table="version"), _FROM.format(table="skipped")
_OF_PAGE = f"{_VERSIONS} WHERE page.url_key = ?"
_BEFORE = f"{_OF_PAGE} AND version.captured_at <= ?"
_NEWEST = "ORDER BY version.captured_at DESC LIMIT 1"
# by `page_id` visits are found without looking at those of other pages
_SOUND = """
    AND version.status < 400 AND NOT EXISTS (
        SELECT 1 FROM visit WHERE visit.page_id = version.page_id AND visit.version_id = version.id AND visit.facts LIKE ?
    )"""
_IN_SPAN = Question(
    _COLUMNS, f"{_OF_PAGE} AND version.captured_at >= ? AND version.captured_at <= ? ORDER BY version.captured_at"
)
_FIRST = Question(_COLUMNS, f"{_OF_PAGE} ORDER BY version.captured_at LIMIT 1")
_FIRST_AFTER = Question(_COLUMNS, f"{_OF_PAGE} AND version.captured_at > ? ORDER BY version.captured_at LIMIT 1")
_LAST_BEFORE = Question(_COLUMNS, f"{_BEFORE} {_NEWEST}")
_LAST_SOUND_BEFORE = Question(_COLUMNS, f"{_BEFORE} {_SOUND} {_NEWEST}")
_STEPS_BACK = Question(_COLUMNS, f"{_BEFORE} {_NEWEST} OFFSET ?")
_OF_NUMBER = Question(_COLUMNS, f"{_OF_PAGE} AND version.id = ?")
_NUMBERED = Question(_COLUMNS, f"{_VERSIONS} WHERE version.id = ?")
_NUMBERED_SKIPPED = Question(_COLUMNS, f"{_SKIPPED} WHERE skipped.id = ?")
_NEWEST_SKIPPED = Question(_COLUMNS, f"{_SKIPPED} WHERE page.url_key = ? ORDER BY skipped.captured_at DESC LIMIT 1")
_SKIPPED_OF_NUMBER = Question(_COLUMNS, f"{_SKIPPED} WHERE page.url_key = ? AND skipped.id = ?")
_PAGES = "SELECT url FROM page WHERE EXISTS (SELECT 1 FROM version WHERE version.page_id = page.id) ORDER BY url"
_PAGE_NUMBER = "SELECT id FROM page WHERE url_key = ?"
_PAGE_URLS = "SELECT id, url FROM page WHERE id {wanted}"
_FAULT = '%"fault":%'


class Versions:
    """The versions of pages, and the versions that hold resources."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def pages(self) -> Sequence[str]:
        """Return the addresses of all pages that have a version, in order."""
        with self._catalog.reading_by_driver() as connection:
            return [url for (url,) in ask(connection, _PAGES)]

    def latest(self, url: str) -> Version | None:
        with self._catalog.reading_by_driver() as connection:
            row = _newest(connection, url)
        return to_version(row) if row is not None else None

    def titles(self, urls: Collection[str]) -> Mapping[str, str]:
        """Return the title of each page's newest version, by address; pages without a version are omitted."""
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
        with self._catalog.reading() as connection:
            rows = connection.execute(query).all()
            found = {url: row.title for row in rows for url in keys[row.url_key]}
            for url in set(urls) - found.keys():  # without a version, or with versions of the future only
                row = _newest(connection, url)
                found |= {url: row.title} if row is not None else {}
        return found

    def before(self, url: str, moment: datetime, *, faults: bool = True) -> Version | None:
        """The last version of a page that is not after that moment; None if missing.

        Without `faults`, versions of error pages, logins and bot checks do not count.
        """
        values = _key(url), to_microseconds(moment)
        with self._catalog.reading_by_driver() as connection:
            if faults:
                row = _LAST_BEFORE.first(connection, *values)
            else:
                row = _LAST_SOUND_BEFORE.first(connection, *values, _FAULT)
        return to_version(row) if row is not None else None

    def after(self, url: str, moment: datetime) -> Version | None:
        """The first version of a page after that moment; None if missing."""
        with self._catalog.reading_by_driver() as connection:
            row = _FIRST_AFTER.first(connection, _key(url), to_microseconds(moment))
        return to_version(row) if row is not None else None

    def recent(self, *, urls: Sequence[str] | None = None, limit: int) -> Sequence[Version]:
        """The versions of some pages, or of all, that were stored last, newest first."""
        query = sql.select(schema.version, schema.page.c.url).join(
            schema.page, schema.page.c.id == schema.version.c.page_id
        )
        if urls is not None:
            query = query.where(schema.page.c.url_key.in_([url_key(canonical(url)) for url in urls]))
        with self._catalog.reading() as connection:
            rows = connection.execute(
                query.order_by(schema.version.c.id.desc()).limit(limit)
            )  # no walk over all versions
            return [to_version(row) for row in rows]

    def of(self, url: str, *, since: datetime | None = None, until: datetime | None = None) -> Sequence[Version]:
        """The versions of a page, oldest first; none for a page never archived."""
        first = -FOREVER if since is None else to_microseconds(since)
        last = FOREVER if until is None else to_microseconds(until)
        with self._catalog.reading_by_driver() as connection:
            return [to_version(row) for row in _IN_SPAN.all(connection, _key(url), first, last)]

    def at(self, url: str, when: str | datetime, *, nearest: bool = False) -> Version:
        """The version valid at a time, or 'latest', 'first', '~N' versions back, or a version's id.

        The id of a skipped visit, or 'skipped' for the newest, gives what that visit found.

        A time before the first version has none: NotFoundError names the first, `nearest` gives it.
        """
        if isinstance(when, str) and (when == NEWEST_SKIPPED or skipped_number(when) is not None):
            return self._skipped_at(url, when)
        with self._catalog.reading_by_driver() as connection:
            back = _versions_back(when)
            row = _row_at(connection, url, when) if back is None else _newest(connection, url, back)
            if row is None and nearest and _is_moment(when):
                row = _FIRST.first(connection, _key(url))
        if row is None:
            raise NotFoundError(self._what_exists(url, when))
        return to_version(row)

    def removed(
        self, url: str, *, since: datetime | None = None, until: datetime | None = None
    ) -> Sequence[RemovedVersion]:
        """The versions of a page that rules removed, as the log says, oldest first."""
        from pagestrata.store.merkle_log.removals import (
            removed_versions,  # deferred: visits do not need removed versions
        )

        with self._catalog.reading_by_driver() as connection:
            numbers = [number for (number,) in ask(connection, _PAGE_NUMBER, [_key(url)])]
            found = removed_versions(connection, numbers) if numbers else {}
        return [
            version
            for versions in found.values()
            for version in versions
            if (since is None or version.captured_at >= since) and (until is None or version.captured_at <= until)
        ]

    def all_removed(self) -> Mapping[str, Sequence[RemovedVersion]]:
        """Like `removed`, for all pages at once, by their addresses."""
        from pagestrata.store.merkle_log.removals import removed_versions

        with self._catalog.reading_by_driver() as connection:
            found = removed_versions(connection)
            return {url: found[number] for number, url in among(connection, _PAGE_URLS, found)}

    def removed_of_pages(self, numbers: Collection[int]) -> Mapping[int, Sequence[RemovedVersion]]:
        """Like `removed`, for many pages at once, by their numbers."""
        from pagestrata.store.merkle_log.removals import removed_versions

        with self._catalog.reading_by_driver() as connection:
            return removed_versions(connection, numbers)

    def named(self, name: str) -> Version:
        """The version, or what a skipped visit found, with this id, of any page. NotFoundError if it does not exist."""
        skip = skipped_number(name)
        number = version_number(name) if _NAME.fullmatch(name) else None
        found: Version | None = None
        if skip is not None or number is not None:
            question, to_record = (_NUMBERED_SKIPPED, to_skipped) if skip is not None else (_NUMBERED, to_version)
            with self._catalog.reading_by_driver() as connection:
                row = question.first(connection, skip if skip is not None else number)
            found = to_record(row) if row is not None else None
        if found is None or found.id != name:
            from pagestrata.store.merkle_log.removals import removal_of

            with self._catalog.reading_by_driver() as connection:
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

    def holding(self, url: str, when: datetime) -> Version | None:
        """Return the version that held a resource at a time, or the closest one; `contents.response` reads the resource."""
        from pagestrata.store.history import intervals

        return intervals.version_holding(self._catalog, url, when)

    def holdings(self, url: str | None = None) -> Sequence[Holding]:
        """Return which versions brought a resource, or all resources, in the order of addresses and times."""
        from pagestrata.store.history import intervals

        return intervals.holdings(self._catalog, url)

    def _skipped_at(self, url: str, when: str) -> Version:
        """Return the result of a skipped visit as a version."""
        number = skipped_number(when)
        with self._catalog.reading_by_driver() as connection:
            if number is None:
                row = _NEWEST_SKIPPED.first(connection, _key(url))
            else:
                row = _SKIPPED_OF_NUMBER.first(connection, _key(url), number)
        if row is None:
            raise NotFoundError(
                f"{url[:200]} has no skipped visit {'' if number is None else when + ' '}that is still stored;"
                " `pagestrata log URL --visits` lists them"
            )
        return to_skipped(row)

    def _what_exists(self, url: str, when: str | datetime) -> str:
        found = self.of(url)
        if found and _is_moment(when):
            first = f"{found[0].captured_at:%Y-%m-%dT%H:%M:%SZ}"
            return f"{url[:200]} has no version as early as {when}; the first is from {first}: write {url[:200]}@first"
        if found:
            times = ", ".join(f"{v.captured_at:%Y%m%d%H%M%S}" for v in found[-_LISTED:])
            more = f" and {len(found) - _LISTED} earlier" if len(found) > _LISTED else ""
            return f"{url[:200]} has no version {when}; it has {len(found)}: {times}{more}"
        known = self.pages()
        listed = ", ".join(address[:100] for address in known[:_LISTED]) or "no page at all"
        return f"{url[:200]} is not in the archive, which holds {listed}; `pagestrata visit URL` archives a page"


def _key(url: str) -> bytes:
    return url_key(canonical(url))


def _newest(connection: sql.Connection, url: str, back: int = 0) -> Any:
    """Return the row of the newest version of a page, or of the version `back` steps before it; None if missing.

    Versions dated in the future count only if there are no others: one wrong clock would hide all later versions.
    """
    key, now = _key(url), to_microseconds(datetime.now(UTC) + CLOCKS_DIFFER)
    row = _STEPS_BACK.first(connection, key, now, back)
    if row is None and (not back or _LAST_BEFORE.first(connection, key, now) is None):
        row = _STEPS_BACK.first(connection, key, FOREVER, back)
    return row


def _versions_back(when: str | datetime) -> int | None:
    """Return the number of steps back from the newest version that 'latest' or '~N' means; None for anything else."""
    if when == "latest":
        return 0
    return int(when[1:]) if isinstance(when, str) and _BACK.fullmatch(when) else None


def _row_at(connection: sql.Connection, url: str, when: str | datetime) -> Any:
    key = _key(url)
    if when == "first":
        return _FIRST.first(connection, key)
    if isinstance(when, str) and _NAME.fullmatch(when):
        return _OF_NUMBER.first(connection, key, version_number(when))
    moment = to_microseconds(when if isinstance(when, datetime) else parse_time(when))
    if isinstance(when, str) and not moment % 1_000_000:
        moment += 999_999  # 14 digits name a whole second
    return _LAST_BEFORE.first(connection, key, moment)


def _is_moment(when: str | datetime) -> bool:
    return isinstance(when, datetime) or not (_BACK.fullmatch(when) or _NAME.fullmatch(when))
