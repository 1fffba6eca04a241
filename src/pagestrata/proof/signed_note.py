"""Heads of the log as signed notes, in the form that transparency logs share (C2SP `signed-note` and `tlog-checkpoint`).

A head is text: the name of the log, its size, its root in base64, and one line more with the time. Behind an empty line
comes a line for each signature: a dash, the name of the signer, and base64 of four bytes that name the key and the signature.
Ed25519 signs the text itself, ECDSA its SHA-256.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime

from pagestrata.errors import InputError
from pagestrata.proof.merkle import HASH_BYTES

KEY_ID_BYTES = 4
_LARGEST = 1 << 62
_TIME = "%Y-%m-%dT%H:%M:%SZ"
_SIGNATURE = re.compile(r"— (\S{1,200}) ([A-Za-z0-9+/=]{8,1000})")
_SHAPE = "a signed head has the name of the log, its size, its root and its time on a line each"


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The state of a log: the root over its first `size` entries, at a time by the clock of the archive."""

    log: str
    size: int
    root: bytes
    at: datetime

    def text(self) -> str:
        """Return what is signed."""
        lines = (self.log, str(self.size), base64.b64encode(self.root).decode(), f"time {self.at.strftime(_TIME)}")
        return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteSignature:
    """One signature of a note, with the name and the short id of its key."""

    name: str
    key_id: bytes
    signature: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedNote:
    """A head and its signatures. `text` is what was signed, byte for byte."""

    text: str
    head: Head
    signatures: tuple[NoteSignature, ...]

    def written(self) -> str:
        return write_note(self.text, self.signatures)


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """Return the short id of a key: four bytes of a hash over its name, its kind and the key."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:KEY_ID_BYTES]


def write_note(text: str, signatures: tuple[NoteSignature, ...]) -> str:
    lines = (f"— {s.name} {base64.b64encode(s.key_id + s.signature).decode()}\n" for s in signatures)
    return text + "\n" + "".join(lines)


def read_note(written: str) -> SignedNote:
    """Read a signed head. Raises InputError for anything else; signatures are not checked here."""
    text, gap, rest = written.replace("\r\n", "\n").rpartition("\n\n")
    if not gap:
        raise InputError(f"this is not a signed head: it has no empty line before its signatures; {_SHAPE}")
    body = f"{text}\n"
    return SignedNote(text=body, head=read_head(body), signatures=tuple(map(_signature, rest.splitlines())))


def read_head(text: str) -> Head:
    """Read the text of a head. Raises InputError for anything else."""
    try:
        log, size, packed, time = text.splitlines()
        if not size.isascii() or not size.isdigit() or len(size) > 19 or int(size) > _LARGEST:
            raise ValueError(f"the size {size[:40]!r}")
        root = base64.b64decode(packed, validate=True)
        if len(root) != HASH_BYTES or not time.startswith("time "):
            raise ValueError("the root or the time")
        at = datetime.strptime(time.removeprefix("time "), _TIME).replace(tzinfo=UTC)
    except (ValueError, binascii.Error) as error:
        raise InputError(f"this is not a head of a log ({error}); {_SHAPE}") from error
    head = Head(log=log, size=int(size), root=root, at=at)
    if head.text() != text:
        raise InputError(f"this head is not in canonical form; {_SHAPE}")
    return head


def _signature(line: str) -> NoteSignature:
    found = _SIGNATURE.fullmatch(line)
    try:
        if found is None:
            raise ValueError(line[:80])
        packed = base64.b64decode(found[2], validate=True)
    except (ValueError, binascii.Error) as error:
        raise InputError(f"this is not a signature of a head ({error}); ask for the file again") from error
    return NoteSignature(name=found[1], key_id=packed[:KEY_ID_BYTES], signature=packed[KEY_ID_BYTES:])
