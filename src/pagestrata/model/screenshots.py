"""Screenshots of whole pages, read in parts.

A tall page has a hundred megabytes of pixels, of which a comparison only needs the blocks with pictures. A file is unpacked
when the first part is read; a screenshot stored in pieces is assembled only where it is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:  # most code that passes screenshots around does not compute with pixels
    import numpy as np
    import numpy.typing as npt

Pixels: TypeAlias = "npt.NDArray[np.uint8]"
"""Rows of colours."""


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


def is_same_file(first: Screenshot, second: Screenshot) -> bool:
    """Return whether both come from the same file; False does not mean that they differ."""
    return bool(first.file_name) and first.file_name == second.file_name
