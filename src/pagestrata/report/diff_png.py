"""A delta as one picture: the old version on the left, the new one on the right, changes marked, moves drawn."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Weights
from pagestrata.report.diff_groups import groups_of
from pagestrata.report.labels import Labels

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

GAP_PX = 60
MARGIN_PX = 28
MAX_PIXELS = 60_000_000
LABEL_SIZE_PX = 13
COLOURS = {
    "insert": (26, 127, 55), "delete": (207, 34, 46), "update": (191, 135, 0),
    "move": (9, 105, 218), "split": (130, 80, 223), "merge": (130, 80, 223),
}  # fmt: skip
Colour = tuple[int, int, int]
Corners = tuple[float, float, float, float]

GROUND, FAINT, PAPER, SKETCH = (246, 247, 249), (89, 98, 110), (255, 255, 255), (213, 217, 223)


def diff_png(
    old: BlockTree,
    new: BlockTree,
    delta: Delta,
    *,
    old_png: bytes | None = None,
    new_png: bytes | None = None,
    weights: Weights | None = None,
) -> bytes:
    """A PNG with both versions; without screenshots their blocks are sketched."""
    from PIL import Image, ImageDraw, ImageFont

    pages = [_page(old, old_png), _page(new, new_png)]
    left = pages[0].width + GAP_PX + MARGIN_PX
    width = left + pages[1].width + MARGIN_PX
    height = max(page.height for page in pages) + 2 * MARGIN_PX
    canvas = Image.new("RGBA", (width, height), (*GROUND, 255))
    font = ImageFont.load_default(LABEL_SIZE_PX)
    for name, page, x in (("old", pages[0], MARGIN_PX), ("new", pages[1], left)):
        canvas.paste(page, (x, MARGIN_PX))
        ImageDraw.Draw(canvas).text((x, 6), _caption(name, old if name == "old" else new), fill=FAINT, font=font)
    layer = Image.new("RGBA", canvas.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    before, after = old.by_ref(), new.by_ref()
    ways: list[tuple[Corners, Corners]] = []
    labels: list[tuple[str, Corners, Colour]] = []
    for group in groups_of(old, new, delta, weights):
        colour, moving = COLOURS[group.operation], COLOURS["move"]
        starts = _draw_marks(draw, group.refs("old"), before, MARGIN_PX, colour, labels)
        ends = _draw_marks(draw, group.refs("new"), after, left, colour, labels)
        arrivals = _draw_marks(draw, group.arrivals, after, left, moving, labels)
        ways += [(starts[0], end) for end in (*(ends if group.operation == "move" else ()), *arrivals) if starts]
    for way in ways:  # behind all marks and before all labels, so that nothing covers what must be read
        _draw_way(draw, *way, COLOURS["move"])
    _draw_labels(draw, labels, font)
    return _png(Image.alpha_composite(canvas, layer).convert("RGB"))


def _caption(name: str, tree: BlockTree) -> str:
    when = tree.captured_at.strftime("%Y-%m-%d %H:%M") if tree.captured_at else tree.version
    return f"{name}  {when}".strip().encode("ascii", "replace").decode()


def _page(tree: BlockTree, png: bytes | None) -> Image.Image:
    from PIL import Image, ImageDraw, UnidentifiedImageError

    if png is not None:
        try:
            picture = Image.open(io.BytesIO(png), formats=["PNG"])
            if picture.width * picture.height > MAX_PIXELS:
                raise InputError(
                    f"a screenshot of {picture.width} x {picture.height} px is too large to draw; use --format html"
                )
            return picture.convert("RGB")
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
            raise InputError(f"a screenshot cannot be read ({error}); capture the page again") from error
    boxes = [block.box for block in tree.walk()]
    width = min(8_000, max([1, round(tree.page_size[0]), *[round(box.right) for box in boxes]]))
    height = min(MAX_PIXELS // width, max([1, round(tree.page_size[1]), *[round(box.bottom) for box in boxes]]))
    page = Image.new("RGB", (width, height), PAPER)
    draw = ImageDraw.Draw(page)
    for leaf in tree.leaves():
        if leaf.box.area:
            draw.rectangle((leaf.box.x, leaf.box.y, leaf.box.right, leaf.box.bottom), outline=SKETCH)
    return page


def _draw_marks(
    draw: ImageDraw.ImageDraw,
    refs: Iterable[str],
    blocks: dict[str, Block],
    left: int,
    colour: Colour,
    labels: list[tuple[str, Corners, Colour]],
) -> list[Corners]:
    """Mark the blocks of one version that have a place on the page, and note the labels to be drawn."""
    places = [(ref, blocks[ref].box) for ref in refs if ref in blocks and blocks[ref].box.area]
    marks = [(ref, _draw_mark(draw, Box(box.x + left, box.y + MARGIN_PX, *box[2:]), colour)) for ref, box in places]
    labels += [(ref, corners, colour) for ref, corners in marks]
    return [corners for _, corners in marks]


def _draw_mark(draw: ImageDraw.ImageDraw, box: Box, colour: Colour) -> Corners:
    corners = (box.x, box.y, max(box.right, box.x + 1), max(box.bottom, box.y + 1))
    draw.rectangle(corners, outline=(*colour, 255), fill=(*colour, 36), width=3)
    return corners


def _draw_labels(draw: ImageDraw.ImageDraw, labels: list[tuple[str, Corners, Colour]], font: object) -> None:
    placed, height = Labels(), LABEL_SIZE_PX + 5
    for ref, corners, colour in labels:
        label = ref.encode("ascii", "replace").decode()
        width = draw.textlength(label, font=font) + 8  # type: ignore[arg-type]
        # above the mark, so that what changed can be read
        left, top = placed.place(corners[0], corners[1] - height, width, height)
        draw.rectangle((left, top, left + width - 1, top + height - 1), fill=(*colour, 255))
        draw.text((left + 4, top + 1), label, fill=(255, 255, 255, 255), font=font)  # type: ignore[arg-type]


def _draw_way(
    draw: ImageDraw.ImageDraw,
    start: Corners,
    end: Corners,
    colour: Colour,
) -> None:
    """A line from the old place to the new one, with a tip."""
    x1, y1, x2, y2 = start[2], (start[1] + start[3]) / 2, end[0], (end[1] + end[3]) / 2
    draw.line((x1, y1, x2, y2), fill=(*colour, 220), width=3)
    draw.polygon(((x2, y2), (x2 - 12, y2 - 6), (x2 - 12, y2 + 6)), fill=(*colour, 255))


def _png(picture: Image.Image) -> bytes:
    output = io.BytesIO()
    picture.save(output, "PNG")
    return output.getvalue()
