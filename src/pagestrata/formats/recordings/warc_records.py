"""Walk the records of a WARC file, whatever state it is in.

Files come from strangers: compression can be damaged or a bomb, lengths can lie, the end can be missing. The walk reads
one record at a time within fixed limits. Where a record does not hold together it notes a `Damage` and goes on at the
next place that looks like the start of a record, so one bad record never costs the others. The reader is our own since
warcio stops at the first damage and refuses files that were compressed as a whole.

A record's `place` is enough to read it again later: the byte where its gzip member starts and its offset in the
unpacked member (0 in files compressed record by record, which is the rule), or the byte in a plain file and 0.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

MAX_HEAD_BYTES = 256 * 1024
MAX_RECORD_BYTES = 256 * 1024 * 1024
MAX_DAMAGES = 1000
_STEP = 64 * 1024
_MEMBER_START = b"\x1f\x8b\x08"


class RecordStart(NamedTuple):
    """Where a record starts."""

    byte: int
    inside: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """One part of the file that could not be read, and why."""

    byte: int
    reason: str

    def __str__(self) -> str:
        return f"byte {self.byte}: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One record. `block` is its content, or only its first bytes if the walk reads heads."""

    place: RecordStart
    headers: dict[str, str]
    length: int
    block: bytes
    altered: bool = False  # whether the content is another than its WARC-Block-Digest says

    def header(self, name: str) -> str:
        return self.headers.get(name, "")


def walk_records(file: BinaryIO, *, first_bytes: int | None = None) -> Iterator[Record | Damage]:
    """All records in order, with notes of what could not be read in between. `first_bytes` cuts the blocks."""
    packed = is_packed(file)
    start = 0
    for _ in range(MAX_DAMAGES):
        stream: _Plain | _Packed = _Packed(file, start) if packed else _Plain(file, start)
        try:
            yield from _records(stream, first_bytes)
            return
        except _DamagedError as damage:
            yield Damage(byte=stream.place.byte, reason=str(damage))
            found = (_next_member if packed else _next_plain)(file, stream.place.byte + 1)
            if found is None:
                return
            start = found
    yield Damage(byte=start, reason=f"more than {MAX_DAMAGES} damaged places; the rest is not read")


def is_packed(file: BinaryIO) -> bool:
    """Whether the file is compressed with gzip."""
    file.seek(0)
    return file.read(2) == _MEMBER_START[:2]


def read_record(
    file: BinaryIO, place: RecordStart, *, packed: bool, checkpoints: GzipCheckpoints | None = None
) -> Record:
    """Read a whole record at a known place. Raises ValueError if it is no longer there.

    `checkpoints` of the same file make reading many records of one gzip member take linear time.
    """
    kept = checkpoints if place.inside else None
    stream: _Plain | _Packed = _Packed(file, place.byte, kept) if packed else _Plain(file, place.byte)
    try:
        stream.skip(place.inside)
        record = _record(stream, None)
        stream.pause()
    except _DamagedError as damage:
        raise ValueError(str(damage)) from damage
    if record is None:
        raise ValueError("no record there")
    return record


class _DamagedError(Exception):
    """Reading cannot continue here; the walk searches for the next record."""


def _records(stream: _Plain | _Packed, first_bytes: int | None) -> Iterator[Record]:
    while True:
        record = _record(stream, first_bytes)
        if record is None:
            return
        yield record


def _record(stream: _Plain | _Packed, first_bytes: int | None) -> Record | None:
    version = stream.next_start()
    if version is None:
        return None
    if not version.startswith(b"WARC/"):
        raise _DamagedError(f"no WARC record starts here but {version[:20]!r}")
    place, headers = stream.place, _headers(stream)
    try:
        length = int(headers.get("content-length", ""))
    except ValueError:
        raise _DamagedError(
            f"a record without usable length ({headers.get('content-length', 'none')[:20]!r})"
        ) from None
    if not 0 <= length <= MAX_RECORD_BYTES:
        raise _DamagedError(f"a record claims {length} bytes; at most {MAX_RECORD_BYTES} are read")
    kept = length if first_bytes is None else min(length, first_bytes)
    block = stream.read(kept)
    altered = _altered(stream, block, length - kept, headers.get("warc-block-digest", ""))
    stream.end_of_record()
    return Record(place=place, headers=headers, length=length, block=block, altered=altered)


def _altered(stream: _Plain | _Packed, first: bytes, rest: int, claimed: str) -> bool:
    """Skip the rest of a block; return whether the block differs from its digest. Unknown digest formats count as equal."""
    name, _, value = claimed.strip().partition(":")
    if name.lower() not in {"sha1", "sha256", "md5"}:
        stream.skip(rest)
        return False
    found = hashlib.new(name.lower(), first, usedforsecurity=False)
    while rest:
        part = stream.read(min(rest, _STEP))
        found.update(part)
        rest -= len(part)
    return _digest_bytes(value, found.digest_size) not in {None, found.digest()}


