"""Watched pages and their state, one page of rows at a time, in a fixed number of queries.

Each page of rows starts after the key of the last row of the one before. There are three orders, each backed by an index: by
address, by next visit, by newest version.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sql

from pagestrata.model.due import Due
from pagestrata.model.records import Watch
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import among, batches
from pagestrata.store.catalog.names import from_microseconds, to_microseconds, url_key, version_name
from pagestrata.store.catalog.schema import due, page, trail, version, visit, watch
from pagestrata.store.due.due_visits import to_due
from pagestrata.store.people.watches import to_watch

Clause = sql.ColumnElement[bool]
Order = Literal["changed", "next", "address"]
Doing = Literal["paused", "held", "failed", "lost", "unseen"]
"""States of a page that a list can be filtered by: paused, being visited, failed at the last visit,
with a lost followed block, never visited successfully."""
MARKS = 24
"""Visits that a sparkline shows."""
_PAGES_AT_ONCE = 200
_LARGEST = 2**63 - 1  # of a column of whole numbers
_PROBABILITY = re.compile(r'"probability":([0-9.eE+-]+)')
_FAILED = sql.or_(
    visit.c.facts.contains('"fault":', autoescape=True), visit.c.facts.contains('"error":', autoescape=True)
)


_LAST_ENTRIES = """
    SELECT trail.page_id, (
        SELECT facts FROM trail_entry WHERE trail_id = trail.id ORDER BY found_at DESC, id DESC LIMIT 1
    ) FROM trail WHERE trail.page_id {wanted}"""
"""Query for the page and the facts of the newest entry of each followed block."""
_PAUSED = watch.c.facts.contains('"paused": true', autoescape=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One visit in a sparkline."""

    visited_at: datetime
    kept: bool
    failed: bool
    changes: int
    importance: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewestVersion:
    """The newest version of a page, and why it was kept."""

    id: str
    title: str
    captured_at: datetime
    changes: int
    probability: float | None
    reasons: tuple[str, ...] = ()
    sentence: str = ""  # what changed, where the visit said so
    before: str | None = None  # the id of the version before it


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedPage:
    """A watch and the state of its page."""

    watch: Watch
    due: Due | None = None
    is_held: bool = False  # it is being visited now
    newest: NewestVersion | None = None
    marks: tuple[Mark, ...] = ()  # the newest first
    fault: str | None = None  # of the last visit
    error: str | None = None
    lost_trails: int = 0
    trails: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Some rows of a list, and the key after which it continues."""

    pages: Sequence[WatchedPage] = ()
    after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many watches there are, and of which kind."""

    watches: int = 0
    paused: int = 0
    failing: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    """Facts about some pages, by page id."""

    newest: Mapping[int, NewestVersion] = field(default_factory=dict)
    marks: Mapping[int, tuple[Mark, ...]] = field(default_factory=dict)
    last: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    trails: Mapping[int, tuple[int, int]] = field(default_factory=dict)


