"""Changes that leave the content alone: style, size, and other pixels behind the same addresses.

They are kept apart so that a restyle is never mistaken for news. A block whose content changed is expected to change
its size, so size counts only where the content stayed; pixels count only where content, style and size stayed.
"""

from __future__ import annotations

from collections.abc import Iterator

from pagestrata.comparing.pixels.picture_hashes import looks_alike
from pagestrata.model.blocks import Block
from pagestrata.model.deltas import Change, Picture
from pagestrata.model.geometry import Box

SIZE_TOLERANCE = 0.1
SIZE_TOLERANCE_PX = 8.0


def look_of(block: Block) -> tuple[object, ...]:
    """What `look_changes` asks, for a quick check."""
    return (block.style, block.box[2:], block.picture_hash)


def look_changes(old: Block, new: Block, *, same_content: bool) -> Iterator[Change]:
    """The changes of look of one matched leaf block."""
    if old.children or new.children:
        return
    restyled = old.style is not None and new.style is not None and old.style != new.style
    if restyled:
        yield Change(op="update", element="style", block=old.ref, old=old.style, new=new.style)
    if not same_content:
        return
    if _resized(old.box, new.box):
        yield Change(op="update", element="style", block=old.ref, old=old.box, new=new.box)
    elif not restyled and new.images and not looks_alike(old.picture_hash, new.picture_hash):
        yield picture_change(old, new, old.picture_hash, new.picture_hash)


def picture_change(old: Block, new: Block, old_hash: str, new_hash: str) -> Change:
    """Other pixels behind the same addresses."""
    name, address = new.images[0] if len(new.images) == 1 else ("", "")
    before, after = Picture(name, address, old_hash), Picture(name, address, new_hash)
    return Change(op="update", element="image", block=old.ref, old=before, new=after)


def _resized(old: Box, new: Box) -> bool:
    if old[2:] == new[2:]:
        return False
    return any(
        abs(before - after) > max(SIZE_TOLERANCE_PX, SIZE_TOLERANCE * max(before, after))
        for before, after in ((old.width, new.width), (old.height, new.height))
    )
