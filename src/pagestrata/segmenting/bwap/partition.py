"""BWAP's partition (paper 3 §2.1): blocks are extracted level by level, by rules 1 to 11.

Rules 1 to 11 say whether one node is a block; `extract` walks down until they do (algorithm 1), and every level
extracts again inside the blocks of the level above. Tags are of three types: Schema (placing), Format (look) and
Function (elements other than text).

Departures. A tag's type comes from its computed display, as `<div>` places things today. Rule 6 compares effective
backgrounds, and formula (1)'s union sign is read as 'and'. What no rule calls a block is not left in the layout: runs
of neighbouring loose content become blocks too, which also makes pages of mostly text work, the case the paper fails.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pagestrata.model.snapshot import BoolColumn
from pagestrata.segmenting.layout import Layout, has_tag
from pagestrata.segmenting.outline import MAX_DOC, MIN_DOC, Outline

FUNCTION_TAGS = (
    "form", "a", "input", "img", "button", "select", "textarea", "video", "audio", "iframe", "svg", "canvas", "object",
)  # fmt: skip
HEADING_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6")
MIN_WIDTH_PX, MIN_HEIGHT_PX = 40.0, 16.0
MAX_DEPTH_PER_LEVEL = 64
MAX_LEVEL = 30


class Rules:
    """Rules 1 to 11 over one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        nodes, valid, parent = layout.nodes, layout.valid, layout.parent
        function = has_tag(nodes, FUNCTION_TAGS) | layout.is_image
        schema = ~function & ~layout.is_inline
        children = layout.child_rows
        above, count = parent[children], len(layout)

        def any_child(marked: BoolColumn) -> BoolColumn:
            return np.bincount(above, weights=marked[children], minlength=count) > 0

        recoloured = np.zeros(count, np.bool_)
        recoloured[children] = nodes.background[children] != nodes.background[above]
        holds_content, holds_schema = any_child(~schema), any_child(schema)
        hollow = (schema & valid & ~holds_content).astype(np.float64)
        extent = layout.extent
        large = (extent[:, 2] - extent[:, 0] >= MIN_WIDTH_PX) & (extent[:, 3] - extent[:, 1] >= MIN_HEIGHT_PX)
        # Rules 1 to 7 can only say no; what passes them goes on to 8 and 9.
        admitted = schema & valid & (layout.child_count > 1) & large & ~any_child(recoloured) & holds_content
        only_content = admitted & ~holds_schema
        coherent = admitted & (layout.roll_up(hollow, np.add) == 0)
        self._admitted = admitted.tolist()
        self._decided = (only_content | coherent).tolist()
        self.is_heading = has_tag(nodes, HEADING_TAGS).tolist()

    def is_block(self, row: int, *, previous_is_block: bool) -> bool:
        """Rule 10 lets a sibling of a block be a block; rule 11 says no to the rest."""
        return self._decided[row] or (self._admitted[row] and previous_is_block)

    def extract(self, roots: Sequence[int]) -> list[tuple[int, ...]]:
        """The blocks below the roots, in document order, as the rows each covers (algorithm 1)."""
        pieces = _join_loose([self._divide(row, 1) for row in roots])
        return [rows for rows, _ in pieces]

    def _divide(self, row: int, depth: int) -> list[tuple[tuple[int, ...], bool]]:
        """Pieces below one row: their rows, and whether a rule made them a block (loose content otherwise)."""
        children = self._layout.children(row)
        if depth > MAX_DEPTH_PER_LEVEL or not children:
            return [((row,), False)]
        found: list[list[tuple[tuple[int, ...], bool]]] = []
        previous = False
        for child in children:
            previous = self.is_block(child, previous_is_block=previous)
            found.append([((child,), True)] if previous else self._divide(child, depth + 1))
        if not any(is_block for pieces in found for _, is_block in pieces):
            return [((row,), False)]
        return _join_loose(found)


def _join_loose(groups: list[list[tuple[tuple[int, ...], bool]]]) -> list[tuple[tuple[int, ...], bool]]:
    """Neighbouring loose siblings become one piece; blocks and pieces from below stay as they are."""
    joined: list[tuple[tuple[int, ...], bool]] = []
    run: list[int] = []
    for pieces in groups:
        if len(pieces) == 1 and not pieces[0][1]:
            run.extend(pieces[0][0])
            continue
        if run:
            joined.append((tuple(run), True))
            run = []
        joined.extend((rows, True) for rows, _ in pieces)
    if run:
        joined.append((tuple(run), bool(joined)))
    return joined


def outline_page(layout: Layout, root: int, *, level: int) -> Outline:
    """The block tree below one root, `level` levels deep at most."""
    rules = Rules(layout)
    return _grow(layout, rules, (root,), level=min(level, MAX_LEVEL), depth=0)


def _grow(layout: Layout, rules: Rules, rows: tuple[int, ...], *, level: int, depth: int) -> Outline:
    doc = min(MAX_DOC, MIN_DOC + depth)
    parts = _parts(layout, rules, rows) if depth < level else []
    if len(parts) < 2:
        return Outline(rows=rows, doc=MAX_DOC if depth else doc)
    children = tuple(_grow(layout, rules, part, level=level, depth=depth + 1) for part in parts)
    return Outline(rows=rows, children=children, doc=doc)


def _parts(layout: Layout, rules: Rules, rows: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The blocks of the next level inside one block; single wrappers are opened until there are some."""
    while True:
        parts = rules.extract(rows)
        if len(parts) > 1:
            return parts
        opened = tuple(parts[0]) if parts else ()
        if opened == rows:
            return _by_heading(layout, rules, rows)
        rows = opened


def _by_heading(layout: Layout, rules: Rules, rows: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Running text: a part begins at every heading, or else at every paragraph."""
    while len(rows) == 1 and len(children := layout.children(rows[0])) and not layout.is_inline[rows[0]]:
        rows = tuple(children)
    if len(rows) < 2:
        return []
    starts = {row for row in rows if rules.is_heading[row]} or {row for row in rows if not layout.is_inline[row]}
    parts: list[list[int]] = []
    for row in rows:
        if row in starts or not parts:
            parts.append([])
        parts[-1].append(row)
    return [tuple(part) for part in parts]
