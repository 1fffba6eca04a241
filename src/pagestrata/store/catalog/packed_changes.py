"""The operations of one version in one small row.

A row for each operation took a third of a catalogue: names, refs and words that repeat from row to row, and an index over
them that no question uses. So they are kept column by column, packed; questions about them unpack the versions they are
about.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog.schema import change

COLUMNS = ("op", "element", "block", "to_block", "old", "new", "importance")


def pack_changes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """The rows that `change_rows` made, in their order."""
    columns = [[row[name] for row in rows] for name in COLUMNS]
    return zlib.compress(json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def unpack_changes(data: bytes) -> list[dict[str, Any]]:
    """What `pack_changes` packed. Raises ArchiveError for anything else."""
    try:
        columns = json.loads(zlib.decompress(data))
        values = list(zip(*columns, strict=True))
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in values]
    except (zlib.error, ValueError, TypeError) as error:
        raise ArchiveError(f"the changes of a version are damaged ({error}); run `pagestrata verify`") from error
    return [{"number": number, **row} for number, row in enumerate(rows)]


def changes_of(connection: sql.Connection, version_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """The operations by version; nothing for versions without any, or whose operations are damaged."""
    wanted, found = sorted(version_ids), {}
    for start in range(0, len(wanted), 5000):
        query = sql.select(change).where(change.c.version_id.in_(wanted[start : start + 5000]))
        for row in connection.execute(query):
            try:
                found[row.version_id] = unpack_changes(row.data)
            except ArchiveError:
                continue  # the seal of the version says so
    return found
