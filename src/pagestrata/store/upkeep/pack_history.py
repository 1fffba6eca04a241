"""Move the contents of blocks, changes and visits from their rows into packs, page by page in order of time.

Of 189 versions of five small pages this took the texts, changes and facts of a version from 3.5 KB to 0.6. A page has full
packs and a last one that is not, which is written again with what came since. A pack of which a quarter is no longer
needed, its versions being dropped, is written again as well. Rows and packs change in one transaction that no writer
shares; what a row says stays what it was, and so does its seal.
"""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import batches
from pagestrata.store.catalog.packs import changes_entry
from pagestrata.store.catalog.schema import block, change, pack, presence, version, visit

SECONDS_AT_ONCE = 5.0  # in one transaction, so that writers get their turn
_FULL_SHARE = 0.75
Kind = Literal["block", "change", "visit"]
_ORDER: tuple[Kind, ...] = ("block", "change", "visit")  # a version's texts come before the changes that quote them
_CHANGES_IN_ROW = sql.func.substr(change.c.data, 1, 1) != b"P"
_FACTS_IN_ROW = visit.c.facts.not_like('{"packed":%')


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """The contents of one row as an entry of a pack."""

    moment: int
    kind: Kind
    number: int
    entry: bytes

    def order(self) -> tuple[int, int, int]:
        return self.moment, _ORDER.index(self.kind), self.number


def pack_history(catalog: Catalog) -> int:
    """Pack the data in rows; return the number of bytes saved."""
    done: set[int] = set()
    moved = 0
    while True:
        with catalog.writing(alone=True) as connection:
            waiting = sorted(_pages_to_pack(connection) - done)
            if not waiting:
                return moved
            live = _live_places(connection)
            end = time.monotonic() + SECONDS_AT_ONCE
            for page_id in waiting:
                moved += _pack_page(connection, page_id, live)
                done.add(page_id)
                if time.monotonic() >= end:
                    break


def _pages_to_pack(connection: sql.Connection) -> set[int]:
    """Return the pages that have unpacked contents in rows, or packs with many unused entries."""
    queries = (
        sql.select(presence.c.page_id).join(block, block.c.id == presence.c.block_id).where(block.c.packed.is_(None)),
        sql.select(version.c.page_id).join(change, change.c.version_id == version.c.id).where(_CHANGES_IN_ROW),
        sql.select(visit.c.page_id).where(_FACTS_IN_ROW),
    )
    found = {number for query in queries for number in connection.execute(query.distinct()).scalars()}
    return found | _pages_with_waste(connection)


def _pages_with_waste(connection: sql.Connection) -> set[int]:
    live = _live_places(connection)
    return {
        row.page_id
        for row in connection.execute(sql.select(pack))
        if (entries := _entries_of(row.data)) is not None
        and _bytes_of(entries, live.get(row.id, {})) < _FULL_SHARE * sum(map(len, entries))
    }


def _entries_of(data: bytes) -> Sequence[bytes] | None:
    """Return the entries of a pack; None if it is unreadable: `verify` reports it, and it stays as it is."""
    try:
        return packs.read_pack(data)
    except ArchiveError:
        return None


def _bytes_of(entries: Sequence[bytes], users: Mapping[int, Any]) -> int:
    return sum(len(entries[place]) for place in users if place < len(entries))


Users = Mapping[int, tuple[Kind, int]]
"""The kind and number of the row that needs each entry of a pack."""


def _live_places(connection: sql.Connection) -> Mapping[int, Users]:
    """Return which entries of each pack are in use, and by which rows."""
    found: dict[int, dict[int, tuple[Kind, int]]] = defaultdict(dict)
    for kind, number, place in _references(connection):
        found[packs.pack_of(place)][place % packs.MOST_ENTRIES] = (kind, number)
    return found


def _references(connection: sql.Connection) -> Iterator[tuple[Kind, int, int]]:
    for number, place in connection.execute(sql.select(block.c.id, block.c.packed).where(block.c.packed.is_not(None))):
        yield "block", number, place
    for number, data in connection.execute(sql.select(change.c.version_id, change.c.data).where(~_CHANGES_IN_ROW)):
        if (place := packs.marked_place(data)) is not None:
            yield "change", number, place
    for number, facts in connection.execute(sql.select(visit.c.id, visit.c.facts).where(~_FACTS_IN_ROW)):
        if (place := packs.facts_place(facts)) is not None:
            yield "visit", number, place


def _pack_page(connection: sql.Connection, page_id: int, live: Mapping[int, Users]) -> int:
    items = list(_items_in_rows(connection, page_id))
    moved = sum(len(item.entry) for item in items)
    opened = []
    for row in connection.execute(sql.select(pack).where(pack.c.page_id == page_id)).all():
        entries = _entries_of(row.data)
        users = live.get(row.id, {})
        if entries is not None and _bytes_of(entries, users) < _FULL_SHARE * packs.PACK_BYTES:
            items += _items_in_pack(connection, entries, users)
            opened.append(row.id)
    _write_packs(connection, page_id, sorted(items, key=Item.order))
    connection.execute(sql.delete(pack).where(pack.c.id.in_(opened)))
    return moved


