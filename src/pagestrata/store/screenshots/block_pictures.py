"""A screenshot cut into pictures of its blocks, from which it is assembled again exactly.

Each block's rectangle is cut at its empty rows into strips of a line or two; the background is cut into bands. A strip of one
colour is stored as that colour. Every other strip is a piece, named by the digest of its pixels: a paragraph that moved down
has the same pieces, and a changed line is one new piece. Where a strip ends depends on its own pixels, so that an inserted
line affects only its neighbours. `piece_sheets` stores the pieces.

The recipe says what to paint where, in order. Pieces are crops of the finished page, so overlapping pieces agree.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from pagestrata.formats.pictures.channels import WITHOUT_FOURTH, rearranged
from pagestrata.formats.pictures.plain_png import write_plain_png
from pagestrata.formats.pictures.screenshots import CutPart, PngScreenshot
from pagestrata.model.geometry import Box
from pagestrata.model.screenshots import PixelEdges
from pagestrata.store.screenshots import background_pattern
from pagestrata.store.screenshots.recipes import Recipe

Pixels: TypeAlias = npt.NDArray[np.uint8]  # [height, width, channels]
Colours: TypeAlias = npt.NDArray[np.uint32]
Keys: TypeAlias = npt.NDArray[np.int64]
PieceBox: TypeAlias = tuple[int, int, int, int]  # left, top, width, height
Rectangle: TypeAlias = tuple[int, int, int, int]  # left, top, right, bottom

NOTHING_CUT: Mapping[PixelEdges, Sequence[CutPart]] = MappingProxyType({})
MIN_STRIP, MAX_STRIP = 8, 24
HIGHEST_STRIP = 4_000  # where no row is empty; a sheet holds at least one
WIDEST_PIECE = 8_000  # two of them side by side still fit on a sheet
MIN_GAP, WIDE_GAP = 2, 24
MIN_COLUMN_GAP = 8
MAX_DEPTH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPicture:
    """The recipe of a screenshot and the pieces it calls for, in its order."""

    recipe: bytes
    places: tuple[PieceBox, ...]  # of the pieces on the page
    page: Pixels  # what they are cut from, four bytes a pixel: the screenshot, without the pattern behind it
    channels: int  # those of the four bytes that count
    known: Mapping[PieceBox, bytes]  # the digests of some of them

    def digests(self) -> tuple[bytes, ...]:
        """The names of the pieces, in order."""
        return tuple(
            self.known.get(place) or piece_digest(piece)
            for place, piece in zip(self.places, self.pieces(), strict=True)
        )

    def pieces(self) -> Iterator[Pixels]:
        """Yield the pieces one by one: all of them together would be as large as the page."""
        for left, top, width, height in self.places:
            yield packed(self.page[top : top + height, left : left + width], self.channels)


def read_png(data: bytes | PngScreenshot) -> tuple[Pixels, str] | None:
    """Return the pixels and the mode of a picture; None if its mode is neither RGB nor RGBA.

    The screenshot does not keep these pixels: a later read unpacks it again.
    """
    screenshot = PngScreenshot(data) if isinstance(data, bytes) else data
    plain = screenshot.take_plain_pixels()
    if plain is not None:
        return plain[..., :3], "RGB"
    try:
        with Image.open(io.BytesIO(screenshot.png)) as picture:
            if picture.mode not in {"RGB", "RGBA"}:
                return None
            # Four bytes a pixel also where one is idle: such pixels compare as one number each (see `_colours`).
            mode = picture.mode
            pixels = np.array(picture if mode == "RGBA" else picture.convert("RGBA"))
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    opaque = mode == "RGB" or (pixels[..., 3] == 255).all()
    return (pixels[..., :3] if opaque else pixels), mode


def write_png(pixels: Pixels, mode: str) -> bytes:
    if mode == "RGB" and pixels.shape[2] == 3 and pixels.size:
        return write_plain_png(pixels)
    picture = Image.fromarray(pixels)
    target = io.BytesIO()
    (picture if picture.mode == mode else picture.convert(mode)).save(target, "PNG", compress_level=3)
    return target.getvalue()


def packed(pixels: Pixels, channels: int) -> Pixels:
    """Return pixels of four bytes without the unused fourth byte."""
    if channels == pixels.shape[2]:
        return pixels
    return rearranged(pixels, WITHOUT_FOURTH)


def piece_digest(pixels: Pixels) -> bytes:
    """Return the name of a piece: a digest of its shape and pixels."""
    head = np.array(pixels.shape, "<u4").tobytes()
    return hashlib.blake2b(np.ascontiguousarray(pixels).data, digest_size=20, key=head).digest()


def cut(
    pixels: Pixels,
    mode: str,
    boxes: Iterable[Box],
    *,
    scale: float = 1.0,
    cut_parts: Mapping[PixelEdges, Sequence[CutPart]] = NOTHING_CUT,
) -> CutPicture:
    """Cut a screenshot along the boxes of its blocks. The pixels may be overwritten (see `background_pattern`).

    `cut_parts` are the pieces of rectangles that were cut before (`cut_part`).
    """
    height, width, channels = pixels.shape
    colours = _colours(pixels)
    page = colours.view(np.uint8).reshape(height, width, 4)
    head: dict[str, Any] = {"size": [width, height, channels], "mode": mode}
    rectangles, covered = _rectangles(boxes, width, height, scale)
    ground = list(_ground(rectangles, covered))
    del covered
    pattern = background_pattern.paint_over_pattern(colours, ground) if channels == 3 else None
    if pattern is not None:
        head["ground"] = pattern.written()
        cut_parts = NOTHING_CUT
    entries: list[tuple[int, int, int, int, int]] = []  # left, top, width, height, colour or -1
    known: dict[PieceBox, bytes] = {}
    for left, top, right, bottom in (*ground, *rectangles):
        if (left, top, right, bottom) in cut_parts:
            for x, y, w, h, colour, digest in cut_parts[left, top, right, bottom]:
                entries.append((x, y, w, h, colour))
                if colour < 0:
                    known[x, y, w, h] = digest
            continue
        for x, y, w, h, colour in _narrow(_split(colours[top:bottom, left:right], left, top)):
            entries.append((x, y, w, h, colour if colour < 0 else _number(page[y, x, :channels])))
    columns = [np.diff(np.array(column), prepend=0).tolist() for column in zip(*entries, strict=True)]
    return CutPicture(
        recipe=json.dumps(head | {"places": columns}, separators=(",", ":")).encode(),
        places=tuple(entry[:4] for entry in entries if entry[4] < 0),
        page=page,
        channels=channels,
        known=known,
    )


def cut_part(part: Pixels, left: int, top: int) -> Iterator[CutPart]:
    """Cut a part of an opaque page, four bytes a pixel, that begins at this place: as `cut` cuts the rectangle of a block."""
    for x, y, width, height, colour in _narrow(_split(part.view("<u4")[..., 0], left, top)):
        piece = part[y - top : y - top + height, x - left : x - left + width]
        if colour < 0:
            yield CutPart(x, y, width, height, -1, piece_digest(packed(piece, 3)))
        else:
            yield CutPart(x, y, width, height, _number(piece[0, 0, :3]), b"")


def compose(recipe: bytes, pieces: Sequence[Pixels]) -> bytes:
    """Assemble the screenshot as PNG."""
    found = Recipe(recipe, pieces=len(pieces))
    return write_png(found.paint(0, 0, found.width, found.height, pieces.__getitem__), found.mode)


def _rectangles(
    boxes: Iterable[Box], width: int, height: int, scale: float
) -> tuple[list[Rectangle], npt.NDArray[np.bool_]]:
    """Return rectangles in whole pixels, smallest first, and the covered pixels; mostly covered rectangles are omitted."""
    found: set[Rectangle] = set()
    for box in boxes:
        left, top = max(0, int(box.x * scale)), max(0, int(box.y * scale))
        right = min(width, -int(-box.right * scale // 1))
        bottom = min(height, -int(-box.bottom * scale // 1))
        if right - left > 1 and bottom - top > 1:
            found.add((left, top, right, bottom))
    covered = np.zeros((height, width), bool)
    kept = []
    for left, top, right, bottom in sorted(found, key=lambda r: ((r[2] - r[0]) * (r[3] - r[1]), r)):
        if 2 * np.count_nonzero(covered[top:bottom, left:right]) < (bottom - top) * (right - left):
            covered[top:bottom, left:right] = True
            kept.append((left, top, right, bottom))
    return kept, covered


def _ground(rectangles: Sequence[Rectangle], covered: npt.NDArray[np.bool_]) -> Iterator[Rectangle]:
    """Yield the background around the blocks, in bands between the edges of blocks."""
    edges = sorted({0, len(covered), *(edge for _, top, _, bottom in rectangles for edge in (top, bottom))})
    for top, bottom in itertools.pairwise(edges):
        line = covered[top]
        yield from ((left, top, right, bottom) for left, right in _runs(line) if not line[left])


def _split(colours: Colours, left: int, top: int, depth: int = 0) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield left, top, width, height and colour (-1 for several) of the parts of a picture.

    Strips first; a strip that is high because its columns are side by side is cut between them, and each column again.
    """
    width = colours.shape[1]
    for start, end, colour in _low_strips(colours):
        if colour >= 0:
            yield left, top + start, width, end - start, colour
            continue
        columns = list(_columns(colours[start:end]))
        if end - start <= MAX_STRIP or depth == MAX_DEPTH:
            columns = _without_margins(columns)
        cut_again = end - start > MAX_STRIP and depth < MAX_DEPTH and len(columns) > 1
        for first, last, ground in columns:
            if ground < 0 and cut_again:
                yield from _split(colours[start:end, first:last], left + first, top + start, depth + 1)
            else:
                yield left + first, top + start, last - first, end - start, ground


