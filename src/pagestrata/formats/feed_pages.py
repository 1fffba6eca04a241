"""A feed as a page: what a reader would show, as a snapshot that no browser took.

Items stand below each other, each with its title, its link, its words and its pictures, in a window of fixed width: places
say only what comes before what. Everything behind a snapshot (blocks, comparison, archive, following, messages) then works
on a feed as on any page. The feed itself, byte for byte, is the response of the snapshot; there is no screenshot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from math import ceil
from urllib.parse import urljoin

import numpy as np

from pagestrata.formats.feeds import Feed, FeedItem, read_feed
from pagestrata.model.snapshot import TEXT, IntColumn, NodeTable, PageImage, Snapshot

MARK = "data-pagestrata"
"""Attribute of the root of a page that was made from a feed; no attribute of that name is kept of a rendered page."""
MOST_SHOWN = 500
"""Items that are shown; feeds list the newest first."""
LONGEST_ITEM = 100_000
"""Characters of the words of an item that are shown."""
WIDTH, LINE, CHARS_PER_LINE, PICTURE = 1_000.0, 20.0, 120, 200.0
VIEWPORT_HEIGHT = 768
_BLOCKS, _INLINE = "block", "inline"


def is_feed_page(snapshot: Snapshot) -> bool:
    """Whether a snapshot was made from a feed."""
    nodes = snapshot.nodes
    return nodes is not None and len(nodes) > 0 and nodes.attributes[0].get(MARK) == "feed"


def as_feed_page(snapshot: Snapshot) -> Snapshot:
    """The snapshot of a feed, which a browser shows as bytes, as a page. Raises InputError where it is no feed, or unreadable."""
    response = snapshot.responses[0]
    feed = read_feed(response.body, response.header("content-type"))
    page = _Page(snapshot.url)
    nodes, dom, height = page.read(feed)
    notes = (f"the feed has {len(feed.items):,} items, {MOST_SHOWN} are shown",) if len(feed.items) > MOST_SHOWN else ()
    return replace(
        snapshot,
        title=feed.title,
        nodes=nodes,
        dom=dom,
        viewport=(int(WIDTH), VIEWPORT_HEIGHT),
        page_size=(WIDTH, height),
        notes=(*(note for note in snapshot.notes if not note.startswith("no blocks")), *notes),
    )


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


class _Page:
    """Rows and mark-up, written side by side."""

    def __init__(self, url: str) -> None:
        self._url, self._rows, self._open, self._dom, self._length, self._y = url, [], [], [], 0, 0.0  # type: ignore[var-annotated]
        self._links: dict[int, str] = {}
        self._images: dict[int, PageImage] = {}

    def read(self, feed: Feed) -> tuple[NodeTable, str, float]:
        self._write("<!DOCTYPE html>")
        self._begin("html", {MARK: "feed"})
        self._write(f'<head><meta charset="utf-8"><title>{escape(feed.title)}</title></head>')
        self._begin("body")
        if feed.title:
            self._begin("h1", size=24.0)
            self._text(feed.title, 24.0)
            self._finish()
        for item in feed.items[:MOST_SHOWN]:
            self._item(item)
        self._finish()
        self._finish()
        return self._table(), "".join(self._dom), max(LINE, self._y)

    def _item(self, item: FeedItem) -> None:
        self._begin("article", {"id": item.id[:1_000]} if item.id else {})
        self._begin("h2", size=20.0)
        if item.link:
            self._links[len(self._rows)] = self._absolute(item.link)
            self._begin("a", {"href": item.link}, size=20.0)
        self._text(item.title or item.link, 20.0)
        for _ in range(2 if item.link else 1):
            self._finish()
        if item.text:
            self._begin("p")
            self._text(item.text[:LONGEST_ITEM], 16.0)
            self._finish()
        for address in item.pictures:
            self._images[len(self._rows)] = PageImage(address=self._absolute(address), name="", kind="img")
            self._begin("img", {"src": address})
            self._y += PICTURE
            self._finish(void=True)
        self._y += LINE
        self._finish()

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

    def _text(self, text: str, size: float) -> None:
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
        rows: list[_Row] = self._rows
        tags = tuple(dict.fromkeys(row.tag for row in rows))
        boxes = np.array([row.box for row in rows], np.float32)
        is_text = np.array([row.tag == TEXT for row in rows])
        count = len(rows)
        return NodeTable(
            parent=_numbers(rows, "parent"),
            end=_numbers(rows, "end"),
            depth=_numbers(rows, "depth"),
            tags=tags,
            tag=np.array([tags.index(row.tag) for row in rows], np.int32),
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
