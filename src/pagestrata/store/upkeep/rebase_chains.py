"""Re-encode objects that are stored against objects of deleted versions.

The objects of a deleted version stay while a kept one is stored against them. They are collected in groups: dropped objects
that are stored against each other, and the kept objects stored against one of them. The kept ones are stored against the
nearest kept object before the group instead, or on their own, if that takes fewer bytes than the whole group takes now. So
the archive never grows, and chains only get shorter.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sql

from pagestrata.interfaces import BlobStore
from pagestrata.store import chains
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import object_
from pagestrata.store.objects.stored_bytes import NewObject, StoredObject, all_objects, decode, encode, put_bundle
from pagestrata.store.upkeep import references

SECONDS_AT_ONCE = 5.0  # in one transaction, so that writers get their turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Dropped objects stored against each other, the kept ones stored against them, and the kept one before them."""

    dropped: frozenset[int]
    kept: tuple[int, ...]
    before: int | None


def rebase(catalog: Catalog, blobs: BlobStore) -> int:
    """Re-encode objects where that saves space; return how many. `collect` removes what is no longer needed."""
    done, tried = 0, set[frozenset[int]]()
    while True:
        with catalog.writing(alone=True) as connection:
            rows = all_objects(connection)
            groups = [g for g in find_groups(rows, references.named(connection)) if g.dropped not in tried]
            if not groups:
                return done
            new: dict[int, NewObject] = {}
            end = time.monotonic() + SECONDS_AT_ONCE
            for group in groups:
                tried.add(group.dropped)
                new |= _stored_again(group, rows, blobs)
                if time.monotonic() >= end:
                    break
            if new:
                _replace(connection, blobs, rows, new)
            done += len(new)


def find_groups(rows: Mapping[int, StoredObject], named: frozenset[int]) -> Sequence[Group]:
    """Return all groups, given the objects that versions name themselves."""
    holders = {row.base_id for row in rows.values() if row.codec in {"part", "crop"}}
    dropped = {number for number in rows if number not in named and number not in holders}
    first: dict[int, int] = {}  # the oldest dropped object of each one's group
    for number in sorted(dropped):
        first[number] = first.get(rows[number].base_id or 0, number)
    groups: dict[int, set[int]] = defaultdict(set)
    kept: dict[int, list[int]] = defaultdict(list)
    for number in dropped:
        groups[first[number]].add(number)
    for number in sorted(rows.keys() - dropped):
        if (oldest := first.get(rows[number].base_id or 0)) is not None:
            kept[oldest].append(number)
    return [
        Group(dropped=frozenset(groups[oldest]), kept=tuple(kept[oldest]), before=rows[oldest].base_id)
        for oldest in sorted(groups)
        if kept[oldest]
    ]


def _stored_again(group: Group, rows: Mapping[int, StoredObject], blobs: BlobStore) -> dict[int, NewObject]:
    """Return the kept objects of a group in their new form; empty if that would take more bytes."""
    wanted = [*group.kept, *([group.before] if group.before is not None else [])]
    contents = decode(rows, wanted, blobs)
    base, prefix = (rows[group.before], contents[group.before]) if group.before is not None else (None, None)
    found = {}
    for number in group.kept:
        row, data = rows[number], contents[number]
        found[number] = encode(row.kind, data, base=base, prefix=prefix, ordinal=row.ordinal)
        stored = found[number]
        if (
            stored.codec == "zstd"
            and chains.decompress(stored.payload, len(data), prefix if stored.base else None) != data
        ):
            return {}
    before = sum(rows[number].stored for number in (*group.dropped, *group.kept))
    return found if sum(len(stored.payload) for stored in found.values()) < before else {}


def _replace(
    connection: sql.Connection,
    blobs: BlobStore,
    rows: Mapping[int, StoredObject],
    new: Mapping[int, NewObject],
) -> None:
    home = put_bundle(connection, blobs, list(new.values()))
    numbers = {row.digest: row.id for row in rows.values()}
    start = 0
    for number, stored in new.items():
        values = {
            "codec": stored.codec,
            "bundle_id": home if stored.payload else None,
            "start": start,
            "stored": len(stored.payload),
            "base_id": numbers[stored.base] if stored.base is not None else None,
        }
        connection.execute(sql.update(object_).where(object_.c.id == number).values(values))
        start += len(stored.payload)