def _narrow(parts: Iterable[tuple[int, int, int, int, int]]) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield the parts, with parts of several colours cut where they are too wide to store."""
    for left, top, width, height, colour in parts:
        step = width if colour >= 0 else WIDEST_PIECE
        for start in range(0, width, step):
            yield left + start, top, min(step, width - start), height, colour


def _without_margins(columns: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Join all columns between the margins of one colour, so that a line that moved sideways is the same piece."""
    inner = [column for column in columns if column[2] < 0]
    if not inner:
        return list(columns)
    middle = (inner[0][0], inner[-1][1], -1)
    before = [column for column in columns if column[1] <= middle[0]]
    return [*before, middle, *(column for column in columns if column[0] >= middle[1])]


def _strips(colours: Colours) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and colour of the strips of a picture, top to bottom; the colour is -1 if there are several."""
    keys = np.where(np.logical_and.reduce(colours == colours[:, :1], axis=1), colours[:, 0].astype(np.int64), -1)
    strip, line = -1, 0  # where the strip and its last line start; -1 between strips
    for start, end in _runs(keys):
        if keys[start] < 0 or end - start < MIN_GAP:
            strip, line = (start if strip < 0 else strip), start
        elif strip < 0:
            yield start, end, int(keys[start])
        elif end - start >= WIDE_GAP or _ends_here(colours, strip, line, start):
            yield strip, start, -1
            yield start, end, int(keys[start])
            strip = -1
    if strip >= 0:
        yield strip, len(keys), -1


def _low_strips(colours: Colours) -> Iterator[tuple[int, int, int]]:
    """Yield the strips, cut where they are too high to store because they have no empty row."""
    for start, end, colour in _strips(colours):
        for top in range(start, end, HIGHEST_STRIP if colour < 0 else end - start):
            yield top, min(end, top + HIGHEST_STRIP) if colour < 0 else end, colour


def _columns(colours: Colours) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and colour of the columns of a picture, left to right, with the gaps between them."""
    keys = np.where(np.logical_and.reduce(colours == colours[:1]), colours[0].astype(np.int64), -1)
    edges = np.concatenate(([0], (keys[1:] != keys[:-1]).nonzero()[0] + 1, [len(keys)]))
    grounds = ((edges[1:] - edges[:-1] >= MIN_COLUMN_GAP) & (keys[edges[:-1]] >= 0)).nonzero()[0]
    starts, ends = edges[grounds], edges[grounds + 1]
    column = 0
    for start, end, colour in zip(starts.tolist(), ends.tolist(), keys[starts].tolist(), strict=True):
        if start > column:
            yield column, start, -1
        yield start, end, colour
        column = end
    if column < len(keys):
        yield column, len(keys), -1


