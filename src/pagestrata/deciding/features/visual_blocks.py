"""Screenshots compared block by block: what changed in the picture of blocks whose content did not.

An image swapped behind the same address, a new banner or a restyle shows here and nowhere else; a block that moved is
compared with itself at its old place, so that a page which merely moved down is no change. Screenshots are decoded once, reduced
to a quarter, and checked before they are unpacked.

A linear model over amounts of change cannot see a picture behind the same address, yet it is what people watch pages for. So
swapped pictures and a new design around the same words are findings of their own, asked for content alone (never menus, footers,
advertisements), and only for blocks that are there in both versions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pagestrata.deciding.features.content_change import UNKNOWN, Worth
from pagestrata.errors import InputError
from pagestrata.formats.pictures.channels import REVERSED, rearranged
from pagestrata.formats.pictures.pictures import is_too_large
from pagestrata.formats.pictures.reducing import reduce_by_area
from pagestrata.formats.pictures.screenshots import opened
from pagestrata.judging.context import Pairing
from pagestrata.judging.findings import RESIZED_PX, Finding
from pagestrata.model.blocks import Block
from pagestrata.model.change_sentence import REDESIGN
from pagestrata.model.geometry import Box
from pagestrata.model.plain_numbers import percent
from pagestrata.model.screenshots import Pixels, Screenshot

SCALE = 4
"""A quarter of the size keeps lines of text as texture and costs a sixteenth."""
MOST_ROWS_PX = 20_000
STRIP_ROWS_PX = 400
"""Rows that are put together and reduced at a time; a multiple of the scale, so that strips join without a seam. Of a page that
is 2,700 px wide, both versions at once, so many take 13 MB."""


PROBABILITY = 0.8
"""The chance that such a finding matters."""
REDESIGNED = 0.5
"""A page with this share in other fonts or colours is a new design, worth keeping for its looks."""
SWAPPED = 0.5
"""A block with pictures that looks this different, of 1, shows another picture."""
LEAST_AREA_PX = 15_000.0
"""A block smaller than this shows an icon."""
RESTYLED = 0.1
"""Where the blocks without pictures look this different too, the page was restyled or moved; no picture was swapped."""


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


BLOCK_PICTURE_NAMES = ("look of equal blocks changed", "pictures in equal blocks changed")
MOST_BLOCKS = 400
REDUCE = 3
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


def restyled(pairing: Pairing, importance: Mapping[int, float]) -> float:
    """How much of the page, by importance, has other fonts or colours than before, though its content is the same."""
    return sum(
        importance.get(id(new), 0.0)
        for old, new in pairing.equal
        if old.style is not None and new.style is not None and old.style != new.style
    )


def redesigns(pairing: Pairing, importance: Mapping[int, float]) -> list[Finding]:
    """One finding when most of the page was given other fonts or colours, else nothing."""
    share = restyled(pairing, importance)
    if share < REDESIGNED:
        return []
    block = max((new for _, new in pairing.equal), key=lambda new: importance.get(id(new), 0.0))
    text = f"{REDESIGN}{percent(share)} of the page has other fonts or colours"
    return [Finding(kind="redesign", chance=PROBABILITY, op="update", element="style", block=block, new=text)]


def could_be_swapped(pairing: Pairing, worths: Mapping[int, Worth]) -> bool:
    """Whether there is a picture in content that may have been swapped: else no screenshot need be opened."""
    return any(
        bool(new.images)
        and new.box.area >= LEAST_AREA_PX
        and worths.get(id(new), UNKNOWN).is_content
        and not resized(old.box, new.box)
        for old, new in pairing.equal
    )


def swapped_pictures(looks: Sequence[Look], worths: Mapping[int, Worth]) -> list[Finding]:
    """The pictures in content that were swapped behind the same address."""
    plain = [look for look in looks if not look.block.images]
    around = sum(look.share * look.difference for look in plain) / max(1e-9, sum(look.share for look in plain))
    if around > RESTYLED:
        return []
    return [
        Finding(
            kind="picture", chance=PROBABILITY, op="update", element="image", block=look.block, new=_picture_name(look.block),
            is_swapped=True,
        )
        for look in looks
        if look.block.images
        and not look.resized
        and look.difference >= SWAPPED
        and look.block.box.area >= LEAST_AREA_PX
        and worths.get(id(look.block), UNKNOWN).is_content
    ]  # fmt: skip


def _picture_name(block: Block) -> str:
    image = block.images[0]
    return image.name or image.address.rsplit("/", 1)[-1]
