"""The rows of the append-only log: entering leaves at the end of a transaction, and reading subtrees back.

One row for each leaf holds the hashes of all subtrees that the leaf completes, so that no row is ever written again and a
proof reads one row for each step. `Catalog.writing` enters what a transaction announced as its last act: the log has one
end, for which writers on PostgreSQL wait, and so they hold it for the shortest time.
"""

from __future__ import annotations

import enum
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from pagestrata import __version__
from pagestrata.model.slots import dataclass
from pagestrata.proof.merkle import (
    HASH_BYTES,
    Subtree,
    canonical,
    completed_by,
    last_leaf_of,
    leaf_hash,
    moment_text,
    root,
)
from pagestrata.store.catalog.driver_statements import among, ask, tell
from pagestrata.store.catalog.later import sql

_LOCK = 0x50616765_4C6F67  # 'PageLog'; any constant will do
_SIZE = "SELECT coalesce(max(place), -1) + 1 FROM log_entry"
_NODES = "SELECT nodes FROM log_entry WHERE place = ?"
_MANY_NODES = "SELECT place, nodes FROM log_entry WHERE place {wanted}"
_LEAVES = "SELECT place, kind, subject, nodes, said FROM log_entry WHERE place >= ? AND place < ? ORDER BY place"
INSERT = "INSERT INTO log_entry (place, kind, subject, nodes, said) VALUES (?, ?, ?, ?, ?)"
_STATED = "WHERE kind = ? AND said IS NOT NULL"
_READ_AT_ONCE = 5000
_LAST = 2**63 - 1
_READ_FIRST = 8  # of the last entries: seven of eight transactions need no older ones
Answer = TypeVar("Answer")
_PENDING = "log entries to come"


class Kind(enum.IntEnum):
    """The kind of item that an entry of the log is about."""

    BEGIN = 0
    VERSION = 1
    VISIT = 2
    AUDIT = 3
    REMOVED = 4
    KEY = 5

    @property
    def letter(self) -> str:
        """The kind in files for others."""
        return "bvtark"[self]

    @property
    def table(self) -> str:
        """The table whose rows entries of this kind are about, for the kinds in `OF_ROWS`."""
        return self.name.lower()

    @property
    def called(self) -> str:
        """The kind in messages."""
        return "audit line" if self is Kind.AUDIT else self.name.lower()


OF_ROWS = (Kind.VERSION, Kind.VISIT, Kind.AUDIT)


_END = f"""
    SELECT place, nodes, (SELECT max(place) FROM log_entry WHERE kind = {Kind.KEY:d} AND said IS NOT NULL)
    FROM log_entry ORDER BY place DESC LIMIT {_READ_FIRST}"""  # noqa: S608 - no input


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """A leaf that is to enter the log, with its statement if no other row contains that."""

    kind: Kind
    subject: int
    leaf: bytes
    statement_json: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """A leaf of the log. `nodes` are the hashes of the subtrees it completes, its own first."""

    place: int
    kind: int
    subject: int
    nodes: bytes
    statement_json: str | None

    @property
    def leaf(self) -> bytes:
        return self.nodes[:HASH_BYTES]


def entry_with_statement(kind: Kind, statement: Mapping[str, Any], *, subject: int = 0) -> NewEntry:
    """Return an entry that keeps its statement, because no other row contains it."""
    data = canonical(statement)
    return NewEntry(kind=kind, subject=subject, leaf=leaf_hash(data), statement_json=data.decode())


