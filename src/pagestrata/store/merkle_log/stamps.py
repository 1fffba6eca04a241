"""Stored time stamps of heads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import InputError
from pagestrata.proof.open_timestamps import MAGIC, is_file, may_name_a_block, read_file
from pagestrata.store.catalog.driver_statements import ask, tell
from pagestrata.store.catalog.names import from_microseconds, to_microseconds

_COLUMNS = "SELECT size, authority, stamped_at, token, certificates FROM log_stamp"
_INSERT = "INSERT INTO log_stamp (size, authority, stamped_at, token, certificates) VALUES (?, ?, ?, ?, ?)"
_START = f"substr(token, 1, {len(MAGIC)})"
_TIMES = f"SELECT size, stamped_at FROM log_stamp WHERE {_START} <> ?"  # noqa: S608 - no input; tokens are large
_COMPLETE = "UPDATE log_stamp SET token = ? WHERE size = ? AND authority = ?"


WAITING = "promised by the calendar, not yet in Bitcoin"
"""The state of an OpenTimestamps file that proves no time yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptStamp:
    """A time stamp of the head of a size: the answer of the authority, and the certificates to check it with, in PEM.

    An OpenTimestamps file has no time in it: `at` is then when it was asked for, by the clock of the archive.
    """

    size: int
    authority: str
    at: datetime
    token: bytes
    certificates: bytes

    @property
    def says_time(self) -> bool:
        """Return whether a third party certifies the time `at`."""
        return not is_file(self.token)

    @property
    def state(self) -> str:
        """The state of the stamp, in words."""
        if self.says_time:
            return "stamped"
        if self.is_waiting:
            return WAITING
        try:
            blocks = read_file(self.token).blocks()
        except InputError:
            return "unreadable"
        return f"in Bitcoin block {min(blocks)}" if blocks else WAITING

    @property
    def is_waiting(self) -> bool:
        """Whether it is an OpenTimestamps file that names no block yet."""
        return not self.says_time and not may_name_a_block(self.token)


def add(connection: sql.Connection, stamp: KeptStamp) -> None:
    row = (stamp.size, stamp.authority, to_microseconds(stamp.at), stamp.token, stamp.certificates.decode())
    tell(connection, _INSERT, [row])


def stamps_of(connection: sql.Connection, size: int) -> list[KeptStamp]:
    """Return the stamps of one head, the first first."""
    return sorted(map(_stamp, ask(connection, f"{_COLUMNS} WHERE size = ?", [size])), key=lambda stamp: stamp.at)


def all_times(connection: sql.Connection) -> list[tuple[int, datetime]]:
    """Return the sizes of heads that a third party has stamped, with the times."""
    rows = ask(connection, _TIMES, [MAGIC])
    return [(size, from_microseconds(moment)) for size, moment in rows]


def all_files(connection: sql.Connection) -> list[KeptStamp]:
    """Return the OpenTimestamps files of all heads."""
    return list(map(_stamp, ask(connection, f"{_COLUMNS} WHERE {_START} = ?", [MAGIC])))


def last_of(connection: sql.Connection, authority: str) -> KeptStamp | None:
    """Return the newest stamp of an authority, None without one."""
    rows = ask(connection, f"{_COLUMNS} WHERE authority = ? ORDER BY stamped_at DESC LIMIT 1", [authority])
    return _stamp(rows[0]) if rows else None


def first_files(connection: sql.Connection, place: int) -> list[KeptStamp]:
    """Return the OpenTimestamps files of the first heads that have the entry at a place, the first first."""
    rows = ask(connection, f"{_COLUMNS} WHERE size > ? AND {_START} = ? ORDER BY size LIMIT 20", [place, MAGIC])
    return list(map(_stamp, rows))


def complete(connection: sql.Connection, stamp: KeptStamp) -> None:
    """Replace the token of a stamp by its newer form."""
    tell(connection, _COMPLETE, [(stamp.token, stamp.size, stamp.authority)])


def _stamp(row: Any) -> KeptStamp:
    size, authority, moment, token, certificates = row
    return KeptStamp(
        size=size,
        authority=authority,
        at=from_microseconds(moment),
        token=bytes(token),
        certificates=certificates.encode(),
    )
