"""The catalog: one SQL database, embedded SQLite or a PostgreSQL server, and the few things they do differently.

Writers come one after another where they could harm each other. On SQLite a writing transaction takes the write lock at
its start and waits for it. On PostgreSQL writers share one advisory lock, which garbage collection takes alone, and
writers of the same page take turns.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast
from urllib.parse import quote

from pagestrata.errors import ArchiveError, DamagedCatalogError
from pagestrata.store.catalog import log_entries
from pagestrata.store.catalog.driver_statements import ask
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.ledger import SETTING, VISITED, RowNotes, install_on_connection
from pagestrata.store.catalog.plain_sqlite import PlainConnection, PlainConnections

BUSY_TIMEOUT_SECONDS = 60
Answer = TypeVar("Answer")
POOLED = 8
"""Connections that stay open, each with its own page cache; further ones are opened for one query and closed."""
_POOL: dict[str, Any] = {"pool_size": POOLED, "max_overflow": 12, "pool_timeout": 60, "pool_use_lifo": True}
_PREPARED = 400  # statements that a connection keeps prepared: a visit has some sixty
_NEVER = 2**31 - 1
_REPEATABLE_READ = 3  # psycopg.IsolationLevel.REPEATABLE_READ
_TRUSTED_SECONDS = 1.0
_READ_ONLY = "-c default_transaction_read_only=on"
_KEPT_ALIVE = {"connect_timeout": 10, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
_WRITERS_LOCK = 0x50616765  # 'Page'; any constant will do

_WRITTEN_PLAINLY = frozenset({*VISITED, "log_entry", "log_head", "ledger"})


class Catalog:
    """Connections to the database, as reading and writing transactions."""

    def __init__(self, url: sql.URL | Path, *, name: str, read_only: bool = False, immutable: bool = False) -> None:
        """`url`: of the database, or the file of a SQLite database, which is read without SQLAlchemy where possible.

        `immutable`: nothing changes the file, and nothing can be written next to it.
        """
        self.name = name
        self.read_only = read_only
        self.is_sqlite = isinstance(url, Path) or url.get_backend_name() == "sqlite"
        self.sign_head: Callable[[sql.Connection, log_entries.LogEnd], None] | None = None
        self._url = url
        self._immutable = immutable
        self._plain = PlainConnections(self._connect_plainly)
        self._engine: sql.Engine | None = None
        self._starting = threading.Lock()
        self._observer: sql.Connection | None = None
        self._observing = threading.Lock()
        self._view = _View()

    @property
    def engine(self) -> sql.Engine:
        """The SQLAlchemy engine, created on first use."""
        if self._engine is None:
            with self._starting:
                if self._engine is None:
                    self._engine = self._start()
        return self._engine

    def _start(self) -> sql.Engine:
        url = self._url
        arguments: dict[str, Any] = {}
        if isinstance(url, Path):
            url = sql.URL.create("sqlite", database=self._file, query={"uri": "true"} if self.read_only else {})
        if self.is_sqlite:
            arguments = {"timeout": BUSY_TIMEOUT_SECONDS, "check_same_thread": False}
        else:
            schema.adapt_to_postgresql()
            if self.read_only:  # behind the options of the address: the last one counts
                own = url.query.get("options", "")
                arguments = {"options": f"{own if isinstance(own, str) else ' '.join(own)} {_READ_ONLY}".strip()}
            arguments |= {name: value for name, value in _KEPT_ALIVE.items() if name not in url.query}
        # What is used last is used first: a connection that has read keeps pages of the database in memory.
        engine = sql.create_engine(url, connect_args=arguments, **_POOL)
        if self.is_sqlite:
            sql.event.listen(engine, "connect", self._configure)
            sql.event.listen(engine, "begin", _begin)
        else:
            sql.event.listen(engine, "connect", _prepare_driver_statements_only)
            sql.event.listen(engine, "checkin", _note_return)
            sql.event.listen(engine, "checkout", _check_life)
        return engine

    def _configure(self, connection: Any, record: Any) -> None:
        record.info["notes"] = self._set_up(connection)

    def _set_up(self, connection: sqlite3.Connection) -> RowNotes:
        connection.isolation_level = None  # this module begins transactions itself
        settings = ["foreign_keys = ON", f"busy_timeout = {BUSY_TIMEOUT_SECONDS * 1000}", "cache_size = -32768"]
        settings += ["query_only = ON"] if self.read_only else ["journal_mode = WAL", "synchronous = FULL"]
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")
        notes = RowNotes()
        connection.create_function("notes_rows", 0, notes.is_active)
        connection.create_function("note_row", -1, notes.note)
        return notes

    def _connect_plainly(self) -> PlainConnection:
        driver = sqlite3.connect(self._file, timeout=BUSY_TIMEOUT_SECONDS, check_same_thread=False, uri=self.read_only)
        connection = PlainConnection(driver)
        connection.info["notes"] = self._set_up(driver)
        return connection

    @property
    def _file(self) -> str:
        """The file of SQLite, as its driver is to open it."""
        if not (self.read_only and isinstance(self._url, Path)):
            return str(self._url)
        return f"file:{quote(str(self._url.absolute()))}?mode=ro{'&immutable=1' if self._immutable else ''}"

    @property
    def _is_plain(self) -> bool:
        """Whether queries can bypass SQLAlchemy, which saves a third of their time."""
        return isinstance(self._url, Path)

    @contextlib.contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        """Open one consistent view."""
        view = self._view
        if view.ending is None:
            with self._reading() as connection:
                yield connection
            return
        if view.connection is None:
            view.connection = view.ending.enter_context(self._reading())
        with self.translated():
            yield view.connection

    @contextlib.contextmanager
    def reading_by_driver(self) -> Iterator[sql.Connection]:
        """Open one consistent view for statements that go straight to the driver (`ask`, `among`, `Question`).

        Inside a view that is not `by_driver`, this is the connection of `reading`.
        """
        view = self._view
        is_one_view = view.ending is not None and not view.by_driver
        if view.connection is not None or is_one_view or not self._is_plain:
            with self.reading() as connection:
                yield connection
        elif view.ending is None:
            with self._reading_by_driver() as connection:
                yield connection
        else:
            if view.by_driver_connection is None:
                view.by_driver_connection = view.ending.enter_context(self._reading_by_driver())
            with self.translated():
                yield view.by_driver_connection

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sql.Connection]:
        with self.translated(), self.engine.connect() as connection:
            if not self.is_sqlite:
                # Rows name packs and bundles that a collection may replace between two statements. The driver is set
                # directly, and reset in `_note_return`: SQLAlchemy takes longer over this than over a question.
                driver: Any = connection.connection.driver_connection
                driver.isolation_level = _REPEATABLE_READ
            with connection.begin():
                yield connection

    @contextlib.contextmanager
    def _reading_by_driver(self) -> Iterator[sql.Connection]:
        with self.translated(), self._plain.one() as connection, connection.transaction():
            yield cast("sql.Connection", connection)

    @contextlib.contextmanager
    def writing(
        self, *, alone: bool = False, sealing: bool = True, driver_only: bool = False
    ) -> Iterator[sql.Connection]:
        """Open a transaction, all or nothing. `alone`: no other writer at all, for garbage collection.

        Without `sealing` the ledger does not record the rows; the caller seals everything at the end. `driver_only`: all
        statements go to the driver, and write only visits and page memories.
        """
        if self.read_only:
            raise ArchiveError(f"the archive {self.name} is open for reading only; open it for writing to change it")
        if driver_only and self._is_plain:
            with self._writing_by_driver() as connection:
                yield connection
            return
        with self.translated(), self.engine.connect() as plain:
            connection = plain.execution_options(pagestrata_write=True, pagestrata_seal=sealing)
            log_entries.begin_transaction(connection)
            with connection.begin():
                if self.is_sqlite:
                    yield connection
                    self._enter_in_log(connection)
                    connection.info["notes"].write(connection)
                else:
                    lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
                    setting = f"set_config('{SETTING}', '{'on' if sealing else 'off'}', true)"
                    ask(connection, f"SELECT {lock}({_WRITERS_LOCK}), {setting}")
                    yield connection
                    self._enter_in_log(connection)

    @contextlib.contextmanager
    def _writing_by_driver(self) -> Iterator[sql.Connection]:
        with self.translated(), self._plain.one() as plain:
            connection, notes = cast("sql.Connection", plain), plain.info["notes"]
            notes.begin(active=True)
            if not notes.has_triggers:
                install_on_connection(connection, notes, tables=VISITED)
                plain.refuse_writes_elsewhere(_WRITTEN_PLAINLY)
            log_entries.begin_transaction(connection)
            try:
                with plain.transaction("BEGIN IMMEDIATE"):
                    yield connection
                    self._enter_in_log(connection)
                    notes.write(connection)
            finally:
                notes.begin(active=False)

    def _enter_in_log(self, connection: sql.Connection) -> None:
        """Add what the transaction announced to the log, and have the new head signed."""
        if entries := log_entries.announced(connection):
            log_entries.wait_for_the_end(connection)
            end = log_entries.enter(connection, entries)
            if self.sign_head is not None:
                self.sign_head(connection, end)

    @contextlib.contextmanager
    def one_view(self, *, by_driver: bool = False) -> Iterator[None]:
        """Give this thread one consistent view in one transaction.

        `by_driver`: queries that the driver alone can answer (`reading_by_driver`) use it, in a view of their own.
        """
        if self._view.ending is not None:
            yield
            return
        with contextlib.ExitStack() as ending:
            self._view.begin(ending, by_driver=by_driver)
            try:
                yield
            finally:
                self._view.begin(None)

    def known_in_view(self, name: str, read: Callable[[], Answer]) -> Answer:
        """Return a value that is read once per view; outside a view it is read on every call."""
        known = self._view.known
        if name not in known:
            found = read()
            if self._view.ending is None:
                return found
            known[name] = found
        answer: Answer = known[name]
        return answer

    def revision(self) -> Hashable:
        """A value that changes whenever any program commits; cheap to read."""
        with self.translated():
            return self._sqlite_revision() if self.is_sqlite else self._snapshot()

    def _sqlite_revision(self) -> Hashable:
        """Return SQLite's count of commits by others, which needs a connection that does nothing else."""
        with self._observing:
            if self._observer is None:
                self._observer = self.engine.connect()
            driver: Any = self._observer.connection.driver_connection
            return int(driver.execute("PRAGMA data_version").fetchone()[0])

    def _snapshot(self) -> Hashable:
        """Return PostgreSQL's snapshot of visible transactions."""
        with self.engine.connect() as connection:
            return str(connection.execute(sql.text("SELECT CAST(pg_current_snapshot() AS text)")).scalar_one())

    def close(self) -> None:
        with self._observing:
            if self._observer is not None:
                self._observer.close()
                self._observer = None
        self.rest()

    def rest(self) -> None:
        """Close idle connections."""
        self._plain.close()
        if self._engine is not None:
            self._engine.dispose()

    @contextlib.contextmanager
    def translated(self) -> Iterator[None]:
        """Turn errors of the database into errors of the archive."""
        try:
            yield
        except sqlite3.Error as error:  # of the driver alone, and while connecting, where SQLAlchemy does not wrap them
            raise self._error(str(error)) from error
        except sql.exc.DBAPIError as error:
            raise self._error(str(error.orig)) from error
        except sql.exc.TimeoutError as error:
            most = _POOL["pool_size"] + _POOL["max_overflow"]
            raise ArchiveError(
                f"all {most} connections of this program to {self.name} are in use; run it with fewer workers"
            ) from error
        except (UnicodeDecodeError, json.JSONDecodeError) as error:  # in a row that was read
            raise ArchiveError(f"the catalog of {self.name} {_explain('malformed text')}") from error

    def _error(self, message: str) -> ArchiveError:
        kind = DamagedCatalogError if self.is_sqlite and _is_damage(message) else ArchiveError
        return kind(f"the catalog of {self.name} {_explain(message)}")