class Overview:
    """Watched pages, with everything a list of them shows."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def counts(self) -> Counts:
        """Count all watches, the paused ones, and those whose last visits failed."""
        failing = sql.and_(
            due.c.facts.contains('"failures":', autoescape=True), ~due.c.facts.contains('"failures":0', autoescape=True)
        )
        with self._catalog.reading() as connection:
            found = connection.execute(
                sql.select(sql.func.count(), sql.func.count().filter(_PAUSED)).select_from(watch)
            ).one()
            failed = connection.execute(sql.select(sql.func.count()).select_from(due).where(failing)).scalar_one()
        return Counts(watches=found[0], paused=found[1], failing=failed)

    def stretch(
        self,
        *,
        order: Order,
        limit: int,
        now: datetime,
        after: str = "",
        words: str = "",
        tag: str = "",
        doing: Doing | None = None,
    ) -> Stretch:
        """Return watched pages in an order, after a key; `words` occur in the address or the title."""
        chosen = self._chosen(words, tag, doing, now)
        with self._catalog.reading() as connection:
            rows = connection.execute(_ordered(order, after, chosen).limit(limit + 1)).all()
            shown = rows[:limit]
            pages = self._described(connection, shown, now)
        last = shown[-1] if len(rows) > limit else None
        return Stretch(pages=pages, after=_key(order, last) if last is not None else None)

    def never_seen(
        self, *, limit: int, now: datetime, words: str = "", tag: str = "", doing: Doing | None = None
    ) -> Sequence[WatchedPage]:
        """Return watches whose page has no version: not visited yet, or never found."""
        chosen = self._chosen(words, tag, doing, now)
        query = _joined(isouter=True).where(due.c.last_at.is_(None), *chosen).order_by(watch.c.id)
        with self._catalog.reading() as connection:
            pages = self._described(connection, connection.execute(query.limit(limit)).all(), now)
        return [each for each in pages if each.newest is None]

    def of(self, watch_ids: Sequence[str], *, now: datetime) -> Sequence[WatchedPage]:
        """Return these watches in the order of their addresses."""
        query = _joined(isouter=True).where(watch.c.id.in_(list(watch_ids))).order_by(watch.c.url)
        with self._catalog.reading() as connection:
            return self._described(connection, connection.execute(query).all(), now)

    def tags(self, *, limit: int = 2000) -> dict[str, int]:
        """Return how many watches have each tag, the most frequent first; only the first `limit` watches with tags count."""
        query = sql.select(watch.c.facts).where(watch.c.facts.contains('"tags"', autoescape=True)).limit(limit)
        counted: dict[str, int] = {}
        with self._catalog.reading() as connection:
            for facts in connection.execute(query).scalars():
                for name in _tags_of(facts):
                    counted[name] = counted.get(name, 0) + 1
        return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))

    def probabilities(self, *, since: datetime, limit: int = 200_000) -> list[float]:
        """Return the probabilities, judged at visits since then, that a person would keep the change."""
        query = sql.select(visit.c.facts).where(
            visit.c.visited_at >= to_microseconds(since),
            sql.or_(
                visit.c.facts.contains('"probability":', autoescape=True),
                visit.c.facts.startswith('{"packed":', autoescape=True),
            ),
        )
        with self._catalog.reading() as connection:
            found = connection.execute(query.limit(limit)).scalars().all()
            full = packs.full_facts(connection, found)
        return [float(match[1]) for facts in found if (match := _PROBABILITY.search(full[facts]))]

    def last_visit_number(self) -> int:
        """Return the id of the newest visit; 0 in an empty archive."""
        with self._catalog.reading() as connection:
            return int(connection.execute(sql.select(sql.func.max(visit.c.id))).scalar_one_or_none() or 0)

    def visits_behind(self, number: int, *, limit: int = 100) -> Sequence[tuple[int, str, bool]]:
        """Return number, address and whether it was kept, of the visits stored after one."""
        query = sql.select(visit.c.id, page.c.url, visit.c.kept).join(page, page.c.id == visit.c.page_id)
        query = query.where(visit.c.id > number).order_by(visit.c.id).limit(limit)
        with self._catalog.reading() as connection:
            return [(row.id, row.url, bool(row.kept)) for row in connection.execute(query)]

    def _chosen(self, words: str, tag: str, doing: Doing | None, now: datetime) -> list[Clause]:
        """Return the conditions on watches: words in address or title, a tag, a state."""
        chosen: list[Clause] = [_is_doing(doing, now)] if doing is not None else []
        if words:
            facts = watch.c.facts if self._catalog.is_sqlite else sql.cast(watch.c.facts, sql.JSON)
            title = sql.type_coerce(facts, sql.JSON)["title"].as_string()
            chosen.append(
                sql.or_(watch.c.url.icontains(words, autoescape=True), title.icontains(words, autoescape=True))
            )
        if tag:
            chosen.append(watch.c.facts.contains(json.dumps(tag), autoescape=True))
        return chosen

    def _described(self, connection: sql.Connection, rows: Sequence[Any], now: datetime) -> list[WatchedPage]:
        watches = [to_watch(row) for row in rows]
        numbers = _page_numbers(connection, [each.url for each in watches])
        facts = _facts(connection, sorted(set(numbers.values())))
        moment = to_microseconds(now)
        return [
            _watched(record, row, numbers.get(record.url), facts, moment)
            for record, row in zip(watches, rows, strict=True)
        ]


@functools.lru_cache(maxsize=4096)
def _tags_of(facts: str) -> tuple[str, ...]:
    """Return the tags in the settings of a watch; cached, because most watches have equal settings."""
    return tuple(str(name) for name in json.loads(facts).get("tags", ()))


def _watched(record: Watch, row: Any, number: int | None, facts: _Facts, now: int) -> WatchedPage:
    last = facts.last.get(number, {}) if number is not None else {}
    trails, lost = facts.trails.get(number, (0, 0)) if number is not None else (0, 0)
    return WatchedPage(
        watch=record,
        due=to_due(row, row.due_facts) if row.watch_id is not None else None,
        is_held=row.holder is not None and row.held_until > now,
        newest=facts.newest.get(number) if number is not None else None,
        marks=facts.marks.get(number, ()) if number is not None else (),
        fault=last.get("fault"),
        error=last.get("error"),
        trails=trails,
        lost_trails=lost,
    )


_DUE_COLUMNS = [column for column in due.c if column.name != "facts"]


def _joined(*, isouter: bool) -> sql.Select[Any]:
    columns = [watch.c.id, watch.c.url, watch.c.facts, *_DUE_COLUMNS, due.c.facts.label("due_facts")]
    return sql.select(*columns).join(due, due.c.watch_id == watch.c.id, isouter=isouter)


def _is_doing(doing: Doing, now: datetime) -> Clause:
    """Return the condition that a page is in a state; addresses are selected once, not for each watch."""
    if doing == "paused":
        return _PAUSED
    if doing == "held":
        return sql.and_(due.c.holder.is_not(None), due.c.held_until > to_microseconds(now))
    if doing == "unseen":
        return due.c.last_at.is_(None)
    if doing == "lost":
        return watch.c.url.in_(sql.select(page.c.url).join(trail, trail.c.page_id == page.c.id))
    last = sql.select(visit.c.id).where(visit.c.page_id == page.c.id)
    last = last.order_by(visit.c.visited_at.desc(), visit.c.id.desc()).limit(1).correlate(page)
    failed = sql.select(page.c.url).join(visit, visit.c.id == last.scalar_subquery()).where(_FAILED)
    return watch.c.url.in_(failed)


def _ordered(order: Order, after: str, chosen: Sequence[Clause]) -> sql.Select[Any]:
    if order == "changed":
        return _by_newest_version(after, chosen)
    query = _joined(isouter=order == "address").where(*chosen)
    if order == "address":
        query = query.where(watch.c.url > after) if after else query
        return query.order_by(watch.c.url)
    moment, _, name = after.partition("-")
    number = _number(moment)
    if number is not None:
        query = query.where(sql.tuple_(due.c.due_at, due.c.watch_id) > sql.tuple_(number, name))
    return query.order_by(due.c.due_at, due.c.watch_id)


def _by_newest_version(after: str, chosen: Sequence[Clause]) -> sql.Select[Any]:
    """Return a query for watches in the order of their newest versions, backwards."""
    later = version.alias("later")
    superseded = sql.exists().where(later.c.page_id == version.c.page_id, later.c.captured_at > version.c.captured_at)
    query = (
        _joined(isouter=True)
        .add_columns(version.c.id.label("version_number"))
        .join(page, page.c.url == watch.c.url)
        .join(version, version.c.page_id == page.c.id)
        .where(~superseded, *chosen)
        .order_by(version.c.id.desc())
    )
    number = _number(after)
    return query.where(version.c.id < number) if number is not None else query


def _number(text: str) -> int | None:
    """Return the key of a list as a number; None if it is not a number or too large for a column."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(_LARGEST))
    return int(text) if is_number and int(text) <= _LARGEST else None


