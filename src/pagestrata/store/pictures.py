"""A screenshot as pictures of its blocks, put together again to the last pixel.

Each block's rectangle is cut at its empty rows into strips a few lines high; what no block covers is cut into bands.
One colour is noted as such, every other strip is a piece, named by the digest of its pixels: a paragraph that moved
down is the same pieces elsewhere, one changed line is one new piece. Where a strip ends depends on its own pixels, so
that an inserted line disturbs its neighbours only. The new pieces of one version are stacked on one sheet, stored as
lossless WebP.

The recipe says what goes where, in painting order. Pieces are crops of the finished page: where they overlap they
agree.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from pagestrata.errors import ArchiveError
from pagestrata.model.geometry import Box

Pixels: TypeAlias = npt.NDArray[np.uint8]  # [height, width, channels]
Rectangle: TypeAlias = tuple[int, int, int, int]  # left, top, right, bottom

MAX_SHEET_SIDE = 16_000  # WebP ends at 16,383
MIN_STRIP, MAX_STRIP = 40, 120
MIN_GAP, WIDE_GAP = 3, 24
WEBP = {"lossless": True, "quality": 80, "method": 4, "exact": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPicture:
    """The recipe of a screenshot and the pieces it calls for, in its order."""

    recipe: bytes
    pieces: tuple[Pixels, ...]


def read_png(data: bytes) -> tuple[Pixels, str] | None:
    """The pixels and the mode of a picture; None for modes that are not plain colours (those are kept as they are)."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            if picture.mode not in {"RGB", "RGBA"}:
                return None
            pixels, mode = np.asarray(picture), picture.mode
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    if mode == "RGBA" and (pixels[..., 3] == 255).all():
        return np.ascontiguousarray(pixels[..., :3]), mode
    return pixels, mode


def write_png(pixels: Pixels, mode: str) -> bytes:
    picture = Image.fromarray(pixels)
    target = io.BytesIO()
    (picture if picture.mode == mode else picture.convert(mode)).save(target, "PNG", compress_level=3)
    return target.getvalue()


def piece_digest(pixels: Pixels) -> bytes:
    """The name of a piece: its shape and its pixels."""
    head = np.array(pixels.shape, "<u4").tobytes()
    return hashlib.blake2b(np.ascontiguousarray(pixels).data, digest_size=20, key=head).digest()


def cut(pixels: Pixels, mode: str, boxes: Iterable[Box], *, scale: float = 1.0) -> CutPicture:
    """Cuts a screenshot along the boxes of its blocks."""
    height, width, channels = pixels.shape
    entries: list[tuple[int, int, int, int, int]] = []  # left, top, width, height, colour or -1
    pieces: list[Pixels] = []
    rectangles = _rectangles(boxes, width, height, scale)
    for picture, left, top in _layers(pixels, rectangles):
        for start, end, colour in _strips(picture):
            entries.append((left, top + start, picture.shape[1], end - start, colour))
            if colour < 0:
                pieces.append(picture[start:end])
    columns = [np.diff(np.array(column), prepend=0).tolist() if column else [] for column in zip(*entries, strict=True)]
    head = {"size": [width, height, channels], "mode": mode, "places": columns}
    return CutPicture(recipe=json.dumps(head, separators=(",", ":")).encode(), pieces=tuple(pieces))


def compose(recipe: bytes, pieces: Sequence[Pixels]) -> bytes:
    """The screenshot again, as PNG."""
    head = json.loads(recipe)
    width, height, channels = head["size"]
    page = np.zeros((height, width, channels), np.uint8)
    remaining = iter(pieces)
    for left, top, w, h, colour in _places(head):
        content: Any = _channels(colour, channels) if colour >= 0 else next(remaining, None)
        if content is None:
            raise ArchiveError("a screenshot lacks some of its pieces; run `pagestrata verify`")
        page[top : top + h, left : left + w] = content
    return write_png(page, head["mode"])


def stack(pieces: Sequence[Pixels]) -> Iterator[tuple[Pixels, list[tuple[int, int]]]]:
    """Sheets with the pieces one below the other: each sheet, and which piece starts at which row of it."""
    order = sorted(range(len(pieces)), key=lambda i: (pieces[i].shape[2], -pieces[i].shape[1]))
    members: list[int] = []
    for number in order:
        rows = sum(pieces[m].shape[0] for m in members) + pieces[number].shape[0]
        if members and (rows > MAX_SHEET_SIDE or pieces[members[0]].shape[2] != pieces[number].shape[2]):
            yield _sheet(pieces, members)
            members = []
        members.append(number)
    if members:
        yield _sheet(pieces, members)


