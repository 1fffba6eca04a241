"""Undo what HTTP does to a body on its way: chunks and compression, never beyond a limit.

A few kilobytes can unpack to gigabytes, so every decoder works in steps and stops at the limit.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

from pagestrata.errors import InputError

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

MAX_BODY_BYTES = 100 * 1024 * 1024

_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
_RAW_DEFLATE = -zlib.MAX_WBITS
_FIRST_STEP, _LONGEST_STEP = 1 << 9, 1 << 20  # bytes of a member at once
_MOST_CODINGS = 5


def decode_content(body: bytes, coding: str, *, max_bytes: int = MAX_BODY_BYTES, whole: bool = False) -> bytes:
    """Undo the content codings of a `Content-Encoding` header, the last applied first.

    Raises ValueError for a body that is not coded like this, InputError for one that unpacks to more than `max_bytes`. A
    truncated body is decoded as far as it goes, as browsers do; with `whole` it raises ValueError.
    """
    names = [name for part in coding.split(",") if (name := part.strip().lower()) not in {"", "identity"}]
    if len(names) > _MOST_CODINGS:
        raise ValueError(f"it is coded {len(names)} times, more than {_MOST_CODINGS}; ask the server for gzip instead")
    for name in reversed(names):
        decoder = _DECODERS.get(name)
        if decoder is None:
            raise ValueError(f"content coding {name[:40]!r} is not known; ask the server for gzip instead")
        body = decoder(body, max_bytes, whole=whole)
    return body


def remove_chunks(body: bytes) -> bytes:
    """Return the body of a chunked message. Raises ValueError for invalid chunks."""
    parts: list[bytes] = []
    at = 0
    while True:
        line_end = body.find(b"\r\n", at, at + 1000)
        if line_end < 0:
            raise ValueError(f"no chunk size at byte {at} of a chunked body; the body may be stored unchunked")
        try:
            size = int(body[at:line_end].split(b";")[0].strip(), 16)
        except ValueError as error:
            raise ValueError(f"bad chunk size at byte {at} of a chunked body") from error
        if size < 0:
            raise ValueError(f"negative chunk size at byte {at} of a chunked body")
        if size == 0:
            return b"".join(parts)
        start = line_end + 2
        if start + size > len(body):
            raise ValueError(f"the chunk at byte {at} is cut off")
        parts.append(body[start : start + size])
        at = start + size + 2


def too_large(max_bytes: int) -> InputError:
    return InputError(f"the body unpacks to more than {max_bytes} bytes; raise the limit if you trust its source")


def inflate(data: bytes, max_bytes: int, *, window_bits: int = _GZIP_OR_ZLIB, whole: bool = False) -> bytes:
    """Unpack gzip or zlib data, several gzip members included; what follows the last member is ignored.

    The time grows with the data, also where they are millions of empty members.
    """
    members: list[bytes] = []
    size = at = 0
    while at < len(data):
        try:
            member, at, is_whole = _member(data, at, window_bits, max_bytes - size)
        except zlib.error as error:
            if size:
                break
            raise ValueError(f"the body is not compressed as its headers say ({error})") from error
        size += len(member)
        if size > max_bytes:
            raise too_large(max_bytes)
        members += [member] if member else []
        if not is_whole:
            _refuse_cut_off(whole=whole)
            break
        if data[at : at + 2] != b"\x1f\x8b":
            break
    return b"".join(members)


def _member(data: bytes, at: int, window_bits: int, most: int) -> tuple[bytes, int, bool]:
    """Return what one member unpacks to, where it ends, and whether it is whole. Stops behind `most` bytes.

    zlib copies what it is given and does not need, so it is given little of a short member.
    """
    stream, parts, size, step = zlib.decompressobj(window_bits), [], 0, _FIRST_STEP
    view = memoryview(data)
    while at < len(view) and not stream.eof and size <= most:
        piece = view[at : at + step]
        parts.append(stream.decompress(piece, most - size + 1))
        size += len(parts[-1])
        at += len(piece) - len(stream.unused_data)
        step = min(2 * step, _LONGEST_STEP)
    return b"".join(parts), at, stream.eof


def _refuse_cut_off(*, whole: bool) -> None:
    if whole:
        raise ValueError("the compressed body is cut off")


def _deflate(data: bytes, max_bytes: int, *, whole: bool = False) -> bytes:
    try:
        return inflate(data, max_bytes, whole=whole)
    except ValueError:  # many servers send it without the zlib head
        return inflate(data, max_bytes, window_bits=_RAW_DEFLATE, whole=whole)


def _brotli(data: bytes, max_bytes: int, *, whole: bool = False) -> bytes:
    import brotli  # type: ignore[import-untyped]

    stream, parts, size = brotli.Decompressor(), [], 0
    pending = data
    try:
        while not stream.is_finished():
            part = stream.process(pending, output_buffer_limit=1 << 20)
            pending = b""
            if not part and stream.can_accept_more_data():
                _refuse_cut_off(whole=whole)
                break
            parts.append(part)
            size += len(part)
            if size > max_bytes:
                raise too_large(max_bytes)
    except brotli.error as error:
        raise ValueError(f"the body is not compressed as its headers say (brotli: {error})") from error
    return b"".join(parts)


def _zstandard(data: bytes, max_bytes: int, *, whole: bool = False) -> bytes:
    import zstandard

    del whole  # its reader does not say

    reader = zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(data, read_across_frames=True)
    parts, size = [], 0
    try:
        while part := reader.read(1 << 20):
            parts.append(part)
            size += len(part)
            if size > max_bytes:
                raise too_large(max_bytes)
    except zstandard.ZstdError as error:
        raise ValueError(f"the body is not compressed as its headers say ({error})") from error
    return b"".join(parts)


_DECODERS: dict[str, Callable[..., bytes]] = {
    "gzip": inflate,
    "x-gzip": inflate,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstandard,
}
