"""Gives the space back that a SQLite catalog does not use: free pages, and the rest of pages next to empty.

Every table and every index begins with a page of its own, some fifty of them, most of them empty in a small archive.
A small catalog is therefore kept in small pages, a large one in SQLite's usual ones, which it reads faster.
`VACUUM` does the work: all or nothing, like any other transaction.
"""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Any

from pagestrata.store.catalog.database import Catalog

SMALL_PAGE_BYTES = 512
USUAL_PAGE_BYTES = 4096
SMALL_CATALOG_BYTES = 8 * 1024 * 1024
_FREE_SHARE = 0.1


def compact(catalog: Catalog, *, moved_bytes: int = 0) -> int:
    """Makes a SQLite catalog as small as it can be; gives how many bytes that freed.

    `moved_bytes` were taken out of rows: pages are emptier by that, though not empty.

    Pages of another size need the catalog for this program alone: while another one has it open, they stay as they
    are. So does everything when there is no room for the copy that is made meanwhile.
    """
    if not catalog.is_sqlite:
        return 0  # PostgreSQL looks after itself
    catalog.engine.dispose()  # connections at rest would be in the way
    with catalog.translated(), contextlib.closing(catalog.engine.raw_connection()) as connection:
        before, patience = _bytes(connection), _value(connection, "busy_timeout")
        _run(connection, "PRAGMA busy_timeout = 0")  # nobody is kept waiting for this
        try:
            page_bytes = SMALL_PAGE_BYTES if before < SMALL_CATALOG_BYTES else USUAL_PAGE_BYTES
            _rewrite(connection, page_bytes, moved_bytes)
        finally:
            _run(connection, f"PRAGMA busy_timeout = {patience}")
        return before - _bytes(connection)


def _rewrite(connection: Any, page_bytes: int, moved_bytes: int) -> None:
    """Does what can be done at once; another program at work, or no room, leaves the rest to the next time."""
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
