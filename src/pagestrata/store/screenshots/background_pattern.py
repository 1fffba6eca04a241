"""The pattern behind a page: a small picture that is repeated over the background.

On such a page no row is empty, and a paragraph that moved covers another part of the pattern. Nothing could be shared between
versions, and the pattern would be stored between all lines of text. So the pattern is replaced by one colour that the page
has nowhere else, until the page is assembled again. It is found in the largest stretches of background around the blocks, as
the smallest rectangle that repeats exactly.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.uint8]
Colours = npt.NDArray[np.uint32]

MAX_TILE_SIDE = 256
MIN_SHARE = 0.3  # of the page that shows the pattern
_STRETCHES = 3
_LOOKED_AT = 1024
_STAND_INS = ((1, 2, 3), (254, 1, 253), (3, 251, 2), (129, 3, 254), (7, 77, 177))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A pattern, aligned to the page's corner, and the colour that replaces it."""

    tile: Pixels
    stand_in: tuple[int, int, int]

    def written(self) -> dict[str, Any]:
        """Return the pattern as it is written in a recipe."""
        target = io.BytesIO()
        Image.fromarray(self.tile).save(target, "WEBP", lossless=True, exact=True)
        return {"colour": list(self.stand_in), "tile": base64.b64encode(target.getvalue()).decode()}

    def put_back(self, part: Pixels, *, left: int = 0, top: int = 0) -> None:
        """Paint the pattern wherever its colour replaces it, on a part of the page with its corner at `left` and `top`."""
        rows, columns = self.tile.shape[:2]
        tile = np.roll(self.tile, (-(top % rows), -(left % columns)), (0, 1))
        for start in range(0, len(part), rows):  # a whole page of the pattern would be as large as the page
            strip = part[start : start + rows]
            shown = (strip == np.array(self.stand_in, np.uint8)).all(axis=2)
            strip[shown] = repeated(tile, *strip.shape[:2])[shown]


def read_ground(written: dict[str, Any]) -> Ground:
    """Undo `Ground.written`."""
    with Image.open(io.BytesIO(base64.b64decode(written["tile"])), formats=["WEBP"]) as picture:
        red, green, blue = written["colour"]
        return Ground(tile=np.asarray(picture.convert("RGB")), stand_in=(red, green, blue))


def paint_over_pattern(colours: Colours, stretches: Sequence[tuple[int, int, int, int]]) -> Ground | None:
    """Paint one colour over the pattern of an opaque page; None for a page without. `stretches` are its background."""
    tile = _find(colours, stretches)
    if tile is None:
        return None
    shown = sum(int(np.count_nonzero(strip == pattern)) for strip, pattern in _strips(colours, tile))
    stand_in = next((colour for colour in _STAND_INS if not (colours == _number(colour)).any()), None)
    if stand_in is None or shown < MIN_SHARE * colours.size:
        return None
    for strip, pattern in _strips(colours, tile):
        strip[strip == pattern] = _number(stand_in)
    return Ground(tile=np.ascontiguousarray(tile).view(np.uint8).reshape(*tile.shape, 4)[..., :3], stand_in=stand_in)


def _strips(colours: Colours, tile: Colours) -> Iterator[tuple[Colours, Colours]]:
    """Yield strips of the page from top to bottom, each with the pattern at its place."""
    rows = tile.shape[0] * max(1, MAX_TILE_SIDE // tile.shape[0])
    pattern = repeated(tile, rows, colours.shape[1])
    for top in range(0, len(colours), rows):
        strip = colours[top : top + rows]
        yield strip, pattern[: len(strip)]


def repeated(tile: npt.NDArray[Any], height: int, width: int) -> npt.NDArray[Any]:
    """Return an area covered by the tile."""
    times = -(-height // tile.shape[0]), -(-width // tile.shape[1]), *(1 for _ in tile.shape[2:])
    return np.tile(tile, times)[:height, :width]


def _find(colours: Colours, stretches: Sequence[tuple[int, int, int, int]]) -> Colours | None:
    largest = sorted(stretches, key=lambda s: (s[0] - s[2]) * (s[3] - s[1]))[:_STRETCHES]
    for left, top, right, bottom in largest:
        part = colours[top : min(bottom, top + _LOOKED_AT), left : min(right, left + _LOOKED_AT)]
        if (part == part[0, 0]).all():
            return None  # the ground is of one colour
        rows, columns = _period(part), _period(part.T)
        if rows is not None and columns is not None:
            tile = colours[top : top + rows, left : left + columns]
            return np.ascontiguousarray(np.roll(tile, (top % rows, left % columns), (0, 1)))
    return None


def _period(lines: Colours) -> int | None:
    """Return the number of lines after which they repeat; None if they do not repeat at least twice.

    Lines are compared by one number each first, which rules most steps out without comparing pixels.
    """
    keys = lines @ _factors(lines.shape[1])
    for step in range(1, min(MAX_TILE_SIDE, len(lines) // 2) + 1):
        if (keys[step:] == keys[:-step]).all() and (lines[step:] == lines[:-step]).all():
            return step
    return None


def _factors(count: int) -> Colours:
    """Return odd factors that make equal sums of different lines unlikely; overflow does no harm."""
    return np.arange(1, count + 1, dtype=np.uint32) * np.uint32(2_654_435_761) | np.uint32(1)


def _number(colour: tuple[int, int, int]) -> int:
    return int(np.array([*colour, 255], np.uint8).view("<u4")[0])
