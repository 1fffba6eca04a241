"""A previewed page with its blocks to choose from: position, text and importance of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pagestrata.app.previews import Preview
from pagestrata.formats.pictures.pictures import png_size
from pagestrata.model.blocks import Block
from pagestrata.visit.shown.pane_marks import is_taller

MOST_BLOCKS = 400
SMALLEST_SIDE_PX = 6

INTERVALS: tuple[tuple[int | None, str], ...] = (
    (None, "As often as needed"),
    (15 * 60, "Every 15 minutes"),
    (3600, "Every hour"),
    (6 * 3600, "Every 6 hours"),
    (86400, "Every day"),
    (7 * 86400, "Every week"),
)
"""The intervals that the form offers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBlock:
    """One block in a picture."""

    ref: str
    role: str
    text: str
    importance: float
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """A picture with blocks over it."""

    title: str
    width: float
    height: float
    blocks: Sequence[ShownBlock]  # those below the end of the picture, too
    fault: str = ""
    asks_for_login: bool = False
    goes_on: bool = False  # below the picture


def shown_page(preview: Preview) -> ShownPage:
    """The page, its blocks in the order in which they are read."""
    size = png_size(preview.snapshot.screenshot_png or b"")
    width, height = size or preview.tree.page_size
    leaves = [block for block in preview.tree.leaves() if _is_seen(block)]
    return ShownPage(
        title=preview.snapshot.title.strip(),
        width=max(width, 1.0),
        height=max(height, 1.0),
        blocks=[_shown(block) for block in leaves[:MOST_BLOCKS]],
        fault=preview.fault,
        asks_for_login=preview.asks_for_login,
        goes_on=size is not None and is_taller(preview.tree, size),
    )


def _is_seen(block: Block) -> bool:
    return block.box.width >= SMALLEST_SIDE_PX and block.box.height >= SMALLEST_SIDE_PX


def _shown(block: Block) -> ShownBlock:
    pictures = ", ".join(image.name for image in block.images if image.name)
    return ShownBlock(
        ref=block.ref,
        role=block.role,
        text=" ".join(block.text.split()) or pictures or ", ".join(link.name for link in block.links),
        importance=block.importance or 0.0,
        x=round(block.box.x, 1),
        y=round(block.box.y, 1),
        width=round(block.box.width, 1),
        height=round(block.box.height, 1),
    )
