"""A delta as one picture: the old version on the left, the new one on the right, with changes and moves marked.

Nothing is written over the pages: above them are the address, a legend and the numbered changes in words. The numbers are
repeated in the margin next to the blocks. Frames run around blocks, not through their first letters.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw, ImageFont, UnidentifiedImageError

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Weights
from pagestrata.report.diff_groups import Group, groups_of
from pagestrata.report.diff_legend import COLOURS, Colour, Legend, drawable
from pagestrata.report.labels import Labels
from pagestrata.report.word_marks import Shown, changed_areas

GUTTER_PX = 64  # margin of each page, for the numbers of its changes
MARGIN_PX = 28
CAPTION_PX = 24
MAX_PIXELS = 60_000_000
LABEL_SIZE_PX = 13
FRAME_PX = 3
APART_PX = 3  # between a block and its frame
Corners = tuple[float, float, float, float]

GROUND, FAINT, PAPER, SKETCH = (246, 247, 249), (89, 98, 110), (255, 255, 255), (213, 217, 223)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One version on the picture: the position of its page, and the labels in its margin."""

    tree: BlockTree
    blocks: Mapping[str, Block]  # by ref
    page: Image.Image
    left: int
    top: int
    has_screenshot: bool
    labels: list[tuple[str, Corners, Colour]] = field(default_factory=list)

    @property
    def ends_before_page(self) -> bool:
        """Whether the page continues below its picture."""
        return self.tree.page_size[1] > self.page.height + 1

    def corners(self, ref: str) -> Corners | None:
        """The frame around a block, within page and margin; None if the block has no area or is below the picture."""
        block = self.blocks.get(ref)
        if block is None or not block.box.area or block.box.y >= self.page.height:
            return None
        box, apart = block.box, APART_PX + FRAME_PX
        right = min(self.left + self.page.width + apart, self.left + max(box.right, box.x + 1) + apart)
        return self.left + box.x - apart, self.top + box.y - apart, right, self.top + max(box.bottom, box.y + 1) + apart

    def shown(self, ref: str) -> tuple[Shown, Box] | None:
        """The block on its screenshot, or None."""
        block = self.blocks.get(ref)
        if not self.has_screenshot or block is None or not block.box.area or block.box.bottom > self.page.height + 1:
            return None
        place = tuple(round(side) for side in (block.box.x, block.box.y, block.box.right, block.box.bottom))
        return Shown(self.page.crop(place), block.text), block.box  # type: ignore[arg-type]


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
    groups = groups_of(old, new, delta, weights)
    pages = [_page(old, old_png), _page(new, new_png)]
    lefts = [MARGIN_PX + GUTTER_PX, 2 * (MARGIN_PX + GUTTER_PX) + pages[0].width]
    width = lefts[1] + pages[1].width + MARGIN_PX
    legend = Legend(old, new, groups, width=width - 2 * MARGIN_PX)
    top = MARGIN_PX + legend.height + CAPTION_PX
    canvas = Image.new("RGB", (width, top + max(page.height for page in pages) + MARGIN_PX), GROUND)
    before = _Side(
        tree=old, blocks=old.by_ref(), page=pages[0], left=lefts[0], top=top, has_screenshot=old_png is not None
    )
    after = _Side(
        tree=new, blocks=new.by_ref(), page=pages[1], left=lefts[1], top=top, has_screenshot=new_png is not None
    )
    legend.draw(canvas, MARGIN_PX, MARGIN_PX)
    for name, side in (("before", before), ("now", after)):
        canvas.paste(side.page, (side.left, side.top))
        _draw_caption(ImageDraw.Draw(canvas), name, side)
    layer = Image.new("RGBA", canvas.size, (0, 0, 0, 0))
    _draw_changes(ImageDraw.Draw(layer), groups, before, after)
    canvas.paste(layer, (0, 0), layer)
    return _png(canvas)


