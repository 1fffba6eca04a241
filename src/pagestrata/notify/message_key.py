"""The key that signs links in messages. It is kept next to the addresses of channels, outside the archive: who is given a copy
of an archive can forge no link.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pagestrata.errors import UsageError
from pagestrata.notify.kept_addresses import default_file

FILE = "message-key"
KEY_BYTES = 32


def message_key(environment: Mapping[str, str]) -> bytes:
    """The key of this user, made when it is first asked for. Raises UsageError where it can be neither read nor made."""
    file = default_file(environment).with_name(FILE)
    try:
        return _read(file) or _made(file)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"the key that signs links in messages cannot be kept in {file} ({error}); set PAGESTRATA_CHANNELS to a file "
            "in a folder you may write"
        ) from error


def known_message_key(environment: Mapping[str, str]) -> bytes:
    """The key of this user, b"" if missing: then no link was ever made here."""
    with contextlib.suppress(OSError, ValueError):
        return _read(default_file(environment).with_name(FILE))
    return b""


def _read(file: Path) -> bytes:
    try:
        key = bytes.fromhex(file.read_text(encoding="ascii"))
    except FileNotFoundError:
        return b""
    if len(key) < KEY_BYTES:
        raise ValueError("it is too short; remove it to create a new one")
    return key


def _made(file: Path) -> bytes:
    """A new key, or the one that another process made at the same time."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(prefix=".key-", dir=file.parent)  # for its owner alone
    try:
        with os.fdopen(handle, "w", encoding="ascii") as writing:
            writing.write(secrets.token_hex(KEY_BYTES))
        with contextlib.suppress(FileExistsError):
            os.link(name, file)
    finally:
        os.unlink(name)
    return _read(file)
