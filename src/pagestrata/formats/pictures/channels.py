"""Channels of pixels in another order, and pixels as grey values or as hue, saturation and value.

Results equal those of OpenCV to the last bit: thresholds and models were fitted to them, and tests compare both. Work goes
by strips of rows that fit into the processor's cache, and channel by channel: numpy copies a channel fast and a pixel slowly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.model.screenshots import Pixels

OPAQUE = -1
"""In the place of a channel: 255 throughout."""
REVERSED = (2, 1, 0)
"""Three channels from the last to the first; a fourth is left out."""
WITHOUT_FOURTH = (0, 1, 2)
WITH_OPAQUE = (0, 1, 2, OPAQUE)

_OPAQUE_LAST = np.uint32(0xFF000000)
_STRIP_ROWS = 32
_RED_WEIGHT, _GREEN_WEIGHT, _BLUE_WEIGHT, _WEIGHT_BITS = (np.uint32(n) for n in (9798, 19235, 3735, 15))
_HUES, _HUE_BITS = 180, 12


def rearranged(pixels: Pixels, channels: Sequence[int], *, out: Pixels | None = None) -> Pixels:
    """Pixels with these channels of the given ones, in this order; `out` is where they go, an own array otherwise."""
    found = np.empty((*pixels.shape[:2], len(channels)), np.uint8) if out is None else out
    if tuple(channels) == WITH_OPAQUE and _lie_close(pixels, 3) and _lie_close(found, 4):
        _copy_with_opaque(pixels, found)
        return found
    for rows in strips(len(pixels)):
        for target, source in enumerate(channels):
            found[rows, :, target] = 255 if source == OPAQUE else pixels[rows, :, source]
    return found


def _lie_close(pixels: Pixels, channels: int) -> bool:
    """Whether there are pixels, of that many bytes each, one after the other without gaps."""
    return bool(pixels.size) and pixels.shape[2] == channels and pixels.flags.c_contiguous


def _copy_with_opaque(pixels: Pixels, found: Pixels) -> None:
    """Four bytes are read at every third and the last of them is set: one pass, in the place of one for each channel."""
    for rows in strips(len(pixels)):
        source, target = pixels[rows], found[rows].reshape(-1, 4)
        count = len(target)
        wide = np.ndarray((count - 1,), "<u4", buffer=source.data, strides=(3,))  # the last one would reach too far
        np.bitwise_or(wide, _OPAQUE_LAST, out=target[:-1].view("<u4")[:, 0])
        target[-1, :3], target[-1, 3] = source[-1, -1], 255


def strips(height: int, rows: int = _STRIP_ROWS) -> Iterator[slice]:
    """Slices over all rows, a few at a time."""
    return (slice(top, min(top + rows, height)) for top in range(0, height, rows))


def grey_values(pixels: Pixels, *, blue_first: bool) -> Pixels:
    """The luma (ITU-R BT.601) of each pixel, in fixed point."""
    blue, red = (0, 2) if blue_first else (2, 0)
    found = np.empty(pixels.shape[:2], np.uint8)
    for rows in strips(len(pixels)):
        strip = pixels[rows]
        total = strip[..., blue] * _BLUE_WEIGHT
        total += strip[..., 1] * _GREEN_WEIGHT
        total += strip[..., red] * _RED_WEIGHT
        total += np.uint32(1) << _WEIGHT_BITS - np.uint32(1)
        found[rows] = total >> _WEIGHT_BITS
    return found


def hue_saturation_value(pixels: Pixels) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Hue (0 to 179), saturation and value (0 to 255) of pixels with red first, in fixed point."""
    red, green, blue = (pixels[..., channel].astype(np.int32) for channel in range(3))
    value = np.maximum(np.maximum(red, green), blue)
    spread = value - np.minimum(np.minimum(red, green), blue)
    saturation = _rounded(spread * _reciprocals(255)[value])
    sector = np.where(
        value == red, green - blue, np.where(value == green, blue - red + 2 * spread, red - green + 4 * spread)
    )
    hue = _rounded(sector * _reciprocals(_HUES / 6)[spread])
    return np.where(hue < 0, hue + _HUES, hue), saturation, value


def _reciprocals(factor: float) -> npt.NDArray[np.int32]:
    """The factor divided by 0 (which gives 0) to 255, in fixed point."""
    divided = np.rint(factor * (1 << _HUE_BITS) / np.arange(1, 256))
    return np.concatenate(([0], divided)).astype(np.int32)


def _rounded(fixed: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
    return np.asarray(fixed + (1 << _HUE_BITS - 1) >> _HUE_BITS)