def _draw_changes(draw: ImageDraw.ImageDraw, groups: Sequence[Group], before: _Side, after: _Side) -> None:
    ways: list[tuple[Corners, Corners]] = []
    for number, group in enumerate(groups, 1):
        colour = COLOURS[group.operation]
        starts = _draw_frames(draw, group.refs("old"), before, colour, number)
        ends = _draw_frames(draw, group.refs("new"), after, colour, number)
        arrivals = _draw_frames(draw, group.arrivals, after, COLOURS["move"], number)
        ways += [(starts[0], end) for end in (*(ends if group.operation == "move" else ()), *arrivals) if starts]
        _draw_words(draw, group, before, after)
    for way in ways:  # after all frames and before all numbers, which must stay readable
        _draw_way(draw, *way, COLOURS["move"])
    for side in (before, after):
        _draw_numbers(draw, side)


def _draw_caption(draw: ImageDraw.ImageDraw, name: str, side: _Side) -> None:
    when = side.tree.captured_at.strftime("%Y-%m-%d %H:%M") if side.tree.captured_at else side.tree.version
    ends = f"  (the picture ends at {side.page.height:,} px)" if side.ends_before_page else ""
    caption = drawable(f"{name}  {when}{ends}".strip())
    font = ImageFont.load_default(LABEL_SIZE_PX)
    draw.text((side.left, side.top - CAPTION_PX + 2), caption, fill=FAINT, font=font)


def _page(tree: BlockTree, png: bytes | None) -> Image.Image:
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


def _draw_frames(
    draw: ImageDraw.ImageDraw, refs: Iterable[str], side: _Side, colour: Colour, number: int
) -> list[Corners]:
    """Frame the blocks of one version that have a place on the page, and note the numbers for its margin."""
    found = [corners for ref in refs if (corners := side.corners(ref)) is not None]
    for corners in found:
        draw.rectangle(corners, outline=(*colour, 255), fill=(*colour, 20), width=FRAME_PX)
        side.labels.append((str(number), corners, colour))
    return found


def _draw_words(draw: ImageDraw.ImageDraw, group: Group, before: _Side, after: _Side) -> None:
    """Mark what differs inside a block that is in both versions, on the screenshots."""
    if group.old_ref is None or group.new_ref is None or group.operation != "update":
        return
    old, new = before.shown(group.old_ref), after.shown(group.new_ref)
    if old is None or new is None:
        return
    gone, come = changed_areas(old[0], new[0])
    for side, (_, box), operation, areas in ((before, old, "delete", gone), (after, new, "insert", come)):
        for left, top, right, bottom in areas:
            x, y = side.left + round(box.x), side.top + round(box.y)
            draw.rectangle((x + left, y + top, x + right - 1, y + bottom - 1), fill=(*COLOURS[operation], 64))


def _draw_numbers(draw: ImageDraw.ImageDraw, side: _Side) -> None:
    """The numbers in the margin, each at the height of its block, with a line to its frame."""
    font, placed, height = ImageFont.load_default(LABEL_SIZE_PX), Labels(width=side.left), LABEL_SIZE_PX + 5
    for number, corners, colour in sorted(side.labels, key=lambda label: label[1][1]):
        width = round(draw.textlength(number, font=font)) + 10
        at = max(side.left - GUTTER_PX // 2 - width, side.left - GUTTER_PX + 4)
        left, top = placed.place_below(at, corners[1] + 1 - height // 2, width, height)
        draw.rectangle((left, top, left + width - 1, top + height - 1), fill=(*colour, 255))
        draw.text((left + 5, top + 1), number, fill=(255, 255, 255, 255), font=font)
        draw.line((left + width, top + height / 2, corners[0], corners[1] + 1), fill=(*colour, 120), width=1)


def _draw_way(draw: ImageDraw.ImageDraw, start: Corners, end: Corners, colour: Colour) -> None:
    """A line from the old place to the new one, with a tip."""
    x1, y1, x2, y2 = start[2], (start[1] + start[3]) / 2, end[0], (end[1] + end[3]) / 2
    draw.line((x1, y1, x2, y2), fill=(*colour, 220), width=3)
    draw.polygon(((x2, y2), (x2 - 12, y2 - 6), (x2 - 12, y2 + 6)), fill=(*colour, 255))


def _png(picture: Image.Image) -> bytes:
    output = io.BytesIO()
    picture.save(output, "PNG")
    return output.getvalue()
