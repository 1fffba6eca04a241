"""Signed heads of the log: made at the end of every transaction that adds to it, where the archive has a key.

Only the newest head is kept, and those that were stamped or published: any head proves what an earlier one does.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from functools import partial

from pagestrata.errors import InputError, NotFoundError, UsageError
from pagestrata.proof.keys import Signer, note_signature
from pagestrata.proof.merkle import root
from pagestrata.proof.signed_note import Head, SignedNote, read_note
from pagestrata.store.catalog.driver_statements import ask, tell
from pagestrata.store.catalog.later import sql
from pagestrata.store.catalog.log_entries import LogEnd, log_root, log_size
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.store.merkle_log.log_keys import current_key, log_keys, log_name, signer_of

_NEWEST = "SELECT note FROM log_head ORDER BY size DESC LIMIT 1"
_ALL = "SELECT note FROM log_head ORDER BY size"
_KEPT = "SELECT note FROM log_head WHERE kept ORDER BY size"
_PASSING = "DELETE FROM log_head WHERE NOT kept AND size < ?"
_INSERT = """
    INSERT INTO log_head (size, signed_at, note, kept) VALUES (?, ?, ?, ?)
    ON CONFLICT (size) DO UPDATE SET signed_at = excluded.signed_at, note = excluded.note"""
_KEEP = """
    INSERT INTO log_head (size, signed_at, note, kept) VALUES (?, ?, ?, ?)
    ON CONFLICT (size) DO UPDATE SET kept = excluded.kept"""
log = logging.getLogger(__name__)


def signer_now(connection: sql.Connection) -> tuple[Signer | None, str]:
    """Return the signer of the log, None if its key cannot be used, and the name of the log."""
    name = log_name(connection)
    try:
        key = current_key(log_keys(connection))
        return (signer_of(name, key.public) if key is not None else None), name
    except (InputError, NotFoundError, UsageError) as error:
        log.warning("the log of the archive is not signed: %s", error)
        return None, name


def sign_new_head(connection: sql.Connection, signer: Signer, name: str, end: LogEnd) -> None:
    """Sign the new head of the log at the end of a transaction; a key that cannot be used is only logged."""
    try:
        at = datetime.now(UTC).replace(microsecond=0)
        found = end.subtrees.all_at_once(partial(root, end.size))
        sign_head(connection, signer, head=Head(log=name, size=end.size, root=found, at=at))
    except InputError as error:
        log.warning("the log of the archive is not signed: %s", error)


def current_head(connection: sql.Connection, *, now: datetime) -> Head:
    """Return the head of the log as it is, unsigned."""
    size = log_size(connection)
    return Head(log=log_name(connection), size=size, root=log_root(connection, size), at=now.replace(microsecond=0))


def sign_head(connection: sql.Connection, signer: Signer, *, head: Head | None = None) -> SignedNote:
    """Sign the log as it is; the new head replaces the last one. `head`: the head of the log, if the caller knows it."""
    now = datetime.now(UTC)
    head = head or current_head(connection, now=now)
    text = head.text()
    note = SignedNote(text=text, head=head, signatures=(note_signature(signer, text),))
    tell(connection, _PASSING, [(head.size,)])
    tell(connection, _INSERT, [(head.size, to_microseconds(now), note.written(), False)])
    return note


def newest_note(connection: sql.Connection) -> SignedNote | None:
    """Return the signed head of the largest size, None where no head was signed."""
    rows = ask(connection, _NEWEST)
    return read_note(rows[0][0]) if rows else None


def all_notes(connection: sql.Connection) -> list[SignedNote]:
    """Return all signed heads that are kept, the smallest first."""
    return [read_note(written) for (written,) in ask(connection, _ALL)]


def kept_notes(connection: sql.Connection) -> list[SignedNote]:
    """Return the signed heads that are kept for good, the smallest first."""
    return [read_note(written) for (written,) in ask(connection, _KEPT)]


def keep_head(connection: sql.Connection, note: SignedNote) -> None:
    """Keep a head for good, even after newer ones, because others know it."""
    tell(connection, _KEEP, [(note.head.size, to_microseconds(note.head.at), note.written(), True)])
