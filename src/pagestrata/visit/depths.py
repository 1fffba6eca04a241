"""Versions that were taken to different depths are compared only as far down as both go.

A page beyond the height cap, or one that goes on for ever when it is scrolled, is taken to a fixed depth. Another depth
(another option, a visit whose time ran out) shows other blocks at its foot, and those are no changes of the page.
"""

from __future__ import annotations

from dataclasses import replace

from pagestrata.deciding.surroundings.sides import Side
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.reasons import Reason


def shared_depth(old: int | None, new: int | None) -> int | None:
    """Down to where two versions can be compared; None: all of both. None as an argument: the page was taken whole."""
    if old == new:
        return None
    return min(depth for depth in (old, new) if depth is not None)


def to_shared_depth(old: Side, new: Side) -> tuple[Side, Side]:
    """Both sides, without what lies below the depth that they share."""
    depth = shared_depth(old.depth_px, new.depth_px)
    if depth is None:
        return old, new
    return replace(old, tree=above(old.tree, depth)), replace(new, tree=above(new.tree, depth))


def above(tree: BlockTree, depth_px: int) -> BlockTree:
    """The tree without the blocks that reach down to the depth: where a page was cut, they are cut too."""
    found = (_above(block, depth_px) for block in tree.blocks)
    return replace(tree, blocks=tuple(block for block in found if block is not None))


def _above(block: Block, depth_px: int) -> Block | None:
    if block.is_leaf:
        return block if block.box.bottom < depth_px else None
    kept = tuple(child for child in (_above(child, depth_px) for child in block.children) if child is not None)
    return replace(block, children=kept) if kept else None


def depth_reasons(old: Side | None, new: Side) -> tuple[Reason, ...]:
    """What a person should know about how far down was looked."""
    said = []
    if new.depth_px is not None:
        said.append(Reason(f"only the first {new.depth_px:,} px of the page were looked at", kind="depth"))
    depth = shared_depth(old.depth_px, new.depth_px) if old is not None else None
    if depth is not None:
        said.append(
            Reason(f"compared down to {depth:,} px: the two versions go down to different depths", kind="depth")
        )
    return tuple(said)
