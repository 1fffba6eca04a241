"""The contents of a leaf block: text with its line ends, links and pictures (paper 1 §4), and the style of most of its text.

Every visible text row belongs to exactly one leaf. Leaves own row ranges. An overlay inside such a range
owns its rows itself.

The text of a block is one line of words, which serves comparing; but a clock, a counter and a fact in lines of their own are not
a sentence, so code that reads the text as a person does needs the ends of its lines. A line ends between two texts that are in
different boxes or have a <br> between them, unless the browser shows them side by side: the cells of a table's row, or a term and
its definition, stay in one line. A paragraph that the browser wraps is one line; inside <pre> the page's own line ends count.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import BlockStyle, Image, Link
from pagestrata.model.signs import Signs
from pagestrata.model.snapshot import BoolColumn, NodeTable
from pagestrata.segmenting.layout import Ints, Layout, has_tag
from pagestrata.segmenting.signs import SignFinder

NOBODY = -1
NAMING_ATTRIBUTES = ("aria-label", "title", "alt")


def assign_owners(layout: Layout, leaf_rows: Sequence[tuple[int, ...]]) -> Ints:
    """Return the leaf that owns each row; NOBODY for rows above the leaves."""
    owner = np.full(len(layout), NOBODY, np.int64)
    leaf_of = {row: leaf for leaf, rows in enumerate(leaf_rows) for row in rows}
    # Outer ranges first, so that overlays inside them overwrite their part.
    for row in sorted({*leaf_of, *layout.overlays}):
        owner[row : int(layout.nodes.end[row])] = leaf_of.get(row, NOBODY)
    return owner


class Contents:
    """The contents of all leaves, gathered in one pass over the rows."""

    def __init__(self, layout: Layout, owner: Ints, count: int) -> None:
        self._layout = layout
        self._owner = owner
        texts = np.flatnonzero(layout.chars > 0)
        self._texts = _grouped(texts, owner, count)
        self._line_ends = LineEnds(layout, texts)
        self._signs = SignFinder(layout)
        self._links = _grouped(self._link_rows(), self._first_owners(), count)
        self._images = _grouped(np.flatnonzero(layout.is_image), owner, count)

    def text(self, leaf: int) -> str:
        """All words in document order, one space between them."""
        return " ".join(self._pieces(leaf))

    def line_ends(self, leaf: int) -> tuple[int, ...]:
        """The places of the spaces in the text that end a line."""
        return self._line_ends.places(self._texts[leaf], self._pieces(leaf))

    def signs(self, leaf: int, rows: Sequence[int]) -> Signs:
        """Return the signs of the leaf with these rows, for the whole leaf or parts of its text."""
        return self._signs.signs(rows, self._texts[leaf])

    def _pieces(self, leaf: int) -> list[str]:
        text = self._layout.nodes.text
        return [" ".join(text[row].split()) for row in self._texts[leaf]]

    def links(self, leaf: int) -> tuple[Link, ...]:
        nodes = self._layout.nodes
        return tuple(Link(self._name(row), nodes.links[row]) for row in self._links[leaf])

    def images(self, leaf: int) -> tuple[Image, ...]:
        images = self._layout.nodes.images
        return tuple(Image(" ".join(images[row].name.split()), images[row].address) for row in self._images[leaf])

    def style(self, leaf: int) -> BlockStyle | None:
        """Return the style of most characters; None without text."""
        rows = self._texts[leaf]
        if not rows:
            return None
        nodes, chars = self._layout.nodes, self._layout.chars[rows]
        looks: dict[tuple[float, int, int, int], int] = {}
        columns = (nodes.font_size[rows], nodes.font_weight[rows], nodes.colour[rows], nodes.background[rows])
        for *look, count in zip(*(column.tolist() for column in columns), chars.tolist(), strict=True):
            looks[tuple(look)] = looks.get(tuple(look), 0) + count
        size, weight, colour, background = max(looks, key=lambda look: (looks[look], look))
        return BlockStyle(font_size=round(size, 2), font_weight=weight, colour=colour, background=background)

    def _link_rows(self) -> npt.NDArray[np.int64]:
        rows = np.array(sorted(self._layout.nodes.links), np.int64)
        return rows[self._layout.valid[rows]] if len(rows) else rows

    def _first_owners(self) -> Ints:
        """Return owners in which a link around several leaves belongs to the first of them."""
        owner = self._owner
        split = [row for row in self._link_rows().tolist() if owner[row] == NOBODY]
        if not split:
            return owner
        found = owner.copy()
        for row in split:
            inside = owner[row : int(self._layout.nodes.end[row])]
            owned = inside[inside != NOBODY]
            found[row] = owned[0] if len(owned) else NOBODY
        return found

    def _name(self, row: int) -> str:
        """Return the visible name of a link: its text, else the name of its picture, else its label."""
        nodes, end = self._layout.nodes, int(self._layout.nodes.end[row])
        inside = np.flatnonzero(self._layout.chars[row:end] > 0) + row
        seen = " ".join(" ".join(nodes.text[i] for i in inside.tolist()).split())
        if seen:
            return seen
        pictures = (nodes.images[i].name for i in range(row, end) if i in nodes.images)
        labels = (nodes.attributes[row].get(name, "") for name in NAMING_ATTRIBUTES)
        return next((" ".join(name.split()) for name in (*pictures, *labels) if name.strip()), "")


def _grouped(rows: npt.NDArray[np.int64], owner: Ints, count: int) -> list[list[int]]:
    """The rows of each leaf, in document order."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for row, leaf in zip(rows.tolist(), owner[rows].tolist(), strict=True):
        if leaf != NOBODY:
            groups[leaf].append(row)
    return groups


