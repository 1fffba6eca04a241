"""Screenshots compared block by block: what changed in the picture of blocks whose content did not.

An image swapped behind the same address, a new banner or a restyle shows here and nowhere else; a block that moved is
compared with itself at its old place, so that a page which merely moved down is no change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pagestrata.deciding.features.small_screenshots import SCALE, Picture
from pagestrata.formats.pictures.reducing import reduce_by_area
from pagestrata.judging.pairing import Pairing
from pagestrata.model.blocks import Block
from pagestrata.model.geometry import Box
from pagestrata.model.screenshots import Pixels

BLOCK_PICTURE_NAMES = ("look of equal blocks changed", "pictures in equal blocks changed")
MOST_BLOCKS = 400
REDUCE = 3
RESIZED_PX = 2.0
NOTICEABLE = 20
"""Difference of a pixel, of 255, that a reader would notice."""
FULL_CHANGE = 0.3
"""A block with this share of noticeable pixels looks different as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How different one block of equal content looks, 0 to 1, and its share of the page."""

    block: Block  # of the new version
    difference: float
    share: float
    resized: bool = False


def block_looks(old: Picture, new: Picture, pairing: Pairing, importance: Mapping[int, float]) -> tuple[Look, ...]:
    """The blocks of equal content, the most important first, each compared with itself."""
    pairs = sorted(pairing.equal, key=lambda pair: -importance.get(id(pair[1]), 0.0))[:MOST_BLOCKS]
    return tuple(
        Look(
            block=after,
            difference=_difference(_crop(old, before.box), _crop(new, after.box)),
            share=importance.get(id(after), 0.0),
            resized=resized(before.box, after.box),
        )
        for before, after in pairs
    )


def look_features(looks: Sequence[Look]) -> dict[str, float]:
    """How much of the unchanged content looks different, by importance, and how much of it with pictures."""
    whole = sum(look.share * look.difference for look in looks)
    pictured = sum(look.share * look.difference for look in looks if look.block.images)
    return dict(zip(BLOCK_PICTURE_NAMES, (float(whole), float(pictured)), strict=True))


def resized(before: Box, after: Box) -> bool:
    """Whether a block has another size, beyond rounding."""
    return abs(before.width - after.width) > RESIZED_PX or abs(before.height - after.height) > RESIZED_PX


def _crop(picture: Picture, box: Box) -> Pixels:
    if not box.is_finite:
        return picture.small[:0]
    top, left = max(0, round(box.y / SCALE)), max(0, round(box.x / SCALE))
    bottom, right = max(top, round(box.bottom / SCALE)), max(left, round(box.right / SCALE))
    return picture.small[top:bottom, left:right]


def _difference(before: Pixels, after: Pixels) -> float:
    """Share of the block that looks different, 0 to 1. Reduced once more, so that a shift by a pixel does not count."""
    height, width = min(before.shape[0], after.shape[0]), min(before.shape[1], after.shape[1])
    if height < 2 or width < 2:
        return 0.0
    tall, wide = max(before.shape[0], after.shape[0]), max(before.shape[1], after.shape[1])
    if tall > 1.5 * height + 4 or wide > 1.5 * width + 4:
        return 1.0
    first, second = before[:height, :width], after[:height, :width]
    if np.array_equal(first, second):
        return 0.0
    size = (max(1, width // REDUCE), max(1, height // REDUCE))
    coarse = [reduce_by_area(part, *size).astype(np.int16) for part in (first, second)]
    share = float((np.abs(coarse[0] - coarse[1]).max(axis=-1) > NOTICEABLE).mean())
    return min(1.0, share / FULL_CHANGE)
