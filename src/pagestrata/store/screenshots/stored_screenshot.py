"""A stored screenshot, of which only the parts that are read are assembled.

It holds the recipe and the compressed sheets of its pieces, a few hundred kilobytes. A sheet is unpacked when a part of the
page needs one of its pieces, and a piece is checked against its digest when it is first painted from that sheet.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from pagestrata.errors import ArchiveError
from pagestrata.formats.pictures.channels import REVERSED, rearranged
from pagestrata.formats.pictures.screenshots import PngScreenshot
from pagestrata.model.screenshots import PixelEdges, Pixels, Screenshot
from pagestrata.store.screenshots.block_pictures import cut_part, piece_digest, write_png
from pagestrata.store.screenshots.packed_strips import write_png_by_strips
from pagestrata.store.screenshots.piece_sheets import crop, crop_start, read_sheet
from pagestrata.store.screenshots.recipes import PieceOnSheet, Recipe, read_recipe

UNPACKED_BYTES = 20 * 1024 * 1024
"""Size of the cache of unpacked sheets in a process."""

MANY_UNPACKED_BYTES = 192 * 1024 * 1024
"""Pixel cache while many versions are read in a row; each needs sheets of several earlier versions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Where a piece is: the number of its sheet, and its place there as `piece_sheets.crop` takes it."""

    digest: bytes
    sheet: int
    start: int
    size: int


def pieces_on_sheets(recipe: bytes, found: Sequence[PieceOnSheet], sheets: Mapping[bytes, int]) -> tuple[Piece, ...]:
    """Return the pieces of a recipe, given the ids of its sheets by name. Raises ArchiveError if one is missing."""
    read = read_recipe(recipe, pieces=len(found))
    try:
        return tuple(
            Piece(
                digest=piece.digest,
                sheet=sheets[piece.sheet],
                start=crop_start(piece.left, piece.top, width),
                size=width * height * read.channels,
            )
            for piece, (width, height) in zip(found, read.piece_sizes(), strict=True)
        )
    except KeyError as error:
        raise ArchiveError("a screenshot lacks one of its sheets; run `pagestrata verify`") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpackedSheet:
    """The pixels of a sheet, and its pieces whose digests were checked: start, size and digest."""

    pixels: Pixels
    checked: set[tuple[int, int, bytes]] = field(default_factory=set)

    def piece(self, row: Piece) -> Pixels:
        """Return the pixels of a piece. Raises ArchiveError if they do not match its digest."""
        found, name = crop(self.pixels, row.start, row.size), (row.start, row.size, row.digest)
        if name not in self.checked:
            if piece_digest(found) != row.digest:
                raise ArchiveError(f"a screenshot piece on sheet {row.sheet} is damaged; run `pagestrata verify`")
            self.checked.add(name)
        return found


class UnpackedSheets:
    """A cache of unpacked sheets for screenshots that share them, bounded by the bytes of their pixels.

    Sheets are looked up by their packed bytes, so that a caller never gets another archive's sheet.
    """

    def __init__(self, most_bytes: int = UNPACKED_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[bytes, UnpackedSheet] = OrderedDict()
        self._lock = threading.Lock()

    def sheet(self, packed: bytes) -> UnpackedSheet:
        with self._lock:
            found = self._kept.get(packed)
            if found is not None:
                self._kept.move_to_end(packed)
                return found
        pixels = read_sheet(packed)
        pixels.flags.writeable = False
        found = UnpackedSheet(pixels=pixels)
        with self._lock:
            self._kept[packed] = found
            self._drop_oldest()
        return found

    @contextmanager
    def holding(self, most_bytes: int) -> Iterator[None]:
        """Change the size of the cache inside a `with` block."""
        usual, self._most_bytes = self._most_bytes, most_bytes
        try:
            yield
        finally:
            with self._lock:
                self._most_bytes = usual
                self._drop_oldest()

    def _drop_oldest(self) -> None:
        while len(self._kept) > 1 and sum(sheet.pixels.nbytes for sheet in self._kept.values()) > self._most_bytes:
            self._kept.popitem(last=False)


_UNPACKED = UnpackedSheets()


def many_sheets_unpacked() -> AbstractContextManager[None]:
    """Enlarge the cache while many screenshots of a page are read, so that no sheet is unpacked twice."""
    return _UNPACKED.holding(MANY_UNPACKED_BYTES)


@dataclass(frozen=True, kw_only=True)
class StoredScreenshot:
    """A page in pieces: `pieces` are those of the recipe in its order, `sheets` the packed pictures they are cut from."""

    recipe: bytes = field(repr=False)
    pieces: tuple[Piece, ...] = field(repr=False)
    sheets: Mapping[int, bytes] = field(repr=False)
    file_name: str = ""

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    @property
    def size(self) -> tuple[int, int]:
        return self._recipe.width, self._recipe.height

    def part(self, left: int, top: int, right: int, bottom: int) -> Pixels:
        """The pixels between these edges as far as the page reaches, blue first."""
        painted = self._recipe.paint(left, top, right, bottom, self._piece)
        if not painted.size:
            return painted[..., :3]
        return rearranged(painted, REVERSED)

    def shows_part_of(self, other: Screenshot, mine: PixelEdges, others: PixelEdges) -> bool:
        """By the digests of its pieces: the part of a plain file is cut as its own was when it was stored."""
        left, top, right, bottom = _clipped(mine, self.size)
        other_left, other_top, other_right, other_bottom = _clipped(others, other.size or (0, 0))
        size = right - left, bottom - top
        if not isinstance(other, PngScreenshot) or not self._is_plain or not all(size):
            return False
        if size != (other_right - other_left, other_bottom - other_top):
            return False
        pixels = other.plain_part(other_left, other_top, other_right, other_bottom)
        if pixels is None:
            return False
        stored, found = self._entries_within(left, top, right, bottom), []
        for part in cut_part(pixels, other_left, other_top):
            place = part.left - other_left, part.top - other_top, part.width, part.height
            if stored.get(place) != (part.digest if part.colour < 0 else part.colour):
                return False
            found.append(part)
        other.cut_parts[other_left, other_top, other_right, other_bottom] = found
        return True

    @property
    def _is_plain(self) -> bool:
        """Whether its pieces show the page as it was, without transparency and without a pattern to be put back."""
        return self._recipe.mode == "RGB" and self._recipe.channels == 3 and self._recipe.ground_written is None

    def _entries_within(self, left: int, top: int, right: int, bottom: int) -> dict[tuple[int, ...], bytes | int]:
        """The digests of pieces and the colours of stretches that lie within these edges, by their place there."""
        places = self._recipe.places
        x, y, widths, heights, _ = places
        within = (x >= left) & (y >= top) & (x + widths <= right) & (y + heights <= bottom)
        numbers = np.cumsum(places[4] < 0) - 1
        return {
            (x - left, y - top, width, height): self.pieces[number].digest if colour < 0 else colour
            for (x, y, width, height, colour), number in zip(
                places[:, within].T.tolist(), numbers[within].tolist(), strict=True
            )
        }

    def png(self) -> bytes:
        """The whole page as a PNG file."""
        recipe = self._recipe
        if recipe.mode == "RGB" and recipe.channels == 3 and recipe.width and recipe.height:
            return write_png_by_strips(recipe, [piece.digest for piece in self.pieces], self._piece)
        return write_png(recipe.paint(0, 0, *self.size, self._piece), recipe.mode)

    def _piece(self, number: int) -> Pixels:
        row = self.pieces[number]
        if row.sheet not in self._unpacked:
            self._unpacked[row.sheet] = _UNPACKED.sheet(self.sheets[row.sheet])
        return self._unpacked[row.sheet].piece(row)

    @cached_property
    def _recipe(self) -> Recipe:
        return read_recipe(self.recipe, pieces=len(self.pieces))

    @cached_property
    def _unpacked(self) -> dict[int, UnpackedSheet]:
        return {}


def _clipped(edges: PixelEdges, size: tuple[int, int]) -> PixelEdges:
    """Edges as far as a picture of that size reaches."""
    left, top, right, bottom = edges
    return min(left, size[0]), min(top, size[1]), max(min(right, size[0]), 0), max(min(bottom, size[1]), 0)
