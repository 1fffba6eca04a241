"""The elements of a page that a person can point at: a price, a cell, a row, a link, and what is around each.

Of nested wrappers with the same box and the same words only the innermost is listed, since a person sees one thing.
All other elements are listed as they are in the document, so that 'wider' and 'narrower' walk the real tree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from pagestrata.follow.page import Page, page_of
from pagestrata.follow.series import is_money, number_in
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import BoolColumn, NodeTable, Snapshot

MOST_ELEMENTS = 20_000
SMALLEST_SIDE_PX = 2.0
SAME_PX = 1.5
"""Boxes that differ by less look the same."""
LONGEST_PRICE = 30
GLANCED_ROWS = 12
_DRAWING = "svg"
_WORDS = re.compile(r"[^\W\d_]{4,}")
_KINDS = {
    "a": "link", "img": "picture", "svg": "picture", "picture": "picture", "canvas": "picture", "video": "video",
    "li": "list item",
    "dt": "term", "dd": "definition", "td": "cell", "th": "cell", "tr": "row", "table": "table", "ul": "list", "ol": "list",
    "dl": "list", "button": "button", "input": "field", "select": "field", "textarea": "field", "p": "paragraph",
    "nav": "menu", "header": "header", "footer": "footer", "main": "main part", "article": "article", "form": "form",
    "body": "whole page", "html": "whole page", **{f"h{level}": "heading" for level in range(1, 7)},
}  # fmt: skip
_STRUCTURES = frozenset(("html", "body", "main", "article", "form", "nav", "table", "tr", "ul", "ol", "dl"))
"""Elements whose kind is that of their tag, whatever text they contain."""
_ROLES = {
    "row": "row", "cell": "cell", "gridcell": "cell", "columnheader": "cell", "rowheader": "cell", "listitem": "list item",
    "link": "link", "button": "button", "heading": "heading", "img": "picture", "list": "list", "table": "table",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Pickable:
    """One element to point at. `parent` is the place of the listed element around it, -1 for none."""

    row: int
    parent: int
    box: Box  # the part that can be seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Pickables:
    """The elements in document order, parents first."""

    elements: tuple[Pickable, ...]
    left_off: int = 0  # elements beyond the limit


def pickables(snapshot: Snapshot, *, most: int = MOST_ELEMENTS) -> Pickables:
    """Return all elements of a page that have a box. Raises InputError if the page is not HTML."""
    page = page_of(snapshot)
    nodes = page.nodes
    listed = _can_be_seen(page) & ~_is_inside_drawing(nodes)
    listed &= ~_looks_like_its_child(nodes, listed)
    rows = np.flatnonzero(listed)
    place_of: dict[int, int] = {}
    found: list[Pickable] = []
    for row in rows[:most].tolist():
        around = int(nodes.parent[row])
        while around >= 0 and around not in place_of:
            around = int(nodes.parent[around])
        place_of[row] = len(found)
        found.append(Pickable(row=row, parent=place_of.get(around, -1), box=nodes.clipped_of(row)))
    return Pickables(elements=tuple(found), left_off=max(0, len(rows) - most))


def kind_of(nodes: NodeTable, row: int) -> str:
    """Return the kind of an element in everyday words: price, cell, row, link, heading, ... or text, picture or part."""
    text, tag = nodes.text_of(row), nodes.tag_of(row)
    if tag not in _STRUCTURES and is_price(text):
        return "price"
    role = nodes.attributes[row].get("role", "")
    known = _ROLES.get(role) or _KINDS.get(tag)
    if known is not None:
        return known
    return "text" if text and len(nodes.children_of(row)) <= 1 else "part"


def glanced_kind(nodes: NodeTable, row: int) -> str:
    """Return the kind of an element, guessed from tag and role if it contains much text: many elements are asked for at once."""
    if int(nodes.end[row]) - row <= GLANCED_ROWS:
        return kind_of(nodes, row)
    return _ROLES.get(nodes.attributes[row].get("role", "")) or _KINDS.get(nodes.tag_of(row), "part")


def is_price(text: str) -> bool:
    """Whether a text is an amount of money and little else."""
    number = number_in(text) if len(text) <= LONGEST_PRICE else None
    return number is not None and is_money(number.unit) and not _WORDS.search(text)


def has_box(nodes: NodeTable, row: int) -> bool:
    """Whether an element can be seen on the page."""
    return bool(nodes.visible[row]) and nodes.clipped_of(row).area > 0


def _can_be_seen(page: Page) -> BoolColumn:
    nodes = page.nodes
    large = (nodes.clipped[:, 2] >= SMALLEST_SIDE_PX) & (nodes.clipped[:, 3] >= SMALLEST_SIDE_PX)
    return np.asarray(page.is_element & nodes.visible & large)


def _is_inside_drawing(nodes: NodeTable) -> BoolColumn:
    """Return which rows are inside an SVG drawing, whose parts cannot be followed."""
    inside = np.zeros(len(nodes), bool)
    for row in np.flatnonzero(nodes.tag == nodes.tag_code(_DRAWING)).tolist():
        inside[row + 1 : int(nodes.end[row])] = True
    return inside


def _looks_like_its_child(nodes: NodeTable, listed: BoolColumn) -> BoolColumn:
    """Return which rows have a child with the same box, words and pictures."""
    content = nodes.is_text.astype(np.int64)
    content[list(nodes.images)] += 1
    until = np.concatenate([[0], np.cumsum(content)])
    inside = until[nodes.end] - until[np.arange(len(nodes))]
    same = np.zeros(len(nodes), bool)
    rows = np.flatnonzero(listed)
    around = nodes.parent[rows]
    alike = (around > 0) & (np.abs(nodes.clipped[rows] - nodes.clipped[around]).max(axis=1, initial=0.0) < SAME_PX)
    alike &= inside[rows] == inside[around]
    same[around[alike]] = True
    return same
