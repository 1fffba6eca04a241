"""The blocks of a page drawn over its screenshot, with their refs as labels."""

from __future__ import annotations

import colorsys
import io
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pagestrata.errors import InputError, UsageError
from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockTree
from pagestrata.report.labels import Labels

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]

COLOUR_BY = ("depth", "importance")
HUES = 7  # neighbouring depths are told apart, deep trees repeat
FILL_ALPHA = 48
LABEL_SIZE_PX = 12
MAX_PIXELS = 89_000_000


def blocks_png(
    tree: BlockTree, screenshot_png: bytes | None, *, device_pixel_ratio: float = 1.0, colour_by: str = "depth"
) -> bytes:
    """A PNG the size of the screenshot. Inner blocks are outlined, leaf blocks filled and labelled."""
    if colour_by not in COLOUR_BY:
        raise UsageError(f"blocks cannot be coloured by {colour_by!r}; choose depth or importance")
    from PIL import Image, ImageDraw, ImageFont

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
    labels = Labels(width=picture.width)  # drawn last: the fill of a block would cover the label of another
    for block, colour in coloured:
        if block.is_leaf:
            _draw_label(draw, block, colour, font, scale, labels)
    output = io.BytesIO()
    Image.alpha_composite(picture, layer).convert("RGB").save(output, "PNG")
    return output.getvalue()


def _screenshot(tree: BlockTree, screenshot_png: bytes | None, scale: float) -> Image.Image:
    from PIL import Image, UnidentifiedImageError

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
    left, top, right, bottom = (
        round(side * scale) for side in (block.box.x, block.box.y, block.box.right, block.box.bottom)
    )
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
) -> None:
    left, top, right, bottom = draw.textbbox((0, 0), block.ref, font=font)
    width, height = right - left + 4, bottom - top + 4
    # in the upper right corner: lines begin on the left, and end somewhere
    corner = max(block.box.x * scale, block.box.right * scale - width)
    x, y = labels.place(round(corner), round(block.box.y * scale), width, height)
    draw.rectangle((x, y, x + width - 1, y + height - 1), fill=(*colour, 255))
    draw.text((x + 2 - left, y + 2 - top), block.ref, fill="white", font=font)


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