class _View(threading.local):
    """The transactions in which a thread reads during one view, each opened by the first query that needs it."""

    ending: contextlib.ExitStack | None
    connection: sql.Connection | None
    by_driver_connection: sql.Connection | None
    known: dict[str, Any]
    by_driver: bool

    def __init__(self) -> None:
        self.begin(None)

    def begin(self, ending: contextlib.ExitStack | None, *, by_driver: bool = False) -> None:
        """Start without transactions; `ending` closes the view and is None outside a view."""
        self.by_driver = by_driver
        self.ending, self.known = ending, {}
        self.connection = self.by_driver_connection = None


def _prepare_driver_statements_only(connection: Any, _record: Any) -> None:
    """Prepare only the statements sent straight to the driver: planning them takes several times as long as running them.

    Other statements are planned for their values: a generic plan would scan everything to find a rare word.
    """
    connection.prepare_threshold, connection.prepared_max = _NEVER, _PREPARED


def _note_return(connection: Any, record: Any) -> None:
    if connection is not None and not connection.closed:
        connection.isolation_level = None
    record.info["returned_at"] = time.monotonic()


def _check_life(connection: Any, record: Any, _proxy: Any) -> None:
    """Check an idle connection before it is used: the server may have restarted.

    Asking at every use would cost as much as most questions do.
    """
    if time.monotonic() - record.info.get("returned_at", time.monotonic()) < _TRUSTED_SECONDS:
        return
    try:
        connection.execute("SELECT 1")
        connection.rollback()
    except Exception as error:
        raise sql.exc.DisconnectionError from error  # the pool tries another one


