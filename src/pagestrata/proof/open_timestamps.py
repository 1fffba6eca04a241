"""OpenTimestamps files: a chain of hashes from some bytes to the Merkle root of a Bitcoin block.

A file is a tree. Each step appends or prepends bytes to the message so far, or hashes it; a leaf is an attestation. That of a
calendar is only a promise: it is unsigned and anyone could have written it. That of Bitcoin says that the message is the
Merkle root of a block. It proves a time to a reader who has the header of that block (80 bytes) from a trusted source.

Departures from the reference: only SHA-256, append and prepend are taken. Calendars that write into Bitcoin use no other
steps, and a chain through SHA-1 or RIPEMD-160 proves less than it seems to. The library `opentimestamps` is not used: it is
LGPL, was last released in 2023, and brings 12 MB of other libraries for a format of one page.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pagestrata.errors import InputError
from pagestrata.proof.time_stamps import Stamp

MAGIC = b"\x00OpenTimestamps\x00\x00Proof\x00\xbf\x89\xe2\xe8\x84\xe8\x92\x94"
HEADER_BYTES = 80
_VERSION, _SHA256, _APPEND, _PREPEND, _MORE, _ATTESTATION = 1, 0x08, 0xF0, 0xF1, 0xFF, 0x00
_PENDING, _BITCOIN = bytes.fromhex("83dfe30d2ef90c8e"), bytes.fromhex("0588960d73d71901")
_TAG_BYTES, _NONCE_BYTES = 8, 16
_MOST_FILE_BYTES, _MOST_MESSAGE_BYTES, _MOST_PAYLOAD_BYTES, _DEEPEST = 256 * 1024, 4096, 8192, 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Attestation:
    """An attestation of a message: the tag tells its kind, the payload is as in the file."""

    tag: bytes
    payload: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Timestamp:
    """A message with its attestations, and the steps from it to others: how each is written, and where it leads."""

    message: bytes
    attestations: tuple[Attestation, ...] = ()
    steps: tuple[tuple[bytes, Timestamp], ...] = ()

    def all_attestations(self) -> Iterator[tuple[bytes, Attestation]]:
        """Yield all attestations with the messages that they are about."""
        yield from ((self.message, found) for found in self.attestations)
        for _, further in self.steps:
            yield from further.all_attestations()

    def promises(self) -> dict[bytes, str]:
        """Return the messages that calendars promised to write into Bitcoin, with the addresses of the calendars."""
        return {message: _address(found) for message, found in self.all_attestations() if found.tag == _PENDING}

    def blocks(self) -> dict[int, bytes]:
        """Return the heights of the Bitcoin blocks that the file names, with the Merkle roots that they must have."""
        named = [(message, found) for message, found in self.all_attestations() if found.tag == _BITCOIN]
        return {_Reader(found.payload).number(): message for message, found in named}

    def with_answers(self, answers: Mapping[bytes, Timestamp]) -> Timestamp:
        """Return the tree with what calendars answered about some of its messages added there."""
        steps = tuple((step, further.with_answers(answers)) for step, further in self.steps)
        answer = answers.get(self.message, Timestamp(message=self.message))
        attestations = tuple(dict.fromkeys((*self.attestations, *answer.attestations)))
        known = {step for step, _ in steps}
        more = tuple(pair for pair in answer.steps if pair[0] not in known)
        return replace(self, attestations=attestations, steps=(*steps, *more))


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The fields of a Bitcoin block header. Its time may be wrong by up to two hours."""

    hash: str
    merkle_root: bytes
    at: datetime


def begin_file(data: bytes) -> Timestamp:
    """Return the start of a file about some bytes; a nonce hides their hash from the calendar."""
    start = Timestamp(message=hashlib.sha256(data).digest())
    nonce = secrets.token_bytes(_NONCE_BYTES)
    written = (bytes([_APPEND, len(nonce)]) + nonce, bytes([_SHA256]))
    salted = start.message + nonce
    last = Timestamp(message=hashlib.sha256(salted).digest())
    return replace(start, steps=((written[0], Timestamp(message=salted, steps=((written[1], last),))),))


