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
from pagestrata.segment.assembly import build_tree
from pagestrata.segment.layout import Layout
from pagestrata.segment.outline import Outline
from pagestrata.weigh.block_features import Frame, block_features

INSIDE_SHARE = 0.75
NOT_ANNOTATED = 0
LEVELS = {
    "Ad": 1, "Logo": 1, "Footer": 1, "Searchbar": 1, "Menu": 2, "Header": 2, "Sidebar": 2, "LinkList": 2, "Image": 3,
    "Video": 3, "Table": 3, "Comments": 3, "Author": 3, "Title": 3, "Article": 4, "Content": 4,
}  # fmt: skip
"""Type -> level. A title stands at 3, not 4: most of the annotated ones name the site or a box, not an article."""
INDEX_LEVELS = {**LEVELS, "LinkList": 3, "Sidebar": 3}
"""After the words of Song et al., who put 'related topics, topic index' on level 3: reported beside the other, not shipped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedBlock:
    """One annotated block as numbers."""

    page: str
    kind: str
    is_leaf: bool
    is_top: bool
    characters: int
    features: npt.NDArray[np.float64]


def annotated_blocks(page: str, snapshot: Snapshot, truth: Mapping[str, Any]) -> list[AnnotatedBlock]:
    """Every annotated block of a page, inner ones too, with its features among the page's other blocks."""
    tree, _ = annotated_tree(snapshot, truth)
    leaves, frame = list(tree.leaves()), Frame.of(tree)
    found = []
    rows = iter(block_features(leaves, frame))
    for mark in truth["blocks"]:
        row = next(rows) if mark["leaf"] else _inner_features(Box(*map(float, mark["box"])), leaves, frame)
        if row is not None:
            block = AnnotatedBlock(
                page=page,
                kind=mark["type"],
                is_leaf=mark["leaf"],
                is_top=mark["level"] == 1,
                characters=sum(text[4] for text in truth["texts"] if _is_inside(text, mark["box"])),
                features=row,
            )
            found.append(block)
    return found


def _is_inside(text: Sequence[float], box: Sequence[float]) -> bool:
    """Whether the middle of a text lies in a box."""
    x, y = text[0] + text[2] / 2, text[1] + text[3] / 2
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def _inner_features(box: Box, leaves: Sequence[Block], frame: Frame) -> npt.NDArray[np.float64] | None:
    """The features of a block that holds others: as one block in their place, None when it holds none."""
    inside = [leaf for leaf in leaves if box.intersection(leaf.box).area >= INSIDE_SHARE * max(1e-6, leaf.box.area)]
    if not inside:
        return None
    joined = Block(
        ref="joined",
        text=" ".join(leaf.text for leaf in inside if leaf.text),
        links=tuple(link for leaf in inside for link in leaf.links),
        images=tuple(image for leaf in inside for image in leaf.images),
        style=max(inside, key=lambda leaf: len(leaf.text)).style,
        box=box,
    )
    place = leaves.index(inside[0])
    others = [leaf for leaf in leaves if leaf not in inside]
    row: npt.NDArray[np.float64] = block_features([*others[:place], joined, *others[place:]], frame)[
        min(place, len(others))
    ]
    return row


def annotated_tree(snapshot: Snapshot, truth: Mapping[str, Any]) -> tuple[BlockTree, list[int]]:
    """A flat tree of the annotated leaf blocks, and their levels, 1 to 4.

    What no annotation covers becomes one more block of level 0, so that shares of the page are of the whole page.
    """
    marks = [mark for mark in truth["blocks"] if mark["leaf"]]
    boxes = [Box(*map(float, mark["box"])) for mark in marks]
    layout = Layout.of(snapshot)
    owner = _owners(layout, boxes)
    rows = [_top_rows(layout, owner, leaf) for leaf in range(len(boxes) + 1)]
    outlines = tuple(Outline(rows=some) for some in rows if some)
    tree = build_tree(snapshot, layout, [Outline(rows=(0,), children=outlines)], segmenter="annotated")
    shown = iter(tree.blocks[0].children or tree.blocks)
    found = [next(shown) if some else Block(ref=f"empty {leaf}") for leaf, some in enumerate(rows)]
    blocks = [replace(block, box=box) for block, box in zip(found, boxes, strict=False)]
    levels = [LEVELS[mark["type"]] for mark in marks]
    width, height = map(float, truth["size"])
    return replace(tree, blocks=(*blocks, found[-1]), page_size=(width, height)), [*levels, NOT_ANNOTATED]


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
