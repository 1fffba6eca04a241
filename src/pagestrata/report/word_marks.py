"""Which words of a block look different now: the areas in which two pictures of it differ, line by line.

Pictures say where a word stands, which no text does. A block that has another size now, or differs nearly everywhere, was
laid out again: the frame around it says enough, and nothing inside is marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from PIL import Image

VISIBLE = 40
"""Difference of a channel, of 255, that an eye sees."""
LINE_GAP_PX, WORD_GAP_PX = 3, 7
MARGIN_PX = 2
SAME_SIZE_PX = 2
MOST_MARKED = 0.5
"""The share of a block above which nothing is marked in it."""
Area = tuple[int, int, int, int]
"""Left, top, right, bottom."""


def changed_areas(old: Image.Image, new: Image.Image) -> list[Area]:
    """Where two pictures of one block differ, in both; empty where that is most of it, or where its size is another."""
    import numpy as np

    width, height = min(old.width, new.width), min(old.height, new.height)
    if not width * height or abs(old.width - new.width) > SAME_SIZE_PX or abs(old.height - new.height) > SAME_SIZE_PX:
        return []
    one, two = (np.asarray(side.convert("RGB").crop((0, 0, width, height)), np.int16) for side in (old, new))
    differs = (np.abs(one - two) > VISIBLE).any(axis=2)
    found = [_widened(area, width, height) for area in _areas(differs)]
    marked = sum((right - left) * (bottom - top) for left, top, right, bottom in found)
    return found if marked <= MOST_MARKED * width * height else []


def _areas(differs: npt.NDArray[np.bool_]) -> Iterator[Area]:
    for top, bottom in _runs(differs, LINE_GAP_PX):
        for left, right in _runs(differs[top:bottom].T, WORD_GAP_PX):
            yield left, top, right, bottom


def _runs(differs: npt.NDArray[np.bool_], gap: int) -> list[tuple[int, int]]:
    """Beginning and end of the stretches of rows that differ, those joined that are nearer than the gap."""
    runs: list[tuple[int, int]] = []
    for place in sorted(set(differs.nonzero()[0].tolist())):
        if runs and place - runs[-1][1] < gap:
            runs[-1] = runs[-1][0], place + 1
        else:
            runs.append((place, place + 1))
    return runs


def _widened(area: Area, width: int, height: int) -> Area:
    left, top, right, bottom = area
    return (
        max(0, left - MARGIN_PX),
        max(0, top - MARGIN_PX),
        min(width, right + MARGIN_PX),
        min(height, bottom + MARGIN_PX),
    )
