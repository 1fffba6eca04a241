"""Screenshots made small enough to compare: decoded once, reduced to a quarter, checked before they are unpacked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagestrata.errors import InputError
from pagestrata.formats.pictures.channels import REVERSED, rearranged
from pagestrata.formats.pictures.pictures import is_too_large
from pagestrata.formats.pictures.reducing import reduce_by_area
from pagestrata.formats.pictures.screenshots import opened
from pagestrata.model.screenshots import Pixels, Screenshot

SCALE = 4
"""A quarter of the size keeps lines of text as texture and costs a sixteenth."""
MOST_ROWS_PX = 20_000
STRIP_ROWS_PX = 400
"""Rows that are put together and reduced at a time; a multiple of the scale, so that strips join without a seam. Of a page that
is 2,700 px wide, both versions at once, so many take 13 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A screenshot in RGB, as the file has it, at a quarter of its size."""

    small: Pixels


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusable:
    """Why a screenshot cannot be compared."""

    reason: str


def unusable(screenshot: bytes | Screenshot) -> Unusable | None:
    """What the head of the file says against it; costs nothing."""
    size = opened(screenshot).size
    if size is None:
        return Unusable(reason="the screenshot is not a PNG file")
    if not all(size):
        return Unusable(reason="the screenshot is empty")
    if is_too_large(size):
        return Unusable(reason=f"the screenshot is too large to compare ({size[0]} x {size[1]} px)")
    return None


def open_picture(screenshot: bytes | Screenshot) -> Picture | Unusable:
    """Decode a screenshot; a damaged, empty or gigantic one is told apart, the latter without unpacking it."""
    shot = opened(screenshot)
    wrong, (width, height) = unusable(shot), shot.size or (0, 0)
    if wrong is not None:
        return wrong
    rows = max(SCALE, min(height, MOST_ROWS_PX) // SCALE * SCALE)
    try:
        strips = [
            _reduced(shot.part(0, top, width, min(top + STRIP_ROWS_PX, rows))) for top in range(0, rows, STRIP_ROWS_PX)
        ]
    except InputError:
        return Unusable(reason="the screenshot is damaged")
    return Picture(small=rearranged(np.concatenate(strips), REVERSED))


def _reduced(pixels: Pixels) -> Pixels:
    """A quarter of the size; a last row or column that does not fill a whole pixel is cut, exact factors are fast."""
    height, width = (max(SCALE, side - side % SCALE) for side in pixels.shape[:2])
    return reduce_by_area(pixels[:height, :width], width // SCALE, height // SCALE)
