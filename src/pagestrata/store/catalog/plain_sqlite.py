"""SQLite without SQLAlchemy: most visits read a few rows and write two, and need no more.

A `PlainConnection` has what `driver_statements` uses of a connection, and nothing else.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

MOST_IDLE = 8
"""Connections that stay open, each with its own page cache."""
_WRITES = {sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE}


class PlainConnection:
    """A connection of the driver with the few attributes of SQLAlchemy's connections that `driver_statements` uses."""

    dialect = SimpleNamespace(name="sqlite")

    def __init__(self, driver: sqlite3.Connection) -> None:
        self.driver = driver
        self.info: dict[str, Any] = {}

    def exec_driver_sql(self, statement: str, values: Sequence[Any] = ()) -> PlainRows:
        """Run a statement: once, or once for every row of a list."""
        many = isinstance(values, list)
        return PlainRows(self.driver.executemany(statement, values) if many else self.driver.execute(statement, values))

    @contextlib.contextmanager
    def transaction(self, begin: str = "BEGIN") -> Iterator[None]:
        """Run a block in a transaction, which is rolled back if an exception leaves it."""
        self.driver.execute(begin)
        try:
            yield
        except BaseException:
            self.driver.rollback()
            raise
        self.driver.execute("COMMIT")

    def refuse_writes_elsewhere(self, tables: frozenset[str]) -> None:
        """Allow writes only to these tables: the ledger must note every write."""

        def judge(action: int, table: str | None, *_: object) -> int:
            is_elsewhere = action in _WRITES and not (table or "").startswith("sqlite_") and table not in tables
            return sqlite3.SQLITE_DENY if is_elsewhere else sqlite3.SQLITE_OK

        self.driver.set_authorizer(judge)


class PlainRows:
    """The rows of a statement."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    def all(self) -> list[tuple[Any, ...]]:
        return self._cursor.fetchall()

    def one_or_none(self) -> tuple[Any, ...] | None:
        found: tuple[Any, ...] | None = self._cursor.fetchone()
        return found


class PlainConnections:
    """A pool of idle connections."""

    def __init__(self, connect: Callable[[], PlainConnection]) -> None:
        self._connect = connect
        self._idle: list[PlainConnection] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def one(self) -> Iterator[PlainConnection]:
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._connect()
        try:
            yield connection
        except sqlite3.Error:
            connection.driver.close()  # in any state
            raise
        except BaseException:
            self._put_back(connection)
            raise
        self._put_back(connection)

    def _put_back(self, connection: PlainConnection) -> None:
        with self._lock:
            is_spare = len(self._idle) >= MOST_IDLE
            if not is_spare:
                self._idle.append(connection)
        if is_spare:
            connection.driver.close()

    def close(self) -> None:
        """Close the idle connections."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.driver.close()