def submitted(begun: Timestamp) -> bytes:
    """Return the message at the end of a file that was begun: what is sent to a calendar."""
    while begun.steps:
        begun = begun.steps[0][1]
    return begun.message


def read_answer(answer: bytes, message: bytes) -> Timestamp:
    """Return what a calendar says about a message. Raises InputError for anything else."""
    reader = _Reader(answer)
    found = _read(reader, message, _DEEPEST)
    reader.expect_end()
    return found


def is_file(data: bytes) -> bool:
    """Whether bytes are an OpenTimestamps file, by how they begin."""
    return data.startswith(MAGIC)


def may_name_a_block(written: bytes) -> bool:
    """Whether a file seems to name a Bitcoin block; cheaper than reading it."""
    return _BITCOIN in written


def read_file(written: bytes) -> Timestamp:
    """Return the tree of a file. Raises InputError for one that cannot be read or uses other steps."""
    if not is_file(written) or len(written) > _MOST_FILE_BYTES:
        raise InputError("it is not an OpenTimestamps file; ask its author for another copy")
    reader = _Reader(written[len(MAGIC) :])
    if (version := reader.byte()) != _VERSION:
        raise InputError(f"it is an OpenTimestamps file in format version {version}; a newer Pagestrata may read it")
    if reader.byte() != _SHA256:
        raise InputError("it uses another hash than SHA-256; check it with `ots verify`")
    found = _read(reader, reader.take(hashlib.sha256().digest_size), _DEEPEST)
    reader.expect_end()
    return found


def write_file(found: Timestamp) -> bytes:
    """Return the tree as a file."""
    return MAGIC + bytes([_VERSION, _SHA256]) + found.message + _written(found)


def check_file(written: bytes, data: bytes, headers: Sequence[bytes] = ()) -> tuple[list[Stamp], list[str]]:
    """Check a file about some bytes; return the times that it proves, and sentences about what it does not prove.

    `headers`: those of Bitcoin blocks that the checker trusts. Raises InputError for a file about other bytes, and where no
    header fits a block that the file names.
    """
    found = read_file(written)
    if found.message != hashlib.sha256(data).digest():
        raise InputError("the OpenTimestamps file was made for other data; it proves nothing here")
    known = {block.merkle_root: block for block in map(read_header, headers)}
    proven, open_ends = [], []
    for height, root in sorted(found.blocks().items()):
        block = known.get(root)
        if block is not None:
            name = f"Bitcoin block {height} with the hash {block.hash}"
            proven.append(Stamp(at=block.at, authority=name, is_trusted=True))
        elif headers:
            raise InputError(f"no header that you gave has the Merkle root of Bitcoin block {height}, {_shown(root)}")
        else:
            open_ends.append(
                f"OpenTimestamps: it existed before Bitcoin block {height} if that block has the Merkle root {_shown(root)}; "
                "look it up, or give the header of the block"
            )
    if not found.blocks():
        promised = sorted(set(found.promises().values()))
        open_ends += [
            f"OpenTimestamps: only promised by {calendar}, not yet in Bitcoin; that proves no time"
            for calendar in promised
        ]
        if not promised:
            open_ends.append("OpenTimestamps: no known attestation; this proves no time")
    return proven, open_ends


def read_header(data: bytes) -> Block:
    """Return what the header of a Bitcoin block says: `data` is 80 bytes, or hex. Raises InputError for anything else."""
    try:
        header = data if len(data) == HEADER_BYTES else bytes.fromhex(data.decode("ascii").strip())
    except ValueError:
        header = b""
    if len(header) != HEADER_BYTES:
        raise InputError(
            "a header of a Bitcoin block has 80 bytes, or 160 hex digits; `getblockheader HASH false` gives it"
        )
    digest = hashlib.sha256(hashlib.sha256(header).digest()).digest()
    bits = int.from_bytes(header[72:76], "little")
    if int.from_bytes(digest, "little") > (bits & 0x7FFFFF) * 256 ** max(0, (bits >> 24) - 3):
        raise InputError("the header of a Bitcoin block lacks its proof of work; copy it again")
    at = datetime.fromtimestamp(int.from_bytes(header[68:72], "little"), UTC)
    return Block(hash=_shown(digest), merkle_root=header[36:68], at=at)


