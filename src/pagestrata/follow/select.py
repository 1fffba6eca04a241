"""Choosing the element to follow: by CSS, XPath, path, text, a point or a rectangle on the page, or a block.

Every way answers with one row or says how many there were; with `first` the first of several is taken.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from html.parser import HTMLParser

import numpy as np
from lxml import etree

from pagestrata.errors import NotFoundError, UsageError
from pagestrata.follow.page import Page, nodes_of, page_of
from pagestrata.model.blocks import Block
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import NodeTable, Snapshot

# Imports inside functions: most blocks are chosen without selectors, and loading those takes longer than choosing.

_PATH = re.compile(r"[\w:.-]+\[\d+\](/[\w:.-]+\[\d+\])*\Z")
_XML_NAME = re.compile(r"[A-Za-z_][\w.-]*\Z", re.ASCII)
WITHIN_SHARE = 0.8
"""Share of an element that must lie inside a drawn rectangle: people do not draw to the pixel."""
_CONTROL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def is_path(selector: str) -> bool:
    """Whether this is a tag path like body[1]/div[2] rather than a CSS selector."""
    return bool(_PATH.match(selector))


def select_row(
    snapshot: Snapshot,
    *,
    css: str | None = None,
    xpath: str | None = None,
    path: str | None = None,
    text: str | None = None,
    at: tuple[float, float] | None = None,
    within: Box | None = None,
    first: bool = False,
) -> int:
    """Return the row of the selected element. Exactly one of the ways to select must be given."""
    ways = [way for way in (css, xpath, path, text, at, within) if way is not None]
    if len(ways) != 1:
        raise UsageError(
            f"{len(ways)} ways to choose a block were given; give exactly one selector, path, text, point or rectangle"
        )
    if css is not None:
        return _only(rows_by_css(snapshot, css), f"the selector {css!r}", snapshot, first)
    if xpath is not None:
        return _only(rows_by_xpath(snapshot, xpath), f"the XPath {xpath!r}", snapshot, first)
    if text is not None:
        return _only(rows_by_text(snapshot, text), f"the text {text!r}", snapshot, first)
    if at is not None:
        return row_at_point(snapshot, *at)
    if within is not None:
        return row_within(snapshot, within)
    row = nodes_of(snapshot).row_at_path(path or "")
    return _only([] if row is None else [row], f"the path {path!r}", snapshot, first)


def _only(rows: Sequence[int], what: str, snapshot: Snapshot, first: bool) -> int:
    if not rows:
        raise NotFoundError(
            f"{what} matches nothing on {snapshot.url}; check it against the captured page, "
            "or choose in another way (--select, --xpath, --text, --at)"
        )
    if len(rows) > 1 and not first:
        raise UsageError(
            f"{what} matches {len(rows)} elements on {snapshot.url}; make it more specific, or take the first with --first"
        )
    return rows[0]


def rows_by_css(snapshot: Snapshot, css: str) -> list[int]:
    """Return the rows of the elements that match a CSS selector. Raises UsageError if it is invalid."""
    from pagestrata.follow.css_match import matched, parsed_selectors

    parsed_selectors(css)  # before the tree is built
    root, row_of = _tree(nodes_of(snapshot), snapshot.dom if "[" in css else "")
    return [row_of[node] for node in matched(root, css)]


def rows_by_xpath(snapshot: Snapshot, xpath: str) -> list[int]:
    """Return the rows of the elements that match an XPath. Raises UsageError if it is invalid or takes too long."""
    from pagestrata.follow.xpath_match import xpath_matches

    root, row_of = _tree(nodes_of(snapshot), snapshot.dom if "@" in xpath else "")
    return [row_of[node] for node in xpath_matches(root, xpath)]


def rows_by_text(snapshot: Snapshot, text: str) -> list[int]:
    """Return the innermost elements with exactly this text, or else those that contain it.

    Visible elements come first: the page's title in its head is not meant if the words are also on the page.
    """
    wanted = " ".join(text.split()).casefold()
    if not wanted:
        raise UsageError("an empty text matches everything; give some words of the block")
    page = page_of(snapshot)
    nodes = page.nodes
    saying = [row for row in _elements(page) if wanted in nodes.text_of(row).casefold()]
    containing = [row for row in saying if nodes.visible[row]] or saying
    exact = [row for row in containing if nodes.text_of(row).casefold() == wanted]
    found = exact or containing
    outer = {int(nodes.parent[row]) for row in found}
    return [row for row in found if row not in outer]


def row_at_point(snapshot: Snapshot, x: float, y: float) -> int:
    """The innermost visible element at a point, the one painted last where several overlap."""
    page = page_of(snapshot)
    nodes = page.nodes
    left, top, width, height = nodes.clipped.T
    hit = page.is_element & nodes.visible & (left <= x) & (x < left + width) & (top <= y) & (y < top + height)
    rows = np.flatnonzero(hit)
    if not len(rows):
        wide, high = snapshot.page_size
        raise NotFoundError(
            f"no visible element at {x:g},{y:g} on {snapshot.url}; choose a point inside its {wide:g} x {high:g} px"
        )
    order = np.lexsort((nodes.depth[rows], nodes.paint_order[rows]))
    return int(rows[order[-1]])


def row_within(snapshot: Snapshot, drawn: Box) -> int:
    """Return the smallest element that contains everything inside a drawn rectangle."""
    rows = rows_within(snapshot, drawn)
    return rows[0] if len(rows) == 1 else _common_ancestor(page_of(snapshot), rows)


def rows_within(snapshot: Snapshot, drawn: Box) -> list[int]:
    """Return the largest elements that lie nearly completely inside a rectangle, in document order. Raises NotFoundError."""
    page = page_of(snapshot)
    nodes = page.nodes
    left, top, width, height = nodes.clipped.T
    across = np.minimum(left + width, drawn.right) - np.maximum(left, drawn.x)
    down = np.minimum(top + height, drawn.bottom) - np.maximum(top, drawn.y)
    inside = np.maximum(across, 0) * np.maximum(down, 0) >= WITHIN_SHARE * width * height
    inside &= page.is_element & nodes.visible & (width * height > 0)
    rows = [int(row) for row in np.flatnonzero(inside & ~inside[nodes.parent])]
    shown = [row for row in rows if nodes.text_of(row) or any(row <= image < nodes.end[row] for image in nodes.images)]
    if not shown:
        raise NotFoundError(
            f"nothing on {snapshot.url} lies inside {drawn.width:g} x {drawn.height:g} px at {drawn.x:g},{drawn.y:g}; "
            "draw the rectangle around all of what you mean"
        )
    return shown


def row_of_block(snapshot: Snapshot, block: Block) -> int:
    """Return the smallest element that contains a block of the segmentation, by its rows or else by its box."""
    page = page_of(snapshot)
    if block.rows:
        return _common_ancestor(page, list(block.rows))
    x, y, width, height = page.nodes.box.T
    across = np.minimum(x + width, block.box.right) - np.maximum(x, block.box.x)
    down = np.minimum(y + height, block.box.bottom) - np.maximum(y, block.box.y)
    shared = np.maximum(across, 0) * np.maximum(down, 0) * page.is_element
    if not shared.any():
        raise NotFoundError(f"block {block.ref} covers no element of {snapshot.url}; segment this version again")
    return int(np.argmax(shared / np.maximum(width * height + block.box.area - shared, 1e-9)))


def _common_ancestor(page: Page, rows: list[int]) -> int:
    first, last = min(rows), max(rows)
    row = first
    while row > 0 and (page.nodes.end[row] <= last or not page.is_element[row]):
        row = int(page.nodes.parent[row])
    return row


def _elements(page: Page) -> list[int]:
    return [int(row) for row in np.flatnonzero(page.is_element)]


class _StartTag(HTMLParser):
    """The attributes of the first start tag fed to it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._seen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._seen:
            self.found, self._seen = {name: value or "" for name, value in attrs}, True


