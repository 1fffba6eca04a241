"""Visits, and the content of each block at each visit.

Most blocks stay the same between visits, so a visit stores only the differences from an earlier visit, its anchor, which
stores everything. A visit becomes an anchor if the page has none yet, or if most of the page differs from the last one.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from pagestrata.errors import ArchiveError
from pagestrata.model.change_rows import clean
from pagestrata.model.records import Version, Visit
from pagestrata.model.slots import dataclass
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import Question, among, ask
from pagestrata.store.catalog.failover import Attempts
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.log_entries import Kind
from pagestrata.store.catalog.names import (
    FOREVER,
    canonical,
    from_microseconds,
    skipped_name,
    skipped_number,
    to_microseconds,
    url_key,
    version_name,
    version_number,
)
from pagestrata.store.history.pages import page_number
from pagestrata.store.merkle_log import entering

if TYPE_CHECKING:
    from pagestrata.model.page_state import PageMemory

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

_SEALED = (
    "page_id",
    "visited_at",
    "stage",
    "version_id",
    "kept",
    "importance",
    "score",
    "changes",
    "facts",
    "anchor_id",
)
_DAY = 86_400_000_000  # microseconds
_LAST_ANCHOR = """
    SELECT anchor.id, anchor.facts FROM visit JOIN visit anchor ON anchor.id = coalesce(visit.anchor_id, visit.id)
    WHERE visit.page_id = ? AND visit.facts LIKE ? ORDER BY visit.visited_at DESC, visit.id DESC LIMIT 1"""
_ENTERED = """
    SELECT 1 FROM visit JOIN page ON page.id = visit.page_id
    WHERE page.url_key = ? AND visit.visited_at = ? AND visit.stage = ? LIMIT 1"""
_FACTS = "SELECT id, facts FROM visit WHERE id {wanted}"
_KEPT_FACTS = "SELECT version_id, facts FROM visit WHERE version_id {wanted} AND kept"
_INSERT = f"""
    INSERT INTO visit ({", ".join(_SEALED)}, seal) VALUES ({", ".join("?" for _ in _SEALED)}, ?)
    RETURNING id"""  # noqa: S608 - no input

_COLUMNS = "id visited_at stage version_id kept importance score changes facts anchor_id"
_ROWS = f"{_COLUMNS} url captured_at skipped_at"
_OF_PAGE = f"""
    SELECT {", ".join(f"visit.{name}" for name in _COLUMNS.split())}, page.url, version.captured_at, skipped.captured_at
    FROM visit JOIN page ON page.id = visit.page_id
    LEFT JOIN version ON version.id = visit.version_id LEFT JOIN skipped ON skipped.id = visit.id
    WHERE page.url_key = ? AND visit.visited_at < ?"""  # noqa: S608 - no input
_NEWEST_FIRST = "ORDER BY visit.visited_at DESC, visit.id DESC LIMIT ?"
_LATEST = Question(_ROWS, f"{_OF_PAGE} {_NEWEST_FIRST}")
_LATEST_FAILED = Question(_ROWS, f"{_OF_PAGE} AND (visit.facts LIKE ? OR visit.facts LIKE ?) {_NEWEST_FIRST}")
_FAILED = ('%"fault":%', '%"error":%')

Also = Callable[["sql.Connection", Version | None], None]
"""Writes more in the transaction of a visit, given the version that it made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitDay:
    """The visits to one page on one day (UTC)."""

    day: date
    visits: int
    kept: int
    failed: int  # visits that did not find the page


