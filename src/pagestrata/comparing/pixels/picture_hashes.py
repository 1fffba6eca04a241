"""Picture hashes: what a block looks like in 24 hexadecimal digits, compared without the pixels.

16 digits are a difference hash (is each cell brighter than its right neighbour, on a 9 x 8 reduction), 8 digits the
mean colour and the contrast. A flat block has a difference hash of noise, so below a contrast only the colour counts.
"""

from __future__ import annotations

import math
import re

import numpy as np

from pagestrata.formats.pictures.channels import grey_values, strips
from pagestrata.formats.pictures.reducing import reduce_by_area
from pagestrata.model.screenshots import Pixels

ALIKE_BITS = 6
ALIKE_COLOUR = 12
FLAT_CONTRAST = 6
_HASH = re.compile(r"[0-9a-f]{24}")


def picture_hash(pixels: Pixels) -> str:
    """The hash of a picture; '' for one without area."""
    if not pixels.size:
        return ""
    grey = grey_values(pixels, blue_first=True)
    cells = reduce_by_area(grey, 9, 8).astype(np.int16)
    bits = int.from_bytes(np.packbits(cells[:, :-1] > cells[:, 1:]).tobytes(), "big")
    # row by row first: numpy sums neighbouring rows many times faster than neighbouring pixels
    blue, green, red = (
        round(float(total) / grey.size) for total in pixels.sum(axis=0, dtype=np.uint32).sum(axis=0)[:3]
    )
    contrast = min(255, round(standard_deviation(grey)))
    return f"{bits:016x}{red:02x}{green:02x}{blue:02x}{contrast:02x}"


def standard_deviation(values: Pixels) -> float:
    """Return the standard deviation of all values of a plane."""
    total = squares = 0
    for rows in strips(len(values)):
        strip = values[rows].astype(np.uint16)
        total += int(strip.sum(axis=0, dtype=np.uint32).sum())
        squares += int((strip * strip).sum(axis=0, dtype=np.uint32).sum())
    return math.sqrt(max(0.0, squares / values.size - (total / values.size) ** 2))


def looks_alike(first: str, second: str) -> bool:
    """Whether two hashes may belong to the same picture; an unknown hash ('') is like any other."""
    if first == second or not first or not second:
        return True
    if not _HASH.fullmatch(first) or not _HASH.fullmatch(second):
        return False
    first_bits, *first_colour, first_contrast = _parts(first)
    second_bits, *second_colour, second_contrast = _parts(second)
    if max(abs(a - b) for a, b in zip(first_colour, second_colour, strict=True)) > ALIKE_COLOUR:
        return False
    both_flat = max(first_contrast, second_contrast) < FLAT_CONTRAST
    return both_flat or (first_bits ^ second_bits).bit_count() <= ALIKE_BITS


def _parts(known: str) -> tuple[int, int, int, int, int]:
    red, green, blue, contrast = bytes.fromhex(known[16:])
    return int(known[:16], 16), red, green, blue, contrast