def _tree(nodes: NodeTable, dom: str) -> tuple[etree._Element, dict[etree._Element, int]]:
    """The table as an XML tree, to run selectors on."""
    made: dict[int, etree._Element] = {}
    row_of: dict[etree._Element, int] = {}
    last_child: dict[int, etree._Element] = {}
    heads: dict[etree._Element, list[str]] = defaultdict(list)  # joined at the end: one element may hold thousands
    tails: dict[etree._Element, list[str]] = defaultdict(list)
    for row in range(len(nodes)):
        above = int(nodes.parent[row])
        tag, parent = nodes.tag_of(row), made.get(above)
        if nodes.text[row]:
            if parent is not None:
                texts = tails[last_child[above]] if above in last_child else heads[parent]
                texts.append(_CONTROL.sub(" ", nodes.text[row]))
            continue
        if tag.startswith(("#", ":")) or (row and parent is None):
            continue
        own = {**nodes.attributes[row], **_all_attributes(nodes, dom, row)}
        kept = {name: _CONTROL.sub(" ", value) for name, value in own.items() if _XML_NAME.match(name)}
        name = tag if _XML_NAME.match(tag) else "unknown"
        if parent is None:
            element = etree.Element(name, kept)
        else:
            element = last_child[above] = etree.SubElement(parent, name, kept)
        made[row], row_of[element] = element, row
    for element, texts in heads.items():
        element.text = "".join(texts)
    for element, texts in tails.items():
        element.tail = "".join(texts)
    return made[0], row_of


def _all_attributes(nodes: NodeTable, dom: str, row: int) -> dict[str, str]:
    """The snapshot keeps the attributes that algorithms use; a selector may ask for any."""
    start, end = int(nodes.dom_start[row]), int(nodes.dom_end[row])
    if not dom or start < 0 or end <= start:
        return {}
    parser = _StartTag()
    parser.feed(dom[start : dom.find(">", start, end) + 1])
    return parser.found
