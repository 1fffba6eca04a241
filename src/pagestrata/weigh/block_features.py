"""What a block looks like in numbers: the features of Song et al. (WWW 2004) for the block importance model.

Spatial features: centre, width and height of the block, in pixels, relative to the page, and relative to the window
with the header and footer zones of the paper (a block near the top or bottom keeps its distance from that border; what
lies between is all 'middle'). Content features: number of images, links, link text, inner text, as they are and as a
share of the page's total. Everything comes from `Block` alone, so that a tree read back from Vi-XML is weighed like a
fresh one. Departures: the size of images and the number of form elements are not in a block and are left out; fonts,
colours and kinds of words, which the paper did not have, are added.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import BlockTree

Features = npt.NDArray[np.float64]

HEADER_ZONE_PX = 200.0
FOOTER_ZONE_PX = 200.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The page around the blocks, never without area."""

    page_width: float
    page_height: float
    window_height: float

    @classmethod
    def of(cls, tree: BlockTree) -> Frame:
        leaves = list(tree.leaves())
        right = max((leaf.box.right for leaf in leaves), default=0.0)
        bottom = max((leaf.box.bottom for leaf in leaves), default=0.0)
        return cls(
            page_width=max(1.0, tree.page_size[0] or tree.viewport[0] or right),
            page_height=max(1.0, tree.page_size[1] or bottom),
            window_height=max(1.0, float(tree.viewport[1] or 768)),
        )
