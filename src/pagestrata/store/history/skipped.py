"""Results of skipped visits, stored for some days: they can be viewed, searched, marked, and kept as versions.

A skipped visit is stored as a version is, in one row and one bundle: of most of it the archive has the bytes already. Its
blocks are in no index and no version's history; the texts of those that changed are in its row, where a search reads
them. A visit that rendered the page has everything a version needs. One that ended without the browser has the answer, the
blocks and the changes; if it is kept later, the version has no document and no picture.

The number of visits and bytes of a page is limited, the newest first; marked visits never expire.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import NotFoundError, UsageError
from pagestrata.interfaces import BlobStore
from pagestrata.model.change_rows import change_rows, clean
from pagestrata.model.records import SkippedText, Version
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import delete_rows
from pagestrata.store.catalog.names import canonical, skipped_number, to_microseconds, url_key, version_name
from pagestrata.store.catalog.rows import to_skipped
from pagestrata.store.catalog.schema import feedback, page, skipped, version
from pagestrata.store.catalog.varints import pack, unpack
from pagestrata.store.history import visits, writing
from pagestrata.store.history.contents import Contents
from pagestrata.store.history.page_memory import load_memory, save_memory
from pagestrata.store.history.pages import page_number_in_turn, take_turn
from pagestrata.store.objects.encoding import Encoded
from pagestrata.store.objects.stored_bytes import checksum_of, store
from pagestrata.store.search import full_text

MOST_VISITS = 50
"""Skipped visits of one page."""
MOST_BYTES = 8 * 1024 * 1024
"""Maximum number of bytes written for the skipped visits of one page; the newest is always kept."""
MOST_CHARACTERS = 100_000
"""Maximum number of characters of one visit that can be searched."""
KEPT_AFTERWARDS = "Kept afterwards: a person asked for it"
_SHARED = tuple(column.name for column in version.c if column.name in skipped.c and column.name != "id")


class SkippedVisits:
    """The results of visits that kept no version."""

    def __init__(self, catalog: Catalog, blobs: BlobStore) -> None:
        self._catalog, self._blobs = catalog, blobs

    def of(self, url: str | None = None) -> Sequence[Version]:
        """Return the stored skipped visits of a page, or of all pages, as versions, newest first."""
        with self._catalog.reading() as connection:
            return [to_skipped(row) for row in connection.execute(_query(url))]

    def search(
        self,
        words: str,
        *,
        url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
    ) -> Sequence[SkippedText]:
        """Return the changed blocks that contain all the words, newest first."""
        query = _query(url)
        if since is not None:
            query = query.where(skipped.c.captured_at >= to_microseconds(since))
        if until is not None:
            query = query.where(skipped.c.captured_at <= to_microseconds(until))
        found: list[SkippedText] = []
        with self._catalog.reading() as connection:
            for row in connection.execute(query):
                found += [text for text in _texts_of(row) if full_text.says(text.text, words)]
                if len(found) >= limit:
                    break
        return found[:limit]

    @packs.read_again_after_collection
    def keep(self, wanted: Version) -> Version:
        """Turn the result of a skipped visit into a version, at its place in time, and move its marks to the version."""
        number = skipped_number(wanted.id)
        if number is None:
            raise UsageError(f"{wanted.id} is a version already; `pagestrata log URL --visits` lists skipped visits")
        contents = Contents(self._catalog, self._blobs)
        tree, delta = contents.tree(wanted), contents.delta(wanted)
        memory = load_memory(self._catalog, wanted.url)
        with self._catalog.writing() as connection:
            row = connection.execute(sql.select(skipped).where(skipped.c.id == number)).one_or_none()
            if row is None:
                raise NotFoundError(
                    f"{wanted.id} was kept or dropped in the meantime; see `pagestrata log URL --visits`"
                )
            take_turn(connection, row.page_id)
            moment, existing, is_newest = writing.free_moment(connection, row.page_id, row.captured_at, row.digest)
            if existing is None:
                placed = writing.block_places(connection, list(tree.leaves()))
                values = {name: getattr(row, name) for name in _SHARED}
                values |= {"captured_at": moment, "blocks": pack(place.block_id for place in placed)}
                version_id = writing.insert_version(connection, values, change_rows(delta, None))
                resources = unpack(row.resources)
                writing.take_stays(connection, row.page_id, moment, placed, resources, is_newest=is_newest)
                name = version_name(version_id, moment)
                visits.mark_as_kept(connection, number, version_id, KEPT_AFTERWARDS)
            else:
                name = existing.id
            named = {**memory.used_refs, **{block.ref: block.id for block in tree.walk()}}
            save_memory(connection, wanted.url, replace(memory, used_refs=named), wanted.captured_at)
            _rename_marks(connection, wanted.id, name)
            drop(connection, [number])
        return replace(wanted, id=name)

    def forget(self, *, now: datetime, older_than: timedelta | None = None) -> int:
        """Delete expired results, or those older than `older_than`; return how many. Marked ones stay; `gc` frees the bytes."""
        with self._catalog.writing() as connection:
            limit = to_microseconds(now - older_than) if older_than is not None else to_microseconds(now)
            column = skipped.c.captured_at if older_than is not None else skipped.c.keep_until
            gone = connection.execute(sql.select(skipped.c.id).where(column < limit)).scalars().all()
            return drop(connection, set(gone) - _marked(connection))


def _query(url: str | None) -> sql.Select[Any]:
    query = sql.select(skipped, page.c.url).join(page, page.c.id == skipped.c.page_id)
    if url is not None:
        query = query.where(page.c.url_key == url_key(canonical(url)))
    return query.order_by(skipped.c.captured_at.desc(), skipped.c.id.desc())


def record(
    catalog: Catalog, blobs: BlobStore, capture: writing.Capture, *, days: float, also: writing.Also | None = None
) -> None:
    """Store a visit that kept no version, with its result."""

    def write(connection: sql.Connection, named: writing.Capture, encoded: Encoded) -> None:
        page_id = page_number_in_turn(connection, capture.url, capture.moment)
        visits.add(connection, named.visit, page_id)
        row = _row(connection, blobs, named, encoded)
        row |= {
            "id": visits.newest_number(connection, page_id),
            "page_id": page_id,
            "captured_at": capture.moment,
            "keep_until": capture.moment + round(days * 86_400_000_000),
        }
        connection.execute(sql.insert(skipped), row)
        _bound(connection, page_id)
        if also is not None:
            also(connection, None)

    writing.encode_and_write(catalog, blobs, capture, write, committed=lambda _connection: None)


def _row(connection: sql.Connection, blobs: BlobStore, capture: writing.Capture, encoded: Encoded) -> dict[str, Any]:
    numbers = store(connection, blobs, encoded.objects, encoded.digests())
    return writing.version_row(capture, encoded, numbers) | {
        "digest": checksum_of(capture.body),
        "layout_id": writing.layout_number(connection, encoded.layout, numbers),
        "resources": pack(writing.resource_numbers(connection, encoded, numbers).values()),
        "stored": sum(len(new.payload) for new in encoded.objects),
        "texts": _packed_texts(capture),
    }


def _packed_texts(capture: writing.Capture) -> bytes:
    """Return the texts of new and changed blocks, packed; nothing for what was not compared, such as a fault."""
    delta = capture.delta
    renames = dict(delta.patch.renames) if delta is not None else {}
    changes = delta.changes if delta is not None else ()
    refs = {ref for change in changes for ref in (change.to_block, renames.get(change.block, change.block))}
    found, room = [], MOST_CHARACTERS
    for leaf in capture.tree.leaves():
        if leaf.ref in refs and leaf.text and room > 0:
            found.append([leaf.ref, leaf.role, clean(leaf.text[:room])])
            room -= len(leaf.text)
    return zlib.compress(json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode())


def _texts_of(row: Any) -> Iterator[SkippedText]:
    named = to_skipped(row)
    for ref, role, text in json.loads(zlib.decompress(row.texts)):
        yield SkippedText(version=named, block=ref, role=role, text=text)


def _bound(connection: sql.Connection, page_id: int) -> None:
    """Delete the oldest results of a page beyond the limits on number and bytes."""
    query = sql.select(skipped.c.id, skipped.c.stored).where(skipped.c.page_id == page_id)
    size, doomed = 0, set()
    for place, row in enumerate(connection.execute(query.order_by(skipped.c.captured_at.desc(), skipped.c.id.desc()))):
        size += row.stored
        if place >= MOST_VISITS or (place > 0 and size > MOST_BYTES):
            doomed.add(row.id)
    if doomed:
        drop(connection, doomed - _marked(connection))


def _marked(connection: sql.Connection) -> set[int]:
    names = connection.execute(sql.select(feedback.c.new_version).where(feedback.c.new_version.like("%-s%"))).scalars()
    return {number for name in names if (number := skipped_number(name)) is not None}


def drop(connection: sql.Connection, numbers: Collection[int]) -> int:
    """Delete the results of skipped visits and return how many; the visits themselves stay."""
    delete_rows(connection, skipped.c.id, sorted(numbers))
    return len(numbers)


def _rename_marks(connection: sql.Connection, old: str, new: str) -> None:
    for column in (feedback.c.old_version, feedback.c.new_version):
        connection.execute(sql.update(feedback).where(column == old).values({column: new}))
