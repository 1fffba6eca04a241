"""Time stamps of heads, as they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.store.catalog.driver_statements import ask, tell
from pagestrata.store.catalog.names import from_microseconds, to_microseconds

_COLUMNS = "SELECT size, authority, stamped_at, token, certificates FROM log_stamp"
_INSERT = "INSERT INTO log_stamp (size, authority, stamped_at, token, certificates) VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptStamp:
    """A time stamp of the head of a size: the answer of the authority, and the certificates to check it with, in PEM."""

    size: int
    authority: str
    at: datetime
    token: bytes
    certificates: bytes


def add(connection: sql.Connection, stamp: KeptStamp) -> None:
    row = (stamp.size, stamp.authority, to_microseconds(stamp.at), stamp.token, stamp.certificates.decode())
    tell(connection, _INSERT, [row])


def stamps_of(connection: sql.Connection, size: int) -> list[KeptStamp]:
    """Return the stamps of one head, the first first."""
    return sorted(map(_stamp, ask(connection, f"{_COLUMNS} WHERE size = ?", [size])), key=lambda stamp: stamp.at)


def all_stamps(connection: sql.Connection) -> list[KeptStamp]:
    """Return all stamps: one for each authority and batch."""
    return list(map(_stamp, ask(connection, _COLUMNS)))


def last_of(connection: sql.Connection, authority: str) -> KeptStamp | None:
    """Return the newest stamp of an authority, None without one."""
    rows = ask(connection, f"{_COLUMNS} WHERE authority = ? ORDER BY stamped_at DESC LIMIT 1", [authority])
    return _stamp(rows[0]) if rows else None


def stamped_sizes(connection: sql.Connection) -> set[int]:
    """Return the sizes of heads that have a stamp."""
    return {size for (size,) in ask(connection, "SELECT DISTINCT size FROM log_stamp")}


def _stamp(row: Any) -> KeptStamp:
    size, authority, moment, token, certificates = row
    return KeptStamp(
        size=size,
        authority=authority,
        at=from_microseconds(moment),
        token=bytes(token),
        certificates=certificates.encode(),
    )
