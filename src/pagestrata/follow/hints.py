"""Hints from the segmentation about where a followed block is.

The follower compares elements; Vi-DIFF matches the blocks of two versions. In doubt, the segmented block around the followed
element is found again by that matching, by its ref, its topic or its picture, and candidates outside it lose belief. A sure match
is never overruled. The caller passes the four parts in, since following knows neither segmentation nor comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import NodeTable

Rows = npt.NDArray[np.intp]

OUTSIDE_LOGITS = {"matched": -0.75, "ref": -0.25, "topic": -0.25, "picture": -0.25}
"""Added to the log-odds of a candidate outside each known part. Hints only lower beliefs: the neighbours of a deleted element
are in the right block, too."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hint:
    """The rows of this version inside the block, by how it was recognised; an empty part is no evidence."""

    parts: Mapping[str, frozenset[int]]

    def logits(self, rows: Rows) -> npt.NDArray[np.float64]:
        """Return what the hint adds to the log-odds of each row."""
        added = np.zeros(len(rows))
        for name, there in self.parts.items():
            if there:
                added += [0.0 if row in there else OUTSIDE_LOGITS[name] for row in rows.tolist()]
        return added


HintFor = Callable[[int], Hint | None]
"""Returns the hint for a block, by its number; called only in doubt, because it requires a segmentation."""


def hint_of(
    box: Box, old: BlockTree, new: BlockTree, nodes: NodeTable, *, matches: Iterable[tuple[str, str]]
) -> Hint | None:
    """Return the hint for an element with this box in the old version, or None if no block was around it.

    `matches` are pairs of refs, old and new, that the comparison matched. The new tree must come straight from the
    segmentation, since a stored tree has no rows.
    """
    around = block_around(old, box)
    if around is None:
        return None
    partners = {other for known, other in matches if known == around.ref}
    found = {
        "matched": [block for block in new.walk() if block.ref in partners],
        "ref": [block for block in new.walk() if block.ref == around.ref],
        "topic": [block for block in new.walk() if around.topic and block.topic == around.topic],
        "picture": [block for block in new.walk() if around.picture_hash and block.picture_hash == around.picture_hash],
    }
    return Hint(parts={name: _rows_in(blocks, nodes) for name, blocks in found.items()})


def block_around(tree: BlockTree, box: Box) -> Block | None:
    """Return the smallest block that contains the centre of a box."""
    x, y = box.x + box.width / 2, box.y + box.height / 2
    holding = [block for block in tree.walk() if _holds(block.box, x, y)]
    return min(holding, key=lambda block: block.box.area, default=None) if box.area else None


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.right and box.y <= y < box.bottom


def _rows_in(blocks: Iterable[Block], nodes: NodeTable) -> frozenset[int]:
    """The rows of the blocks and everything below them."""
    found: set[int] = set()
    for block in blocks:
        for row in block.rows:
            found.update(range(row, int(nodes.end[row])))
    return frozenset(found)
