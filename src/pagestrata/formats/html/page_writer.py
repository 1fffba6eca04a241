"""Write a page without a browser: elements and texts below each other, as both the node table and the mark-up of a snapshot.

The page has a fixed width: positions only express the order of elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from html import escape
from math import ceil
from urllib.parse import urljoin

import numpy as np

from pagestrata.model.snapshot import TEXT, IntColumn, NodeTable, PageImage, Snapshot

MARK = "data-pagestrata"
"""Attribute of the root of such a page, which names its kind; no attribute of that name is kept of a rendered page."""
WIDTH, LINE, CHARS_PER_LINE, PICTURE = 1_000.0, 20.0, 120, 200.0
VIEWPORT_HEIGHT = 768
_BLOCKS, _INLINE = "block", "inline"


def kind_of(nodes: NodeTable | None) -> str | None:
    """Return the kind of a page that a `PageWriter` wrote; None for any other page."""
    return nodes.attributes[0].get(MARK) if nodes is not None and len(nodes) else None


@dataclass(slots=True)
class _Row:
    parent: int
    depth: int
    tag: str
    box: list[float]
    start: int
    attributes: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    size: float = 16.0
    end: int = 0
    stop: int = 0


class PageWriter:
    """Rows and mark-up, written side by side. `kind` says what the page was made from."""

    def __init__(self, url: str, *, kind: str, title: str, attributes: Mapping[str, str] | None = None) -> None:
        self._url = url
        self._rows: list[_Row] = []
        self._open: list[int] = []
        self._dom: list[str] = []
        self._length, self._y = 0, 0.0
        self._links: dict[int, str] = {}
        self._images: dict[int, PageImage] = {}
        self._write("<!DOCTYPE html>")
        self._begin("html", {MARK: kind, **(attributes or {})})
        self._write(f'<head><meta charset="utf-8"><title>{escape(title)}</title></head>')
        self._begin("body")

    def finished(self) -> tuple[NodeTable, str, float]:
        """Finish the page; return the node table, the mark-up and the height."""
        self._finish()
        self._finish()
        return self._table(), "".join(self._dom), max(LINE, self._y)

    def snapshot(self, fetched: Snapshot, *, title: str, notes: Sequence[str] = ()) -> Snapshot:
        """Finish the page; return the snapshot of the fetched file with it, and with these notes."""
        nodes, dom, height = self.finished()
        return replace(
            fetched,
            title=title,
            nodes=nodes,
            dom=dom,
            screenshot_png=None,
            height_capped=False,
            viewport=(int(WIDTH), VIEWPORT_HEIGHT),
            page_size=(WIDTH, height),
            notes=(*(note for note in fetched.notes if not note.startswith("no blocks")), *notes),
        )

    @contextmanager
    def element(self, tag: str, attributes: Mapping[str, str] | None = None, *, size: float = 16.0) -> Iterator[None]:
        self._begin(tag, attributes, size=size)
        yield
        self._finish()

    @contextmanager
    def link(self, address: str, *, size: float = 16.0) -> Iterator[None]:
        self._links[len(self._rows)] = self._absolute(address)
        with self.element("a", {"href": address}, size=size):
            yield

    def picture(self, address: str) -> None:
        self._images[len(self._rows)] = PageImage(address=self._absolute(address), name="", kind="img")
        self._begin("img", {"src": address})
        self._y += PICTURE
        self._finish(void=True)

    def gap(self) -> None:
        """Empty space, a line high."""
        self._y += LINE

    def _absolute(self, address: str) -> str:
        try:
            return urljoin(self._url, address)
        except ValueError:
            return address

    def _begin(self, tag: str, attributes: Mapping[str, str] | None = None, *, size: float = 16.0) -> None:
        written = "".join(f' {name}="{escape(value)}"' for name, value in (attributes or {}).items())
        parent = self._open[-1] if self._open else -1
        self._rows.append(
            _Row(parent, len(self._open), tag, [0.0, self._y, WIDTH, 0.0], self._length, attributes or {}, size=size)
        )
        self._open.append(len(self._rows) - 1)
        self._write(f"<{tag}{written}>")

    def text(self, text: str, size: float = 16.0) -> None:
        if not text:
            return
        height = LINE * ceil(len(text) / CHARS_PER_LINE) * size / 16.0
        row = _Row(
            self._open[-1], len(self._open), TEXT, [0.0, self._y, WIDTH, height], self._length, text=text, size=size
        )
        self._rows.append(row)
        self._write(escape(text, quote=False))
        self._y += height
        row.end, row.stop = len(self._rows), self._length

    def _finish(self, *, void: bool = False) -> None:
        row = self._rows[self._open.pop()]
        self._write("" if void else f"</{row.tag}>")
        row.box[3] = max(1.0, self._y - row.box[1])
        row.end, row.stop = len(self._rows), self._length

    def _write(self, text: str) -> None:
        self._dom.append(text)
        self._length += len(text)

    def _table(self) -> NodeTable:
        rows = self._rows
        tags = tuple(dict.fromkeys(row.tag for row in rows))
        codes = {tag: code for code, tag in enumerate(tags)}
        boxes = np.array([row.box for row in rows], np.float32)
        is_text = np.array([row.tag == TEXT for row in rows])
        count = len(rows)
        return NodeTable(
            parent=_numbers(rows, "parent"),
            end=_numbers(rows, "end"),
            depth=_numbers(rows, "depth"),
            tags=tags,
            tag=np.array([codes[row.tag] for row in rows], np.int32),
            attributes=tuple(row.attributes for row in rows),
            text=tuple(row.text for row in rows),
            box=boxes,
            clipped=boxes.copy(),
            visible=np.ones(count, bool),
            rect_start=np.concatenate([[0], np.cumsum(is_text)]).astype(np.int32),
            rects=boxes[is_text],
            displays=(_BLOCKS, _INLINE),
            display=np.array([row.tag in {"a", TEXT} for row in rows], np.int32),
            positions=("static",),
            position=np.zeros(count, np.int32),
            background=np.full(count, 0xFFFFFFFF, np.uint32),
            colour=np.full(count, 0x000000FF, np.uint32),
            font_size=_numbers(rows, "size").astype(np.float32),
            font_weight=np.where(_numbers(rows, "size") > 16, 700, 400).astype(np.int32),
            border=np.zeros((count, 4), np.float32),
            paint_order=np.arange(count, dtype=np.int32),
            links=self._links,
            images=self._images,
            dom_start=_numbers(rows, "start"),
            dom_end=_numbers(rows, "stop"),
        )


def _numbers(rows: Sequence[_Row], name: str) -> IntColumn:
    return np.array([getattr(row, name) for row in rows], np.int32)