def _sheet(pieces: Sequence[Pixels], members: Sequence[int]) -> tuple[Pixels, list[tuple[int, int]]]:
    width = max(pieces[m].shape[1] for m in members)
    height = sum(pieces[m].shape[0] for m in members)
    sheet = np.empty((height, width, pieces[members[0]].shape[2]), np.uint8)
    places, top = [], 0
    for number in members:
        piece = pieces[number]
        bottom = top + piece.shape[0]
        sheet[top:bottom, : piece.shape[1]] = piece
        sheet[top:bottom, piece.shape[1] :] = piece[0, 0]
        places.append((number, top))
        top = bottom
    return sheet, places


def write_sheet(sheet: Pixels) -> bytes:
    target = io.BytesIO()
    Image.fromarray(sheet).save(target, "WEBP", **WEBP)
    return target.getvalue()


def read_sheet(data: bytes) -> Pixels:
    try:
        with Image.open(io.BytesIO(data), formats=["WEBP"]) as picture:
            return np.asarray(picture)
    except (UnidentifiedImageError, OSError, ValueError) as error:
        raise ArchiveError(
            f"a sheet of screenshot pieces does not decode ({error}); run `pagestrata verify`"
        ) from error


def crop_start(top: int, width: int) -> int:
    """Where a piece is on its sheet, as one number; its height follows from its size."""
    return top << 16 | width


def crop(sheet: Pixels, start: int, size: int) -> Pixels:
    """The piece of that place and size on a sheet."""
    top, width = start >> 16, start & 0xFFFF
    return sheet[top : top + size // (width * sheet.shape[2]), :width]


def _places(head: dict[str, Any]) -> Iterator[tuple[int, int, int, int, int]]:
    columns = [np.cumsum(column).tolist() for column in head["places"]]
    return zip(*columns, strict=True)


def _rectangles(boxes: Iterable[Box], width: int, height: int, scale: float) -> list[Rectangle]:
    """Whole-pixel rectangles, small ones first, those mostly covered by smaller ones left out."""
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
        if covered[top:bottom, left:right].mean() < 0.5:
            covered[top:bottom, left:right] = True
            kept.append((left, top, right, bottom))
    return kept


def _layers(pixels: Pixels, rectangles: Sequence[Rectangle]) -> Iterator[tuple[Pixels, int, int]]:
    """The pictures to paint, with their corner: the ground between the blocks in bands, then the blocks."""
    height, width, _ = pixels.shape
    covered = np.zeros((height, width), bool)
    for left, top, right, bottom in rectangles:
        covered[top:bottom, left:right] = True
    edges = sorted({0, height, *(edge for _, top, _, bottom in rectangles for edge in (top, bottom))})
    for top, bottom in itertools.pairwise(edges):
        hidden = covered[top:bottom]
        if not hidden.all():
            band = pixels[top:bottom].copy()
            # Covered pixels are painted over later: the colour beside them costs nothing.
            band[hidden] = band[~hidden][0]
            yield band, 0, top
    for left, top, right, bottom in rectangles:
        yield pixels[top:bottom, left:right], left, top


def _strips(picture: Pixels) -> Iterator[tuple[int, int, int]]:
    """Start, end and colour of the strips of a picture, top to bottom; colour -1 for strips of several colours."""
    flat = (picture == picture[:, :1]).all(axis=(1, 2))
    colours = _colours(picture[:, 0])
    # A row continues a gap when it has one colour, the same as the row above it.
    keys = np.where(flat, colours, -1)
    starts = np.flatnonzero(np.diff(keys, prepend=keys[0] - 1))
    ends = np.append(starts[1:], len(keys))
    strip, line = -1, 0  # where the strip and its last line start; -1 between strips
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if keys[start] < 0 or end - start < MIN_GAP:
            strip, line = (start if strip < 0 else strip), start
        elif strip < 0:
            yield start, end, int(keys[start])
        elif end - start >= WIDE_GAP or _ends_here(picture, strip, line, start):
            yield strip, start, -1
            yield start, end, int(keys[start])
            strip = -1
    if strip >= 0:
        yield strip, len(keys), -1


def _ends_here(picture: Pixels, strip: int, line: int, end: int) -> bool:
    """Whether a strip ends at a gap: after about two lines, on a throw of a coin that the last line decides."""
    if end - strip < MIN_STRIP:
        return False
    return end - strip >= MAX_STRIP or hashlib.blake2b(picture[line:end].tobytes(), digest_size=1).digest()[0] % 2 == 0


def _colours(pixels: Pixels) -> npt.NDArray[np.int64]:
    values = np.zeros(len(pixels), np.int64)
    for channel in range(pixels.shape[1]):
        values = values << 8 | pixels[:, channel]
    return values


def _channels(colour: int, channels: int) -> tuple[int, ...]:
    return tuple(colour >> 8 * (channels - 1 - channel) & 0xFF for channel in range(channels))
