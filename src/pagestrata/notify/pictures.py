"""The picture in a message: the block cut from the screenshot, with the changed parts framed."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pagestrata.formats.pictures.screenshots import opened
from pagestrata.model.geometry import Box
from pagestrata.model.screenshots import Screenshot

if TYPE_CHECKING:
    from PIL.Image import Image

    from pagestrata.model.screenshots import Pixels

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

MARGIN_PX = 12
LARGEST_PX = 1600
MARK = (214, 40, 40)
FRAME_PX = 3
NARROW_PX = 560
GAP_PX, HEAD_PX = 16, 24
GROUND, INK = (243, 241, 236), (87, 84, 77)


def picture_of_block(
    screenshot: bytes | Screenshot, box: Box, changed: Sequence[Box] = (), *, alone: bool = False
) -> bytes | None:
    """A PNG of the block with a red frame around each changed part; None if the block has no area on the picture.

    `alone` leaves the margin blank, without the cut-off lines of neighbouring blocks.
    """
    from PIL import Image, ImageDraw

    shot = opened(screenshot)
    width, height = shot.size or (0, 0)
    left, top = max(0, int(box.x) - MARGIN_PX), max(0, int(box.y) - MARGIN_PX)
    right = min(width, int(box.right) + MARGIN_PX)
    bottom = min(height, int(box.bottom) + MARGIN_PX)
    if not box.area or right <= left or bottom <= top or box.x >= width or box.y >= height:
        return None
    pixels = shot.part(left, top, right, bottom)[..., ::-1]
    if alone:
        pixels = _without_neighbours(pixels, Box(box.x - left, box.y - top, box.width, box.height))
    cut = Image.fromarray(pixels)
    draw = ImageDraw.Draw(cut)
    for part in changed:
        if part.intersection(Box(left, top, right - left, bottom - top)).area:
            around = Box(
                part.x - 2 * FRAME_PX, part.y - 2 * FRAME_PX, part.width + 4 * FRAME_PX, part.height + 4 * FRAME_PX
            )
            seen = around.intersection(Box(left, top, right - left, bottom - top))
            frame = (seen.x - left, seen.y - top, max(seen.right - left - 1, seen.x - left), seen.bottom - top - 1)
            draw.rectangle(frame, outline=MARK, width=FRAME_PX)
    return _png(cut)


def _without_neighbours(pixels: Pixels, box: Box) -> Pixels:
    """The block on a background of the commonest colour of its own edge."""
    rows, columns = slice(max(0, int(box.y)), math.ceil(box.bottom)), slice(max(0, int(box.x)), math.ceil(box.right))
    block = pixels[rows, columns]
    edge = np.concatenate([block[0], block[-1], block[:, 0], block[:, -1]])
    colours, counts = np.unique(edge, axis=0, return_counts=True)
    alone = np.empty_like(pixels)
    alone[:] = colours[counts.argmax()]
    alone[rows, columns] = block
    return alone


def marked_picture(old_png: bytes | None, new_png: bytes) -> bytes:
    """The new picture of a block with a red frame around what differs from the old one.

    The whole block is framed if its size changed or there is no old picture.
    """
    from PIL import Image, ImageChops, ImageDraw

    with Image.open(io.BytesIO(new_png)) as source:
        new = source.convert("RGB")
    part = None
    if old_png is not None:
        with Image.open(io.BytesIO(old_png)) as source:
            old = source.convert("RGB")
        if old.size == new.size:
            part = ImageChops.difference(old, new).getbbox()
            if part is None:
                return new_png
    around = 2 * FRAME_PX if part else -FRAME_PX
    left, top, right, bottom = part or (0, 0, new.width, new.height)
    frame = (max(left - around, 0), max(top - around, 0),
             min(right + around, new.width) - 1, min(bottom + around, new.height) - 1)  # fmt: skip
    ImageDraw.Draw(new).rectangle(frame, outline=MARK, width=FRAME_PX)
    return _png(new)


def before_and_now(before_png: bytes, now_png: bytes) -> bytes:
    """Both pictures in one, labelled 'Before' and 'Now': side by side if they are narrow, else stacked."""
    from PIL import Image, ImageDraw

    pictures = []
    for data in (before_png, now_png):
        with Image.open(io.BytesIO(data)) as source:
            pictures.append(source.convert("RGB"))
    first, second = pictures
    is_row = max(first.width, second.width) <= NARROW_PX
    places = (
        ((0, HEAD_PX), (first.width + GAP_PX, HEAD_PX))
        if is_row
        else ((0, HEAD_PX), (0, 2 * HEAD_PX + first.height + GAP_PX))
    )
    width = first.width + GAP_PX + second.width if is_row else max(first.width, second.width)
    height = max(place[1] + picture.height for place, picture in zip(places, pictures, strict=True))
    whole = Image.new("RGB", (width, height), GROUND)
    draw = ImageDraw.Draw(whole)
    for words, place, picture in zip(("Before", "Now"), places, pictures, strict=True):
        draw.text((place[0] + 2, place[1] - HEAD_PX + 4), words, fill=INK, font_size=14)
        whole.paste(picture, place)
    return _png(whole)


def _png(picture: Image) -> bytes:
    picture.thumbnail((LARGEST_PX, LARGEST_PX))
    target = io.BytesIO()
    picture.save(target, "PNG", optimize=True)
    return target.getvalue()
