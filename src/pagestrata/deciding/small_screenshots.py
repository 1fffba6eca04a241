"""Screenshots made small enough to compare: decoded once, reduced to a quarter, checked before they are unpacked."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

SCALE = 4
"""A quarter of the size keeps lines of text as texture and costs a sixteenth."""
MOST_PIXELS = 120_000_000
MOST_ROWS_PX = 20_000

_PNG_MARK = b"\x89PNG\r\n\x1a\n"


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
    if len(png) < 33 or not png.startswith(_PNG_MARK):
        return Unusable(reason="the screenshot is not a PNG file")
    width, height = struct.unpack(">II", png[16:24])
    if not width or not height:
        return Unusable(reason="the screenshot is empty")
    if width * height > MOST_PIXELS:
        return Unusable(reason=f"the screenshot is too large to compare ({width} x {height} px)")
    return None


def open_picture(png: bytes) -> Picture | Unusable:
    """Decode a screenshot; a damaged, empty or gigantic one is told apart, the latter without unpacking it."""
    wrong = unusable(png)
    if wrong is not None:
        return wrong
    import cv2

    try:
        pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR_RGB)
    except cv2.error:
        pixels = None
    if pixels is None:
        return Unusable(reason="the screenshot is damaged")
    return Picture(small=_reduced(np.asarray(pixels[:MOST_ROWS_PX], np.uint8)))


def _reduced(pixels: Pixels) -> Pixels:
    """A quarter of the size; a last row or column that does not fill a whole pixel is cut, exact factors are fast."""
    import cv2

    height, width = (max(SCALE, side - side % SCALE) for side in pixels.shape[:2])
    size = (width // SCALE, height // SCALE)
    return np.asarray(cv2.resize(pixels[:height, :width], size, interpolation=cv2.INTER_AREA), np.uint8)
