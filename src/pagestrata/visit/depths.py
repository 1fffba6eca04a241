"""Versions that were taken to different depths are compared only as far down as both go.

A page that goes on for ever when it is scrolled is taken to a fixed depth. Another depth (another option, a visit whose
time ran out) shows other blocks at its foot, and those are no changes of the page. Earlier programs also ended every page
at 20,000 px. The first visit that takes such a page whole keeps it without an alarm, so that the next one has something to
compare with below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from pagestrata.model.geometry import Box
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Version, Visit
from pagestrata.model.slots import dataclass

if TYPE_CHECKING:
    from pagestrata.deciding.sides import Side
    from pagestrata.model.blocks import Block, BlockTree
    from pagestrata.model.snapshot import Snapshot


def shared_depth(old: int | None, new: int | None) -> int | None:
    """Down to where two versions can be compared; None: all of both. None as an argument: the page was taken whole."""
    if old == new:
        return None
    return min(depth for depth in (old, new) if depth is not None)


def to_shared_depth(old: Side, new: Side) -> tuple[Side, Side]:
    """Both sides, without what lies below the depth that they share.

    A page of another height is cut into other blocks around the depth. What is left out of one side, because its block
    reaches too far down there, is left out of the other, too.
    """
    depth = shared_depth(old.depth_px, new.depth_px)
    if depth is None:
        return old, new
    before, after = above(old.tree, depth), above(new.tree, depth)
    cut_before, cut_after = _CutOff.of(old.tree, depth), _CutOff.of(new.tree, depth)
    known_before, known_after = ({leaf.text for leaf in tree.leaves()} for tree in (before, after))
    before = _where(before, lambda leaf: leaf.text in known_after or not cut_after.holds(leaf))
    after = _where(after, lambda leaf: leaf.text in known_before or not cut_before.holds(leaf))
    return replace(old, tree=before), replace(new, tree=after)


def above(tree: BlockTree, depth_px: int) -> BlockTree:
    """The tree without the blocks that reach down to the depth: where a page was cut, they are cut too."""
    return _where(tree, lambda leaf: leaf.box.bottom < depth_px)


def _where(tree: BlockTree, is_kept: Callable[[Block], bool]) -> BlockTree:
    """The tree with those of its leaves, and with the blocks around them."""
    found = (_block_where(block, is_kept) for block in tree.blocks)
    return replace(tree, blocks=tuple(block for block in found if block is not None))


def _block_where(block: Block, is_kept: Callable[[Block], bool]) -> Block | None:
    if block.is_leaf:
        return block if is_kept(block) else None
    kept = tuple(child for child in (_block_where(child, is_kept) for child in block.children) if child is not None)
    return replace(block, children=kept) if kept else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _CutOff:
    """What one side shows that is not compared: the texts, and the places of blocks that begin above the depth."""

    text: str
    places: tuple[Box, ...]

    @classmethod
    def of(cls, tree: BlockTree, depth_px: int) -> _CutOff:
        leaves = [leaf for leaf in tree.leaves() if leaf.box.bottom >= depth_px]
        return cls(
            text=" ".join(_folded(leaf) for leaf in leaves),
            places=tuple(leaf.box for leaf in leaves if leaf.box.y < depth_px),
        )

    def holds(self, leaf: Block) -> bool:
        """Whether a block of the other side is part of it."""
        is_said = bool(leaf.text) and _folded(leaf) in self.text
        return is_said or any(2 * leaf.box.intersection(place).area > leaf.box.area for place in self.places)


def _folded(leaf: Block) -> str:
    return " ".join(leaf.text.split())


def depth_reasons(old: Side | None, new: Side) -> tuple[Reason, ...]:
    """What a person should know about how far down was looked."""
    said = []
    if new.depth_px is not None:
        said.append(Reason(f"only the first {new.depth_px:,} px of the page were examined", kind="depth"))
    depth = shared_depth(old.depth_px, new.depth_px) if old is not None else None
    if depth is not None:
        said.append(
            Reason(f"compared down to {depth:,} px: the two versions were captured to different depths", kind="depth")
        )
    return tuple(said)


def is_first_whole(last: Version | None, snapshot: Snapshot) -> bool:
    """Whether a page is taken whole and reaches below the depth at which its last version ended."""
    if last is None or last.depth_px is None or snapshot.depth_px is not None:
        return False
    return snapshot.page_size[1] > last.depth_px


def first_whole_reason(last: Version) -> Reason:
    """Why a version is kept although nothing that matters changed as far down as both go."""
    said = f"Kept: captured in full for the first time; the last version ends at {last.depth_px:,} px and nothing above matters"
    return Reason(said, kind="depth")


def is_kept_for_depth(visit: Visit) -> bool:
    """Whether a visit kept its version only because it is the first one that goes down to the end of the page."""
    return visit.kept and bool(visit.reasons) and getattr(visit.reasons[0], "kind", "") == "depth"
