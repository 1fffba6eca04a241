"""Block trees from hand-made annotations: the boxes are given, the contents come from our own snapshot of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting.assembly import build_tree
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import Outline
from pagestrata.weighing.blocks.block_features import Frame, block_features
from pagestrata.weighing.blocks.block_hints import Features
from pagestrata.weighing.blocks.page_context import page_context

INSIDE_SHARE = 0.75
LEVELS = {
    "Ad": 1, "Logo": 1, "Footer": 1, "Searchbar": 1, "Menu": 2, "Header": 2, "Sidebar": 2, "LinkList": 2, "Image": 3,
    "Video": 3, "Table": 3, "Comments": 3, "Author": 3, "Title": 3, "Article": 4, "Content": 4,
}  # fmt: skip
"""Type -> level. A title stands at 3, not 4: most of the annotated ones name the site or a box, not an article."""
OTHER_LEVELS = {
    "types as first asked": {**LEVELS, "Title": 4},
    "link lists on level 3": {**LEVELS, "LinkList": 3, "Sidebar": 3},
}
"""Reported beside the shipped ones. The last is after the words of Song et al.: 'related topics, topic index' on level 3."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedBlock:
    """One annotated block as numbers. A block of the top level without others inside is here twice: as part and leaf."""

    page: str
    kind: str
    is_part: bool  # among the page's top-level blocks, as a coarse cut gives them; else among its leaves
    characters: int
    features: npt.NDArray[np.float64]  # of `FEATURES`
    context: npt.NDArray[np.float64]  # of `CONTEXT`


def annotated_blocks(page: str, snapshot: Snapshot, truth: Mapping[str, Any]) -> list[AnnotatedBlock]:
    """The page cut into its annotated leaves, and once more into its top-level blocks, each block among its likes."""
    leaves = [mark for mark in truth["blocks"] if mark["leaf"]]
    parts = [mark for mark in truth["blocks"] if mark["level"] == 1]
    return [
        AnnotatedBlock(
            page=page,
            kind=mark["type"],
            is_part=marks is parts,
            characters=sum(text[4] for text in truth["texts"] if _is_inside(text, mark["box"])),
            features=row,
            context=around,
        )
        for marks in (leaves, parts)
        for mark, row, around in zip(marks, *_rows(snapshot, marks, truth["size"]), strict=False)
    ]


def _rows(snapshot: Snapshot, marks: Sequence[Mapping[str, Any]], size: Sequence[float]) -> tuple[Features, Features]:
    """The features and the context of the marked blocks, and last of what no mark covers."""
    tree = annotated_tree(snapshot, marks, (float(size[0]), float(size[1])))
    leaves = list(tree.leaves())
    return block_features(leaves, Frame.of(tree)), page_context(leaves, tree.title)


def _is_inside(text: Sequence[float], box: Sequence[float]) -> bool:
    """Whether the middle of a text lies in a box."""
    x, y = text[0] + text[2] / 2, text[1] + text[3] / 2
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def annotated_tree(snapshot: Snapshot, marks: Sequence[Mapping[str, Any]], page_size: tuple[float, float]) -> BlockTree:
    """A flat tree of annotated blocks none of which holds another.

    What no annotation covers becomes one more block, so that shares of the page are of the whole page.
    """
    boxes = [Box(*map(float, mark["box"])) for mark in marks]
    layout = Layout.of(snapshot)
    owner = _owners(layout, boxes)
    rows = [_top_rows(layout, owner, leaf) for leaf in range(len(boxes) + 1)]
    outlines = tuple(Outline(rows=some) for some in rows if some)
    tree = build_tree(snapshot, layout, [Outline(rows=(0,), children=outlines)], segmenter="annotated")
    shown = iter(tree.blocks[0].children or tree.blocks)
    found = [next(shown) if some else Block(ref=f"empty {leaf}") for leaf, some in enumerate(rows)]
    blocks = [replace(block, box=box) for block, box in zip(found, boxes, strict=False)]
    return replace(tree, blocks=(*blocks, found[-1]), page_size=page_size)


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
