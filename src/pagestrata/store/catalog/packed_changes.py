"""The operations of one version in one small row.

One row per operation took a third of a catalogue: names, refs and words repeat from row to row, and no query used their
index. The operations of a version are therefore packed column by column, and a query unpacks the versions it needs.
"""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.driver_statements import values_by_key
from pagestrata.store.catalog.later import schema, sql

COLUMNS = ("op", "element", "block", "to_block", "old", "new", "importance")


def pack_changes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Return rows made by `change_rows` as bytes, in their order."""
    columns = [[row[name] for row in rows] for name in COLUMNS]
    return zlib.compress(json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def unpack_changes(data: bytes) -> list[dict[str, Any]]:
    """Undo `pack_changes`. Raises ArchiveError for any other data."""
    return read_changes(changes_entry(data))


def changes_entry(data: bytes) -> bytes:
    """Return packed changes as an entry of a pack: uncompressed, since the pack is compressed as a whole."""
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise ArchiveError(f"the changes of a version are damaged ({error}); run `pagestrata verify`") from error


def read_changes(entry: bytes) -> list[dict[str, Any]]:
    """Return the changes in an entry of a pack. Raises ArchiveError for any other data."""
    try:
        columns = json.loads(entry)
        values = list(zip(*columns, strict=True))
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in values]
    except (ValueError, TypeError) as error:
        raise ArchiveError(f"the changes of a version are damaged ({error}); run `pagestrata verify`") from error
    return [{"number": number, **row} for number, row in enumerate(rows)]


def changes_of(connection: sql.Connection, version_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """Return the operations by version; versions without operations, or with damaged ones, are omitted."""
    rows = values_by_key(connection, schema.change.c.version_id, schema.change.c.data, version_ids)
    return dict(_readable(connection, {number: bytes(data) for number, data in rows.items()}))


def all_changes(connection: sql.Connection, rows: Mapping[int, bytes]) -> dict[int, list[dict[str, Any]]]:
    """Return the operations by version from the data of their rows. Raises ArchiveError if any cannot be read."""
    places = {number: place for number, data in rows.items() if (place := packs.marked_place(data)) is not None}
    entries = packs.entries_at(connection, places.values())
    return {
        number: read_changes(entries[places[number]]) if number in places else unpack_changes(data)
        for number, data in rows.items()
    }


def _readable(connection: sql.Connection, rows: Mapping[int, bytes]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Yield the operations by version, without unreadable ones: the seal of their version reveals those."""
    places = {number: place for number, data in rows.items() if (place := packs.marked_place(data)) is not None}
    entries, _ = packs.readable_entries(connection, places.values())
    for number, data in rows.items():
        with contextlib.suppress(ArchiveError, KeyError):
            yield number, read_changes(entries[places[number]]) if number in places else unpack_changes(data)
