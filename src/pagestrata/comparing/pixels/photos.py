"""Photos inside the picture of a block, known without their places: which of them are gone.

Where the text of a block changed, other pixels are expected all over it, and photos in it may have moved. Text leaves
most of the ground around it free, a photo does not: what covers the block's ground in one compact region is a photo. It
is still there if the new picture shows it anywhere; if not, and another photo of its size is there, it was swapped. A
photo of another size says nothing (it may be the same, scaled), nor does one without contrast or with the ground's colour.

A photo is found again by the normed correlation coefficient, as OpenCV's TM_CCOEFF_NORMED: at each place, the covariance of the
photo with what it would cover, over all channels, divided by both standard deviations. The products come from Fourier transforms,
the sums of what is covered from running sums (J. P. Lewis, *Fast Normalized Cross-Correlation*, 1995).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.comparing.pixels.picture_hashes import FLAT_CONTRAST, standard_deviation
from pagestrata.formats.pictures.channels import WITH_OPAQUE, rearranged
from pagestrata.model.screenshots import Pixels

TILE_PX = 8
GROUND_TOLERANCE = 16  # difference of a channel, of 255, up to which a pixel has the colour of the ground
MOST_GROUND = 0.15  # the maximum share of background in a tile of a photo; tiles with letters have more
LEAST_TILES, LEAST_SIDE = 36, 4
COMPACT = 0.75  # the share of its bounding box that a photo covers
SAME_SIZE_PX = 2 * TILE_PX
SAMPLE = 1_000  # pixels that are looked at first, for the colour that more than half of all have
STILL_THERE = 0.8  # the correlation from which a photo is found again

Region = tuple[int, int, int, int]  # left, top, right, bottom in pixels


def has_swapped_photo(old: Pixels, new: Pixels) -> bool:
    """Whether a photo in the old picture of a block is missing in the new one, which has another of its size."""
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
    """Return which pixels have the most frequent colour of the picture."""
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
    """The commonest colour; of several the darkest, blue first."""
    sample, counts = np.unique(colours[:: max(1, len(colours) // SAMPLE)], return_counts=True)
    likely = sample[counts.argmax()]
    if 2 * np.count_nonzero(colours == likely) > len(colours):  # so it is most of the time, and nothing else is counted
        return int(likely)
    distinct, counts = np.unique(colours, return_counts=True)
    most = distinct[counts == counts.max()]
    return int(most[most.byteswap().argmin()])


def _have_same_size(first: Region, second: Region) -> bool:
    return all(abs((first[i + 2] - first[i]) - (second[i + 2] - second[i])) <= SAME_SIZE_PX for i in (0, 1))


def _inner(pixels: Pixels, region: Region) -> Pixels:
    """A region without its outermost tiles, which may hold more than the photo."""
    left, top, right, bottom = region
    return pixels[top + TILE_PX : bottom - TILE_PX, left + TILE_PX : right - TILE_PX]


def _is_shown(pixels: Pixels, photo: Pixels) -> bool:
    if photo.shape[0] > pixels.shape[0] or photo.shape[1] > pixels.shape[1]:
        return True  # unknown: it cannot be searched for
    return best_correlation(pixels, photo) >= STILL_THERE


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectedPart:
    """The bounding box of a part, its last edges exclusive, and how many cells it has."""

    left: int
    top: int
    right: int
    bottom: int
    size: int


@dataclass(frozen=True, slots=True)
class _Run:
    row: int
    first: int
    last: int  # exclusive


def connected_parts(mask: npt.NDArray[np.bool_]) -> list[ConnectedPart]:
    """The parts, in the order of their first cells."""
    runs = _runs(mask)
    leader = list(range(len(runs)))
    above, current = 0, 0  # the runs of the row above begin there, and end where those of this row begin
    for number, run in enumerate(runs):
        if number and run.row != runs[number - 1].row:
            above, current = (current if runs[number - 1].row == run.row - 1 else number), number
        for other in range(above, current):
            if runs[other].first < run.last and run.first < runs[other].last:
                first, later = sorted((_leader(leader, other), _leader(leader, number)))
                leader[later] = first
    members: dict[int, list[_Run]] = {}
    for number, run in enumerate(runs):
        members.setdefault(_leader(leader, number), []).append(run)
    return [_part(found) for found in members.values()]


def _runs(mask: npt.NDArray[np.bool_]) -> list[_Run]:
    steps = np.diff(mask.astype(np.int8), axis=1, prepend=0, append=0)
    starts, ends = np.argwhere(steps == 1), np.argwhere(steps == -1)
    return [_Run(row, first, last) for (row, first), last in zip(starts.tolist(), ends[:, 1].tolist(), strict=True)]


def _leader(leader: list[int], number: int) -> int:
    while leader[number] != number:
        leader[number] = number = leader[leader[number]]
    return number


def _part(runs: Iterable[_Run]) -> ConnectedPart:
    members = list(runs)
    return ConnectedPart(
        left=min(run.first for run in members),
        top=members[0].row,
        right=max(run.last for run in members),
        bottom=members[-1].row + 1,
        size=sum(run.last - run.first for run in members),
    )


Plane = npt.NDArray[np.float64]

_ROUNDING = 1.125  # coefficients up to this come from rounding; higher ones, where nothing varies, are ignored
_FLAT = 1e-7


def best_correlation(pixels: Pixels, part: Pixels) -> float:
    """The highest coefficient of a part that is not larger than the picture; 1 for a part of one colour."""
    area = part.shape[0] * part.shape[1]
    fitting = (slice(pixels.shape[0] - part.shape[0] + 1), slice(pixels.shape[1] - part.shape[1] + 1))
    covariance, variance, energy = np.zeros(1), np.zeros(1), 0.0
    for channel in range(pixels.shape[2]):
        whole, wanted = (picture[..., channel].astype(np.float64) for picture in (pixels, part))
        wanted -= wanted.mean()
        energy += float((wanted**2).sum())
        covariance = covariance + _products(whole - whole.mean(), wanted)[fitting]
        variance = variance + _window_sums(whole**2, part.shape) - _window_sums(whole, part.shape) ** 2 / area
    if energy < _FLAT:
        return 1.0
    bound = np.sqrt(np.maximum(variance, 0.0) * energy)
    counted = np.abs(covariance) < bound * _ROUNDING
    coefficients = np.divide(covariance, bound, out=np.zeros_like(covariance), where=counted)
    return min(1.0, float(coefficients.max()))


def _products(whole: Plane, wanted: Plane) -> Plane:
    """The sum of the products with what is covered, at each place. Single precision is enough, and takes half the memory."""
    shape = tuple(_fast_length(side) for side in whole.shape)
    spectrum, other = (np.fft.rfft2(plane.astype(np.float32), shape) for plane in (whole, wanted))
    return np.asarray(np.fft.irfft2(spectrum * np.conj(other), shape), np.float64)


def _window_sums(values: Plane, size: tuple[int, ...]) -> Plane:
    """The sum of the values under a window of this size, at each of its places."""
    height, width = size[:2]
    running = np.zeros((values.shape[0] + 1, values.shape[1] + 1))
    np.cumsum(values, axis=0, out=running[1:, 1:])
    np.cumsum(running[1:, 1:], axis=1, out=running[1:, 1:])
    tall = running[height:] - running[:-height]
    return np.asarray(tall[:, width:] - tall[:, :-width])


def _fast_length(least: int) -> int:
    """The next length without a prime factor above 5, in which Fourier transforms are fast."""
    length = least
    while True:
        rest = length
        for factor in (2, 3, 5):
            while rest % factor == 0:
                rest //= factor
        if rest == 1:
            return length
        length += 1
