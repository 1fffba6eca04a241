"""What stands beside the content: the narrow boxes left or right of the column that most of a page's text is in.

Told by the boxes alone, whatever names and roles the blocks have. Such a place never makes anything silent by itself: it
only says that figures are to be looked at as those of small print are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pagestrata.model.blocks import Block
from pagestrata.weighing.noise.noise_context import FRAME

SAME_EDGE_PX = 40.0
SIDE_BOXES = frozenset(("sidebar", "ad", "link list"))
NARROW = 0.6
"""Against the width of the main column: cards of equal width are the content itself."""


class Column(NamedTuple):
    """From where to where a column reaches."""

    left: float = 0.0
    right: float = 0.0


def main_column(leaves: Sequence[Block]) -> Column:
    """The column with most text outside of the page's frame and its side boxes; one without width where there is none.

    It reaches to where the next one begins: lines of a text may be short.
    """
    outside = [leaf for leaf in leaves if leaf.role not in FRAME and leaf.text and leaf.box.width > 0]
    if not outside:
        return Column()
    main = _place_with_most_text([leaf for leaf in outside if leaf.role not in SIDE_BOXES] or outside)
    own = [leaf.box for leaf in outside if _place(leaf) == main]
    right = max(box.x + box.width for box in own)
    next_left = min((leaf.box.x for leaf in outside if leaf.box.x >= right), default=right)
    return Column(min(box.x for box in own), next_left)


def _place_with_most_text(leaves: Sequence[Block]) -> int:
    letters: dict[int, int] = {}
    for leaf in leaves:
        letters[_place(leaf)] = letters.get(_place(leaf), 0) + len(leaf.text)
    return max(letters, key=letters.__getitem__)


def _place(leaf: Block) -> int:
    """Where a leaf begins from the left, the same for edges a little apart."""
    return int(leaf.box.x // SAME_EDGE_PX)


def is_beside(block: Block, column: Column) -> bool:
    """Whether a block is narrow and stands left or right of the main column."""
    box = block.box
    apart = box.x >= column.right or box.x + box.width <= column.left
    return apart and 0 < box.width <= NARROW * (column.right - column.left)
