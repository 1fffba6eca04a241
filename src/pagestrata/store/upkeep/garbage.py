"""Garbage collection: delete what no version needs, and join small bundles into large ones.

Dropped versions that others are stored against can go too, see `rebase_chains`.

Each step is one transaction that no writer shares. Blobs are deleted only after the rows that named them are gone,
and a new bundle is on the disk before a row names it: a crash at any moment leaves at worst blobs for the next
collection. Last, the catalog itself is made small again (`compact`).

Compacting returns the space that a SQLite catalog does not use: free pages, and the rest of nearly empty ones.

Every table and every index begins with a page of its own, some fifty of them, most of them empty in a small archive.
A small catalog is therefore kept in small pages, a large one in SQLite's usual ones, which it reads faster.
`VACUUM` does the work: all or nothing, like any other transaction.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.interfaces import BlobStore
from pagestrata.store.catalog import ledger, packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import ask, batches, delete_rows
from pagestrata.store.catalog.names import url_key
from pagestrata.store.catalog.schema import block, bundle, layout, object_, page, presence, resource, version
from pagestrata.store.objects.bundle_labels import (
    LabelledObject,
    VersionNote,
    read_label,
    short_name,
    write_label,
)
from pagestrata.store.objects.stored_bytes import SMALL_BUNDLE_BYTES
from pagestrata.store.search import full_text
from pagestrata.store.upkeep import rebase_chains, references
from pagestrata.store.upkeep.convert_pictures import convert_pictures
from pagestrata.store.upkeep.pack_history import pack_history

SMALL_PAGE_BYTES = 512
USUAL_PAGE_BYTES = 4096
SMALL_CATALOG_BYTES = 8 * 1024 * 1024
_FREE_SHARE = 0.1


def compact(catalog: Catalog, *, moved_bytes: int = 0) -> int:
    """Shrink a SQLite catalog as far as possible; return the number of bytes freed.

    `moved_bytes` were removed from rows: database pages have that much more space, though none became empty.

    Pages of another size need the catalog for this program alone: while another one has it open, they stay as they
    are. So does everything when there is no room for the copy that is made meanwhile.
    """
    if not catalog.is_sqlite:
        return 0  # PostgreSQL looks after itself
    catalog.rest()  # connections at rest would be in the way
    with catalog.translated(), contextlib.closing(catalog.engine.raw_connection()) as connection:
        before, patience = _bytes(connection), _value(connection, "busy_timeout")
        _run(connection, "PRAGMA busy_timeout = 0")  # this must not block other programs
        try:
            page_bytes = SMALL_PAGE_BYTES if before < SMALL_CATALOG_BYTES else USUAL_PAGE_BYTES
            _rewrite(connection, page_bytes, moved_bytes)
        finally:
            _run(connection, f"PRAGMA busy_timeout = {patience}")
        return before - _bytes(connection)


def _rewrite(connection: Any, page_bytes: int, moved_bytes: int) -> None:
    """Rewrite the catalog with another page size or without free pages, as far as other programs and the disk allow."""
    if _value(connection, "page_size") != page_bytes:
        with contextlib.suppress(sqlite3.OperationalError):
            # The write-ahead log ties the size of pages down. Leaving it takes the catalog for oneself.
            if _run(connection, "PRAGMA journal_mode = DELETE") == "delete":
                _run(connection, f"PRAGMA page_size = {page_bytes}")
                _run(connection, "VACUUM")
    elif _value(connection, "freelist_count") * page_bytes + moved_bytes > _FREE_SHARE * _bytes(connection):
        with contextlib.suppress(sqlite3.OperationalError):
            _run(connection, "VACUUM")
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA wal_checkpoint(TRUNCATE)"):
        with contextlib.suppress(sqlite3.OperationalError):
            _run(connection, statement)


def _bytes(connection: Any) -> int:
    return _value(connection, "page_count") * _value(connection, "page_size")


def _value(connection: Any, name: str) -> int:
    return int(_run(connection, f"PRAGMA {name}"))


def _run(connection: Any, statement: str) -> Any:
    row = connection.cursor().execute(statement).fetchone()
    return row[0] if row is not None else None


JOINED_BYTES = 16 * 1024 * 1024
LOOSE_BUNDLES = 64  # number of small bundles joined at once
_DEAD_SHARE = 0.25
_COUNT_LOOSE = "SELECT count(*) FROM bundle WHERE loose = ?"
_SECONDS_AT_ONCE = 5.0
_LABEL_BYTES = 64  # an object's share of a bundle's label, and that of its version, generously


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """The result of a collection: what it removed, and how many objects it re-encoded."""

    objects: int
    blocks: int
    blobs: int
    freed_bytes: int  # of blobs
    freed_catalog_bytes: int = 0  # less than none where larger pages suit the catalog better
    rebased: int = 0


def collect(catalog: Catalog, blobs: BlobStore) -> Collected:
    """Delete what no version needs, re-encode objects that depend on dropped versions, and join small bundles."""
    convert_pictures(catalog, blobs)
    with catalog.reading() as connection:
        before = _bundle_bytes(connection)
    objects, blocks = remove_dead(catalog)
    rebased = rebase_chains.rebase(catalog, blobs)
    objects += remove_dead(catalog)[0] if rebased else 0
    while _join(catalog, blobs, _wasteful):
        pass
    with catalog.writing(alone=True) as connection:
        empty = sql.select(bundle.c.id).where(~sql.exists().where(object_.c.bundle_id == bundle.c.id))
        connection.execute(sql.delete(bundle).where(bundle.c.id.in_(empty)))
        after = _bundle_bytes(connection)
    with catalog.writing(alone=True) as connection:
        known = {digest.hex() for digest in connection.execute(sql.select(bundle.c.digest)).scalars()}
        orphans = [digest for digest in blobs.digests() if digest not in known]
        for digest in orphans:
            blobs.delete(digest)
        ledger.join_lines(connection)
    moved_bytes = pack_history(catalog)
    with catalog.writing(alone=True) as connection:
        full_text.merge_segments(connection, seconds=_SECONDS_AT_ONCE)
    return Collected(
        objects=objects,
        blocks=blocks,
        blobs=len(orphans),
        freed_bytes=max(0, before - after),
        freed_catalog_bytes=compact(catalog, moved_bytes=moved_bytes),
        rebased=rebased,
    )


def remove_dead(catalog: Catalog) -> tuple[int, int]:
    """Delete the rows that no version needs; return the number of objects and blocks deleted."""
    with catalog.writing(alone=True) as connection:
        live = references.live(connection)
        _delete(connection, resource, live.resources)
        _delete(connection, layout, live.layouts)
        blocks = _delete_blocks(connection, live.blocks)
        return _delete(connection, object_, live.objects), blocks


def rewrite(catalog: Catalog, blobs: BlobStore, numbers: Collection[int]) -> None:
    """Copy the objects of damaged bundles, which were checked one by one, into new bundles."""
    with catalog.writing(alone=True) as connection:
        for number in numbers:
            used = sql.select(object_.c.id).where(object_.c.bundle_id == number).limit(1)
            if connection.execute(used).one_or_none() is not None:
                _copy(connection, blobs, [number], checked=False)


def has_many_loose(connection: sql.Connection) -> bool:
    """Return whether there are enough small bundles to join them."""
    return bool(ask(connection, _COUNT_LOOSE, [True])[0][0] >= LOOSE_BUNDLES)


def join_loose(catalog: Catalog, blobs: BlobStore) -> None:
    """Join small bundles if there are many."""
    with catalog.reading() as connection:
        is_worth_it = has_many_loose(connection)
    if is_worth_it:
        _join(catalog, blobs, _loose)


def _bundle_bytes(connection: sql.Connection) -> int:
    return int(connection.execute(sql.select(sql.func.coalesce(sql.func.sum(bundle.c.size), 0))).scalar_one())


def _delete(connection: sql.Connection, table: sql.Table, keep: Iterable[int]) -> int:
    """Delete the rows that are not kept, newest first: bases are never newer than objects stored against them."""
    kept = set(keep)
    gone = [number for number in connection.execute(sql.select(table.c.id)).scalars() if number not in kept]
    gone.sort(reverse=True)
    delete_rows(connection, table.c.id, gone)
    return len(gone)


def _delete_blocks(connection: sql.Connection, keep: Iterable[int]) -> int:
    kept = set(keep)
    gone = [number for number in connection.execute(sql.select(block.c.id)).scalars() if number not in kept]
    for batch in batches(gone):
        rows = connection.execute(sql.select(block).where(block.c.id.in_(batch))).all()
        texts = {number: text for number, (_, text) in packs.block_texts(connection, rows).items()}
        full_text.forget(connection, texts)
        connection.execute(sql.delete(presence).where(presence.c.block_id.in_(batch)))
        connection.execute(sql.delete(block).where(block.c.id.in_(batch)))
    return len(gone)


def _loose(connection: sql.Connection) -> list[Any]:
    return list(connection.execute(sql.select(bundle).where(bundle.c.loose).order_by(bundle.c.id)))


def _wasteful(connection: sql.Connection) -> list[Any]:
    """Return small bundles, if there are at least two, and bundles with much garbage."""
    used = sql.func.coalesce(sql.func.sum(object_.c.stored + _LABEL_BYTES), 0) + _LABEL_BYTES
    query = (
        sql.select(bundle, used.label("used"))
        .join(object_, object_.c.bundle_id == bundle.c.id, isouter=True)
        .group_by(bundle.c.id)
        .order_by(bundle.c.id)
    )
    rows = connection.execute(query).all()
    dead = [row for row in rows if row.size - row.used > _DEAD_SHARE * row.size]
    small = [row for row in rows if row.loose and row not in dead]
    return dead + small if dead or len(small) > 1 else []


def _join(catalog: Catalog, blobs: BlobStore, choose: Any) -> bool:
    """Copy the objects in use of some bundles into one; return False if there is nothing to do."""
    with catalog.writing(alone=True) as connection:
        chosen, size = [], 0
        for row in choose(connection):
            if size < JOINED_BYTES and blobs.has(row.digest.hex()):
                chosen.append(row)
                size += row.size
        joined = _copy(connection, blobs, [row.id for row in chosen]) if chosen else None
        if joined is None:
            return False
    for row in chosen:
        if row.digest != joined:
            blobs.delete(row.digest.hex())
    return len(chosen) > 1 or chosen[0].digest != joined


def _copy(connection: sql.Connection, blobs: BlobStore, numbers: Sequence[int], *, checked: bool = True) -> bytes:
    """Copy everything in use from some bundles to a new one and point the objects to it."""
    base = object_.alias()
    query = (
        sql.select(
            *(object_.c.id, object_.c.start, object_.c.stored, object_.c.codec, object_.c.size, bundle.c.digest),
            *(object_.c.digest.label("name"), base.c.digest.label("base")),
        )
        .join(bundle, bundle.c.id == object_.c.bundle_id)
        .join(base, base.c.id == object_.c.base_id, isouter=True)
        .where(bundle.c.id.in_(numbers))
        .order_by(object_.c.id)
    )
    rows = connection.execute(query).all()
    whole: dict[bytes, bytes] = {}
    payloads, places, labelled, start = [], [], [], 0
    for row in rows:
        if row.digest not in whole:
            whole[row.digest] = blobs.get(row.digest.hex())
            if checked and hashlib.sha256(whole[row.digest]).digest() != row.digest:
                raise ArchiveError(f"bundle {row.digest.hex()} is damaged; run `pagestrata verify --repair`")
        payloads.append(whole[row.digest][row.start : row.start + row.stored])
        places.append({"number": row.id, "new_start": start})
        labelled.append(_labelled(row, start))
        start += row.stored
    data = b"".join(payloads)
    data += write_label(labelled, _notes(connection, whole.values())) if data else b""
    digest = hashlib.sha256(data).digest()
    if data:
        blobs.put(digest.hex(), data)
    _point_to(connection, digest, len(data), places, numbers)
    return digest


def _labelled(row: Any, start: int) -> LabelledObject:
    return LabelledObject(
        name=short_name(row.name),
        codec=row.codec,
        size=row.size,
        start=start,
        stored=row.stored,
        base=short_name(row.base),
    )


def _notes(connection: sql.Connection, bundles: Iterable[bytes]) -> list[VersionNote]:
    """Return the notes of labels about versions that still exist."""
    labels = [label for data in bundles if (label := read_label(data)) is not None]
    notes = [note for label in labels for note in label.notes]
    if not notes:
        return []
    there = {key for batch in batches(notes) for key in _there(connection, batch)}
    return [note for note in notes if (note.url, note.captured_at) in there]


def _there(connection: sql.Connection, notes: Sequence[VersionNote]) -> Iterator[tuple[str, int]]:
    """Return address and time of existing versions: those of these notes, and perhaps others of their pages and times."""
    keys, moments = {url_key(note.url) for note in notes}, {note.captured_at for note in notes}
    query = sql.select(page.c.url, version.c.captured_at).join(version, version.c.page_id == page.c.id)
    rows = connection.execute(query.where(page.c.url_key.in_(keys), version.c.captured_at.in_(moments)))
    return ((row.url, row.captured_at) for row in rows)


def _point_to(
    connection: sql.Connection, digest: bytes, size: int, places: Sequence[dict[str, int]], old: Sequence[int]
) -> None:
    same = sql.select(bundle.c.id).where(bundle.c.digest == digest)
    number = connection.execute(same).scalar_one_or_none()
    if number is None and places:
        row = {"digest": digest, "size": size, "loose": size < SMALL_BUNDLE_BYTES}
        number = connection.execute(sql.insert(bundle).returning(bundle.c.id), row).scalar_one()
    if places:
        moved = sql.update(object_).where(object_.c.id == sql.bindparam("number"))
        connection.execute(moved.values(bundle_id=number, start=sql.bindparam("new_start")), places)
    connection.execute(sql.delete(bundle).where(bundle.c.id.in_(old), bundle.c.id != number))
