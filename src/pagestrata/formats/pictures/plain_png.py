"""Reads and writes the PNG files that browsers take screenshots in, a strip of rows at a time.

Only files that leave no room for interpretation are read here: eight bits a colour, no transparency, no colour profile,
no animation. Chromium packs every row as its difference to the row above (filter 2), which is one addition a row; other
rows, and whatever does not add up, are left to Pillow, which needs the whole picture twice.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from pagestrata.formats.pictures.channels import WITH_OPAQUE, rearranged
from pagestrata.formats.pictures.pictures import PNG_SIGNATURE, decode_png, is_too_large, png_chunks, png_size
from pagestrata.model.screenshots import Pixels

_HEAD = struct.Struct(">IIBBBBB")
_RGB_8_BIT = (8, 2, 0, 0, 0)  # depth, colour type, compression, filter, not interlaced
_MEANINGLESS = frozenset({b"IHDR", b"IDAT", b"IEND", b"sRGB", b"pHYs", b"tEXt", b"zTXt", b"iTXt", b"tIME"})
_NOT_FILTERED = 0
_UP = 2  # the filter of a row that is packed as its difference to the row above
_STRIP_ROWS = 256
_READ_ROWS = 32  # as many as stay in the processor's cache from one step to the next
_FED_BYTES = 32 * 1024
_THREE_BYTES, _OPAQUE = np.uint32(0x00FFFFFF), np.uint32(0xFF000000)
_ZLIB_HEAD, _LAST_DEFLATE_BLOCK = b"\x78\x01", b"\x03\x00"
_ADLER_BASE = 65521
_WRITTEN_LEVEL = 1  # a twentieth more bytes than with 3, in three quarters of the time


def read_plain_png(data: bytes) -> Pixels | None:
    """The pixels, four bytes each, the last 255; None for any other file."""
    if not _is_plain(data):
        return None
    found = _read_by_strips(data)
    return found if found is not None else _read_whole(data)


def write_plain_png(pixels: Pixels) -> bytes:
    """A file of these colours, three bytes a pixel, packed as browsers do: a third of the time Pillow takes."""
    height, width, _ = pixels.shape
    packing, parts = zlib.compressobj(_WRITTEN_LEVEL), []
    above = np.zeros((1, 3 * width), np.uint8)
    for top in range(0, height, _STRIP_ROWS):
        rows = pixels[top : top + _STRIP_ROWS].reshape(-1, 3 * width)
        parts.append(packing.compress(_filtered(rows, above).data))
        above = rows[-1:]
    chunks = [(b"IHDR", _head(width, height)), (b"IDAT", b"".join([*parts, packing.flush()])), (b"IEND", b"")]
    return PNG_SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedStrip:
    """Some rows as a chunk of a PNG file that needs no other; the checksum and number of the bytes it unpacks to."""

    chunk: bytes
    checksum: int
    length: int


def pack_strip(pixels: Pixels) -> PackedStrip:
    """Rows of three bytes a pixel, for `png_of_strips`."""
    rows = pixels.reshape(len(pixels), -1)
    strip = _filtered(rows, np.zeros_like(rows[:1]))
    strip[0, 0] = _NOT_FILTERED  # as it is: the row above may be any
    packing = zlib.compressobj(_WRITTEN_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packing.compress(strip.data) + packing.flush(zlib.Z_FULL_FLUSH)
    return PackedStrip(chunk=_chunk(b"IDAT", packed), checksum=zlib.adler32(strip.data), length=strip.nbytes)


def png_of_strips(width: int, height: int, strips: Sequence[PackedStrip]) -> bytes:
    """The file of strips that follow one another from the top to the bottom of a picture."""
    checksum = reduce(_joined_checksum, strips, 1)
    end = _LAST_DEFLATE_BLOCK + checksum.to_bytes(4)
    parts = [_chunk(b"IHDR", _head(width, height)), _chunk(b"IDAT", _ZLIB_HEAD), *(strip.chunk for strip in strips)]
    return PNG_SIGNATURE + b"".join([*parts, _chunk(b"IDAT", end), _chunk(b"IEND", b"")])


def _joined_checksum(before: int, strip: PackedStrip) -> int:
    """Adler-32 of bytes, given that of all before a strip and that of the strip alone."""
    low, high = before & 0xFFFF, before >> 16
    strip_low, strip_high = strip.checksum & 0xFFFF, strip.checksum >> 16
    joined_high = (high + strip_high + (low - 1) * strip.length) % _ADLER_BASE
    return joined_high << 16 | (low + strip_low - 1) % _ADLER_BASE


def _filtered(rows: Pixels, above: Pixels) -> Pixels:
    """The rows as their differences to the row above, each with the number of that filter in front."""
    strip = np.empty((len(rows), 1 + rows.shape[1]), np.uint8)
    strip[:, 0] = _UP
    np.subtract(rows[:1], above, out=strip[:1, 1:])
    np.subtract(rows[1:], rows[:-1], out=strip[1:, 1:])
    return strip


def _head(width: int, height: int) -> bytes:
    return _HEAD.pack(width, height, *_RGB_8_BIT)


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(content, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(content)), kind, content, struct.pack(">I", checksum)))


def _is_plain(data: bytes) -> bool:
    if not data.startswith(PNG_SIGNATURE + b"\0\0\0\x0dIHDR") or len(data) < len(PNG_SIGNATURE) + 8 + _HEAD.size:
        return False
    width, height, *form = _HEAD.unpack_from(data, len(PNG_SIGNATURE) + 8)
    kinds = [kind for kind, _ in png_chunks(data)]
    is_whole = bool(kinds) and kinds[-1] == b"IEND"
    fits = width * height > 0 and not is_too_large((width, height))
    return is_whole and fits and tuple(form) == _RGB_8_BIT and _MEANINGLESS.issuperset(kinds)


def _read_by_strips(data: bytes) -> Pixels | None:
    """The pixels of a file whose rows are all packed against the row above; None for others.

    Differences are widened to four bytes on their way into the picture and added up there, the fourth with them: it is 255
    in the first row and 0 in all others. About half of the rows of a page equal the row above: those are only copied.
    """
    width, height = png_size(data) or (0, 0)
    pixels = np.empty((height, width, 4), np.uint8)
    numbers, rows = pixels.view("<u4")[..., 0], pixels.reshape(height, 4 * width)
    row_bytes, top = 1 + 3 * width, 0
    repeated = bytes((_UP,)) + bytes(3 * width)
    for strip in _strips(data, row_bytes):
        count = (len(strip) - 1) // row_bytes
        if top + count > height or set(strip[: count * row_bytes : row_bytes]) != {_UP}:
            return None
        differences = np.ndarray((count, width), "<u4", buffer=strip, offset=1, strides=(row_bytes, 3))
        is_repeated = [top + n > 0 and strip.startswith(repeated, n * row_bytes) for n in range(count)]
        for begin, end in _runs(is_repeated):
            first, last = top + begin, top + end
            if is_repeated[begin]:
                rows[first:last] = rows[first - 1]
                continue
            np.bitwise_and(differences[begin:end], _THREE_BYTES, out=numbers[first:last])
            if first == 0:
                numbers[0] |= _OPAQUE
            for number in range(max(first, 1), last):
                rows[number] += rows[number - 1]  # overflow is what the format asks for
        top += count
    return pixels if top == height else None


def _runs(values: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Start and end of the stretches of equal values."""
    begin = 0
    for number in range(1, len(values) + 1):
        if number == len(values) or values[number] != values[begin]:
            yield begin, number
            begin = number


def _strips(data: bytes, row_bytes: int) -> Iterator[bytes]:
    """Some rows of a file as they are packed, with a byte or more behind their last; fewer of one that does not add up.

    What is unpacked at once is bounded, so that a small file cannot become a gigantic piece.
    """
    unpacking, found, size = zlib.decompressobj(), [], 0
    for kind, content in png_chunks(data):
        for start in range(0, len(content) if kind == b"IDAT" else 0, _FED_BYTES):
            try:
                piece = unpacking.decompress(content[start : start + _FED_BYTES])
            except zlib.error:
                return
            found.append(piece)
            size += len(piece)
            if size > row_bytes * _READ_ROWS:
                strip = b"".join(found)
                yield strip
                found = [strip[(size - 1) // row_bytes * row_bytes :]]
                size = len(found[0])
    if size >= row_bytes:
        yield b"".join((*found, b"\0"))


def _read_whole(data: bytes) -> Pixels | None:
    found = decode_png(data, "RGB")
    return None if found is None else rearranged(found, WITH_OPAQUE)
