"""Damage found by a check of the archive: by id for the repair, in sentences for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import sqlalchemy as sql

from pagestrata.store.catalog import ledger
from pagestrata.store.catalog.schema import bundle, object_, page, version
from pagestrata.store.merkle_log.check_log import LogReport

Touched = Mapping[int, Mapping[str, set[int]]]
"""The broken objects of each version, by what they are for."""

_TABLES_CALLED = {
    "page": "the page",
    "version": "the versions of",
    "visit": "the visits of",
    "presence": "the stays of blocks on",
    "holding": "the stays of resources on",
    "page_memory": "what was learnt about",
    "pack": "the packed history of",
    "skipped": "the skipped visits of",
    "setting": "the setting",
    "learned_model": "the trained model",
    "trail": "the trail",
    "trail_entry": "the history of the trail",
    "watch": "the watch",
    "notice_rule": "the rule",
    "delivery": "the messages of the rule",
    "feedback": "marks",
    "label": "labels",
    "block": "blocks",
    "resource": "resources",
    "layout": "layouts",
    "object": "objects",
    "bundle": "bundles",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One damage: what it is, and the ids of the versions it touches."""

    kind: str  # catalog, bundle, object, version, block, visit, skipped, page, stays, search, or rows: those of a table
    name: str
    message: str
    versions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The result of a check. `notes` are leftovers of killed programs, not damage."""

    versions: int
    objects: int
    bundles: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()
    found: tuple[Problem, ...] = ()  # before a repair; `problems` are those left
    repaired: tuple[str, ...] = ()
    log: LogReport | None = None

    @property
    def is_sound(self) -> bool:
        return not self.problems and (self.log is None or self.log.is_sound)


@dataclass(slots=True)
class FoundDamage:
    """Damaged rows and objects by id, for the repair."""

    bundles: set[int] = field(default_factory=set)
    objects: dict[int, str] = field(default_factory=dict)
    versions: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    forged: set[int] = field(default_factory=set)  # versions whose rows are not what was written
    blocks: set[int] = field(default_factory=set)
    visits: set[int] = field(default_factory=set)
    pages: set[int] = field(default_factory=set)
    stays: set[int] = field(default_factory=set)
    searched: set[int] = field(default_factory=set)
    skipped: set[int] = field(default_factory=set)
    rows: set[tuple[str, str]] = field(default_factory=set)
    catalog: list[str] = field(default_factory=list)
    mistyped: list[str] = field(default_factory=list)
    orphans: list[str] = field(default_factory=list)
    no_blob_is_there: bool = False


def problems_of(
    connection: sql.Connection, findings: FoundDamage, touched: Touched, names: Mapping[int, str]
) -> Iterator[Problem]:
    """Yield all problems, damaged blobs first, given the names of the versions by id."""
    for message in (*findings.catalog, *findings.mistyped):
        yield Problem(kind="catalog", name="database", message=message)
    yield from _of_blobs(connection, findings, touched, names)
    addresses = {row.id: row.url for row in connection.execute(sql.select(page.c.id, page.c.url))}
    homes = {row.id: row.page_id for row in connection.execute(sql.select(version.c.id, version.c.page_id))}
    for number, messages in sorted(findings.versions.items()):
        url = addresses.get(homes[number], "a page that is lost")[:200]
        message = f"{url}: {'; '.join(dict.fromkeys(messages))}"
        yield Problem(kind="version", name=names[number], message=message, versions=(names[number],))
    yield from _of_rows(findings, addresses)


def _of_blobs(
    connection: sql.Connection, findings: FoundDamage, touched: Touched, names: Mapping[int, str]
) -> Iterator[Problem]:
    users: dict[int, set[str]] = defaultdict(set)
    for number, by_part in touched.items():
        for lost in by_part.values():
            for broken in lost:
                users[broken].add(names[number])
    inside: dict[int, set[str]] = defaultdict(set)
    for row in connection.execute(sql.select(object_.c.id, object_.c.bundle_id)):
        inside[row.bundle_id] |= users[row.id]
    digests = {row.id: row.digest for row in connection.execute(sql.select(bundle.c.id, bundle.c.digest))}
    for number in sorted(findings.bundles):
        message = "the blob is missing or its bytes are not those that were written"
        versions = tuple(sorted(inside[number]))
        yield Problem(kind="bundle", name=digests[number].hex(), message=message, versions=versions)
    for number, message in sorted(findings.objects.items()):
        yield Problem(kind="object", name=str(number), message=message, versions=tuple(sorted(users[number])))


def _of_rows(findings: FoundDamage, addresses: Mapping[int, str]) -> Iterator[Problem]:
    for kind, numbers in (("block", findings.blocks), ("visit", findings.visits), ("page", findings.pages)):
        for number in sorted(numbers):
            yield Problem(kind=kind, name=str(number), message="its row in the catalog is not what was written")
    for number in sorted(findings.skipped):
        yield Problem(kind="skipped", name=str(number), message="the result of this skipped visit is lost or damaged")
    for number in sorted(findings.stays):
        message = "the stays of its blocks or resources do not fit its versions"
        yield Problem(kind="stays", name=f"page {number}", message=message)
    if findings.searched:
        message = f"{len(findings.searched)} blocks are missing from the search index"
        yield Problem(kind="search", name="index", message=message)
    for table, key in sorted(findings.rows):
        message = "rows were changed, added or removed by a program other than Pagestrata"
        yield Problem(kind="rows", name=_named_rows(table, key, addresses), message=message)


def _named_rows(table: str, key: str, addresses: Mapping[int, str]) -> str:
    """Return the name of a group of rows for people."""
    group, called = ledger.GROUPED_BY.get(table), _TABLES_CALLED.get(table)
    if group is None or called is None:
        return f"a line of the ledger, {table[:200]} {key[:200]}"
    if not key.isdecimal():
        return f"{called} {key[:200]}"
    if "/" in group:
        first = int(key) * ledger.BUCKET
        return f"{called} {first} to {first + ledger.BUCKET - 1}"
    if group == "page_id" or table == "page":
        return f"{called} {addresses.get(int(key), f'page {key}, which is missing')[:200]}"
    return f"{called} {key[:200]}"
