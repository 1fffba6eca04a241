"""Find where the lines of a block end, for code that reads its text as a person does.

The text of a block is one line of words (paper 1 §4), which serves comparing; but a clock, a counter and a fact in lines of
their own are not a sentence. A line ends between two texts that are in different boxes or have a <br> between them, unless
the browser shows them side by side: the cells of a table's row, a term and its definition, stay in one line. Where
the browser wraps a paragraph no line ends; inside <pre> the page's own line ends count.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from pagestrata.model.snapshot import BoolColumn, NodeTable
from pagestrata.segmenting.layout import Layout, has_tag

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
