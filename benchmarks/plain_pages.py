"""Snapshots of written pages without a browser: elements one below another, the cells of a row beside each other.

What following asks of a page is there: tree, texts, attributes, links, boxes, bold and hidden text. Nothing else is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
from lxml import etree, html

from pagestrata.model.snapshot import TEXT, NodeTable, PageImage, Snapshot

WIDTH, LINE = 1000.0, 20.0
BESIDE = frozenset({"tr"})
BOLD = frozenset({"th", "b", "strong", "h1", "h2", "h3"})
START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@dataclass
class _Rows:
    """The columns of the table while it grows."""

    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    tag: list[str] = field(default_factory=list)
    attributes: list[dict[str, str]] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    box: list[tuple[float, float, float, float]] = field(default_factory=list)
    weight: list[int] = field(default_factory=list)
    visible: list[bool] = field(default_factory=list)

    def add(self, tag: str, parent: int, text: str, attributes: dict[str, str], weight: int, visible: bool) -> int:
        row = len(self.tag)
        self.parent.append(parent)
        self.end.append(row + 1)
        self.depth.append(self.depth[parent] + 1 if parent >= 0 else 0)
        self.tag.append(tag)
        self.attributes.append(attributes)
        self.text.append(text)
        self.box.append((0.0, 0.0, 0.0, 0.0))
        self.weight.append(weight)
        self.visible.append(visible)
        return row


def plain_snapshot(markup: str | bytes, **fields: Any) -> Snapshot:
    """The page with this mark-up."""
    rows = _Rows()
    root = html.document_fromstring(markup)
    height = _add(rows, root, -1, (0.0, 0.0), WIDTH, 400, True)
    values: dict[str, Any] = {
        "requested_url": "http://site.test/",
        "url": "http://site.test/",
        "status": 200,
        "headers": (("content-type", "text/html"),),
        "title": root.findtext("head/title") or "A page",
        "captured_at": START,
        "viewport": (1366, 768),
        "page_size": (WIDTH, max(768.0, height)),
        "height_cap_px": 20_000,
        "nodes": _table(rows),
        "dom": "",
        "screenshot_png": None,
    }
    return Snapshot(**{**values, **fields})


def _add(
    rows: _Rows, element: etree._Element, parent: int, corner: tuple[float, float], width: float, weight: int, visible: bool
) -> float:  # fmt: skip
    """Add an element with everything in it; how high it is."""
    tag = str(element.tag)
    own = {str(name): str(value) for name, value in element.attrib.items()}
    weight = 700 if tag in BOLD else weight
    visible = visible and "hidden" not in own and tag != "head"
    row = rows.add(tag, parent, "", own, weight, visible)
    x, y = corner
    children = [child for child in element if isinstance(child.tag, str)]
    beside = max(1, len(children)) if tag in BESIDE else 1
    height = _words(rows, row, element.text, (x, y), width, weight, visible)
    for place, child in enumerate(children):
        left = x + width / beside * place if beside > 1 else x
        top = y if beside > 1 else y + height
        grown = _add(rows, child, row, (left, top), width / beside, weight, visible)
        height = max(height, grown) if beside > 1 else height + grown
        height += _words(rows, row, child.tail, (x, y + height), width, weight, visible)
    rows.end[row] = len(rows.tag)
    rows.box[row] = (x, y, width, height) if visible else (0.0, 0.0, 0.0, 0.0)
    return height if visible else 0.0


def _words(
    rows: _Rows, parent: int, text: str | None, corner: tuple[float, float], width: float, weight: int, visible: bool
) -> float:  # fmt: skip
    if not text or not text.strip() or rows.tag[parent] in ("script", "style"):
        return 0.0
    row = rows.add(TEXT, parent, " ".join(text.split()), {}, weight, visible)
    rows.box[row] = (*corner, width, LINE) if visible else (0.0, 0.0, 0.0, 0.0)
    return LINE if visible else 0.0


def _table(rows: _Rows) -> NodeTable:
    count = len(rows.tag)
    tags = tuple(dict.fromkeys(rows.tag))
    code = {tag: number for number, tag in enumerate(tags)}
    boxes = np.array(rows.box, np.float32).reshape(-1, 4)
    is_text = np.array([tag == TEXT for tag in rows.tag])
    elements = list(enumerate(zip(rows.tag, rows.attributes, strict=True)))
    return NodeTable(
        parent=np.array(rows.parent, np.int32),
        end=np.array(rows.end, np.int32),
        depth=np.array(rows.depth, np.int32),
        tags=tags,
        tag=np.array([code[tag] for tag in rows.tag], np.int32),
        attributes=tuple(rows.attributes),
        text=tuple(rows.text),
        box=boxes,
        clipped=boxes.copy(),
        visible=np.array(rows.visible) & (boxes[:, 3] > 0),
        rect_start=np.concatenate([[0], np.cumsum(is_text)]).astype(np.int32),
        rects=boxes[is_text],
        displays=("block",),
        display=np.zeros(count, np.int32),
        positions=("static",),
        position=np.zeros(count, np.int32),
        background=np.full(count, 0xFFFFFFFF, np.uint32),
        colour=np.full(count, 0x000000FF, np.uint32),
        font_size=np.full(count, 16.0, np.float32),
        font_weight=np.array(rows.weight, np.int32),
        border=np.zeros((count, 4), np.float32),
        paint_order=np.arange(count, dtype=np.int32),
        links={row: own["href"] for row, (tag, own) in elements if tag == "a" and "href" in own},
        images={
            row: PageImage(address=own.get("src", ""), name=own.get("alt", ""), kind="img")
            for row, (tag, own) in elements
            if tag == "img"
        },
        dom_start=np.zeros(count, np.int32),
        dom_end=np.zeros(count, np.int32),
    )