BESIDE = 0.5
"""Two texts are side by side if their heights overlap by this share of the smaller one."""


class LineEnds:
    """Line ends of leaves, computed for all text rows at once."""

    def __init__(self, layout: Layout, rows: npt.NDArray[np.int64]) -> None:
        self._box = dict(zip(rows.tolist(), _containers(layout, rows).tolist(), strict=True))
        self._breaks = np.cumsum(has_tag(layout.nodes, ("br",)))
        self._is_verbatim = has_tag(layout.nodes, ("pre",))
        self._layout = layout

    def places(self, rows: Sequence[int], pieces: Sequence[str]) -> tuple[int, ...]:
        """Return the positions of the spaces that end a line, in the pieces joined by single spaces."""
        found, at = [], -1
        for place, (row, piece) in enumerate(zip(rows, pieces, strict=True)):
            found += self._inside(row, at + 1)
            at += len(piece) + 1
            if place + 1 < len(rows) and self._ends_between(row, rows[place + 1]):
                found.append(at)
        return tuple(found)

    def _inside(self, row: int, start: int) -> list[int]:
        """Return the line ends of a text whose line breaks are preserved, as in <pre>."""
        if not self._is_verbatim[self._box[row]]:
            return []
        lines = [" ".join(line.split()) for line in self._layout.nodes.text[row].splitlines()]
        lengths = [len(line) + 1 for line in lines if line]
        return [start - 1 + end for end in accumulate(lengths)][:-1]

    def _ends_between(self, row: int, following: int) -> bool:
        broken = self._breaks[following] > self._breaks[row]
        if not broken and self._box[row] == self._box[following]:
            return False
        return not self._are_side_by_side(row, following)

    def _are_side_by_side(self, row: int, following: int) -> bool:
        """Return whether the last line of a text and the first of the next one are at one height, apart from each other."""
        first = _line(self._layout.nodes, row, last=True)
        second = _line(self._layout.nodes, following, last=False)
        overlap = min(first[1] + first[3], second[1] + second[3]) - max(first[1], second[1])
        apart = first[0] + first[2] <= second[0] + 1 or second[0] + second[2] <= first[0] + 1
        return bool(apart and overlap > BESIDE * min(first[3], second[3]))


def _line(nodes: NodeTable, row: int, *, last: bool) -> list[float]:
    """The rectangle of the last or the first line of a text; its box where the lines are not known."""
    start, end = int(nodes.rect_start[row]), int(nodes.rect_start[row + 1])
    found: list[float] = (nodes.rects[end - 1 if last else start] if end > start else nodes.box[row]).tolist()
    return found


def _containers(layout: Layout, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The nearest row above each text that breaks lines."""
    parent = layout.nodes.parent
    is_inline = _is_inline(layout)
    above = parent[rows].astype(np.int64)
    while np.any(climbing := (above > 0) & is_inline[above]):
        above[climbing] = parent[above[climbing]]
    return above


def _is_inline(layout: Layout) -> BoolColumn:
    """Return the rows whose text continues the line: inline ones, except inline boxes."""
    inline = np.array([display in {"inline", "contents", "ruby", "ruby-text"} for display in layout.nodes.displays])
    return np.asarray(layout.nodes.is_text | inline[layout.nodes.display])
