"""The visual side of a comparison: other pixels behind the same addresses.

Matched blocks are compared, not fixed areas of the page, so a shift is no change. Blocks with unchanged content, style and size
are compared as a whole. If something else changed, different pixels are expected; then, unless an image has another address,
only missing photos are searched for (`photos`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pagestrata.comparing.delta.element_changes import picture_change
from pagestrata.comparing.pixels.photos import has_swapped_photo
from pagestrata.comparing.pixels.picture_hashes import picture_hash
from pagestrata.comparing.pixels.same_picture import same_picture
from pagestrata.errors import InputError
from pagestrata.formats.pictures.pictures import is_too_large
from pagestrata.formats.pictures.screenshots import PngScreenshot, opened
from pagestrata.model.blocks import PAGE_LAYER, Block, BlockTree
from pagestrata.model.deltas import Change, Delta, Picture
from pagestrata.model.geometry import Box
from pagestrata.model.screenshots import Pixels, Screenshot, is_same_file, is_same_part


def compare_pictures(
    old_shot: bytes | Screenshot, new_shot: bytes | Screenshot, old: BlockTree, new: BlockTree, delta: Delta
) -> Delta:
    """The delta with the changes that only the screenshots show. Raises InputError if a screenshot is invalid."""
    by_content = [change for change in delta.changes if not isinstance(change.new, Picture)]
    explained = {change.block for change in by_content}
    pairs = _pairs_with_pictures(old, new, delta)
    if not pairs:
        return delta
    found = _picture_changes(opened(old_shot), opened(new_shot), pairs, explained)
    inside = [change for change in by_content if change.element != "block"]
    around = [change for change in by_content if change.element == "block"]
    return replace(delta, changes=(*inside, *found, *around))


def _picture_changes(
    first: Screenshot, second: Screenshot, pairs: Sequence[tuple[Block, Block]], explained: Collection[str]
) -> list[Change]:
    """The changes that the pictures of matched blocks show; unmoved blocks in the same file are skipped."""
    if is_same_file(first, second):
        pairs = [(before, after) for before, after in pairs if before.box != after.box]
    if not pairs:
        return []
    first, second = open_screenshot(first, which="old"), open_screenshot(second, which="new")
    compared = (_compared(pair, first, second, is_explained=pair[0].ref in explained) for pair in pairs)
    return [change for change in compared if change is not None]


def _pairs_with_pictures(old: BlockTree, new: BlockTree, delta: Delta) -> list[tuple[Block, Block]]:
    """Matched blocks with the same images."""
    old_blocks, new_blocks = old.by_ref(), new.by_ref()
    pairs = [(old_blocks[match.old], new_blocks[match.new]) for match in delta.matches]
    return [
        (before, after)
        for before, after in pairs
        if _has_picture(before) and _has_picture(after) and _have_same_images(before, after)
    ]


def _have_same_images(first: Block, second: Block) -> bool:
    """Return whether both have the same images, in any order."""
    return first.images == second.images or sorted(first.images) == sorted(second.images)


def _has_picture(block: Block) -> bool:
    return block.is_leaf and bool(block.images) and block.layer == PAGE_LAYER


def _compared(pair: tuple[Block, Block], first: Screenshot, second: Screenshot, *, is_explained: bool) -> Change | None:
    old, new = pair
    if is_same_part(first, second, old.box, new.box):
        return None
    before, after = cut(first, old.box), cut(second, new.box)
    if not has_swapped_photo(before, after) if is_explained else same_picture(before, after):
        return None
    return picture_change(old, new, picture_hash(before), picture_hash(after))


def with_picture_hashes(tree: BlockTree, screenshot: bytes | Screenshot) -> BlockTree:
    """The tree with a picture hash for every leaf block with images, for comparison without the pixels.

    A block that extends below the picture has none: a part of it would look like another picture.
    """
    shot = open_screenshot(screenshot, which="page's")
    bottom = (shot.size or (0, 0))[1]

    def hashed(block: Block) -> Block:
        if block.children:
            return replace(block, children=tuple([hashed(child) for child in block.children]))
        is_shown = _has_picture(block) and block.box.bottom <= bottom + 1
        return replace(block, picture_hash=picture_hash(cut(shot, block.box))) if is_shown else block

    return replace(tree, blocks=tuple([hashed(block) for block in tree.blocks]))


def open_screenshot(screenshot: bytes | Screenshot, *, which: str) -> Screenshot:
    """Open a screenshot, checked before it is unpacked. Raises InputError if it is invalid."""
    shot = opened(screenshot)
    if shot.size is not None and is_too_large(size := shot.size):
        raise InputError(
            f"the {which} screenshot is too large to compare ({size[0]} x {size[1]} px); capture with a lower height cap"
        )
    try:
        if isinstance(shot, PngScreenshot):  # others check each part that they paint
            shot.part(0, 0, 1, 1)
    except InputError as error:
        raise InputError(f"the {which} screenshot is not a PNG picture; capture the page again") from error
    return shot


def cut(shot: Screenshot, box: Box) -> Pixels:
    """The part of a screenshot inside a box, as far as the screenshot reaches."""
    left, top = max(0, round(box.x)), max(0, round(box.y))
    return shot.part(left, top, max(left, round(box.right)), max(top, round(box.bottom)))
