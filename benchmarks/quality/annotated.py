"""Block trees from hand-made annotations: the boxes are given, the contents come from our own snapshot of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import Snapshot
from pagestrata.segment.assembly import build_tree
from pagestrata.segment.layout import Layout
from pagestrata.segment.outline import Outline

INSIDE_SHARE = 0.75
NOT_ANNOTATED = 0
LEVELS = {
    "Ad": 1, "Logo": 1, "Footer": 1, "Searchbar": 1, "Menu": 2, "Header": 2, "Sidebar": 2, "LinkList": 2, "Image": 3,
    "Video": 3, "Table": 3, "Comments": 3, "Author": 3, "Article": 4, "Content": 4, "Title": 4,
}  # fmt: skip


def annotated_tree(snapshot: Snapshot, truth: Mapping[str, Any]) -> tuple[BlockTree, list[int]]:
    """A flat tree of the annotated leaf blocks, and their levels, 1 to 4.

    What no annotation covers becomes one more block of level 0, so that shares of the page are of the whole page.
    """
    marks = [mark for mark in truth["blocks"] if mark["leaf"]]
    boxes = [Box(*map(float, mark["box"])) for mark in marks]
    layout = Layout.of(snapshot)
    owner = _owners(layout, boxes)
    leaves = [Outline(rows=_top_rows(layout, owner, leaf)) for leaf in range(len(boxes) + 1)]
    tree = build_tree(snapshot, layout, [Outline(rows=(0,), children=tuple(leaves))], segmenter="annotated")
    found = tree.blocks[0].children
    blocks = [replace(block, box=box) for block, box in zip(found, boxes, strict=False)]
    levels = [LEVELS[mark["type"]] for mark in marks]
    width, height = map(float, truth["size"])
    rest: Block = found[len(boxes)]
    return replace(tree, blocks=(*blocks, rest), page_size=(width, height)), [*levels, NOT_ANNOTATED]


def _owners(layout: Layout, boxes: Sequence[Box]) -> npt.NDArray[np.int64]:
    """The smallest annotated box that holds at least three quarters of each row; the last number where none does."""
    left, top, right, bottom = layout.own.T
    area = np.maximum((right - left) * (bottom - top), 1e-6)
    owner = np.full(len(layout), len(boxes), np.int64)
    for leaf in sorted(range(len(boxes)), key=lambda index: -boxes[index].area):
        box = boxes[leaf]
        across = np.minimum(right, box.right) - np.maximum(left, box.x)
        down = np.minimum(bottom, box.bottom) - np.maximum(top, box.y)
        owner[np.maximum(across, 0.0) * np.maximum(down, 0.0) >= INSIDE_SHARE * area] = leaf
    return owner


def _top_rows(layout: Layout, owner: npt.NDArray[np.int64], leaf: int) -> tuple[int, ...]:
    """The rows of a block whose parents belong to another."""
    parents = layout.nodes.parent
    rows = np.flatnonzero((owner == leaf) & layout.shown)
    return tuple(int(row) for row in rows if parents[row] < 0 or owner[parents[row]] != leaf)
