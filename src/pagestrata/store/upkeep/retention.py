"""Retention rules, which say which versions to keep: all, fewer with age, or only the important ones.

A rule is written as parts with commas between:

    all                        keeps everything
    thin 7d:1d 30d:7d          older than 7 days one version a day, older than 30 days one a week
    important 0.3 after 90d    older than 90 days only versions that matter with at least that probability

With `thin` and `important` together, a version goes when both let it go. The number is the one that decides
whether a version is kept at all: would a person keep this? The first and the last version of a page, and versions that were
never judged, always stay. The first version of each interval stays, so that repeating a rule changes
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sql

from pagestrata.errors import UsageError
from pagestrata.model.records import Version
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import batches
from pagestrata.store.catalog.log_entries import Kind
from pagestrata.store.catalog.names import from_microseconds, to_microseconds, version_name, version_number
from pagestrata.store.catalog.packs import changes_of
from pagestrata.store.catalog.rows import version_seal
from pagestrata.store.catalog.schema import change, page, trail_entry, visit
from pagestrata.store.catalog.schema import version as version_table
from pagestrata.store.history import intervals, visits
from pagestrata.store.history.versions import Versions
from pagestrata.store.merkle_log import entering

_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1), "y": timedelta(days=365)}
_SPAN = r"(\d{1,4})([hdwy])"
_HELP = "write for example 'all', 'thin 7d:1d 30d:7d' or 'important 0.3 after 90d'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """`thin` pairs an age with the interval in which one version stays; without any rule everything stays."""

    thin: tuple[tuple[timedelta, timedelta], ...] = ()
    min_probability: float | None = None
    after: timedelta = timedelta(0)
    text: str = field(default="an empty rule", compare=False)  # as a person wrote it

    @classmethod
    def parse(cls, text: str) -> Rule:
        thin: list[tuple[timedelta, timedelta]] = []
        probability, after = None, timedelta(0)
        for part in (part.strip() for part in text.split(",")):
            if part == "all":
                continue
            if part.startswith("thin "):
                thin += [_step(step) for step in part.split()[1:]]
            elif found := re.fullmatch(rf"important (0?\.\d+|[01])(?: after {_SPAN})?", part):
                probability = float(found[1])
                after = _span(found[2], found[3]) if found[2] else after
            else:
                raise UsageError(f"{part!r} is not a retention rule; {_HELP}")
        return cls(thin=tuple(sorted(thin)), min_probability=probability, after=after, text=text)


def _step(text: str) -> tuple[timedelta, timedelta]:
    found = re.fullmatch(f"{_SPAN}:{_SPAN}", text)
    if not found or not int(found[3]):
        raise UsageError(f"{text!r} is not a step of thinning; {_HELP}")
    return _span(found[1], found[2]), _span(found[3], found[4])


def _span(count: str, unit: str) -> timedelta:
    return int(count) * _UNITS[unit]


class _Judged(Protocol):
    """The properties of a version that a rule reads."""

    @property
    def captured_at(self) -> datetime: ...

    @property
    def probability(self) -> float | None: ...


Judged = TypeVar("Judged", bound=_Judged)


class DatedVersion(NamedTuple):
    """The fields of a version that a retention rule, and its preview, need."""

    id: str
    url: str
    captured_at: datetime
    probability: float | None


class DryRun(NamedTuple):
    """The versions that a rule would drop: page by page, oldest first."""

    versions: Sequence[DatedVersion]
    is_whole: bool  # False: the archive has more versions than were examined


def dry_run(catalog: Catalog, rule: str | Rule, *, now: datetime, most: int) -> DryRun:
    """Return what the rule would drop from the first pages with at most `most` versions in total: a user is waiting."""
    parsed = Rule.parse(rule) if isinstance(rule, str) else rule
    if not parsed.thin and parsed.min_probability is None:
        return DryRun((), is_whole=True)
    query = (
        sql.select(version_table.c.id, version_table.c.captured_at, version_table.c.probability, page.c.url)
        .join(page, page.c.id == version_table.c.page_id)
        .order_by(version_table.c.page_id, version_table.c.captured_at)
        .limit(most + 1)
    )
    with catalog.reading() as connection:
        found = [_dated(row) for row in connection.execute(query)]
    pages = (list(group) for _, group in groupby(found, lambda version: version.url))
    doomed = [version for group in pages for version in superfluous(group, parsed, now=now)]
    return DryRun(doomed, is_whole=len(found) <= most)


def _dated(row: Any) -> DatedVersion:
    moment = from_microseconds(row.captured_at)
    return DatedVersion(version_name(row.id, row.captured_at), row.url, moment, row.probability)


def superfluous(versions: Sequence[Judged], rule: Rule, *, now: datetime) -> list[Judged]:
    """Return the versions of one page that the rule does not keep; `versions` are oldest first."""
    if not rule.thin and rule.min_probability is None:
        return []
    dropped, taken = [], set[tuple[int, int]]()
    for version in versions[:1]:
        _takes_interval(version, rule, now, taken)
    for version in versions[1:-1]:
        thinned = _takes_interval(version, rule, now, taken) if rule.thin else False
        unimportant = _is_unimportant(version, rule, now)
        if (rule.thin and thinned and (rule.min_probability is None or unimportant)) or (not rule.thin and unimportant):
            dropped.append(version)
    return dropped


def _takes_interval(version: _Judged, rule: Rule, now: datetime, taken: set[tuple[int, int]]) -> bool:
    """Return whether another version already represents the interval of this one; otherwise this one does from now on."""
    steps = [every for age, every in rule.thin if now - version.captured_at > age]
    if not steps:
        return False
    every = steps[-1] // timedelta(microseconds=1)
    interval = (every, to_microseconds(version.captured_at) // every)
    if interval in taken:
        return True
    taken.add(interval)
    return False


def _is_unimportant(version: _Judged, rule: Rule, now: datetime) -> bool:
    if rule.min_probability is None or version.probability is None:
        return False
    return version.probability < rule.min_probability and now - version.captured_at > rule.after


def retain(catalog: Catalog, rule: str | Rule, *, now: datetime, url: str | None) -> Sequence[Version]:
    """Drop the superfluous versions of one page, or of all pages, and return them."""
    dropped: list[Version] = []
    for found in superfluous_by_page(catalog, rule, now=now, url=url):
        if found:
            with catalog.writing() as connection:
                numbers = [n for v in found if (n := version_number(v.id)) is not None]
                drop_versions(connection, numbers, rule=_named(rule), now=now)
        dropped += found
    return dropped


def _named(rule: str | Rule) -> str:
    return rule if isinstance(rule, str) else rule.text


def superfluous_by_page(
    catalog: Catalog, rule: str | Rule, *, now: datetime, url: str | None
) -> Iterator[list[Version]]:
    """Yield the versions that the rule does not keep, for one page or for each page."""
    parsed = Rule.parse(rule) if isinstance(rule, str) else rule
    versions = Versions(catalog)
    for address in versions.pages() if url is None else [url]:
        yield superfluous(versions.of(address), parsed, now=now)


def drop_versions(connection: sql.Connection, numbers: Collection[int], *, rule: str, now: datetime) -> None:
    """Delete versions with their changes; visits and trails stay, without naming them.

    Their leaves stay in the log, with an entry that `rule` removed them. `gc` frees their bytes.
    """
    for batch in batches(sorted(numbers)):
        pages = set(
            connection.execute(sql.select(version_table.c.page_id).where(version_table.c.id.in_(batch))).scalars()
        )
        connection.execute(sql.delete(change).where(change.c.version_id.in_(batch)))
        connection.execute(sql.update(trail_entry).where(trail_entry.c.version_id.in_(batch)).values(version_id=None))
        rows = connection.execute(sql.select(visit).where(visit.c.version_id.in_(batch))).all()
        by_visit = {row.id: row.version_id for row in rows}
        own_page = next(iter(pages)) if len(pages) == 1 else 0
        entering.enter_removed(connection, Kind.VERSION, batch, rule=rule, now=now, visits=by_visit, page=own_page)
        full = packs.full_facts(connection, (row.facts for row in rows))
        for row in rows:
            values = {**row._mapping, "version_id": None, "facts": full[row.facts]}
            found = {"version_id": None, "seal": visits.seal(values)}
            connection.execute(sql.update(visit).where(visit.c.id == row.id).values(found))
        connection.execute(sql.delete(version_table).where(version_table.c.id.in_(batch)))
        for page_id in pages:
            intervals.rebuild(connection, page_id)


def reseal(connection: sql.Connection, number: int) -> None:
    """Seal a version's row again after a deliberate change, and have it enter the log once more."""
    row = connection.execute(sql.select(version_table).where(version_table.c.id == number)).one()
    seal = version_seal(dict(row._mapping), changes_of(connection, [number]).get(number, ()))
    connection.execute(sql.update(version_table).where(version_table.c.id == number).values(seal=seal))
    entering.enter(connection, Kind.VERSION, [number])
