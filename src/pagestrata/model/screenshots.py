"""Screenshots of whole pages, read in parts.

A tall page has a hundred megabytes of pixels, of which a comparison only needs the blocks with pictures. A file is unpacked
when the first part is read; a screenshot stored in pieces is assembled only where it is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from pagestrata.model.geometry import Box

if TYPE_CHECKING:  # most code that passes screenshots around does not compute with pixels
    import numpy as np
    import numpy.typing as npt

Pixels: TypeAlias = "npt.NDArray[np.uint8]"
"""Rows of colours."""
Edges: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
PixelEdges: TypeAlias = tuple[int, int, int, int]
EQUAL_PX = 1e-3


class Screenshot(Protocol):
    """A picture that is read in parts. It can be pickled and stays small."""

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height; None for what is no picture."""
        ...

    @property
    def file_name(self) -> str:
        """An identifier of its file; empty if not known."""
        ...

    def part(self, left: int, top: int, right: int, bottom: int) -> Pixels:
        """The pixels between these edges as far as the picture reaches, blue first. Raises InputError for a damaged one."""
        ...

    def shows_part_of(self, other: Screenshot, mine: PixelEdges, others: PixelEdges) -> bool:
        """Whether its part between these edges is known to equal a part of another screenshot, without being unpacked."""
        ...


def is_same_file(first: Screenshot, second: Screenshot) -> bool:
    """Return whether both come from the same file; False does not mean that they differ."""
    return bool(first.file_name) and first.file_name == second.file_name


def is_same_part(first: Screenshot, second: Screenshot, old: Box, new: Box) -> bool:
    """Return whether a box of each is known to show the same; False does not mean that they differ.

    Both boxes must begin and end at the same fractions of a pixel, so that their parts are equal however edges are rounded.
    """
    if not old.is_finite or not new.is_finite:
        return False
    moved = [one - other for one, other in zip(_sides(old), _sides(new), strict=True)]
    if any(abs(distance - round(distance)) > EQUAL_PX for distance in moved):
        return False
    return first.shows_part_of(second, _whole_pixels(old), _whole_pixels(new))


def _sides(box: Box) -> Edges:
    return box.x, box.y, box.right, box.bottom


def _whole_pixels(box: Box) -> PixelEdges:
    return max(0, int(box.x)), max(0, int(box.y)), -int(-box.right // 1), -int(-box.bottom // 1)
