"""The content pattern: the texts and images inside a block (paper 2 §4.1, §4.2, §5.2.1).

N is a set of pairs (text or image address, tag path from the block's root). The similarity is the share of N that a
candidate has, not the Jaccard measure: a block with more new content is no worse. An empty N has similarity 0 with
everything. Adaption keeps the pairs that all samples share.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagestrata.follow.page import Page, Scores


@dataclass(frozen=True, slots=True)
class ContentPattern:
    elements: frozenset[tuple[str, str]]

    @classmethod
    def of_row(cls, page: Page, row: int) -> ContentPattern:
        leaves = page.leaves
        return cls(frozenset((leaves[int(leaf)], page.tag_path(row, int(leaf))) for leaf in page.leaves_below(row)))

    def adapted(self, sample: ContentPattern) -> ContentPattern:
        return ContentPattern(self.elements & sample.elements)

    def similarity(self, page: Page) -> Scores:
        """Of every row. A leaf supports exactly one candidate per pair: the ancestor at the tag path's other end."""
        scores = np.zeros(len(page))
        supported: set[tuple[int, str, str]] = set()
        for content, path in self.elements:
            for leaf in page.rows_of_leaf.get(content, ()):
                row = _ancestor(page, leaf, path)
                if row is not None and (row, content, path) not in supported:
                    supported.add((row, content, path))
                    scores[row] += 1.0
        return scores / len(self.elements) if self.elements else scores

    def candidates(self, page: Page) -> npt.NDArray[np.intp]:
        """Elements with at least one of the pairs."""
        return np.flatnonzero((self.similarity(page) > 0) & page.is_element)


def _ancestor(page: Page, leaf: int, path: str) -> int | None:
    """The row from which `path` leads to the leaf."""
    nodes = page.nodes
    row = int(nodes.parent[leaf]) if nodes.text[leaf] else leaf
    steps = path.split("/")[1:]
    for number, tag in enumerate(reversed(steps)):
        if number:
            row = int(nodes.parent[row])
        if row < 0 or nodes.tag_of(row) != tag:
            return None
    return row
