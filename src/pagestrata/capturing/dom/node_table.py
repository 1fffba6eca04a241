"""From the answer of CDP `DOMSnapshot.captureSnapshot` to a `NodeTable`.

One call returns the flat tree (Blink has put slotted nodes into their slots and shadow children under their hosts),
the layout boxes in document coordinates and the asked computed styles, as indexes into one table of strings. Everything
here works on whole columns; only the walk for depth and subtree ends goes row by row, once. Frames are documents of
their own in the answer and are spliced in behind their frame row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.capturing.dom.attributes import find_images, find_links, kept_attributes
from pagestrata.capturing.dom.layout import Layout, lay_out
from pagestrata.capturing.dom.serialise import serialise, serialise_true_tree
from pagestrata.capturing.dom.styles import PROPERTIES, Styles
from pagestrata.model.snapshot import TEXT, FloatColumn, IntColumn, NodeTable

CAPTURE_PARAMETERS = {
    "computedStyles": list(PROPERTIES),
    "includePaintOrder": True,
    "includeDOMRects": False,
}
ELEMENT_NODE, TEXT_NODE = 1, 3
SILENT = frozenset({"SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "NOFRAMES", "NOEMBED", "IFRAME", "script", "style"})

Indexes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """The rows of the table in terms of the answer: which document and node each row is, and how rows hang together."""

    documents: list[dict[str, Any]]
    strings: list[str]
    document: Indexes  # of each row
    node: Indexes  # of each row, inside its document
    layout: Indexes  # of each row, into all layouts laid end to end; -1 without
    parent: Indexes
    depth: Indexes
    end: Indexes
    is_text: npt.NDArray[np.bool_]
    names: list[str]  # of each row, as the browser spells it

    def __len__(self) -> int:
        return len(self.node)


def read_domsnapshot(
    answer: dict[str, Any],
    *,
    page_size: tuple[float, float],
    true_tree: dict[str, Any] | None = None,
    scripting: bool = True,
) -> tuple[NodeTable, str]:
    """The table and the serialised rendered document; the latter from `true_tree` when the page needs it."""
    tree = _tree(answer)
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


def _tree(answer: dict[str, Any]) -> Tree:
    documents, strings = answer["documents"], answer["strings"]
    kept = [_kept_nodes(document, strings) for document in documents]
    document, node, frame_rows = _spliced(documents, kept, shown=[not is_error_page(d, strings) for d in documents])
    row_of = [np.full(len(d["nodes"]["nodeType"]), -1, np.int64) for d in documents]
    layout_of = _layout_of(documents)
    parent, layout = np.empty(len(node), np.int64), np.empty(len(node), np.int64)
    names: npt.NDArray[np.int64] = np.empty(len(node), np.int64)
    types = np.empty(len(node), np.int64)
    rows = np.arange(len(node))
    for number, found in enumerate(documents):
        here = document == number
        mine = node[here]
        row_of[number][mine] = rows[here]
        above = np.asarray(found["nodes"]["parentIndex"], np.int64)[mine]
        parents = row_of[number][above]  # the document node itself is no row: -1
        parent[here] = np.where(parents < 0, frame_rows.get(number, -1), parents)
        layout[here] = layout_of[number][mine]
        names[here] = np.asarray(found["nodes"]["nodeName"], np.int64)[mine]
        types[here] = np.asarray(found["nodes"]["nodeType"], np.int64)[mine]
    is_text = types == TEXT_NODE
    depth, end = _depth_and_end(parent)
    spelt = [TEXT if text else strings[name] for name, text in zip(names.tolist(), is_text.tolist(), strict=True)]
    return Tree(
        documents=documents, strings=strings, document=document, node=node, layout=layout, parent=parent,
        depth=depth, end=end, is_text=is_text, names=spelt,
    )  # fmt: skip


def _kept_nodes(document: dict[str, Any], strings: list[str]) -> Indexes:
    """Elements, and texts that are not blank and belong to the page rather than to a script."""
    nodes = document["nodes"]
    types = np.asarray(nodes["nodeType"], np.int64)
    parents = np.asarray(nodes["parentIndex"], np.int64)
    names, values = np.asarray(nodes["nodeName"], np.int64), np.asarray(nodes["nodeValue"], np.int64)
    silent = np.isin(names, [index for index in set(nodes["nodeName"]) if strings[index] in SILENT])
    texts = np.flatnonzero((types == TEXT_NODE) & ~silent[parents])
    filled = [n for n, value in zip(texts.tolist(), values[texts].tolist(), strict=True) if strings[value].strip()]
    keep = types == ELEMENT_NODE
    keep[filled] = True
    return np.flatnonzero(keep)


def is_error_page(document: dict[str, Any], strings: list[str]) -> bool:
    """Whether the document is the browser's own notice that something could not be loaded."""
    address: int = document["documentURL"]
    return strings[address].startswith("chrome-error:")