def _key(order: Order, row: Any) -> str:
    if order == "address":
        return str(row.url)
    return str(row.version_number) if order == "changed" else f"{row.due_at}-{row.watch_id}"


def _page_numbers(connection: sql.Connection, urls: Sequence[str]) -> dict[str, int]:
    keys = {url_key(url): url for url in urls}
    query = sql.select(page.c.id, page.c.url_key).where(page.c.url_key.in_(list(keys)))
    return {keys[bytes(row.url_key)]: row.id for row in connection.execute(query)}


def _facts(connection: sql.Connection, numbers: Sequence[int]) -> _Facts:
    if not numbers:
        return _Facts()
    visits = list(_newest_visits(connection, numbers, MARKS))
    versions = list(_newest_versions(connection, numbers))
    facts = _facts_of_visits(connection, [row.id for row in _firsts(visits)], [row.id for row in _firsts(versions)])
    marks: dict[int, list[Mark]] = {}
    for row in visits:
        marks.setdefault(row.page_id, []).append(_to_mark(row))
    before: dict[int, list[Any]] = {}
    for row in versions:
        before.setdefault(row.page_id, []).append(row)
    return _Facts(
        newest={number: _to_newest(rows, facts["versions"]) for number, rows in before.items()},
        marks={number: tuple(found) for number, found in marks.items()},
        last={row.page_id: facts["visits"].get(row.id, {}) for row in _firsts(visits)},
        trails=_trail_states(connection, numbers),
    )


