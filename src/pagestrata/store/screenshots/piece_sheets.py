"""The new pieces of one screenshot, stored together: a few as lossless WebP, many as planes of colour packed by zstd.

A sheet is the page itself with everything but the new pieces painted over in one colour, and without the rows and the
margins in which no new piece is: neighbours on the page stay together, overlapping pieces are stored once,
and what is painted over takes next to no bytes. So a page that is new from top to bottom takes what it takes as one
picture, and one new line takes the bytes of one line. A piece is a crop of a sheet.

Planes are green, and how far red and blue are from it, one after the other. Most of a page is grey on one ground, where red
and blue add nothing to green, and the same letters recur, which zstd finds. Measured on first versions of real pages, sheets
of 4,000 rows take a tenth of the time of lossless WebP and a fiftieth of its memory; text takes 9 to 30 % more bytes, a front
page of photographs 83 %.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import zstandard
from PIL import Image, WebPImagePlugin  # the format by name: else Pillow loads all its forty to find this one

from pagestrata.errors import ArchiveError
from pagestrata.store.screenshots.block_pictures import WIDEST_PIECE, PieceBox, Pixels, packed

MAX_ROWS = 4_000
MAX_SIDE = 16_383  # of a WebP picture
FEW_PIXELS = 100_000
"""Up to this size lossless WebP takes some 5 ms, and 15 to 25 ms at three times the size, where planes take 3 ms."""
WEBP = {"lossless": True, "quality": 80, "method": 1, "exact": True}  # method 4 gains half a percent in twice the time
_TOP_BITS, _WIDTH_BITS = 24, 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The pixels of a sheet, and where on it each of its pieces is: left and top, by the piece's number."""

    pixels: Pixels
    corners: dict[int, tuple[int, int]]


