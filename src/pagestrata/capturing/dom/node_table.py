"""From the answer of CDP `DOMSnapshot.captureSnapshot` to a `NodeTable`.

One call returns the flat tree (Blink has put slotted nodes into their slots and shadow children under their hosts),
the layout boxes in document coordinates and the asked computed styles, as indexes into one table of strings. Everything
here works on whole columns; only the walk for depth and subtree ends (`row_tree`) goes row by row, once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.capturing.dom.attributes import find_images, find_links, kept_attributes
from pagestrata.capturing.dom.layout import Layout, lay_out
from pagestrata.capturing.dom.row_tree import Indexes, RowTree, read_row_tree
from pagestrata.capturing.dom.serialise import serialise, serialise_true_tree
from pagestrata.capturing.dom.styles import PROPERTIES, Styles
from pagestrata.model.snapshot import FloatColumn, IntColumn, NodeTable

CAPTURE_PARAMETERS = {
    "computedStyles": list(PROPERTIES),
    "includePaintOrder": True,
    "includeDOMRects": False,
}


def read_domsnapshot(
    answer: dict[str, Any],
    *,
    page_size: tuple[float, float],
    true_tree: dict[str, Any] | None = None,
    scripting: bool = True,
) -> tuple[NodeTable, str]:
    """The table and the serialised rendered document; the latter from `true_tree` when the page needs it."""
    tree = read_row_tree(answer)
    styles = Styles.read(tree.documents, tree.strings, tree.layout, tree.is_text, tree.parent)
    layout = lay_out(tree, styles, page_size=page_size)
    main = answer["documents"][0]
    if true_tree is None:
        dom, starts, ends = serialise(main, tree.strings, scripting=scripting)
    else:
        dom, starts, ends = serialise_true_tree(true_tree, main, scripting=scripting)
    dom_start, dom_end = _offsets(tree, starts, ends)
    tags, tag = _vocabulary([name.lower() for name in tree.names])
    attributes = kept_attributes(tree)
    rect_start, rects = _text_rectangles(tree, layout)
    table = NodeTable(
        parent=tree.parent.astype(np.int32),
        end=tree.end.astype(np.int32),
        depth=tree.depth.astype(np.int32),
        tags=tags,
        tag=tag,
        attributes=attributes,
        text=_texts(tree),
        box=layout.box.astype(np.float32),
        clipped=layout.clipped.astype(np.float32),
        visible=layout.visible,
        rect_start=rect_start,
        rects=rects,
        displays=layout.displays,
        display=layout.display,
        positions=styles.positions,
        position=styles.position,
        background=layout.background,
        colour=styles.colour,
        font_size=styles.font_size,
        font_weight=styles.font_weight,
        border=styles.border,
        paint_order=_paint_order(tree),
        links=find_links(tree, attributes),
        images=find_images(tree, attributes, styles, layout, dom, dom_start, dom_end),
        dom_start=dom_start,
        dom_end=dom_end,
    )
    return table, dom


def _vocabulary(values: list[str]) -> tuple[tuple[str, ...], IntColumn]:
    codes: dict[str, int] = {}
    column = np.fromiter((codes.setdefault(value, len(codes)) for value in values), np.int32, len(values))
    return tuple(codes), column


def _texts(tree: RowTree) -> tuple[str, ...]:
    texts = [""] * len(tree)
    values = [document["nodes"]["nodeValue"] for document in tree.documents]
    for row in np.flatnonzero(tree.is_text).tolist():
        texts[row] = tree.strings[values[tree.document[row]][tree.node[row]]]
    return tuple(texts)


def _paint_order(tree: RowTree) -> IntColumn:
    orders = np.concatenate([np.asarray(d["layout"]["paintOrders"], np.int32) for d in tree.documents])
    return np.where(tree.layout >= 0, orders[tree.layout], -1).astype(np.int32)


def _offsets(tree: RowTree, starts: Indexes, ends: Indexes) -> tuple[IntColumn, IntColumn]:
    main = tree.document == 0
    nodes = np.where(main, tree.node, 0)
    return np.where(main, starts[nodes], -1).astype(np.int32), np.where(main, ends[nodes], -1).astype(np.int32)


def _text_rectangles(tree: RowTree, layout: Layout) -> tuple[IntColumn, FloatColumn]:
    """The rectangles of all text rows, one per line: pieces of one text on one line (bidi, ligatures) are merged."""
    rows_of_layout = np.full(sum(len(d["layout"]["nodeIndex"]) for d in tree.documents) + 1, -1, np.int64)
    laid_out = tree.is_text & (tree.layout >= 0)
    rows_of_layout[tree.layout[laid_out]] = np.flatnonzero(laid_out)
    rows, boxes, offset = [], [], 0
    for document in tree.documents:
        pieces = document["textBoxes"]
        rows.append(rows_of_layout[np.asarray(pieces["layoutIndex"], np.int64) + offset])
        boxes.append(np.asarray(pieces["bounds"], np.float64).reshape(-1, 4))
        offset += len(document["layout"]["nodeIndex"])
    row, box = np.concatenate(rows), np.concatenate(boxes)
    keep = (row >= 0) & (box[:, 2] > 0) & (box[:, 3] > 0)
    order = np.argsort(row[keep], kind="stable")
    row, box = row[keep][order], box[keep][order]
    box[:, :2] += layout.offset[row]
    return _merged_lines(row, box, len(tree))


def _merged_lines(row: Indexes, box: npt.NDArray[np.float64], count: int) -> tuple[IntColumn, FloatColumn]:
    if not len(row):
        return np.zeros(count + 1, np.int32), np.zeros((0, 4), np.float32)
    middle = box[:, 1] + box[:, 3] / 2
    new_line = np.abs(np.diff(middle)) > np.minimum(box[1:, 3], box[:-1, 3]) / 2
    starts = np.flatnonzero(np.append(True, new_line | (np.diff(row) != 0)))
    left, top = np.minimum.reduceat(box[:, 0], starts), np.minimum.reduceat(box[:, 1], starts)
    right = np.maximum.reduceat(box[:, 0] + box[:, 2], starts)
    bottom = np.maximum.reduceat(box[:, 1] + box[:, 3], starts)
    merged = np.column_stack([left, top, right - left, bottom - top]).astype(np.float32)
    per_row = np.bincount(row[starts], minlength=count)
    return np.concatenate([[0], np.cumsum(per_row)]).astype(np.int32), merged
