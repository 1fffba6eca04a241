"""BWAP's partition (paper 3 §2.1): blocks are extracted level by level, by the eleven rules (`rules`).

`_extract` walks down until the rules call a node a block (algorithm 1), and every level extracts again inside the
blocks of the level above.

Departure: content that no rule calls a block is not left in the layout. Runs of neighbouring loose content become blocks too,
which also makes pages of mostly text work, the case the paper fails.

The level at which a page is cut is remembered from visit to visit. At too fine a level, blocks come and go with every
edit; at too coarse a one, each edit counts as a change of most of the page. So a page whose blocks keep breaking is cut one
level coarser, and one whose blocks stay but nearly all change one level finer. The paper leaves the rule open; this one
moves by one level at a time, on the evidence of several visits at the present level: a single redesign moves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from pagestrata.model.records import Visit
from pagestrata.segmenting.bwap.rules import Rules
from pagestrata.segmenting.layout import Layout, has_tag
from pagestrata.segmenting.outline import MAX_DOC, MIN_DOC, Outline

HEADING_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6")
MAX_DEPTH_PER_LEVEL = 64
MAX_LEVEL = 30

Piece = tuple[tuple[int, ...], bool]
"""Rows, and whether a rule made them a block (loose content otherwise)."""


def outline_page(layout: Layout, root: int, *, level: int) -> Outline:
    """The block tree below one root, `level` levels deep at most."""
    return _Partition(layout).grow((root,), level=min(level, MAX_LEVEL), depth=0)


class _Partition:
    """The rules over one layout, applied level by level."""

    def __init__(self, layout: Layout) -> None:
        self._layout, self._rules = layout, Rules(layout)
        self._is_heading: list[bool] = has_tag(layout.nodes, HEADING_TAGS).tolist()

    def grow(self, rows: tuple[int, ...], *, level: int, depth: int) -> Outline:
        doc = min(MAX_DOC, MIN_DOC + depth)
        parts = self._parts(rows) if depth < level else []
        if len(parts) < 2:
            return Outline(rows=rows, doc=MAX_DOC if depth else doc)
        children = tuple(self.grow(part, level=level, depth=depth + 1) for part in parts)
        return Outline(rows=rows, children=children, doc=doc)

    def _parts(self, rows: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the blocks of the next level inside one block, opening single wrappers first."""
        while True:
            parts = self._extract(rows)
            if len(parts) > 1:
                return parts
            opened = parts[0] if parts else ()
            if opened == rows:
                return self._by_heading(rows)
            rows = opened

    def _extract(self, roots: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the rows of each block below the roots, in document order (algorithm 1)."""
        return [rows for rows, _ in _join_loose([self._divide(row, 1) for row in roots])]

    def _divide(self, row: int, depth: int) -> list[Piece]:
        """Pieces below one row."""
        children = self._layout.children(row)
        if depth > MAX_DEPTH_PER_LEVEL or not children:
            return [((row,), False)]
        found: list[list[Piece]] = []
        previous = False
        for child in children:
            previous = self._rules.is_block(child, previous_is_block=previous)
            found.append([((child,), True)] if previous else self._divide(child, depth + 1))
        if not any(is_block for pieces in found for _, is_block in pieces):
            return [((row,), False)]
        return _join_loose(found)

    def _by_heading(self, rows: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Running text: a part begins at every heading, or else at every paragraph."""
        layout = self._layout
        while len(rows) == 1 and len(children := layout.children(rows[0])) and not layout.is_inline[rows[0]]:
            rows = tuple(children)
        if len(rows) < 2:
            return []
        starts = {row for row in rows if self._is_heading[row]} or {row for row in rows if not layout.is_inline[row]}
        parts: list[list[int]] = []
        for row in rows:
            if row in starts or not parts:
                parts.append([])
            parts[-1].append(row)
        return [tuple(part) for part in parts]


def _join_loose(groups: list[list[Piece]]) -> list[Piece]:
    """Neighbouring loose siblings become one piece; blocks and pieces from below stay as they are."""
    joined: list[Piece] = []
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


LOOKED_BACK = 5
"""Number of steps between visits that are considered; with fewer than `MIN_STEPS` the level stays."""
MIN_STEPS = 3
BROKEN_BELOW = 0.8
"""The blocks of a page broke if two visits share less than this of their blocks."""


def adjusted_level(visits: Sequence[Visit], *, default: int) -> int:
    """Return the level for the next visit; `visits` are earlier ones, oldest first."""
    known = [visit for visit in visits if visit.level is not None and visit.block_ids]
    if not known:
        return default
    level = known[-1].level or default
    steps = [
        (before.block_ids, after.block_ids) for before, after in pairwise(known) if before.level == after.level == level
    ]
    recent = steps[-LOOKED_BACK:]
    if len(recent) < MIN_STEPS:
        return level
    broken = [_shared(before, after) < BROKEN_BELOW for before, after in recent]
    if sum(broken) > len(recent) / 2:
        return max(1, level - 1)
    if not any(broken) and sum(_changed(before, after) for before, after in recent) > len(recent) / 2:
        return min(MAX_LEVEL, level + 1)
    return level


def _shared(before: Mapping[str, str], after: Mapping[str, str]) -> float:
    """Return the share of blocks that two visits have in common."""
    return len(before.keys() & after.keys()) / max(1, len(before.keys() | after.keys()))


def _changed(before: Mapping[str, str], after: Mapping[str, str]) -> float:
    """Return the share of common blocks whose content changed."""
    both = before.keys() & after.keys()
    return sum(before[ref] != after[ref] for ref in both) / max(1, len(both))