def _digest_bytes(value: str, size: int) -> bytes | None:
    """Return the bytes of a digest; None if its format is unknown."""
    try:
        found = (
            bytes.fromhex(value)
            if len(value) == 2 * size
            else base64.b32decode(value.upper() + "=" * (-len(value) % 8))
        )
    except (ValueError, binascii.Error):
        return None
    return found if len(found) == size else None


def _headers(stream: _Plain | _Packed) -> dict[str, str]:
    headers: dict[str, str] = {}
    size, name = 0, ""
    while line := stream.line().rstrip(b"\r\n"):
        size += len(line)
        if size > MAX_HEAD_BYTES:
            raise _DamagedError(f"a record head of more than {MAX_HEAD_BYTES} bytes")
        text = line.decode("utf-8", "replace")
        if text[0] in " \t" and name in headers:
            headers[name] += " " + text.strip()
            continue
        name, colon, value = text.partition(":")
        name = name.strip().lower()
        if colon:
            headers.setdefault(name, value.strip())
    return headers


class _Plain:
    """An uncompressed file, read through a buffer."""

    def __init__(self, file: BinaryIO, start: int) -> None:
        self._file, self._buffer, self._at = file, b"", 0
        self._read_to = start
        self.place = RecordStart(start, 0)

    @property
    def _position(self) -> int:
        return self._read_to - len(self._buffer) + self._at

    def _more(self) -> bool:
        self._file.seek(self._read_to)
        data = self._file.read(_STEP)
        self._read_to += len(data)
        self._buffer, self._at = self._buffer[self._at :] + data, 0
        return bool(data)

    def _mark(self) -> None:
        self.place = RecordStart(self._position, 0)

    def next_start(self) -> bytes | None:
        """Pass over blank lines and read the version line of the next record; None at the end of the file."""
        while True:
            self._mark()
            if self._at >= len(self._buffer) and not self._more():
                return None
            line = self.line(may_end=True)
            if line.strip(b"\r\n\0"):
                return line

    def line(self, *, may_end: bool = False) -> bytes:
        while True:
            end = self._buffer.find(b"\n", self._at)
            if end >= 0:
                line = self._buffer[self._at : end + 1]
                self._at = end + 1
                return line
            if len(self._buffer) - self._at > MAX_HEAD_BYTES:
                raise _DamagedError(f"a line of more than {MAX_HEAD_BYTES} bytes in a record head")
            if not self._more():
                if may_end:
                    line, self._at = self._buffer[self._at :], len(self._buffer)
                    return line
                raise _DamagedError("the file ends inside a record head")

    def read(self, count: int) -> bytes:
        parts, wanted = [], count
        while wanted:
            if self._at >= len(self._buffer) and not self._more():
                raise _DamagedError(f"a record ends {wanted} bytes before its Content-Length says")
            part = self._buffer[self._at : self._at + wanted]
            self._at += len(part)
            wanted -= len(part)
            parts.append(part)
        return b"".join(parts)

    def skip(self, count: int) -> None:
        while count:
            count -= len(self.read(min(count, _STEP)))

    def pause(self) -> None:
        """Save a checkpoint, so that another stream can continue from here."""

    def end_of_record(self) -> None:
        """Two line ends close a record; other bytes mean that its length was wrong."""
        while len(self._buffer) - self._at < 4 and self._more():
            pass
        rest = self._buffer[self._at : self._at + 4]
        if rest.strip(b"\r\n"):
            raise _DamagedError("a record is longer than its Content-Length says")


