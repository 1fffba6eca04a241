"""The picture of a whole page, as those see it who look at a few blocks of it.

A tall page is a hundred megabytes of pixels, of which a comparison needs the blocks that hold pictures. So a screenshot is
asked for parts: a file is unpacked at the first one, what an archive stored in pieces is put together only where it is
asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:  # records are made long before anybody computes with them
    import numpy as np
    import numpy.typing as npt

Pixels: TypeAlias = "npt.NDArray[np.uint8]"
"""Rows of colours."""


class Screenshot(Protocol):
    """A picture that can be looked at in parts. It can be sent to another process, small."""

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


def is_same_file(first: Screenshot, second: Screenshot) -> bool:
    """Whether both are surely one picture, without a look at it."""
    return bool(first.file_name) and first.file_name == second.file_name
