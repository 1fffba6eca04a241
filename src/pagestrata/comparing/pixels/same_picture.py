"""Do two pictures of one block show the same? From cheap to expensive (notes §10).

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
from pagestrata.model.screenshots import Pixels

LARGEST_SHIFT_PX = 8
EQUAL_ROWS = 0.97
ALIKE_SSIM = 0.985
CHANGED_SSIM = 0.6
CHANGED_SHARE = 0.01
SMALLEST_CHANGED_PX = 64
COLOUR_TOLERANCE = 24
"""Difference of a channel, of 255, that an eye may miss and a codec makes."""

_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
_WINDOW, _SIGMA = (11, 11), 1.5

Grey = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


def same_picture(old: Pixels, new: Pixels) -> bool:
    """Whether a person would take two pictures for the same. Pictures without area say nothing against it."""
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
    """The part both sizes have: fractional boxes are cut to whole pixels in one of two ways."""
    height, width = min(old.shape[0], new.shape[0]), min(old.shape[1], new.shape[1])
    return old[:height, :width], new[:height, :width]


def aligned(old: Pixels, new: Pixels) -> tuple[Pixels, Pixels, float]:
    """The two shifted against each other so that most rows agree, and the share that does."""
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
    """The mean structural similarity of two pictures of one size, on their grey values.

    Windows that show the same are alike to the last bit, so only the part around what differs is worked out.
    """
    import cv2

    one, two = (cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY) for pixels in (old, new))
    left, top, width, height = cv2.boundingRect((one != two).view(np.uint8))
    if not width:
        return 1.0
    reach, every = _WINDOW[0] // 2, one.size
    inner = (slice(max(0, top - reach), top + height + reach), slice(max(0, left - reach), left + width + reach))
    outer = (
        slice(max(0, top - 2 * reach), top + height + 2 * reach),
        slice(max(0, left - 2 * reach), left + width + 2 * reach),
    )
    found = _similarities(one[outer].astype(np.float32), two[outer].astype(np.float32))
    counted = found[_within(inner[0], outer[0]), _within(inner[1], outer[1])]
    return (float(counted.sum(dtype=np.float64)) + every - counted.size) / every


def _within(inner: slice, outer: slice) -> slice:
    return slice(inner.start - outer.start, inner.stop - outer.start)


def _similarities(one: Grey, two: Grey) -> Grey:
    """The similarity of the window around each pixel."""
    import cv2

    def blurred(values: Grey) -> Grey:
        return np.asarray(cv2.GaussianBlur(values, _WINDOW, _SIGMA), np.float32)

    mean_one, mean_two = blurred(one), blurred(two)
    variance_one = blurred(one * one) - mean_one**2
    variance_two = blurred(two * two) - mean_two**2
    covariance = blurred(one * two) - mean_one * mean_two
    luminance = (2 * mean_one * mean_two + _C1) / (mean_one**2 + mean_two**2 + _C1)
    structure = (2 * covariance + _C2) / (variance_one + variance_two + _C2)
    return np.asarray(luminance * structure, np.float32)


def changed_mask(old: Pixels, new: Pixels) -> Mask:
    """Pixels that differ visibly and are not the soft edge of something that stayed.

    An anti-aliased pixel lies between its neighbours: if the other picture's neighbourhood (3 x 3) spans its value, the
    edge was drawn a fraction of a pixel elsewhere.
    """
    import cv2

    kernel, tolerance = np.ones((3, 3), np.uint8), np.full_like(old, COLOUR_TOLERANCE)
    spanned = []
    for one, other in ((old, new), (new, old)):
        low, high = cv2.subtract(cv2.erode(other, kernel), tolerance), cv2.add(cv2.dilate(other, kernel), tolerance)
        spanned.append(cv2.inRange(one, low, high))  # bounds that would leave 0 to 255 stop there: nothing is beyond
    is_near = cv2.inRange(cv2.absdiff(old, new), np.zeros_like(old), tolerance)
    return np.asarray((is_near == 0) & ((spanned[0] == 0) | (spanned[1] == 0)))
