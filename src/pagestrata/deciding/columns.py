"""What stands beside the content: the narrow boxes left or right of the column that most of a page's text is in.

Told by the boxes alone, whatever names and roles the blocks have. Such a place never makes anything silent by itself: it
only says that figures are to be looked at as those of small print are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pagestrata.model.blocks import Block
from pagestrata.weighing.noise_context import FRAME

SAME_EDGE_PX = 40.0
NARROW = 0.6
"""Against the width of the main column: cards of equal width are the content itself."""


class Column(NamedTuple):
    """From where to where a column reaches."""

    left: float = 0.0
    right: float = 0.0


def main_column(leaves: Sequence[Block]) -> Column:
    """The column with most text outside of the page's frame; one without width where there is none."""
    letters: dict[int, int] = {}
    edges: dict[int, Column] = {}
    for leaf in leaves:
        if leaf.role in FRAME or not leaf.text or leaf.box.width <= 0:
            continue
        place = int(leaf.box.x // SAME_EDGE_PX)
        known = edges.get(place, Column(leaf.box.x, leaf.box.x))
        edges[place] = Column(min(known.left, leaf.box.x), max(known.right, leaf.box.x + leaf.box.width))
        letters[place] = letters.get(place, 0) + len(leaf.text)
    return edges[max(letters, key=letters.__getitem__)] if letters else Column()


def is_beside(block: Block, column: Column) -> bool:
    """Whether a block is narrow and stands left or right of the main column."""
    box = block.box
    apart = box.x >= column.right or box.x + box.width <= column.left
    return apart and 0 < box.width <= NARROW * (column.right - column.left)