def _items_in_rows(connection: sql.Connection, page_id: int) -> Iterator[Item]:
    """Yield the unpacked contents of the page's rows; unreadable or large contents stay in their rows."""
    texts = (
        sql.select(block.c.id, block.c.topic, block.c.text, sql.func.min(presence.c.first_at))
        .join(presence, presence.c.block_id == block.c.id)
        .where(presence.c.page_id == page_id, block.c.packed.is_(None))
        .group_by(block.c.id, block.c.topic, block.c.text)
    )
    for number, topic, text, moment in connection.execute(texts).all():
        yield from _small(moment, "block", number, packs.block_entry(topic, text))
    listed = sql.select(change.c.version_id, change.c.data, version.c.captured_at).join(
        version, version.c.id == change.c.version_id
    )
    for number, data, moment in connection.execute(listed.where(version.c.page_id == page_id, _CHANGES_IN_ROW)).all():
        with contextlib.suppress(ArchiveError):
            yield from _small(moment, "change", number, changes_entry(data))
    visits = sql.select(visit.c.id, visit.c.facts, visit.c.visited_at)
    for number, facts, moment in connection.execute(visits.where(visit.c.page_id == page_id, _FACTS_IN_ROW)).all():
        yield from _small(moment, "visit", number, facts.encode())


def _small(moment: int, kind: Kind, number: int, entry: bytes) -> Iterator[Item]:
    if len(entry) <= packs.LARGEST_ENTRY:
        yield Item(moment=moment, kind=kind, number=number, entry=entry)


def _items_in_pack(connection: sql.Connection, entries: Sequence[bytes], users: Users) -> Iterator[Item]:
    """Yield the entries of a pack that are in use, with the times of their rows."""
    moments = {
        (kind, number): moment
        for kind in _ORDER
        for number, moment in _moments(connection, kind, [number for found, number in users.values() if found == kind])
    }
    for place, (kind, number) in users.items():
        yield Item(moment=moments.get((kind, number), 0), kind=kind, number=number, entry=entries[place])


def _moments(connection: sql.Connection, kind: Kind, numbers: Sequence[int]) -> Iterable[Any]:
    column, moment = {
        "block": (presence.c.block_id, sql.func.min(presence.c.first_at)),
        "change": (version.c.id, sql.func.min(version.c.captured_at)),
        "visit": (visit.c.id, sql.func.min(visit.c.visited_at)),
    }[kind]
    for batch in batches(numbers):
        yield from connection.execute(sql.select(column, moment).where(column.in_(batch)).group_by(column)).all()


def _write_packs(connection: sql.Connection, page_id: int, items: Sequence[Item]) -> None:
    for batch in _batches(items):
        row = {"page_id": page_id, "data": packs.write_pack([item.entry for item in batch])}
        number = connection.execute(sql.insert(pack).returning(pack.c.id), row).scalar_one()
        for kind in _ORDER:
            marks = [
                (item.number, _mark(item, packs.place_of(number, place)))
                for place, item in enumerate(batch)
                if item.kind == kind
            ]
            _leave_marks(connection, kind, marks)


def _mark(item: Item, place: int) -> Any:
    """Return the mark that replaces the contents of a row."""
    if item.kind == "block":
        return place
    return packs.changes_mark(place) if item.kind == "change" else packs.facts_mark(place, item.entry.decode())


_UPDATES: Mapping[Kind, tuple[str, str, str]] = {
    "block": ("block SET topic = '', text = '', packed =", "id", "bigint"),
    "change": ("change SET data =", "version_id", "bytea"),
    "visit": ("visit SET facts =", "id", "text"),
}


def _leave_marks(connection: sql.Connection, kind: Kind, marks: Sequence[tuple[int, Any]]) -> None:
    """Point rows to the pack; on PostgreSQL in one statement, because triggers run once per statement."""
    if not marks:
        return
    setting, key, of_type = _UPDATES[kind]
    if connection.dialect.name == "sqlite":
        statement = f"UPDATE {setting} ? WHERE {key} = ?"
        connection.exec_driver_sql(statement, [(mark, number) for number, mark in marks])
        return
    table = setting.partition(" ")[0]
    statement = (
        f"UPDATE {setting} m.mark FROM unnest(%s::bigint[], %s::{of_type}[]) AS m (number, mark)"
        f" WHERE {table}.{key} = m.number"
    )
    connection.exec_driver_sql(statement, ([number for number, _ in marks], [mark for _, mark in marks]))


def _batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    batch: list[Item] = []
    size = 0
    for item in items:
        if batch and (size + len(item.entry) > packs.PACK_BYTES or len(batch) == packs.MOST_ENTRIES):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += len(item.entry)
    if batch:
        yield batch