def _runs(keys: npt.NDArray[Any]) -> Iterator[tuple[int, int]]:
    """Return start and end of each run of equal keys."""
    edges = [0, *((keys[1:] != keys[:-1]).nonzero()[0] + 1).tolist(), len(keys)]
    return itertools.pairwise(edges)


def _ends_here(colours: Colours, strip: int, line: int, end: int) -> bool:
    """Return whether a strip ends at a gap: after about two lines, as a hash of the last line decides.

    Only the middle row of the line is hashed: it crosses the letters and is read faster than the whole line.
    """
    if end - strip < MIN_STRIP:
        return False
    return end - strip >= MAX_STRIP or zlib.crc32(colours[(line + end) // 2].tobytes()) % 2 == 0


def _colours(pixels: Pixels) -> Colours:
    """Return each pixel as one number, equal for equal colours; pixels of four bytes are not copied."""
    height, width, channels = pixels.shape
    whole = pixels if channels == 4 else pixels.base
    is_same = whole is not None and (whole.shape, whole.strides, whole.ctypes.data) == (
        (height, width, 4), (width * 4, 4, 1), pixels.ctypes.data,
    )  # fmt: skip
    if whole is None or not is_same:
        whole = np.full((height, width, 4), 255, np.uint8)
        whole[..., :channels] = pixels
    found: Colours = whole.view("<u4")[..., 0]
    return found


def _number(pixel: Pixels) -> int:
    """Return the colour of one pixel as the number that recipes use."""
    return int.from_bytes(pixel.tobytes(), "big")