class Visits:
    """The visits to pages."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def of(self, url: str, *, limit: int | None = None, before: datetime | None = None) -> Sequence[Visit]:
        """Return the visits to a page, newest first, or only those before a moment."""
        return self._newest_first(url, limit, before)

    def days(self, url: str, *, since: datetime) -> Sequence[VisitDay]:
        """Return the number of visits to a page on each day since a moment, in order."""
        day = sql.cast(sql.func.floor(schema.visit.c.visited_at / _DAY), sql.BigInteger).label("day")
        kept = sql.func.sum(sql.case((schema.visit.c.kept, 1), else_=0))
        has_failed = sql.or_(*(schema.visit.c.facts.like(words) for words in _FAILED))
        failed = sql.func.sum(sql.case((has_failed, 1), else_=0))
        query = (
            sql.select(day, sql.func.count().label("visits"), kept.label("kept"), failed.label("failed"))
            .join(schema.page, schema.page.c.id == schema.visit.c.page_id)
            .where(
                schema.page.c.url_key == url_key(canonical(url)), schema.visit.c.visited_at >= to_microseconds(since)
            )
            .group_by(day)
            .order_by(day)
        )
        with self._catalog.reading() as connection:
            return [
                VisitDay(
                    day=from_microseconds(int(row.day) * _DAY).date(),
                    visits=int(row.visits),
                    kept=int(row.kept),
                    failed=int(row.failed),
                )
                for row in connection.execute(query)
            ]

    def failed(self, url: str, *, limit: int, before: datetime | None = None) -> Sequence[Visit]:
        """Return the visits that did not find the page, newest first, or only those before a moment."""
        return self._newest_first(url, limit, before, only_failed=True)

    def reasons(self, version: Version) -> Sequence[str]:
        """Return why a version was kept, or why the result of a skipped visit was not."""
        skip = skipped_number(version.id)
        key, number = ("id", skip) if skip is not None else ("version_id", version_number(version.id))
        with self._catalog.reading_by_driver() as connection:
            rows = ask(connection, f"SELECT facts FROM visit WHERE {key} = ? LIMIT 1", [number])  # noqa: S608 - no input
            full = packs.full_facts(connection, (facts for (facts,) in rows))
        return next((tuple(json.loads(facts).get("reasons", ())) for facts in full.values()), ())

    def sentences(self, version_ids: Sequence[str]) -> Mapping[str, str]:
        """Return the stored sentence of each version, by its name; versions without one are omitted."""
        numbers = {number: name for name in version_ids if (number := version_number(name)) is not None}
        with self._catalog.reading_by_driver() as connection:
            rows = list(among(connection, _KEPT_FACTS, numbers))
            full = packs.full_facts(connection, (facts for _, facts in rows))
        sentences = {numbers[number]: json.loads(full[facts]).get("sentence", "") for number, facts in rows}
        return {name: text for name, text in sentences.items() if text}

    def memory(self, url: str) -> PageMemory:
        """Return the memory of a page."""
        from pagestrata.store.history.page_memory import load_memory

        return load_memory(self._catalog, url)

    def site_memories(self, url: str, *, most: int) -> Sequence[PageMemory]:
        """Return the memories of other pages on the same host, the newest pages first."""
        from pagestrata.store.history.page_memory import load_site_memories

        return load_site_memories(self._catalog, url, most)

    def _newest_first(
        self, url: str, limit: int | None, before: datetime | None, *, only_failed: bool = False
    ) -> Sequence[Visit]:
        moment = FOREVER if before is None else to_microseconds(before)
        most = FOREVER if limit is None else limit
        key = url_key(canonical(url))
        with self._catalog.reading_by_driver() as connection:
            if only_failed:
                rows = _LATEST_FAILED.all(connection, key, moment, *_FAILED, most)
            else:
                rows = _LATEST.all(connection, key, moment, most)
            anchors = _anchors(connection, {row.anchor_id for row in rows} - {None})
            full = packs.full_facts(connection, (row.facts for row in rows))
            return [_to_visit(row, json.loads(full[row.facts]), anchors) for row in rows]


def record_visit(catalog: Catalog, record: Visit, also: Also | None = None, *, driver_only: bool = False) -> None:
    """Store a visit without a new version. `driver_only`: `also` writes at most the page memory."""
    attempts = Attempts()
    while True:
        try:
            with catalog.writing(driver_only=driver_only) as connection:
                if not (attempts.is_repeated and is_entered(connection, record)):
                    _record_visit(connection, record, also)
            return
        except ArchiveError as error:
            if not attempts.another(error):
                raise


def _record_visit(connection: sql.Connection, record: Visit, also: Also | None) -> None:
    page_id = page_number(connection, clean(canonical(record.url)), to_microseconds(record.visited_at))
    add(connection, record, page_id)
    if also is not None:
        also(connection, None)


def add(connection: sql.Connection, record: Visit, page_id: int, version_id: int | None = None) -> None:
    """Insert a visit and have it enter the log."""
    facts: dict[str, Any] = {"seconds": dict(record.seconds)} if record.seconds else {}
    if record.reasons:
        facts["reasons"] = list(record.reasons)
    if record.sentence:
        facts["sentence"] = record.sentence
    if record.level is not None:
        facts["level"] = record.level
    if record.error is not None:
        facts["error"] = record.error
    if record.check is not None:
        facts["check"] = record.check
    if record.probability is not None:
        facts["probability"] = round(record.probability, 4)
    if record.retry_after_seconds is not None:
        facts["retry_after"] = record.retry_after_seconds
    if record.fault is not None:
        facts["fault"] = record.fault
    anchor_id = None
    if record.block_ids:
        anchor_id, facts["blocks"] = _against_anchor(connection, page_id, record.block_ids)
    row: dict[str, Any] = {
        "page_id": page_id,
        "visited_at": to_microseconds(record.visited_at),
        "stage": record.stage,
        "version_id": version_id if version_id is not None else version_number(record.version or ""),
        "kept": record.kept,
        "importance": record.importance,
        "score": record.score,
        "changes": record.changes,
        "facts": json.dumps(facts, separators=(",", ":")),
        "anchor_id": anchor_id,
    }
    ((number,),) = ask(connection, _INSERT, (*(row[name] for name in _SEALED), seal(row)))
    entering.enter_new_visit(connection, number, clean(canonical(record.url)), row, facts)


def is_entered(connection: sql.Connection, record: Visit) -> bool:
    """Return whether this visit is stored: the connection may have broken after its transaction was committed."""
    values = (url_key(clean(canonical(record.url))), to_microseconds(record.visited_at), record.stage)
    return bool(ask(connection, _ENTERED, values))


def newest_number(connection: sql.Connection, page_id: int) -> int:
    """Return the id of the newest visit to a page."""
    return int(ask(connection, "SELECT max(id) FROM visit WHERE page_id = ?", (page_id,))[0][0])


def mark_as_kept(connection: sql.Connection, number: int, version_id: int, reason: str) -> None:
    """Mark a skipped visit as kept, with the version made from it."""
    row = dict(connection.execute(sql.select(schema.visit).where(schema.visit.c.id == number)).one()._mapping)
    facts = json.loads(packs.full_facts(connection, [row["facts"]])[row["facts"]])
    facts["reasons"] = [reason, *facts.get("reasons", ())]
    row |= {"version_id": version_id, "kept": True, "facts": json.dumps(facts, separators=(",", ":"))}
    row["seal"] = seal(row)
    connection.execute(sql.update(schema.visit).where(schema.visit.c.id == number).values(row))
    entering.enter(connection, Kind.VISIT, [number])


def seal(row: Mapping[str, Any]) -> int:
    """Return the checksum of a visit's row with its full facts."""
    return zlib.crc32("\x1f".join(repr(row[name]) for name in _SEALED).encode("utf-8", "surrogatepass"))


