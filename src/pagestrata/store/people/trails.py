"""Followed blocks: one trail each, with an entry for every version in which the block was searched."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pagestrata.errors import NotFoundError
from pagestrata.interfaces import BlobStore
from pagestrata.model.change_rows import clean
from pagestrata.model.geometry import Box
from pagestrata.model.records import SeenImage, Trail, TrailCandidate, TrailEntry
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import Question, upsert
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.names import (
    canonical,
    from_microseconds,
    to_microseconds,
    url_key,
    version_name,
    version_number,
)
from pagestrata.store.catalog.packs import read_again_after_collection
from pagestrata.store.history.pages import page_number

if TYPE_CHECKING:
    from pagestrata.model.visit_result import TrailFinding

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


_JOINED = "SELECT trail.id, page.url, trail.origin, trail.state FROM trail JOIN page ON page.id = trail.page_id"
_ALL = Question("id url origin state", f"{_JOINED} ORDER BY trail.id")
_OF_PAGE = Question("id url origin state", f"{_JOINED} WHERE page.url_key = ? ORDER BY trail.id")
_WITH_ID = Question("id url origin state", f"{_JOINED} WHERE trail.id = ?")


class Trails:
    """The followed blocks of an archive."""

    def __init__(self, catalog: Catalog, blobs: BlobStore) -> None:
        self._catalog, self._blobs = catalog, blobs

    def save(self, trail: Trail) -> None:
        """Store a trail; it replaces one with the same id."""
        with self._catalog.writing() as connection:
            save_trail(connection, trail)

    def of(self, url: str | None = None) -> Sequence[Trail]:
        """Return the trails of a page, or all trails."""
        with self._catalog.reading_by_driver() as connection:
            rows = _ALL.all(connection) if url is None else _OF_PAGE.all(connection, url_key(canonical(url)))
        return [to_trail(row) for row in rows]

    def with_id(self, trail_id: str) -> Trail | None:
        with self._catalog.reading_by_driver() as connection:
            row = _WITH_ID.first(connection, trail_id)
        return to_trail(row) if row is not None else None

    def remove(self, trail_id: str) -> None:
        """Remove a trail and its entries. Raises NotFoundError."""
        with self._catalog.writing() as connection:
            connection.execute(sql.delete(schema.trail_entry).where(schema.trail_entry.c.trail_id == trail_id))
            if not connection.execute(sql.delete(schema.trail).where(schema.trail.c.id == trail_id)).rowcount:
                raise NotFoundError(
                    f"no block is followed under {trail_id!r}; `pagestrata follow list` lists the followed blocks"
                )

    def record(self, found: Sequence[TrailFinding], *, version: str | None = None) -> None:
        """Store where blocks were found and what their followers learned, all or nothing."""
        with self._catalog.writing() as connection:
            record_findings(connection, self._blobs, found, version)

    @read_again_after_collection
    def entries(
        self, trail_id: str, *, last: int | None = None, before: datetime | None = None, with_pictures: bool = True
    ) -> Sequence[TrailEntry]:
        """Return the entries of a trail, or the last few of them (before a moment), oldest first."""
        query = (
            sql.select(schema.trail_entry, schema.version.c.captured_at)
            .join(schema.version, schema.version.c.id == schema.trail_entry.c.version_id, isouter=True)
            .where(schema.trail_entry.c.trail_id == trail_id)
            .order_by(schema.trail_entry.c.found_at.desc(), schema.trail_entry.c.id.desc())
            .limit(last)
        )
        if before is not None:
            query = query.where(schema.trail_entry.c.found_at < to_microseconds(before))
        with self._catalog.reading() as connection:
            rows = connection.execute(query).all()[::-1]
            numbers = [row.picture_id for row in rows if with_pictures and row.picture_id is not None]
            images = _pictures(connection, self._blobs, numbers) if numbers else {}
            return [_to_entry(row, images) for row in rows]

    @read_again_after_collection
    def picture(self, trail_id: str, found_at: datetime) -> bytes:
        """Return the picture of a block at one of its entries. Raises NotFoundError if it does not exist."""
        query = sql.select(schema.trail_entry.c.picture_id).where(
            schema.trail_entry.c.trail_id == trail_id,
            schema.trail_entry.c.found_at == to_microseconds(found_at),
            schema.trail_entry.c.picture_id.is_not(None),
        )
        with self._catalog.reading() as connection:
            number = connection.execute(query.order_by(schema.trail_entry.c.id.desc()).limit(1)).scalar_one_or_none()
            if number is None:
                raise NotFoundError(f"there is no picture of {trail_id[:60]!r} at that time")
            return _pictures(connection, self._blobs, [number])[number]


def record_findings(
    connection: sql.Connection, blobs: BlobStore, found: Sequence[TrailFinding], version_id: str | None
) -> None:
    """Store findings in an open transaction, for this version."""
    for finding in found:
        save_trail(connection, finding.trail)
        _add_entry(connection, blobs, finding.trail.id, replace(finding.entry, version=version_id))


def save_trail(connection: sql.Connection, record: Trail) -> None:
    page_id = page_number(connection, clean(canonical(record.url)), time.time_ns() // 1000)
    row = {"page_id": page_id, "origin": json.dumps(dict(record.origin)), "state": json.dumps(dict(record.state))}
    upsert(connection, schema.trail, ["id"], {"id": record.id, **row})


def to_trail(row: Any) -> Trail:
    """Return the record of a trail's row joined with its page's url."""
    return Trail(id=row.id, url=row.url, origin=json.loads(row.origin), state=json.loads(row.state))


def _add_entry(connection: sql.Connection, blobs: BlobStore, name: str, entry: TrailEntry) -> None:
    row = {
        "trail_id": name,
        "version_id": version_number(entry.version or ""),
        "found_at": to_microseconds(entry.found_at),
        "facts": json.dumps(_facts(entry)),
    }
    if entry.picture_png is not None:
        from pagestrata.store.objects.stored_bytes import NewObject, digest_of, store

        data = entry.picture_png
        new = NewObject(digest=digest_of(data), kind="screenshot", codec="raw", size=len(data), payload=data)
        row["picture_id"] = store(connection, blobs, [new], [new.digest])[new.digest]
    connection.execute(sql.insert(schema.trail_entry), row)


def _facts(entry: TrailEntry) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "state": entry.state,
        "confidence": entry.confidence,
        "path": entry.path,
        "box": list(entry.box),
        "text": entry.text,
        "change": entry.change,
    }
    known = {"gap": entry.gap, "reasons": list(entry.reasons) or None, "alerts": list(entry.alerts) or None}
    facts |= {name: value for name, value in known.items() if value is not None}
    if entry.other is not None:
        facts["other"] = [entry.other.path, entry.other.text, entry.other.confidence]
    if entry.images is not None:
        facts["images"] = [[image.address, image.digest, image.picture_hash] for image in entry.images]
    return facts


def _pictures(connection: sql.Connection, blobs: BlobStore, numbers: Sequence[int]) -> dict[int, bytes]:
    from pagestrata.store.objects.stored_bytes import decode, with_ancestry

    return decode(with_ancestry(connection, numbers), numbers, blobs)


def _to_entry(row: Any, images: dict[int, bytes]) -> TrailEntry:
    facts = json.loads(row.facts)
    seen = facts.get("images")  # missing in older archives, as are gap, reasons, alerts and other
    other = facts.get("other")
    return TrailEntry(
        found_at=from_microseconds(row.found_at),
        version=version_name(row.version_id, row.captured_at) if row.captured_at is not None else None,
        state=facts["state"],
        confidence=facts["confidence"],
        gap=facts.get("gap"),
        path=facts["path"],
        box=Box(*facts["box"]),
        text=facts["text"],
        images=None if seen is None else tuple(SeenImage(address=a, digest=d, picture_hash=h) for a, d, h in seen),
        change=facts["change"],
        reasons=tuple(facts.get("reasons", ())),
        alerts=tuple(facts.get("alerts", ())),
        other=None if other is None else TrailCandidate(path=other[0], text=other[1], confidence=other[2]),
        picture_png=images.get(row.picture_id),
    )
