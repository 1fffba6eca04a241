"""Screenshots made small enough to compare: decoded once, reduced to a quarter, checked before they are unpacked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagestrata.formats.pictures import Pixels, decode_png, is_too_large, png_size

SCALE = 4
"""A quarter of the size keeps lines of text as texture and costs a sixteenth."""
MOST_ROWS_PX = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A screenshot in RGB, as the file has it, at a quarter of its size."""

    small: Pixels


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusable:
    """Why a screenshot cannot be compared."""

    reason: str


def unusable(png: bytes) -> Unusable | None:
    """What the head of the file says against it; costs nothing."""
    size = png_size(png)
    if size is None:
        return Unusable(reason="the screenshot is not a PNG file")
    if not all(size):
        return Unusable(reason="the screenshot is empty")
    if is_too_large(size):
        return Unusable(reason=f"the screenshot is too large to compare ({size[0]} x {size[1]} px)")
    return None


def open_picture(png: bytes) -> Picture | Unusable:
    """Decode a screenshot; a damaged, empty or gigantic one is told apart, the latter without unpacking it."""
    wrong = unusable(png)
    if wrong is not None:
        return wrong
    pixels = decode_png(png, "RGB")
    if pixels is None:
        return Unusable(reason="the screenshot is damaged")
    return Picture(small=_reduced(pixels[:MOST_ROWS_PX]))


def _reduced(pixels: Pixels) -> Pixels:
    """A quarter of the size; a last row or column that does not fill a whole pixel is cut, exact factors are fast."""
    import cv2

    height, width = (max(SCALE, side - side % SCALE) for side in pixels.shape[:2])
    size = (width // SCALE, height // SCALE)
    return np.asarray(cv2.resize(pixels[:height, :width], size, interpolation=cv2.INTER_AREA), np.uint8)
