"""The picture in a message: the block cut from the screenshot, with what changed framed."""

from __future__ import annotations

import io
from collections.abc import Sequence

from pagestrata.model.geometry import Box

MARGIN_PX = 12
LARGEST_PX = 1600
MARK = (214, 40, 40)


def picture_of_block(screenshot_png: bytes, box: Box, changed: Sequence[Box] = ()) -> bytes | None:
    """A PNG of the block with a red frame around each changed part; None where the block has no area on the picture."""
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(screenshot_png)) as source:
        whole = source.convert("RGB")
    left, top = max(0, int(box.x) - MARGIN_PX), max(0, int(box.y) - MARGIN_PX)
    right = min(whole.width, int(box.right) + MARGIN_PX)
    bottom = min(whole.height, int(box.bottom) + MARGIN_PX)
    if not box.area or right <= left or bottom <= top:
        return None
    cut = whole.crop((left, top, right, bottom))
    draw = ImageDraw.Draw(cut)
    for part in changed:
        seen = part.intersection(Box(left, top, right - left, bottom - top))
        if seen.area:
            frame = (seen.x - left, seen.y - top, max(seen.right - left - 1, seen.x - left), seen.bottom - top - 1)
            draw.rectangle(frame, outline=MARK, width=3)
    cut.thumbnail((LARGEST_PX, LARGEST_PX))
    target = io.BytesIO()
    cut.save(target, "PNG", optimize=True)
    return target.getvalue()