class _Packed(_Plain):
    """A gzip file, member by member; a record never crosses from one member into the next."""

    def __init__(self, file: BinaryIO, start: int, checkpoints: GzipCheckpoints | None = None) -> None:
        super().__init__(file, start)
        self._checkpoints = checkpoints
        self._member_start, self._next_input = start, start
        self._stream: zlib._Decompress | None = None
        self._pending = b""
        self._unpacked = 0

    def _mark(self) -> None:
        self.place = RecordStart(self._member_start, self._unpacked - (len(self._buffer) - self._at))

    def next_start(self) -> bytes | None:
        while True:
            line = super().next_start()
            if line is not None:
                return line
            if not self._open_member():
                return None

    def _open_member(self) -> bool:
        if self._stream is not None and not self._stream.eof:
            raise _DamagedError("the file ends inside a compressed record")
        while not self._pending:
            if not self._input():
                return False
            self._pending = self._pending.lstrip(b"\0")  # padding between members
        self._member_start = self._next_input - len(self._pending)
        self._stream, self._unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16), 0
        self.place = RecordStart(self._member_start, 0)
        return True

    def _input(self) -> bool:
        self._file.seek(self._next_input)
        data = self._file.read(_STEP)
        self._next_input += len(data)
        self._pending += data
        return bool(data)

    def _more(self) -> bool:
        """Unpack a little more of this member; False at its end."""
        if self._stream is None:
            return False
        while not self._stream.eof:
            if not self._pending and not self._input():
                return False
            try:
                data = self._stream.decompress(self._pending, _STEP)
            except zlib.error as error:
                raise _DamagedError(f"damaged compression ({error})") from error
            self._pending = self._stream.unconsumed_tail or self._stream.unused_data
            if data:
                self._unpacked += len(data)
                self._buffer, self._at = self._buffer[self._at :] + data, 0
                self._keep_checkpoint()
                return True
        return False

    def skip(self, count: int) -> None:
        if self._stream is None:
            count -= self._resume(count)
        if self._stream is None:
            self._open_member()
        super().skip(count)

    def pause(self) -> None:
        if self._checkpoints is not None:
            self._checkpoints.last = self._checkpoint(pending=self._pending, buffer=self._buffer[self._at :])

    def _resume(self, position: int) -> int:
        """Continue from the checkpoint closest before a position; return its position."""
        point = self._checkpoints.before(self._member_start, position) if self._checkpoints else None
        if point is None:
            return 0
        self._stream, self._unpacked, self._next_input = point.stream.copy(), point.unpacked, point.next_input
        self._pending, self._buffer, self._at = point.pending, point.buffer, 0
        return point.position

    def _keep_checkpoint(self) -> None:
        if self._checkpoints is not None and self._checkpoints.wants(self._member_start, self._unpacked):
            self._checkpoints.add(self._checkpoint(next_input=self._next_input - len(self._pending)))

    def _checkpoint(self, *, next_input: int | None = None, pending: bytes = b"", buffer: bytes = b"") -> Checkpoint:
        assert self._stream is not None
        return Checkpoint(
            member_start=self._member_start,
            unpacked=self._unpacked,
            next_input=self._next_input if next_input is None else next_input,
            stream=self._stream.copy(),
            pending=pending,
            buffer=buffer,
        )


def _next_member(file: BinaryIO, start: int) -> int | None:
    """Return the next offset at which a gzip member starts that contains a record."""
    for found in _occurrences(file, start, _MEMBER_START):
        file.seek(found)
        try:
            head = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(file.read(4096), 5)
        except zlib.error:
            continue
        if head == b"WARC/":
            return found
    return None


def _next_plain(file: BinaryIO, start: int) -> int | None:
    return next((found + 1 for found in _occurrences(file, start, b"\nWARC/1.")), None)


def _occurrences(file: BinaryIO, start: int, pattern: bytes) -> Iterator[int]:
    position, kept = start, b""
    while True:
        file.seek(position)
        data = file.read(1 << 20)
        if not data:
            return
        window, base = kept + data, position - len(kept)
        at = window.find(pattern)
        while at >= 0:
            yield base + at
            at = window.find(pattern, at + 1)
        kept = window[-(len(pattern) - 1) :]
        position += len(data)


MAX_POINTS = 256
FIRST_DISTANCE = 512 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The state of unpacking one member: `unpacked` bytes came out, the next to put in is `next_input` of the file."""

    member_start: int
    unpacked: int
    next_input: int
    stream: zlib._Decompress  # never used itself, only its copies
    pending: bytes = b""  # read from the file before `next_input`, not yet unpacked
    buffer: bytes = b""  # unpacked, not yet taken

    @property
    def position(self) -> int:
        """The first byte of the unpacked member that can still be taken."""
        return self.unpacked - len(self.buffer)


class GzipCheckpoints:
    """Places inside the long gzip members of one file from which unpacking can continue.

    Some recorders compress a whole WARC file as one member. Without checkpoints, each record would cost unpacking everything
    before it. The state after the last record makes reading in order linear; states at even distances bound the cost of any
    other order. A state takes some 40 KB, and there are never more than `MAX_POINTS`. Adding replaces the tuple, because
    another thread may be reading it.
    """

    def __init__(self) -> None:
        self._points: tuple[Checkpoint, ...] = ()
        self._distance = FIRST_DISTANCE
        self.last: Checkpoint | None = None

    def before(self, member_start: int, position: int) -> Checkpoint | None:
        """The latest state of a member from which a position can be reached."""
        known = (*self._points, self.last) if self.last else self._points
        usable = (point for point in known if point.member_start == member_start and point.position <= position)
        return max(usable, key=lambda point: point.position, default=None)

    def wants(self, member_start: int, unpacked: int) -> bool:
        """Whether a state here would be far enough from the others to be worth its memory."""
        slot = (member_start, unpacked // self._distance)
        return slot[1] > 0 and slot not in map(self._slot, self._points)

    def add(self, point: Checkpoint) -> None:
        points = (*self._points, point)
        while len(points) > MAX_POINTS:
            self._distance *= 2
            points = tuple({self._slot(known): known for known in points if self._slot(known)[1] > 0}.values())
        self._points = points

    def _slot(self, point: Checkpoint) -> tuple[int, int]:
        return point.member_start, point.unpacked // self._distance