def lay_out(page: Pixels, places: Sequence[PieceBox], *, channels: int) -> Iterator[Sheet]:
    """Yield the sheets for the pieces at these places of a page, whose pixels have four bytes.

    A page wider than a sheet is laid out in columns, each as wide as the widest piece.
    """
    columns: dict[int, list[int]] = {}
    is_wide = bool(places) and _is_wide(places)
    for number in sorted(range(len(places)), key=lambda n: (places[n][1], places[n][0])):
        columns.setdefault(places[number][0] // WIDEST_PIECE if is_wide else 0, []).append(number)
    for numbers in columns.values():
        yield from _sheets(page, places, numbers, channels)


def _is_wide(places: Sequence[PieceBox]) -> bool:
    return max(left + width for left, _, width, _ in places) - min(left for left, *_ in places) > MAX_SIDE


def _sheets(page: Pixels, places: Sequence[PieceBox], numbers: Sequence[int], channels: int) -> Iterator[Sheet]:
    """Yield the sheets for some pieces, top to bottom."""
    members: list[int] = []
    rows = bottom = 0
    for number in numbers:
        _, top, _, height = places[number]
        more = max(0, top + height - max(top, bottom))
        if members and rows + more > MAX_ROWS:
            yield _sheet(page, places, members, channels)
            members, rows, more = [], 0, height
        members.append(number)
        rows, bottom = rows + more, max(bottom, top + height)
    if members:
        yield _sheet(page, places, members, channels)


def _sheet(page: Pixels, places: Sequence[PieceBox], members: Sequence[int], channels: int) -> Sheet:
    used = np.zeros(len(page), bool)
    for number in members:
        _, top, _, height = places[number]
        used[top : top + height] = True
    row_of = np.cumsum(used) - 1
    first = min(places[number][0] for number in members)
    last = max(places[number][0] + places[number][2] for number in members)
    transparent = channels == 4
    # WebP drops the fourth channel of what is opaque throughout: one row more is not.
    pixels = np.zeros((int(used.sum()) + transparent, last - first, 4), np.uint8)
    if not transparent:
        pixels.view(np.uint32)[:] = page[places[members[0]][1], places[members[0]][0]].view(np.uint32)
    corners = {}
    for number in members:
        left, top, width, height = places[number]
        corners[number] = x, y = left - first, int(row_of[top])
        pixels[y : y + height, x : x + width] = page[top : top + height, left : left + width]
    return Sheet(pixels=packed(pixels, channels), corners=corners)


def write_sheet(sheet: Pixels) -> bytes:
    """Return a sheet as bytes: as WebP, the smallest form, or as planes if that would take long."""
    height, width, channels = sheet.shape
    if channels == 3 and height * width > FEW_PIXELS:
        return write_planes(sheet)
    target = io.BytesIO()
    Image.fromarray(sheet).save(target, "WEBP", **WEBP)
    return target.getvalue()


def read_sheet(data: bytes) -> Pixels:
    """Return the pixels that `write_sheet` wrote. Raises ArchiveError for damaged data."""
    planes = read_planes(data)
    if planes is not None:
        return planes
    try:
        with WebPImagePlugin.WebPImageFile(io.BytesIO(data)) as picture:
            return np.array(picture)
    except (OSError, ValueError, SyntaxError) as error:
        raise ArchiveError("a sheet of screenshot pieces does not decode; run `pagestrata verify`") from error


def crop_start(left: int, top: int, width: int) -> int:
    """Return the place of a piece on its sheet as one number; its height follows from its size."""
    return left << _TOP_BITS + _WIDTH_BITS | top << _WIDTH_BITS | width


def corner(start: int) -> tuple[int, int]:
    """Return left and top of a place made by `crop_start`."""
    return start >> _TOP_BITS + _WIDTH_BITS, start >> _WIDTH_BITS & (1 << _TOP_BITS) - 1


def crop(sheet: Pixels, start: int, size: int) -> Pixels:
    """Return the piece at a place made by `crop_start`, with its size in bytes."""
    width, top = start & (1 << _WIDTH_BITS) - 1, start >> _WIDTH_BITS & (1 << _TOP_BITS) - 1
    left = start >> _TOP_BITS + _WIDTH_BITS
    return sheet[top : top + size // (width * sheet.shape[2]), left : left + width]


MARK = b"PLN1"
LEVEL, LEVEL_OF_SMALL = 6, 9  # of twenty sheets of real pages, 9 takes 6 % less than 5, in twice the time
SMALL_PIXELS = 1_000_000
"""Up to this size the higher level costs some milliseconds."""
MOST_BYTES = 400 * 1024 * 1024
"""Of pixels that a sheet may claim to hold."""
_SIZE = struct.Struct("<II")
_STRIP_ROWS = 128  # as many as the processor's cache holds


def write_planes(pixels: Pixels) -> bytes:
    """Return a sheet with three colours per pixel as compressed planes."""
    height, width, _ = pixels.shape
    planes = np.empty((3, height, width), np.uint8)
    for top in range(0, height, _STRIP_ROWS):
        strip = planes[:, top : top + _STRIP_ROWS]
        red, green, blue = np.moveaxis(pixels[top : top + _STRIP_ROWS], 2, 0)
        strip[0] = green
        green = strip[0]
        np.subtract(red, green, out=strip[1])  # overflow is undone when it is read
        np.subtract(blue, green, out=strip[2])
    level = LEVEL_OF_SMALL if height * width <= SMALL_PIXELS else LEVEL
    return MARK + _SIZE.pack(width, height) + zstandard.ZstdCompressor(level=level).compress(planes.data)


def read_planes(data: bytes) -> Pixels | None:
    """Return the pixels that `write_planes` wrote; None for any other data."""
    begin = len(MARK) + _SIZE.size
    if not data.startswith(MARK) or len(data) < begin:
        return None
    width, height = _SIZE.unpack_from(data, len(MARK))
    size = 3 * width * height
    if not 0 < size <= MOST_BYTES:
        return None
    try:
        found = zstandard.ZstdDecompressor().decompress(data[begin:], max_output_size=size)
    except zstandard.ZstdError:
        return None
    if len(found) != size:
        return None
    green, red, blue = np.frombuffer(found, np.uint8).reshape(3, height, width)
    pixels = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, _STRIP_ROWS):
        rows = slice(top, top + _STRIP_ROWS)
        pixels[rows, :, 1] = green[rows]
        np.add(red[rows], green[rows], out=pixels[rows, :, 0])
        np.add(blue[rows], green[rows], out=pixels[rows, :, 2])
    return pixels
