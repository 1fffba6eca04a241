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


def decode_content(body: bytes, coding: str, *, max_bytes: int = MAX_BODY_BYTES, whole: bool = False) -> bytes:
    """Undo the content codings of a `Content-Encoding` header, the last applied first.

    Raises ValueError for a body that is not coded like this, InputError for one that unpacks to more than `max_bytes`. A
    truncated body is decoded as far as it goes, as browsers do; with `whole` it raises ValueError.
    """
    for name in reversed([part.strip().lower() for part in coding.split(",")]):
        if not name or name == "identity":
            continue
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
    """Unpack gzip or zlib data, several gzip members included; what follows the last member is ignored."""
    parts, size = [], 0
    while data:
        stream = zlib.decompressobj(window_bits)
        try:
            parts.append(stream.decompress(data, max_bytes - size + 1))
        except zlib.error as error:
            if parts and size:
                break
            raise ValueError(f"the body is not compressed as its headers say ({error})") from error
        size += len(parts[-1])
        if size > max_bytes:
            raise too_large(max_bytes)
        if not stream.eof:
            _refuse_cut_off(whole=whole)
            break
        data = stream.unused_data
        if not data.startswith(b"\x1f\x8b"):
            break
    return b"".join(parts)


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
