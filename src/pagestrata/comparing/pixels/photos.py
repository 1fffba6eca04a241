"""Photos inside the picture of a block, known without their places: which of them are gone.

Where the text of a block changed, other pixels are expected all over it, and photos in it may have moved. Text leaves
most of the ground around it free, a photo does not: what covers the block's ground in one compact region is a photo. It
is still there if the new picture shows it anywhere; if not, and another photo of its size is there, it was swapped. A
photo of another size says nothing (it may be the same, scaled), nor does one without contrast or with the ground's colour.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagestrata.comparing.pixels.connected_parts import connected_parts
from pagestrata.comparing.pixels.correlation import best_correlation
from pagestrata.comparing.pixels.picture_hashes import FLAT_CONTRAST, standard_deviation
from pagestrata.formats.pictures.channels import WITH_OPAQUE, rearranged
from pagestrata.model.screenshots import Pixels

TILE_PX = 8
GROUND_TOLERANCE = 16
"""Difference of a channel, of 255, up to which a pixel has the colour of the ground."""
MOST_GROUND = 0.15
"""The maximum share of background in a tile of a photo; tiles with letters have more."""
LEAST_TILES, LEAST_SIDE = 36, 4
COMPACT = 0.75
"""The share of its bounding box that a photo covers."""
SAME_SIZE_PX = 2 * TILE_PX
SAMPLE = 1_000
"""Pixels that are looked at first, for the colour that more than half of all have."""
STILL_THERE = 0.8
"""The correlation from which a photo is found again."""

Region = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


def has_swapped_photo(old: Pixels, new: Pixels) -> bool:
    """Whether a photo in the old picture of a block is not in the new one, where another of its size is."""
    regions = photo_regions(old)
    others = photo_regions(new) if regions else []
    return any(
        any(_have_same_size(region, other) for other in others) and not _is_shown(new, _inner(old, region))
        for region in regions
    )


def photo_regions(pixels: Pixels) -> list[Region]:
    """Where photos are in the picture of a block, to the nearest tile."""
    rows, columns = pixels.shape[0] // TILE_PX, pixels.shape[1] // TILE_PX
    if not rows * columns:
        return []
    free = _ground(pixels[: rows * TILE_PX, : columns * TILE_PX])
    counts = free.reshape(rows, TILE_PX, -1).sum(axis=1, dtype=np.uint8).reshape(rows, columns, TILE_PX).sum(axis=2)
    found = []
    for part in connected_parts(counts <= MOST_GROUND * TILE_PX**2):
        width, height = part.right - part.left, part.bottom - part.top
        if min(width, height) >= LEAST_SIDE and part.size >= max(LEAST_TILES, COMPACT * width * height):
            found.append((part.left * TILE_PX, part.top * TILE_PX, part.right * TILE_PX, part.bottom * TILE_PX))
    return [region for region in found if _contrast(_inner(pixels, region)) >= FLAT_CONTRAST]


def _ground(pixels: Pixels) -> npt.NDArray[np.bool_]:
    """Which pixels have the colour that most of the picture has."""
    colours = rearranged(pixels, WITH_OPAQUE).view("<u4").ravel()
    most = _most_frequent(colours)
    is_ground = np.ones(pixels.shape[:2], np.bool_)
    for channel in range(3):
        ground = most >> 8 * channel & 255
        low, high = max(0, ground - GROUND_TOLERANCE), min(255, ground + GROUND_TOLERANCE)
        is_ground &= (pixels[..., channel] >= low) & (pixels[..., channel] <= high)
    return is_ground


def _contrast(pixels: Pixels) -> float:
    """The standard deviation of the channel that varies most."""
    return max(standard_deviation(pixels[..., channel]) for channel in range(3))


def _most_frequent(colours: npt.NDArray[np.uint32]) -> int:
    """The colour that most of the pixels have; of several the darkest, blue first."""
    sample, counts = np.unique(colours[:: max(1, len(colours) // SAMPLE)], return_counts=True)
    likely = sample[counts.argmax()]
    if 2 * np.count_nonzero(colours == likely) > len(colours):  # so it is most of the time, and nothing else is counted
        return int(likely)
    distinct, counts = np.unique(colours, return_counts=True)
    most = distinct[counts == counts.max()]
    return int(most[most.byteswap().argmin()])


def _have_same_size(one: Region, other: Region) -> bool:
    return all(abs((one[i + 2] - one[i]) - (other[i + 2] - other[i])) <= SAME_SIZE_PX for i in (0, 1))


def _inner(pixels: Pixels, region: Region) -> Pixels:
    """A region without its outermost tiles, which may hold more than the photo."""
    left, top, right, bottom = region
    return pixels[top + TILE_PX : bottom - TILE_PX, left + TILE_PX : right - TILE_PX]


def _is_shown(pixels: Pixels, photo: Pixels) -> bool:
    if photo.shape[0] > pixels.shape[0] or photo.shape[1] > pixels.shape[1]:
        return True  # it cannot be looked for, so nothing is said
    return best_correlation(pixels, photo) >= STILL_THERE