def beginning(**before: int) -> NewEntry:
    """Return the first entry of a log: when it begins, and how many rows were in the archive before."""
    statement = {
        "kind": "begin",
        "log": secrets.token_hex(8),
        "at": moment_text(time.time_ns() // 1000),
        "software": f"pagestrata/{__version__}",
        "before": before,
    }
    return entry_with_statement(Kind.BEGIN, statement)


def begin_transaction(connection: sql.Connection) -> None:
    """Drop what an earlier transaction of this connection announced and did not commit."""
    connection.info[_PENDING] = []


def announce(connection: sql.Connection, entries: Iterable[NewEntry]) -> None:
    """Have entries enter the log when the transaction ends."""
    connection.info.setdefault(_PENDING, []).extend(entries)


def announced(connection: sql.Connection) -> list[NewEntry]:
    """Return the announced entries and forget them."""
    found: list[NewEntry] = connection.info.get(_PENDING, [])
    connection.info[_PENDING] = []
    return found


def wait_for_the_end(connection: sql.Connection) -> None:
    """Wait until no other transaction adds to the log. SQLite has one writer anyway."""
    if connection.dialect.name != "sqlite":
        ask(connection, f"SELECT pg_advisory_xact_lock({_LOCK})")


def log_size(connection: sql.Connection) -> int:
    return int(ask(connection, _SIZE)[0][0])


class Subtrees:
    """The complete subtrees of the log, as `proof.merkle` needs them, cached once they are read."""

    def __init__(self, connection: sql.Connection) -> None:
        self._connection = connection
        self._known: dict[int, bytes] = {}

    def __call__(self, level: int, number: int) -> bytes:
        place = last_leaf_of(level, number)
        if place not in self._known:
            rows = ask(self._connection, _NODES, [place])
            self._known[place] = bytes(rows[0][0]) if rows else b""
        return self._known[place][level * HASH_BYTES : (level + 1) * HASH_BYTES]

    def add(self, place: int, nodes: bytes) -> None:
        self._known[place] = nodes

    def all_at_once(self, ask_for: Callable[[Subtree], Answer]) -> Answer:
        """Return the result of a function of subtrees, after reading all of them with one query.

        The function runs twice: first with zeros, to find out which subtrees it reads.
        """
        wanted: set[int] = set()

        def note(level: int, number: int) -> bytes:
            wanted.add(last_leaf_of(level, number))
            return bytes(HASH_BYTES)

        ask_for(note)
        missing = wanted - self._known.keys()
        self._known |= {place: bytes(nodes) for place, nodes in among(self._connection, _MANY_NODES, missing)}
        return ask_for(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEnd:
    """The end of the log: how many entries there are, the subtrees read so far, and the place of the last entry on keys."""

    size: int
    subtrees: Subtrees
    last_key: int | None


def end_of_log(connection: sql.Connection) -> LogEnd:
    """Return the end of the log; one query nearly always reads all that the next entries need."""
    rows, subtrees = ask(connection, _END), Subtrees(connection)
    for place, nodes, _ in rows:
        subtrees.add(place, bytes(nodes))
    return LogEnd(size=rows[0][0] + 1 if rows else 0, subtrees=subtrees, last_key=rows[0][2] if rows else None)


def enter(connection: sql.Connection, entries: Sequence[NewEntry]) -> LogEnd:
    """Add entries at the end of the log, of which the caller is the only writer; return the new end."""
    end = end_of_log(connection)
    place, subtrees, last_key = end.size, end.subtrees, end.last_key
    rows: list[tuple[Any, ...]] = []
    first = [] if place or entries[0].kind == Kind.BEGIN else [beginning()]
    for entry in (*first, *entries):
        nodes = b"".join(completed_by(place, entry.leaf, subtrees))
        subtrees.add(place, nodes)
        rows.append((place, int(entry.kind), entry.subject, nodes, entry.statement_json))
        last_key = place if entry.kind == Kind.KEY else last_key
        place += 1
    tell(connection, INSERT, rows)
    return LogEnd(size=place, subtrees=subtrees, last_key=last_key)


def log_root(connection: sql.Connection, size: int) -> bytes:
    return Subtrees(connection).all_at_once(partial(root, size))


def entries_between(connection: sql.Connection, begin: int, end: int) -> Iterator[LogEntry]:
    """Return the entries of a range in order, read in batches."""
    for start in range(begin, end, _READ_AT_ONCE):
        for row in ask(connection, _LEAVES, [start, min(start + _READ_AT_ONCE, end)]):
            yield _entry(row)


def every_entry(connection: sql.Connection) -> list[LogEntry]:
    """Return all entries in order, also those of a log with gaps."""
    return list(map(_entry, ask(connection, _LEAVES, [0, _LAST])))


def entries_of(connection: sql.Connection, kind: Kind, subjects: Iterable[int]) -> list[LogEntry]:
    """Return the entries of a kind about some subjects in the order of the log; quick for versions."""
    head = f"SELECT place, kind, subject, nodes, said FROM log_entry WHERE kind = {int(kind)}"  # noqa: S608 - no input
    return sorted(map(_entry, among(connection, f"{head} AND subject {{wanted}}", subjects)), key=lambda e: e.place)


def entries_with_statements(
    connection: sql.Connection, kind: Kind, *, subjects: Collection[int] | None = None
) -> list[LogEntry]:
    """Return the entries of a kind that contain their statements, all of them or those about `subjects`, in order."""
    query = f"SELECT place, kind, subject, nodes, said FROM log_entry {_STATED}"  # noqa: S608 - no input
    if subjects is None:
        rows: Iterable[Any] = ask(connection, query, [int(kind)])
    else:
        rows = among(connection, f"{query.replace('?', str(int(kind)))} AND subject {{wanted}}", subjects)
    return sorted(map(_entry, rows), key=lambda entry: entry.place)


def _entry(row: Sequence[Any]) -> LogEntry:
    place, kind, subject, nodes, statement = row
    return LogEntry(place=place, kind=kind, subject=subject, nodes=bytes(nodes), statement_json=statement)
