"""The rows of a node table in terms of the browser's answer: which nodes they are and how they hang together.

Elements, and texts that are not blank and belong to the page, become rows in document order. Frames are documents of
their own in the answer and are spliced in behind their frame row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pagestrata.model.snapshot import TEXT

ELEMENT_NODE, TEXT_NODE = 1, 3
SILENT = frozenset({"SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "NOFRAMES", "NOEMBED", "IFRAME", "script", "style"})

Indexes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTree:
    """Which document and node each row is, and how rows hang together."""

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


def read_row_tree(answer: dict[str, Any]) -> RowTree:
    """The rows of an answer of `DOMSnapshot.captureSnapshot`."""
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
    return RowTree(
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