def unsealed(connection: sql.Connection, rows: Sequence[Any]) -> dict[int, int]:
    """Return the ids of visits whose seal does not fit their row, with the seal that would fit.

    Unreadable facts fit no seal; the seal returned is that of the row without them.
    """
    places = {row.id: place for row in rows if (place := packs.facts_place(row.facts)) is not None}
    entries, _ = packs.readable_entries(connection, places.values())
    wrong = {}
    for row in rows:
        packed = row.id in places
        facts = entries.get(places[row.id], b"{}").decode("utf-8", "replace") if packed else row.facts
        found = seal({**row._mapping, "facts": facts})
        if found != row.seal:
            wrong[row.id] = found
    return wrong


def _against_anchor(
    connection: sql.Connection, page_id: int, blocks: Mapping[str, str]
) -> tuple[int | None, dict[str, str | None]]:
    """Return the anchor and the differences from it (None: the block is gone); without an anchor, all blocks."""
    for anchor_id, facts in ask(connection, _LAST_ANCHOR, (page_id, '%"blocks"%')):
        known = json.loads(packs.full_facts(connection, [facts])[facts])["blocks"]
        differences: dict[str, str | None] = {ref: name for ref, name in blocks.items() if known.get(ref) != name}
        differences |= {ref: None for ref in known if ref not in blocks}
        if 2 * len(differences) <= len(blocks):
            return anchor_id, differences
    return None, dict(blocks)


def _anchors(connection: sql.Connection, numbers: set[int]) -> dict[int, Mapping[str, str]]:
    found = dict(map(tuple, among(connection, _FACTS, numbers)))
    full = packs.full_facts(connection, found.values())
    return {number: json.loads(full[facts])["blocks"] for number, facts in found.items()}


def _to_visit(row: Any, facts: Mapping[str, Any], anchors: Mapping[int, Mapping[str, str]]) -> Visit:
    blocks = {**anchors.get(row.anchor_id, {}), **facts.get("blocks", {})}
    return Visit(
        url=row.url,
        visited_at=from_microseconds(row.visited_at),
        stage=row.stage,
        version=version_name(row.version_id, row.captured_at) if row.captured_at is not None else None,
        kept=bool(row.kept),
        importance=row.importance,
        score=row.score,
        changes=row.changes,
        seconds=facts.get("seconds", {}),
        reasons=tuple(facts.get("reasons", ())),
        sentence=facts.get("sentence", ""),
        block_ids={ref: name for ref, name in blocks.items() if name is not None},
        level=facts.get("level"),
        error=facts.get("error"),
        check=facts.get("check"),
        probability=facts.get("probability"),
        skipped=skipped_name(row.id, row.skipped_at) if row.skipped_at is not None else None,
        retry_after_seconds=facts.get("retry_after"),
        fault=facts.get("fault"),
    )
