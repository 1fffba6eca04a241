"""Whether two pictures of one block look the same, checked from cheap to expensive (notes §10).

1. Equal bytes: yes. 2. Equal rows after a small vertical shift (a block's box may be off by a pixel): yes.
3. Hashes far apart (difference hash and colour): no. 4. Structural similarity (Wang et al. 2004, Gaussian window 11 px,
sigma 1.5) near 1: yes. 5. What differs once anti-aliasing is set aside: no, if it is an area rather than edges.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.comparing.pixels.picture_hashes import looks_alike, picture_hash
from pagestrata.formats.pictures.channels import grey_values, strips
from pagestrata.model.screenshots import Pixels

LARGEST_SHIFT_PX = 8
EQUAL_ROWS = 0.97
ALIKE_SSIM = 0.985
CHANGED_SSIM = 0.6
CHANGED_SHARE = 0.01
SMALLEST_CHANGED_PX = 64
COLOUR_TOLERANCE = 24  # difference of a channel, of 255, that a codec makes and an eye may miss

_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
_REACH, _SIGMA = 5, 1.5
_WEIGHTS = np.exp(-(np.arange(_REACH + 1) ** 2) / (2 * _SIGMA**2))
_WEIGHTS = (_WEIGHTS / (2 * _WEIGHTS.sum() - _WEIGHTS[0])).astype(np.float32)
"""Of the middle of the window and of the pixels to one side."""

Grey = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


def same_picture(old: Pixels, new: Pixels) -> bool:
    """Return whether two pictures look the same to a person; True if one has no area."""
    old, new = _common(old, new)
    if not old.size or np.array_equal(old, new):
        return True
    old, new, equal_rows = aligned(old, new)
    if equal_rows >= EQUAL_ROWS:
        return True
    similarity = ssim(old, new)
    if similarity >= ALIKE_SSIM and looks_alike(picture_hash(old), picture_hash(new)):
        return True
    changed = int(changed_mask(old, new).sum())
    if similarity < CHANGED_SSIM:
        return changed < SMALLEST_CHANGED_PX
    return bool(changed < max(SMALLEST_CHANGED_PX, CHANGED_SHARE * old.shape[0] * old.shape[1]))


def _common(old: Pixels, new: Pixels) -> tuple[Pixels, Pixels]:
    """The common part of both sizes: fractional boxes may be rounded differently."""
    height, width = min(old.shape[0], new.shape[0]), min(old.shape[1], new.shape[1])
    return old[:height, :width], new[:height, :width]


def aligned(old: Pixels, new: Pixels) -> tuple[Pixels, Pixels, float]:
    """Both pictures, shifted so that most rows agree, and the share of agreeing rows."""
    before, after = _row_hashes(old), _row_hashes(new)
    height = len(before)
    best, best_shift = float(np.mean(before == after)), 0
    for shift in range(1, min(LARGEST_SHIFT_PX, height // 4) + 1):
        for signed in (shift, -shift):
            first, second = _shifted(before, signed), _shifted(after, -signed)
            share = float(np.mean(first == second))
            if share > best + 1 / height:
                best, best_shift = share, signed
    return _shifted(old, best_shift), _shifted(new, -best_shift), best


def _row_hashes(pixels: Pixels) -> npt.NDArray[np.uint32]:
    return np.array([zlib.crc32(row.tobytes()) for row in pixels], np.uint32)


def _shifted(rows: npt.NDArray[Any], shift: int) -> npt.NDArray[Any]:
    return rows[shift:] if shift >= 0 else rows[:shift]


def ssim(old: Pixels, new: Pixels) -> float:
    """The mean structural similarity of the grey values of two pictures of the same size.

    Equal windows have similarity 1, so only the part around the differences is computed.
    """
    differs = old != new
    rows, columns = np.flatnonzero(differs.any(axis=(1, 2))), np.flatnonzero(differs.any(axis=0).any(axis=1))
    if not len(rows):
        return 1.0
    left, top = int(columns[0]), int(rows[0])
    width, height = int(columns[-1]) + 1 - left, int(rows[-1]) + 1 - top
    reach, every = _REACH, int(old.shape[0] * old.shape[1])
    inner = (slice(max(0, top - reach), top + height + reach), slice(max(0, left - reach), left + width + reach))
    outer = (
        slice(max(0, top - 2 * reach), top + height + 2 * reach),
        slice(max(0, left - 2 * reach), left + width + 2 * reach),
    )
    greys = (grey_values(pixels[outer], blue_first=True).astype(np.float32) for pixels in (old, new))
    found = _similarities(*greys)
    counted = found[_within(inner[0], outer[0]), _within(inner[1], outer[1])]
    return float(counted.sum(dtype=np.float64) + every - counted.size) / every


def _within(inner: slice, outer: slice) -> slice:
    return slice(inner.start - outer.start, inner.stop - outer.start)


def _similarities(old: Grey, new: Grey) -> Grey:
    """The similarity of the window around each pixel."""
    mean_old, mean_new = blurred(old), blurred(new)
    variance_old = blurred(old * old) - mean_old**2
    variance_new = blurred(new * new) - mean_new**2
    covariance = blurred(old * new) - mean_old * mean_new
    luminance = (2 * mean_old * mean_new + _C1) / (mean_old**2 + mean_new**2 + _C1)
    structure = (2 * covariance + _C2) / (variance_old + variance_new + _C2)
    return np.asarray(luminance * structure, np.float32)


def blurred(values: Grey) -> Grey:
    """The mean of the window around each pixel, weighted by its Gaussian; the picture is mirrored at its edges."""
    return _blurred_down(np.ascontiguousarray(_blurred_down(values).T)).T


def _blurred_down(values: Grey) -> Grey:
    """Blur each column; the weights are symmetric."""
    height, reach = len(values), len(_WEIGHTS) - 1
    around = np.concatenate([values[_mirrored(np.arange(-reach, 0), height)], values,
                             values[_mirrored(np.arange(height, height + reach), height)]])  # fmt: skip
    found = np.empty_like(values)
    for rows in strips(height):
        first, last = rows.start + reach, rows.stop + reach
        total = around[first:last] * _WEIGHTS[0]
        for distance, weight in enumerate(_WEIGHTS[1:], 1):
            total += (around[first - distance : last - distance] + around[first + distance : last + distance]) * weight
        found[rows] = total
    return found


def _mirrored(places: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.int64]:
    """Places beyond the edges, mirrored at the outermost pixel."""
    period = max(1, 2 * size - 2)
    folded = places % period
    return np.minimum(folded, period - folded)


def changed_mask(old: Pixels, new: Pixels) -> Mask:
    """Pixels that differ visibly and are not an anti-aliased edge of something unchanged.

    An anti-aliased pixel lies between its neighbours: if the other picture's neighbourhood (3 x 3) spans its value, the edge
    was drawn at a slightly different position.
    """
    differs = _any_channel(np.maximum(old, new) - np.minimum(old, new) > COLOUR_TOLERANCE)
    if not differs.any():
        return differs
    return differs & (_is_not_spanned(old, new) | _is_not_spanned(new, old))


def _is_not_spanned(pixels: Pixels, other: Pixels) -> Mask:
    """Pixels with a channel outside the range of the neighbourhood in the other picture, with a tolerance."""
    # Bounds that would leave 0 to 255 stop there: nothing is beyond.
    low = np.maximum(_of_neighbours(np.minimum, other), COLOUR_TOLERANCE) - np.uint8(COLOUR_TOLERANCE)
    high = np.minimum(_of_neighbours(np.maximum, other), 255 - COLOUR_TOLERANCE) + np.uint8(COLOUR_TOLERANCE)
    return _any_channel((pixels < low) | (pixels > high))


def _of_neighbours(extreme: np.ufunc, pixels: Pixels) -> Pixels:
    """The lowest or the highest value of the 3 x 3 pixels around each, of those inside the picture."""
    tall = pixels.copy()
    extreme(tall[1:], pixels[:-1], out=tall[1:])
    extreme(tall[:-1], pixels[1:], out=tall[:-1])
    wide = tall.copy()
    extreme(wide[:, 1:], tall[:, :-1], out=wide[:, 1:])
    extreme(wide[:, :-1], tall[:, 1:], out=wide[:, :-1])
    return wide


def _any_channel(found: Mask) -> Mask:
    return found[..., 0] | found[..., 1] | found[..., 2]