def _firsts(rows: Iterable[Any]) -> list[Any]:
    """Return the first row of each page."""
    return list({row.page_id: row for row in reversed(list(rows))}.values())


def _newest_visits(connection: sql.Connection, numbers: Sequence[int], count: int) -> Iterable[Any]:
    find = "instr" if connection.dialect.name == "sqlite" else "strpos"
    failed = f"""{find}(facts, '"fault":') > 0 OR {find}(facts, '"error":') > 0 AS failed"""
    columns = f"id, page_id, visited_at, kept, importance, changes, {failed}"
    return _last_rows(connection, "visit", columns, "visited_at DESC, id DESC", numbers, count)


def _newest_versions(connection: sql.Connection, numbers: Sequence[int]) -> Iterable[Any]:
    columns = "id, page_id, captured_at, title, changes, probability"
    return _last_rows(connection, "version", columns, "captured_at DESC", numbers, 2)


def _last_rows(
    connection: sql.Connection, table: str, columns: str, order: str, numbers: Sequence[int], count: int
) -> Iterable[Any]:
    """Yield the last rows of each page in one query that reads no others; hand-written, as compiling it would take longer."""
    for batch in batches(numbers, _PAGES_AT_ONCE):
        parts = [
            f"SELECT * FROM (SELECT {columns} FROM {table} WHERE page_id = {int(number)} "  # noqa: S608 - numbers only
            f"ORDER BY {order} LIMIT {int(count)}) AS page_{int(number)}"
            for number in batch
        ]
        yield from connection.exec_driver_sql(" UNION ALL ".join(parts))


def _facts_of_visits(
    connection: sql.Connection, visits: Sequence[int], versions: Sequence[int]
) -> dict[str, dict[int, Mapping[str, Any]]]:
    query = sql.select(visit.c.id, visit.c.version_id, visit.c.kept, visit.c.facts)
    chosen = sql.or_(visit.c.id.in_(visits), sql.and_(visit.c.version_id.in_(versions), visit.c.kept))
    found: dict[str, dict[int, Mapping[str, Any]]] = {"visits": {}, "versions": {}}
    rows = connection.execute(query.where(chosen)).all()
    full = packs.full_facts(connection, (row.facts for row in rows))
    for row in rows:
        facts = json.loads(full[row.facts])
        found["visits"][row.id] = facts
        if row.version_id is not None and row.kept:
            found["versions"].setdefault(row.version_id, facts)
    return found


def _to_mark(row: Any) -> Mark:
    return Mark(
        visited_at=from_microseconds(row.visited_at),
        kept=bool(row.kept),
        failed=bool(row.failed),
        changes=row.changes,
        importance=row.importance,
    )


def _to_newest(rows: Sequence[Any], facts: Mapping[int, Mapping[str, Any]]) -> NewestVersion:
    newest = rows[0]
    return NewestVersion(
        id=version_name(newest.id, newest.captured_at),
        title=newest.title,
        captured_at=from_microseconds(newest.captured_at),
        changes=newest.changes,
        probability=newest.probability,
        reasons=tuple(facts.get(newest.id, {}).get("reasons", ())),
        sentence=facts.get(newest.id, {}).get("sentence", ""),
        before=version_name(rows[1].id, rows[1].captured_at) if len(rows) > 1 else None,
    )


def _trail_states(connection: sql.Connection, numbers: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return how many followed blocks each page has, and how many of them are lost."""
    found: dict[int, tuple[int, int]] = {}
    for number, facts in among(connection, _LAST_ENTRIES, numbers):
        count, lost = found.get(number, (0, 0))
        is_lost = facts is not None and json.loads(facts).get("state") == "lost"
        found[number] = (count + 1, lost + is_lost)
    return found
