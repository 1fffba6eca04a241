"""The elements of a page as the picker gets them: boxes to point at, and one of them in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pagestrata.app.chosen_blocks import Choice
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.follow.elements import glanced_kind, pickables
from pagestrata.follow.page import nodes_of
from pagestrata.formats.pictures.pictures import png_size
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box

if TYPE_CHECKING:
    from pagestrata.model.snapshot import Snapshot

LONGEST_PATH = 8000
"""Of an element 250 levels deep."""
LARGEST_PX = 1e6


def elements_json(snapshot: Snapshot) -> dict[str, Any]:
    """Elements as [row, place of the one around it, kind, x, y, width, height]; kinds are numbers into `kinds`."""
    found, nodes = pickables(snapshot), nodes_of(snapshot)
    kinds: dict[str, int] = {}
    listed = []
    for each in found.elements:
        kind = kinds.setdefault(glanced_kind(nodes, each.row), len(kinds))
        listed.append([each.row, each.parent, kind, *(round(value) for value in each.box)])
    width, height = png_size(snapshot.screenshot_png or b"") or snapshot.page_size
    return {
        "state": "ready",
        "width": round(width),
        "height": round(height),
        "has_picture": snapshot.screenshot_png is not None,
        "kinds": list(kinds),
        "elements": listed,
        "left_off": found.left_off,
    }


def choice_of(
    snapshot: Snapshot, *, row: int | None = None, path: str = "", within: str = "", text: str = ""
) -> Choice:
    """The choice that one of these says. Raises UsageError for none or several, NotFoundError for a row that is not there."""
    if sum((row is not None, bool(path), bool(within), bool(text))) != 1:
        raise UsageError("name an element by one of `row`, `path`, `within` and `text`")
    if row is not None:
        if not 0 < row < len(nodes_of(snapshot)):
            raise NotFoundError(f"the page has no element {row}; choose again")
        return Choice(path=nodes_of(snapshot).path_of(row))
    if within:
        return Choice(within=rectangle_from(within))
    return Choice(path=path) if path else Choice(text=text, first=True)


def rectangle_from(text: str) -> tuple[float, float, float, float]:
    """x,y,width,height. Raises UsageError for what is no rectangle."""
    try:
        x, y, width, height = (float(part) for part in text.split(","))
    except ValueError:
        x = y = width = height = -1.0
    if not all(0 <= value <= LARGEST_PX for value in (x, y, width, height)) or not width * height:
        raise UsageError(f"{text[:60]!r} is no rectangle; write it like 20,150,200,30: x, y, width and height")
    return x, y, width, height


def block_around(tree: BlockTree, box: Box | None) -> Block | None:
    """The smallest block that holds the middle of a box."""
    if box is None:
        return None
    x, y = box.x + box.width / 2, box.y + box.height / 2
    holding = [
        block
        for block in tree.by_ref().values()
        if block.box.x <= x < block.box.right and block.box.y <= y < block.box.bottom
    ]
    return min(holding, key=lambda block: block.box.area, default=None)
