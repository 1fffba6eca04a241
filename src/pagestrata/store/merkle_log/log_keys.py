"""The keys that sign the heads of a log, recorded with their times in entries of the log itself.

Each new key is signed by the one before it, so that trust in the first extends to the next. A lost key cannot sign its
successor: then the entry has no signature, and people who hold an earlier head decide whether they trust the new key.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from pagestrata.errors import NotFoundError, UsageError
from pagestrata.proof.keys import CommandSigner, FileSigner, PublicKey, Signer
from pagestrata.proof.merkle import canonical, moment_text
from pagestrata.store.catalog.later import sql
from pagestrata.store.catalog.log_entries import Kind, NewEntry, entries_with_statements, entry_with_statement
from pagestrata.store.catalog.names import to_microseconds

ENVIRONMENT = "PAGESTRATA_KEY"
"""A file with the private key, or `command:PROGRAM` for a program that keeps it."""
_COMMAND = "command:"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogKey:
    """A key as the log knows it. `vouched`: the key before it signed it, or it is the first."""

    public: PublicKey
    place: int
    since: str
    vouched: bool
    revoked_at: str | None = None
    reason: str = ""


def log_name(connection: sql.Connection) -> str:
    """Return the name of the log, '' where it has not begun."""
    begun = entries_with_statements(connection, Kind.BEGIN)
    return f"pagestrata/{json.loads(begun[0].statement_json or '{}').get('log', '')}" if begun else ""


def log_keys(connection: sql.Connection) -> list[LogKey]:
    """Return all keys that ever signed for the log, the first first."""
    found: dict[str, LogKey] = {}
    for entry in entries_with_statements(connection, Kind.KEY):
        statement = json.loads(entry.statement_json or "{}")
        if statement.get("action") == "revoke":
            known = found.get(statement["fingerprint"])
            if known is not None:
                reason = statement.get("reason", "")
                found[statement["fingerprint"]] = replace(known, revoked_at=statement["at"], reason=reason)
            continue
        public = PublicKey(name=statement["name"], pem=statement["pem"])
        vouched = not found or _is_vouched(statement, list(found.values())[-1].public)
        found[statement["fingerprint"]] = LogKey(
            public=public, place=entry.place, since=statement["at"], vouched=vouched
        )
    return list(found.values())


def _is_vouched(statement: dict[str, Any], before: PublicKey) -> bool:
    signature = base64.b64decode(statement.get("signature") or "")
    unsigned = {name: value for name, value in statement.items() if name != "signature"}
    return bool(signature) and before.verifies(canonical(unsigned), signature)


def current_key(keys: Sequence[LogKey]) -> LogKey | None:
    """Return the key that signs now, None if there is no key or it was revoked."""
    return keys[-1] if keys and keys[-1].revoked_at is None else None


def key_entry(action: str, public: PublicKey, *, now: datetime, by: Signer | None, reason: str = "") -> NewEntry:
    """Return the entry that says that a key signs from now on, or no longer; the key before it signs the entry."""
    statement: dict[str, Any] = {
        "kind": "key",
        "action": action,
        "name": public.name,
        "pem": public.pem,
        "fingerprint": public.fingerprint,
        "at": moment_text(to_microseconds(now)),
    }
    statement |= {"reason": reason} if reason else {}
    statement |= {"by": by.public.fingerprint} if by is not None else {}
    if by is not None:
        statement["signature"] = base64.b64encode(by.sign(canonical(statement))).decode()
    return entry_with_statement(Kind.KEY, statement)


def key_file(log: str) -> Path:
    """Return the file with the private key of a log: in the user's settings, outside the archive."""
    named = os.environ.get(ENVIRONMENT, "")
    if named and not named.startswith(_COMMAND):
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "pagestrata" / "keys" / f"{log.rpartition('/')[2]}.pem"


def signer_of(log: str, key: PublicKey) -> Signer:
    """Return a signer with this key. Raises InputError, NotFoundError or UsageError if the key cannot be used."""
    named = os.environ.get(ENVIRONMENT, "")
    if named.startswith(_COMMAND):
        return CommandSigner(named.removeprefix(_COMMAND), key)
    path = key_file(log)
    if not path.exists():
        raise NotFoundError(
            f"the key of this archive is not in {path}; name its file in {ENVIRONMENT}, restore it, "
            "or replace it with `pagestrata key rotate --lost`"
        )
    found = FileSigner(path, key.name)
    if found.public.fingerprint != key.fingerprint:
        raise UsageError(
            f"{path} contains another key than the archive expects; restore the right one, or rotate the key"
        )
    return found