def has_elements(document: dict[str, Any]) -> bool:
    """Whether there is a page at all: between two documents, and when a script empties it, there is none."""
    return ELEMENT_NODE in document["nodes"]["nodeType"]


def _spliced(
    documents: list[dict[str, Any]], kept: list[Indexes], *, shown: list[bool]
) -> tuple[Indexes, Indexes, dict[int, int]]:
    """Document and node of each row with frames behind their frame rows, and the frame row of each document."""
    pieces: list[tuple[int, Indexes]] = []
    frame_rows: dict[int, int] = {}
    count = 0
    stack = [(0, 0)]
    while stack:
        number, start = stack.pop()
        frames = documents[number]["nodes"].get("contentDocumentIndex", {"index": [], "value": []})
        inside = sorted((n, d) for n, d in zip(frames["index"], frames["value"], strict=True) if n >= start)
        nodes = kept[number]
        stop = len(nodes) if not inside else int(np.searchsorted(nodes, inside[0][0], side="right"))
        piece = nodes[int(np.searchsorted(nodes, start)) : stop]
        pieces.append((number, piece))
        count += len(piece)
        if inside:
            frame, content = inside[0]
            stack.append((number, frame + 1))
            if content not in frame_rows and content != 0 and shown[content]:
                frame_rows[content] = count - 1
                stack.append((content, 0))
    document = np.concatenate([np.full(len(piece), number, np.int64) for number, piece in pieces])
    return document, np.concatenate([piece for _, piece in pieces]), frame_rows


def _layout_of(documents: list[dict[str, Any]]) -> list[Indexes]:
    """For each document: node -> its first layout object among all layouts laid end to end."""
    found, offset = [], 0
    for document in documents:
        nodes = np.asarray(document["layout"]["nodeIndex"], np.int64)
        layout_of = np.full(len(document["nodes"]["nodeType"]), -1, np.int64)
        layout_of[nodes[::-1]] = np.arange(len(nodes))[::-1] + offset  # reversed: the first one wins
        found.append(layout_of)
        offset += len(nodes)
    return found


def _depth_and_end(parent: Indexes) -> tuple[Indexes, Indexes]:
    count = len(parent)
    depth, end = [0] * count, list(range(1, count + 1))
    above = parent.tolist()
    for row in range(1, count):
        depth[row] = depth[above[row]] + 1
    for row in range(count - 1, 0, -1):
        up = above[row]
        if end[row] > end[up]:
            end[up] = end[row]
    return np.asarray(depth, np.int64), np.asarray(end, np.int64)


def _vocabulary(values: list[str]) -> tuple[tuple[str, ...], IntColumn]:
    codes: dict[str, int] = {}
    column = np.fromiter((codes.setdefault(value, len(codes)) for value in values), np.int32, len(values))
    return tuple(codes), column


def _texts(tree: Tree) -> tuple[str, ...]:
    texts = [""] * len(tree)
    values = [document["nodes"]["nodeValue"] for document in tree.documents]
    for row in np.flatnonzero(tree.is_text).tolist():
        texts[row] = tree.strings[values[tree.document[row]][tree.node[row]]]
    return tuple(texts)


def _paint_order(tree: Tree) -> IntColumn:
    orders = np.concatenate([np.asarray(d["layout"]["paintOrders"], np.int32) for d in tree.documents])
    return np.where(tree.layout >= 0, orders[tree.layout], -1).astype(np.int32)


def _offsets(tree: Tree, starts: Indexes, ends: Indexes) -> tuple[IntColumn, IntColumn]:
    main = tree.document == 0
    nodes = np.where(main, tree.node, 0)
    return np.where(main, starts[nodes], -1).astype(np.int32), np.where(main, ends[nodes], -1).astype(np.int32)


def _text_rectangles(tree: Tree, layout: Layout) -> tuple[IntColumn, FloatColumn]:
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