def _is_damage(message: str) -> bool:
    return "malformed" in message or "not a database" in message or "Could not decode" in message


def _begin(connection: sql.Connection) -> None:
    options, notes = connection.get_execution_options(), connection.info["notes"]
    seals = bool(options.get("pagestrata_seal"))
    notes.begin(active=seals)
    if seals:
        install_on_connection(connection, notes)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("pagestrata_write") else "BEGIN")


_EXPLANATIONS: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("locked",),
        f"is locked by another program for over {BUSY_TIMEOUT_SECONDS} s; stop that program or try again later",
    ),
    (
        ("read-only transaction",),
        "cannot be written: its server is read-only, a standby perhaps; give the address of the server that may be "
        "written (several with commas and target_session_attrs=read-write), or try again when it has taken over",
    ),
    (
        ("too many clients", "connection slots", "too many connections"),
        "has no free connection left; end other programs, run fewer workers, raise max_connections of the server, "
        "or put a pooler before it",
    ),
    (
        ("starting up", "shutting down", "recovery mode", "server closed"),
        "is away ({reason}); its server is being restarted: try again in a moment",
    ),
    (
        ("terminating connection", "connection is lost"),
        "is away ({reason}); its server was stopped: try again when it is back",
    ),
    (("readonly", "read-only"), "cannot be written (read-only); check the permissions of its folder"),
    (
        ("password authentication failed", "no password supplied"),
        "refuses the password ({reason}); correct it in the variable PGPASSWORD, in ~/.pgpass or in the address",
    ),
    (
        ("Connection refused", "Is the server running"),
        "does not answer ({reason}); start its PostgreSQL server, or correct host and port in the address",
    ),
    (
        ("unable to open", "connection failed", "connection to server"),
        "cannot be opened ({reason}); check that it exists and that you may use it",
    ),
    (
        ("disk is full", "No space left"),
        "cannot be written ({reason}); free some space and try again: nothing was changed",
    ),
    (("disk I/O error",), "cannot be read or written ({reason}); check the disk, its free space and permissions"),
    (
        ("malformed", "not a database", "Could not decode"),
        "is damaged ({reason}); `pagestrata verify --repair` may help, else restore it from a backup",
    ),
)
"""Words in an error of the database, and the explanation for the user; the first match counts."""


def _explain(message: str) -> str:
    reason = " ".join(message.split())
    for phrases, explanation in _EXPLANATIONS:
        if any(words in reason for words in phrases):
            return explanation.replace("{reason}", reason)
    return f"refused a request: {reason}; if this persists, run `pagestrata verify`"