def _shown(digest: bytes) -> str:
    """Bitcoin shows hashes with their bytes in reverse."""
    return digest[::-1].hex()


def _address(found: Attestation) -> str:
    address = _Reader(found.payload).some(_MOST_PAYLOAD_BYTES)
    return "".join(c if c.isprintable() else "?" for c in address.decode("ascii", "replace"))[:200]


def _read(reader: _Reader, message: bytes, depth: int) -> Timestamp:
    if depth <= 0:
        raise InputError("the OpenTimestamps file has too many steps; ask its author for another copy")
    attestations: list[Attestation] = []
    steps: list[tuple[bytes, Timestamp]] = []
    is_last = False
    while not is_last:
        kind = reader.byte()
        is_last = kind != _MORE
        kind = kind if is_last else reader.byte()
        if kind == _ATTESTATION:
            tag, payload = reader.take(_TAG_BYTES), reader.some(_MOST_PAYLOAD_BYTES)
            attestations.append(Attestation(tag=tag, payload=payload))
        else:
            step, result = _step(reader, kind, message)
            steps.append((step, _read(reader, result, depth - 1)))
    return Timestamp(message=message, attestations=tuple(attestations), steps=tuple(steps))


def _step(reader: _Reader, kind: int, message: bytes) -> tuple[bytes, bytes]:
    """Return a step as it is written, and what it makes of a message."""
    if kind == _SHA256:
        return bytes([kind]), hashlib.sha256(message).digest()
    if kind not in {_APPEND, _PREPEND}:
        raise InputError(
            f"the OpenTimestamps file has a step {kind:#04x} that is not supported; check it with `ots verify`"
        )
    more = reader.some(_MOST_MESSAGE_BYTES)
    result = message + more if kind == _APPEND else more + message
    if not more or len(result) > _MOST_MESSAGE_BYTES:
        raise InputError("the OpenTimestamps file has a step without bytes or with too many; get it again")
    return bytes([kind]) + _number_bytes(len(more)) + more, result


def _written(found: Timestamp) -> bytes:
    parts = [bytes([_ATTESTATION]) + a.tag + _number_bytes(len(a.payload)) + a.payload for a in found.attestations]
    parts += [step + _written(further) for step, further in found.steps]
    if not parts:
        raise InputError("the OpenTimestamps file ends without an attestation; ask the calendar again")
    return b"".join(bytes([_MORE]) + part for part in parts[:-1]) + parts[-1]


def _number_bytes(number: int) -> bytes:
    """Return a number in groups of seven bits, the lowest first."""
    done = bytearray()
    while number > 0x7F:
        done.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*done, number])


class _Reader:
    """Reads the parts of a file in order. Raises InputError if it ends too early."""

    def __init__(self, data: bytes) -> None:
        self._data, self._place = data, 0

    def take(self, size: int) -> bytes:
        found = self._data[self._place : self._place + size]
        self._place += size
        if len(found) != size:
            raise InputError("the OpenTimestamps file is truncated; ask its author for another copy")
        return found

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        found = 0
        for shift in range(0, 63, 7):
            part = self.byte()
            found |= (part & 0x7F) << shift
            if not part & 0x80:
                return found
        raise InputError("the OpenTimestamps file has a number that is too large; ask its author for another copy")

    def some(self, most: int) -> bytes:
        size = self.number()
        if size > most:
            raise InputError("a part of the OpenTimestamps file is too large; ask its author for another copy")
        return self.take(size)

    def expect_end(self) -> None:
        if self._place != len(self._data):
            raise InputError("the OpenTimestamps file has extra data at its end; ask its author for another copy")
