"""What people and followers want remembered beside the pages: trails, watches, feedback."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from pagestrata.errors import NotFoundError
from pagestrata.interfaces import BlobStore
from pagestrata.model.geometry import Box
from pagestrata.model.records import Feedback, SeenImage, Trail, TrailEntry, Watch
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import (
    canonical,
    from_microseconds,
    to_microseconds,
    url_key,
    version_name,
    version_number,
)
from pagestrata.store.catalog.rows import clean
from pagestrata.store.catalog.schema import feedback, page, trail, trail_entry, version, watch
from pagestrata.store.objects.stored_bytes import NewObject, decode, digest_of, store, with_ancestry
from pagestrata.store.writing import page_number


def _save(
    catalog: Catalog, connection: sql.Connection, table: sql.Table, keys: Sequence[str], row: dict[str, Any]
) -> None:
    """Inserts the row or replaces the one with the same key."""
    insert = (sqlite.insert if catalog.is_sqlite else postgresql.insert)(table).values(row)
    rest = {name: value for name, value in row.items() if name not in keys}
    connection.execute(insert.on_conflict_do_update(index_elements=list(keys), set_=rest))


def save_trail(catalog: Catalog, record: Trail) -> None:
    with catalog.writing() as connection:
        page_id = page_number(connection, catalog, clean(canonical(record.url)), time.time_ns() // 1000)
        row = {"page_id": page_id, "origin": json.dumps(dict(record.origin)), "state": json.dumps(dict(record.state))}
        _save(catalog, connection, trail, ["id"], {"id": record.id, **row})


def trails(catalog: Catalog, url: str | None) -> Sequence[Trail]:
    query = sql.select(trail, page.c.url).join(page, page.c.id == trail.c.page_id).order_by(trail.c.id)
    if url is not None:
        query = query.where(page.c.url_key == url_key(canonical(url)))
    with catalog.reading() as connection:
        return [
            Trail(id=row.id, url=row.url, origin=json.loads(row.origin), state=json.loads(row.state))
            for row in connection.execute(query)
        ]


def remove_trail(catalog: Catalog, name: str) -> None:
    with catalog.writing() as connection:
        connection.execute(sql.delete(trail_entry).where(trail_entry.c.trail_id == name))
        if not connection.execute(sql.delete(trail).where(trail.c.id == name)).rowcount:
            raise NotFoundError(f"no block is followed under {name!r}; `pagestrata follow list` shows those that are")


def add_trail_entry(catalog: Catalog, blobs: BlobStore, name: str, entry: TrailEntry) -> None:
    facts: dict[str, Any] = {
        "state": entry.state,
        "confidence": entry.confidence,
        "path": entry.path,
        "box": list(entry.box),
        "text": entry.text,
        "change": entry.change,
    }
    if entry.images is not None:
        facts["images"] = [[image.address, image.digest, image.picture_hash] for image in entry.images]
    row = {
        "trail_id": name,
        "version_id": version_number(entry.version or ""),
        "found_at": to_microseconds(entry.found_at),
        "facts": json.dumps(facts),
    }
    with catalog.writing() as connection:
        if connection.execute(sql.select(trail.c.id).where(trail.c.id == name)).scalar_one_or_none() is None:
            raise NotFoundError(f"no block is followed under {name!r}; `pagestrata follow add` starts one")
        if entry.picture_png is not None:
            data = entry.picture_png
            new = NewObject(digest=digest_of(data), kind="screenshot", codec="raw", size=len(data), payload=data)
            row["picture_id"] = store(connection, catalog, blobs, [new], [new.digest])[new.digest]
        connection.execute(sql.insert(trail_entry), row)


def trail_entries(
    catalog: Catalog, blobs: BlobStore, name: str, *, last: int | None = None, with_pictures: bool = True
) -> Sequence[TrailEntry]:
    query = (
        sql.select(trail_entry, version.c.captured_at)
        .join(version, version.c.id == trail_entry.c.version_id, isouter=True)
        .where(trail_entry.c.trail_id == name)
        .order_by(trail_entry.c.found_at.desc(), trail_entry.c.id.desc())
        .limit(last)
    )
    with catalog.reading() as connection:
        rows = connection.execute(query).all()[::-1]
        numbers = [row.picture_id for row in rows if with_pictures and row.picture_id is not None]
        images = decode(with_ancestry(connection, numbers), numbers, blobs)
        return [_to_entry(row, images) for row in rows]


def _to_entry(row: Any, images: dict[int, bytes]) -> TrailEntry:
    facts = json.loads(row.facts)
    seen = facts.get("images")  # entries of older archives have none
    return TrailEntry(
        found_at=from_microseconds(row.found_at),
        version=version_name(row.version_id, row.captured_at) if row.captured_at is not None else None,
        state=facts["state"],
        confidence=facts["confidence"],
        path=facts["path"],
        box=Box(*facts["box"]),
        text=facts["text"],
        images=None if seen is None else tuple(SeenImage(address=a, digest=d, picture_hash=h) for a, d, h in seen),
        change=facts["change"],
        picture_png=images.get(row.picture_id),
    )


def save_watch(catalog: Catalog, record: Watch) -> None:
    row = {"id": record.id, "url": clean(canonical(record.url)), "facts": json.dumps(dict(record.settings))}
    with catalog.writing() as connection:
        _save(catalog, connection, watch, ["id"], row)


def watches(catalog: Catalog) -> Sequence[Watch]:
    with catalog.reading() as connection:
        rows = connection.execute(sql.select(watch).order_by(watch.c.id)).all()
        return [Watch(id=row.id, url=row.url, settings=json.loads(row.facts)) for row in rows]


def remove_watch(catalog: Catalog, name: str) -> None:
    with catalog.writing() as connection:
        if not connection.execute(sql.delete(watch).where(watch.c.id == name)).rowcount:
            raise NotFoundError(f"there is no watch {name!r}; `pagestrata watch list` shows those there are")


def add_feedback(catalog: Catalog, record: Feedback) -> None:
    row = {
        "old_version": record.old_version,
        "new_version": record.new_version,
        "verdict": record.verdict,
        "given_at": to_microseconds(record.given_at),
        "facts": json.dumps({"note": record.note}),
    }
    with catalog.writing() as connection:
        _save(catalog, connection, feedback, ["old_version", "new_version"], row)


def all_feedback(catalog: Catalog) -> Sequence[Feedback]:
    with catalog.reading() as connection:
        rows = connection.execute(sql.select(feedback).order_by(feedback.c.given_at, feedback.c.id)).all()
    return [
        Feedback(
            old_version=row.old_version,
            new_version=row.new_version,
            verdict=row.verdict,
            given_at=from_microseconds(row.given_at),
            note=json.loads(row.facts)["note"],
        )
        for row in rows
    ]
