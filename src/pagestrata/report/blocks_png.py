"""The blocks of a page drawn over its screenshot, with their refs as labels in empty areas if possible."""

from __future__ import annotations

import colorsys
import io
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont, UnidentifiedImageError

from pagestrata.errors import InputError, UsageError
from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockTree
from pagestrata.report.labels import Labels

if TYPE_CHECKING:
    import numpy.typing as npt

Colour = tuple[int, int, int]

COLOUR_BY = ("depth", "importance")
HUES = 7  # neighbouring depths differ, deep trees repeat
FILL_ALPHA = 48
LABEL_SIZE_PX = 12
MAX_PIXELS = 89_000_000
APART_PX = 2  # between a leaf block and its frame
EMPTY_CONTRAST = 24  # largest brightness range of an area that counts as empty


def blocks_png(
    tree: BlockTree, screenshot_png: bytes | None, *, device_pixel_ratio: float = 1.0, colour_by: str = "depth"
) -> bytes:
    """A PNG the size of the screenshot. Inner blocks are outlined, leaf blocks filled and labelled."""
    if colour_by not in COLOUR_BY:
        raise UsageError(f"blocks cannot be coloured by {colour_by!r}; choose depth or importance")

    scale = device_pixel_ratio or 1.0
    picture = _screenshot(tree, screenshot_png, scale).convert("RGBA")
    layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    draw, font = ImageDraw.Draw(layer), ImageFont.load_default(LABEL_SIZE_PX * scale)
    heaviest = max((leaf.importance or 0.0 for leaf in tree.leaves()), default=0.0)
    coloured = [
        (block, _by_depth(block, depth) if colour_by == "depth" else _by_importance(block, heaviest))
        for block, depth in _with_depth(tree)
        if block.box.area
    ]
    for block, colour in coloured:
        _draw_block(draw, block, colour, scale)
    grey = np.asarray(picture.convert("L"))
    labels = Labels(width=picture.width)  # drawn last: fills of blocks would cover labels
    for block, colour in coloured:
        if block.is_leaf:
            _draw_label(draw, block, colour, font, scale, labels, grey)
    output = io.BytesIO()
    Image.alpha_composite(picture, layer).convert("RGB").save(output, "PNG")
    return output.getvalue()


def _screenshot(tree: BlockTree, screenshot_png: bytes | None, scale: float) -> Image.Image:
    if screenshot_png is not None:
        width, height = struct.unpack(">II", screenshot_png[16:24].ljust(8, b"\0"))  # of a PNG, before it is opened
    else:
        width, height = (max(1, round(side * scale)) for side in tree.page_size)
    if width * height > MAX_PIXELS:
        raise InputError(f"{tree.url} is too large to draw ({width} x {height} px); use --format html or json")
    if screenshot_png is None:
        return Image.new("RGB", (width, height), "white")
    try:
        return Image.open(io.BytesIO(screenshot_png), formats=["PNG"])
    except (UnidentifiedImageError, OSError, ValueError) as error:
        raise InputError(f"the screenshot of {tree.url} cannot be drawn on ({error}); use --format json") from error


def _draw_block(draw: ImageDraw.ImageDraw, block: Block, colour: Colour, scale: float) -> None:
    apart = APART_PX if block.is_leaf else 0  # a frame on the edge would cut first letters
    left, top = (round((side - apart) * scale) for side in (block.box.x, block.box.y))
    right, bottom = (round((side + apart) * scale) for side in (block.box.right, block.box.bottom))
    width = round((1 if block.is_leaf else 3) * scale)
    fill = (*colour, FILL_ALPHA) if block.is_leaf else None
    draw.rectangle(
        (left, top, max(left, right - 1), max(top, bottom - 1)), fill=fill, outline=(*colour, 255), width=width
    )


def _draw_label(
    draw: ImageDraw.ImageDraw,
    block: Block,
    colour: Colour,
    font: ImageFont.ImageFont | ImageFont.FreeTypeFont,
    scale: float,
    labels: Labels,
    grey: npt.NDArray[np.uint8],
) -> None:
    left, top, right, bottom = (round(side) for side in draw.textbbox((0, 0), block.ref, font=font))
    width, height = right - left + 4, bottom - top + 4
    corners = [(round(x), round(y)) for x, y in _corners(block, scale, width, height)]
    empty = next(
        (at for at in corners if labels.is_free(*at, width, height) and _is_empty(grey, *at, width, height)), None
    )
    x, y = labels.place(*(empty or corners[0]), width, height)
    draw.rectangle((x, y, x + width - 1, y + height - 1), fill=(*colour, 255))
    draw.text((x + 2 - left, y + 2 - top), block.ref, fill="white", font=font)


def _corners(block: Block, scale: float, width: float, height: float) -> list[tuple[float, float]]:
    """Return the possible positions of a block's label: its corners, the upper right first, then around it."""
    box = block.box
    left, top, bottom = box.x * scale, box.y * scale, box.bottom * scale
    right = max(left, box.right * scale - width)
    inside = [(right, top), (right, bottom - height), (left, bottom - height), (left, top)]
    return [*inside, (right, top - height), (left, top - height), (left, bottom), (right, bottom), (right + width, top)]


def _is_empty(grey: npt.NDArray[np.uint8], left: int, top: int, width: int, height: int) -> bool:
    """Whether a label here would be inside the picture and cover nothing."""
    if left < 0 or top < 0 or left + width > grey.shape[1] or top + height > grey.shape[0]:
        return False
    part = grey[top : top + height, left : left + width]
    return int(part.max()) - int(part.min()) < EMPTY_CONTRAST


def _with_depth(tree: BlockTree) -> Iterator[tuple[Block, int]]:
    stack = [(block, 0) for block in reversed(tree.blocks)]
    while stack:
        block, depth = stack.pop()
        yield block, depth
        stack.extend((child, depth + 1) for child in reversed(block.children))


def _by_depth(block: Block, depth: int) -> Colour:
    if block.layer == OVERLAY_LAYER:
        return _colour(0.0, 0.0, 0.35)
    return _colour((depth * 3 % HUES) / HUES, 0.85, 0.65)


def _by_importance(block: Block, heaviest: float) -> Colour:
    """From blue (unimportant) to red; the heaviest leaf sets the scale."""
    share = min(1.0, (block.importance or 0.0) / heaviest) if heaviest else 0.0
    return _colour((1.0 - share) * 0.6, 0.9, 0.75)


def _colour(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = (round(255 * part) for part in colorsys.hsv_to_rgb(hue, saturation, value))
    return red, green, blue
