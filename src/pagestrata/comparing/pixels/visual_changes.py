"""The visual side of a comparison: other pixels behind the same addresses.

Matched blocks are compared, not fixed places of the page, so a page that merely moved down is no change. Only blocks
whose content, style and size stayed are asked: elsewhere other pixels are expected and already explained.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from pagestrata.comparing.delta.look_changes import picture_change
from pagestrata.comparing.pixels.picture_hashes import picture_hash
from pagestrata.comparing.pixels.same_picture import same_picture
from pagestrata.errors import InputError
from pagestrata.formats.pictures import Pixels, decode_png, is_too_large, png_size
from pagestrata.model.blocks import PAGE_LAYER, Block, BlockTree
from pagestrata.model.deltas import Change, Delta, Picture
from pagestrata.model.geometry import Box


def compare_pictures(old_png: bytes, new_png: bytes, old: BlockTree, new: BlockTree, delta: Delta) -> Delta:
    """The delta with the changes that only the screenshots show. Raises InputError for a screenshot that is none."""
    by_content = [change for change in delta.changes if not isinstance(change.new, Picture)]
    pairs = _pairs_with_pictures(old, new, delta, explained={change.block for change in by_content})
    if not pairs:
        return delta
    first, second = open_screenshot(old_png, which="old"), open_screenshot(new_png, which="new")
    found = [change for change in (_compared(pair, first, second) for pair in pairs) if change is not None]
    inside = [change for change in by_content if change.element != "block"]
    around = [change for change in by_content if change.element == "block"]
    return replace(delta, changes=(*inside, *found, *around))


def _pairs_with_pictures(
    old: BlockTree, new: BlockTree, delta: Delta, *, explained: Container[str]
) -> list[tuple[Block, Block]]:
    """Matched blocks with images whose old refs are not among the explained ones."""
    before, after = old.by_ref(), new.by_ref()
    return [
        (before[found.old], after[found.new])
        for found in delta.matches
        if found.old not in explained and _has_picture(before[found.old]) and _has_picture(after[found.new])
    ]


def _has_picture(block: Block) -> bool:
    return block.is_leaf and bool(block.images) and block.layer == PAGE_LAYER


def _compared(pair: tuple[Block, Block], first: Pixels, second: Pixels) -> Change | None:
    old, new = pair
    before, after = cut(first, old.box), cut(second, new.box)
    if same_picture(before, after):
        return None
    return picture_change(old, new, picture_hash(before), picture_hash(after))


def with_picture_hashes(tree: BlockTree, screenshot_png: bytes) -> BlockTree:
    """The tree with the picture hash of every leaf block that has images, to compare without the pixels later."""
    pixels = open_screenshot(screenshot_png, which="page's")

    def hashed(block: Block) -> Block:
        if block.children:
            return replace(block, children=tuple([hashed(child) for child in block.children]))
        return replace(block, picture_hash=picture_hash(cut(pixels, block.box))) if _has_picture(block) else block

    return replace(tree, blocks=tuple([hashed(block) for block in tree.blocks]))


def open_screenshot(png: bytes, *, which: str) -> Pixels:
    """The pixels of a screenshot, checked before they are unpacked."""
    size = png_size(png)
    if size is not None and is_too_large(size):
        raise InputError(
            f"the {which} screenshot is too large to compare ({size[0]} x {size[1]} px); capture with a lower height cap"
        )
    pixels = decode_png(png, "BGR")
    if pixels is None:
        raise InputError(f"the {which} screenshot is not a PNG picture; capture the page again")
    return pixels


def cut(pixels: Pixels, box: Box) -> Pixels:
    """The part of a screenshot inside a box, as far as the screenshot reaches."""
    left, top = max(0, round(box.x)), max(0, round(box.y))
    return pixels[top : max(top, round(box.bottom)), left : max(left, round(box.right))]
