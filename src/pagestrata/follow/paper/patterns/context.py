"""The context pattern: the texts and images around a block (paper 2 §4.1, §4.2, §5.2.1).

X is the set of texts and image addresses outside the block whose distance on the page is below 50 px. The similarity
is the share of X found around a candidate; an empty X has similarity 0 with everything. Adaption keeps what all
samples share. Distance (left open in the paper) is the gap between the two rectangles, 0 where they touch.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.follow.page import Page, Scores, gaps

RADIUS_PX = 50.0


@dataclass(frozen=True, slots=True)
class ContextPattern:
    texts: frozenset[str]

    @classmethod
    def of_row(cls, page: Page, row: int) -> ContextPattern:
        nodes = page.nodes
        if not nodes.visible[row]:
            return cls(frozenset())
        leaves = page.leaf_rows[nodes.visible[page.leaf_rows]]
        outside = leaves[(leaves < row) | (leaves >= nodes.end[row])]
        near = outside[gaps(nodes.box[outside], nodes.box[row]) < RADIUS_PX]
        return cls(frozenset(page.leaves[int(leaf)] for leaf in near))

    def adapted(self, sample: ContextPattern) -> ContextPattern:
        return ContextPattern(self.texts & sample.texts)

    def similarity(self, page: Page) -> Scores:
        """Of every row."""
        nodes, scores = page.nodes, np.zeros(len(page))
        for text in self.texts:
            leaves = [leaf for leaf in page.rows_of_leaf.get(text, ()) if nodes.visible[leaf]]
            if leaves:
                near = np.concatenate([page.rows_near(leaf, RADIUS_PX) for leaf in leaves])
                scores[near if len(leaves) == 1 else np.unique(near)] += 1.0
        return scores / len(self.texts) if self.texts else scores

    def candidates(self, page: Page) -> npt.NDArray[np.intp]:
        """Elements with at least one of the texts around them."""
        return np.flatnonzero((self.similarity(page) > 0) & page.is_element)
