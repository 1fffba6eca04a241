"""Secrets of notifications, kept outside the archive: an archive is copied, shared and backed up.

A rule in the archive names its channel by a reference, `kept:ID:NAME`: ID finds the address in a file that only its owner may
read, NAME is what may be shown of it. A copy of the archive on another machine contains no password. The key that signs links in
messages is kept next to that file, so that a copy of an archive is not enough to forge a link.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pagestrata.errors import UsageError
from pagestrata.notify.channels import KEPT, name_of
from pagestrata.notify.mail import MAIL, MailServer, mail_server_from

FILE = "channels.json"
MAIL_SERVER = "mail server"
PUBLIC_MAIL_SERVER = "mail server, public only"
"""Names of the mail server in the file: as set on the command line, and as set over the network."""


def default_file(environment: Mapping[str, str]) -> Path:
    """Where addresses are kept: PAGESTRATA_CHANNELS, else the folder for configuration of this user."""
    if environment.get("PAGESTRATA_CHANNELS"):
        return Path(environment["PAGESTRATA_CHANNELS"])
    folder = environment.get("XDG_CONFIG_HOME")
    return (Path(folder) if folder else Path.home() / ".config") / "pagestrata" / FILE


def is_secret(address: str) -> bool:
    """Whether an address may hold a password: files, terminals, mail addresses and references hold none."""
    return not (address == "terminal" or address.startswith(("file:", "env:", MAIL, KEPT)))


class KeptAddresses:
    """The addresses in one file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def keep(self, address: str) -> str:
        """Store an address and return the reference to it. An address without secrets is its own reference."""
        if not is_secret(address):
            return address
        number = hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        known = self.read_all()
        if known.get(number) != address:
            self.write_all({**known, number: address})
        return f"{KEPT}{number}:{name_of(address)}"

    def find(self, reference: str) -> str:
        """The address behind a reference. Raises UsageError if it is stored on another machine."""
        if not reference.startswith(KEPT):
            return reference
        number, _, name = reference.removeprefix(KEPT).partition(":")
        address = self.read_all().get(number)
        if address is None:
            raise UsageError(
                f"the address of {name} is not stored on this machine (in {self._file}); add its rule again here with "
                "`pagestrata notify add`, or set an environment variable and use env:NAME"
            )
        return address

    def mail_server(self, environment: Mapping[str, str]) -> MailServer | None:
        """The server that sends mail: PAGESTRATA_MAIL, else the one stored here, else None."""
        if environment.get("PAGESTRATA_MAIL"):
            return mail_server_from(environment["PAGESTRATA_MAIL"])
        known = self.read_all()
        if MAIL_SERVER in known:
            return mail_server_from(known[MAIL_SERVER])
        if PUBLIC_MAIL_SERVER in known:
            return mail_server_from(known[PUBLIC_MAIL_SERVER], must_be_public=True)
        return None

    def keep_mail_server(self, address: str | None, *, must_be_public: bool = False) -> None:
        """Store the mail server (None removes it). Raises UsageError if it is invalid."""
        if address is not None:
            mail_server_from(address)
        others = {
            name: value for name, value in self.read_all().items() if name not in {MAIL_SERVER, PUBLIC_MAIL_SERVER}
        }
        name = PUBLIC_MAIL_SERVER if must_be_public else MAIL_SERVER
        self.write_all(others if address is None else {**others, name: address})

    def read_all(self) -> dict[str, str]:
        """Everything in the file, by name."""
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError) as error:
            raise UsageError(f"{self._file} with the addresses of channels cannot be read ({error})") from error
        return found if isinstance(found, dict) else {}

    def write_all(self, addresses: Mapping[str, str]) -> None:
        """Replace everything in the file, which only its owner may read."""
        try:
            name = _written_next_to(self._file, json.dumps(addresses, indent=1, sort_keys=True))
            try:
                os.replace(name, self._file)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(name)
                raise
        except OSError as error:
            raise UsageError(
                f"the address cannot be kept in {self._file} ({error.strerror or error}); set PAGESTRATA_CHANNELS to a "
                "file you may write, or set an environment variable and use env:NAME"
            ) from error


KEY_FILE = "message-key"
KEY_BYTES = 32


def message_key(environment: Mapping[str, str]) -> bytes:
    """The key of this user, created on first use. Raises UsageError if it can be neither read nor created."""
    file = default_file(environment).with_name(KEY_FILE)
    try:
        return _read(file) or _made(file)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"the key that signs links in messages cannot be kept in {file} ({error}); set PAGESTRATA_CHANNELS to a file "
            "in a folder you may write"
        ) from error


def known_message_key(environment: Mapping[str, str]) -> bytes:
    """The key of this user, b"" if it is missing: then no link was ever created here."""
    with contextlib.suppress(OSError, ValueError):
        return _read(default_file(environment).with_name(KEY_FILE))
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
    name = _written_next_to(file, secrets.token_hex(KEY_BYTES))
    try:
        with contextlib.suppress(FileExistsError):
            os.link(name, file)
    finally:
        os.unlink(name)
    return _read(file)


def _written_next_to(file: Path, text: str) -> str:
    """Write a temporary file that only its owner may read, in the folder of another file; return its name."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(prefix=f".{file.stem}-", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as writing:
            writing.write(text)
    except BaseException:
        os.unlink(name)
        raise
    return name
