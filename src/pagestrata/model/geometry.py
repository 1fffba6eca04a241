"""Rectangles on a page, in CSS pixels, with the origin at the top left corner of the page."""

from __future__ import annotations

import math
from typing import NamedTuple


class Box(NamedTuple):
    """One rectangle. Width and height are never negative; a box without area is empty."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def area(self) -> float:
        return self.width * self.height

    def intersection(self, other: Box) -> Box:
        """The shared rectangle; empty when the two do not overlap."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        width = max(0.0, min(self.right, other.right) - left)
        height = max(0.0, min(self.bottom, other.bottom) - top)
        return Box(left, top, width, height)

    def union(self, other: Box) -> Box:
        """The smallest rectangle around both; an empty box adds nothing."""
        if not other.area:
            return self
        if not self.area:
            return other
        left, top = min(self.x, other.x), min(self.y, other.y)
        return Box(left, top, max(self.right, other.right) - left, max(self.bottom, other.bottom) - top)

    def contains(self, other: Box, *, tolerance_px: float = 0.5) -> bool:
        return (
            other.x >= self.x - tolerance_px
            and other.y >= self.y - tolerance_px
            and other.right <= self.right + tolerance_px
            and other.bottom <= self.bottom + tolerance_px
        )

    @property
    def is_finite(self) -> bool:
        return all(map(math.isfinite, self))


EMPTY_BOX = Box(0.0, 0.0, 0.0, 0.0)
