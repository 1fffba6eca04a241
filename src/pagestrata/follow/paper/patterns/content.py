"""The content pattern: the texts and images inside a block (paper 2 §4.1, §4.2, §5.2.1).

N is a set of pairs (text or image address, tag path from the block's root). The similarity is the share of N that a
candidate has, not the Jaccard measure: a block with more new content is no worse. An empty N has similarity 0 with
everything. Adaption keeps the pairs that all samples share.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pagestrata.follow.page import PATH_BASE, Page, Scores, tag_mark


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
        found = [
            (number, leaf, *_measured(path))
            for number, (content, path) in enumerate(self.elements)
            for leaf in page.rows_of_leaf.get(content, ())
        ]
        if not found:
            return np.zeros(len(page))
        numbers, leaves, lengths = np.array([entry[:3] for entry in found], np.intp).T
        rows, there = _ancestors(page, leaves, lengths, np.array([entry[3] for entry in found], np.uint64))
        pairs = np.unique(numbers[there] * len(page) + rows[there])
        return np.bincount(pairs % len(page), minlength=len(page)) / len(self.elements)

    def candidates(self, page: Page) -> npt.NDArray[np.intp]:
        """Elements with at least one of the pairs."""
        return np.flatnonzero((self.similarity(page) > 0) & page.is_element)


@lru_cache(maxsize=1 << 14)
def _measured(path: str) -> tuple[int, int]:
    """How many tags a path has, and their hash."""
    steps, key = path.split("/")[1:], 0
    for tag in steps:
        key = (key * int(PATH_BASE) + tag_mark(tag)) & 0xFFFFFFFFFFFFFFFF
    return len(steps), key


def _ancestors(
    page: Page, leaves: npt.NDArray[np.intp], lengths: npt.NDArray[np.intp], keys: npt.NDArray[np.uint64]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """The rows from which paths lead to leaves, and whether there are such."""
    nodes = page.nodes
    holders = np.where(nodes.is_text[leaves], nodes.parent[leaves], leaves)
    top_depth = nodes.depth[holders] - lengths + 1
    there = (top_depth >= 0) & (nodes.depth[holders] < page.lineage.shape[1])
    rows = page.lineage[holders, np.where(there, top_depth, 0)].astype(np.intp)
    above = nodes.parent[rows]
    # The polynomial of a lower part of a lineage: that of the whole less that of what is above, moved up.
    powers = np.array([pow(int(PATH_BASE), int(length), 1 << 64) for length in lengths.tolist()], np.uint64)
    upper = np.where(above >= 0, page.path_hash[above] * powers, np.uint64(0))
    return rows, there & (page.path_hash[holders] - upper == keys)
