"""Where other steps of a visit would put a followed block: the blocks of the segmentation and their matching.

The follower compares elements; the comparison of two versions (Vi-DIFF) matches blocks. Where the elements leave doubt
the block that was around the followed element, found again by the matching, by its ref, its topic or its picture,
speaks against the candidates outside it. A sure match is never overruled. The four parts are
handed in, since following does not know how pages are cut or compared.
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
"""Added to the log-odds of a candidate outside of each part that is known. A hint only takes away: that a candidate is
in the right block does not say that it is there at all, and the neighbours of a block that is gone are in it too."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hint:
    """Per part the rows of this version that belong to the block; an empty part says nothing."""

    parts: Mapping[str, frozenset[int]]

    def logits(self, rows: Rows) -> npt.NDArray[np.float64]:
        """What the hint adds to the log-odds of each of these rows."""
        added = np.zeros(len(rows))
        for name, there in self.parts.items():
            if there:
                added += [0.0 if row in there else OUTSIDE_LOGITS[name] for row in rows.tolist()]
        return added


HintFor = Callable[[int], Hint | None]
"""The hint for one of several blocks, by its number; asked only where there is doubt, since it costs a segmentation."""


def hint_of(
    box: Box, old: BlockTree, new: BlockTree, nodes: NodeTable, *, matches: Iterable[tuple[str, str]]
) -> Hint | None:
    """The hint for an element that had this box in the old version; None where no block was around it.

    `matches` are pairs of refs, old and new, that the comparison took for the same block. The new tree must be fresh
    from the segmentation, since a stored one does not know its rows.
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
    """The smallest block that holds the middle of a box."""
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
