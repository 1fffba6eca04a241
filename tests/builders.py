"""Small snapshots written by hand, for tests of the pure core without a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np

from pagestrata.model.snapshot import TEXT, NodeTable, PageImage, Snapshot

INLINE_TAGS = {"a", "abbr", "b", "code", "em", "i", "img", "label", "small", "span", "strong", "sub", "sup"}
BLANK = (0.0, 0.0, 0.0, 0.0)


@dataclass
class Spec:
    """One node to build. `style` may hold display, position, background, colour, font_size, font_weight, border."""

    tag: str
    box: tuple[float, float, float, float] = BLANK
    children: list[Spec] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    visible: bool | None = None
    style: dict[str, Any] = field(default_factory=dict)


def element(tag: str, box: tuple[float, float, float, float], *children: Spec, **options: Any) -> Spec:
    """An element; keywords are style columns, `attributes` and `visible`."""
    attributes, visible = options.pop("attributes", {}), options.pop("visible", None)
    return Spec(tag, box, list(children), attributes, visible=visible, style=options)


def words(content: str, box: tuple[float, float, float, float], **style: Any) -> Spec:
    """A text node."""
    return Spec(TEXT, box, text=content, style=style)


def table(root: Spec) -> NodeTable:
    """The node table of a tree of specs; text inherits the style of its parent."""
    rows: list[tuple[Spec, int, int, dict[str, Any]]] = []
    ends: list[int] = []

    def add(spec: Spec, parent: int, depth: int, inherited: dict[str, Any]) -> None:
        style = {**inherited, **spec.style}
        row = len(rows)
        rows.append((spec, parent, depth, style))
        ends.append(0)
        passed_on = {k: v for k, v in style.items() if k in {"background", "colour", "font_size", "font_weight"}}
        for child in spec.children:
            add(child, row, depth + 1, passed_on)
        ends[row] = len(rows)

    add(root, -1, 0, {})
    tags = tuple(dict.fromkeys(spec.tag for spec, *_ in rows))
    kinds = [s.get("display", "inline" if p.tag in INLINE_TAGS or p.tag == TEXT else "block") for p, _, _, s in rows]
    displays, placings = tuple(dict.fromkeys(kinds)), [s.get("position", "static") for *_, s in rows]
    positions = tuple(dict.fromkeys(placings))
    boxes = np.array([spec.box for spec, *_ in rows], np.float32).reshape(-1, 4)
    is_text = np.array([spec.tag == TEXT for spec, *_ in rows])
    seen = [s.box[2] * s.box[3] > 0 if s.visible is None else s.visible for s, *_ in rows]

    def column(name: str, default: Any, dtype: Any) -> Any:
        return np.array([style.get(name, default) for *_, style in rows], dtype)

    return NodeTable(
        parent=np.array([parent for _, parent, _, _ in rows], np.int32),
        end=np.array(ends, np.int32),
        depth=np.array([depth for _, _, depth, _ in rows], np.int32),
        tags=tags,
        tag=np.array([tags.index(spec.tag) for spec, *_ in rows], np.int32),
        attributes=tuple(spec.attributes for spec, *_ in rows),
        text=tuple(spec.text for spec, *_ in rows),
        box=boxes,
        clipped=boxes.copy(),
        visible=np.array(seen),
        rect_start=np.concatenate([[0], np.cumsum(is_text)]).astype(np.int32),
        rects=boxes[is_text],
        displays=displays,
        display=np.array([displays.index(kind) for kind in kinds], np.int32),
        positions=positions,
        position=np.array([positions.index(placing) for placing in placings], np.int32),
        background=column("background", 0xFFFFFFFF, np.uint32),
        colour=column("colour", 0x000000FF, np.uint32),
        font_size=column("font_size", 16.0, np.float32),
        font_weight=column("font_weight", 400, np.int32),
        border=column("border", BLANK, np.float32).reshape(-1, 4),
        paint_order=np.arange(len(rows), dtype=np.int32),
        links={r: s.attributes["href"] for r, (s, *_) in enumerate(rows) if s.tag == "a" and "href" in s.attributes},
        images={
            r: PageImage(address=s.attributes.get("src", ""), name=s.attributes.get("alt", ""), kind="img")
            for r, (s, *_) in enumerate(rows)
            if s.tag == "img"
        },
        dom_start=np.zeros(len(rows), np.int32),
        dom_end=np.zeros(len(rows), np.int32),
    )


def snapshot(root: Spec, **fields: Any) -> Snapshot:
    """A snapshot around a tree of specs, with plain defaults for the rest."""
    values: dict[str, Any] = {
        "requested_url": "http://site.test/",
        "url": "http://site.test/",
        "status": 200,
        "headers": (("content-type", "text/html"),),
        "title": "A page",
        "captured_at": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        "viewport": (1366, 768),
        "page_size": (max(1366.0, root.box[2]), max(768.0, root.box[3])),
        "height_cap_px": 20_000,
        "nodes": table(root),
        "dom": "",
        "screenshot_png": None,
    }
    return Snapshot(**{**values, **fields})
