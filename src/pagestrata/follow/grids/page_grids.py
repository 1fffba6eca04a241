"""All grids of one page, read on demand, and the grid around an element.

In a definition list each term is the name of a line, and its details are the cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pagestrata.follow.grids.cards import all_cards, cards_around, read_cards
from pagestrata.follow.grids.grid import EMPTY, Grid
from pagestrata.follow.grids.tables import GRID_ROLES, read_table
from pagestrata.follow.page import remembered
from pagestrata.model.snapshot import NodeTable

MOST_GRIDS = 300
LARGEST_CELL = 60
"""Rows of the node table in a cell; one that has more is a part of the page in a table made for its layout."""
LONGEST_CELL = 400
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
GRID_TAGS = ("table", "dl")
FIELD_TAGS = ("input", "textarea", "select")
LINE = -2
"""The column of what is a whole line."""


MOST_DETAILS = 20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spot:
    """Where an element is in a grid. `column` is LINE for a whole line, `inside` the way from the cell down to it."""

    grid: Grid
    line: int
    column: int
    inside: tuple[str, ...] = ()


class PageGrids:
    """The grids of a page."""

    def __init__(self, nodes: NodeTable) -> None:
        self._nodes = nodes

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The elements of tables, definition lists and ARIA grids, in their order."""
        nodes = self._nodes
        codes = [code for tag in GRID_TAGS if (code := nodes.tag_code(tag)) >= 0]
        found = set(np.flatnonzero(np.isin(nodes.tag, codes)).tolist()) if codes else set()
        found.update(row for row, own in enumerate(nodes.attributes) if own and own.get("role") in GRID_ROLES)
        return tuple(sorted(found)[:MOST_GRIDS])

    def all(self) -> Iterator[Grid]:
        """The tables, definition lists and ARIA grids of the page."""
        for top in self.tops:
            if (grid := self.at(top)) is not None:
                yield grid

    def all_lists(self) -> Iterator[Grid]:
        """The lists of cards of the page."""
        for number, cards in enumerate(all_cards(self._nodes)):
            if number < MOST_GRIDS and (grid := self.cards(cards)) is not None:
                yield grid

    @remembered
    def at(self, top: int) -> Grid | None:
        """The grid of one element."""
        read = read_definitions if self._nodes.tag_of(top) == "dl" else read_table
        return read(self._nodes, top)

    def title_of(self, grid: Grid) -> str:
        """Return the caption or label of a grid, or else the last heading above it."""
        return grid.title or self._heading_above(grid.top)

    def _heading_above(self, row: int) -> str:
        headings = self._headings
        place = int(np.searchsorted(headings, row)) - 1
        return self._nodes.text_of(int(headings[place])) if place >= 0 else ""

    @cached_property
    def _headings(self) -> np.ndarray:
        nodes = self._nodes
        codes = [code for tag in HEADINGS if (code := nodes.tag_code(tag)) >= 0]
        return np.flatnonzero(np.isin(nodes.tag, codes))

    def spot_of(self, row: int) -> Spot | None:
        """Return where an element is in the innermost table, definition list or ARIA grid around it, or None."""
        around, nodes = row, self._nodes
        while around > 0:
            around = int(nodes.parent[around])
            if nodes.tag_of(around) in GRID_TAGS or nodes.attributes[around].get("role") in GRID_ROLES:
                grid = self.at(around)
                return _spot_in(grid, row) if grid is not None and not _is_for_layout(grid) else None
        return None

    def cards_of(self, row: int) -> Spot | None:
        """Where an element is in the innermost list of cards around it."""
        cards = cards_around(self._nodes, row)
        grid = self.cards(cards) if cards else None
        return _spot_in(grid, row) if grid is not None else None

    @remembered
    def cards(self, cards: tuple[int, ...]) -> Grid | None:
        """The grid of some cards."""
        return read_cards(self._nodes, cards)


def _spot_in(grid: Grid, row: int) -> Spot | None:
    nodes = grid.nodes
    for line, element in enumerate(grid.lines):
        if row == element and grid.kind != "definitions":
            return Spot(grid=grid, line=line, column=LINE)
        if grid.kind == "definitions" or element <= row < int(nodes.end[element]):
            for column, cell in enumerate(grid.cells[line]):
                if EMPTY < cell <= row < int(nodes.end[cell]) and _is_plain(nodes, cell):
                    return Spot(grid=grid, line=line, column=column, inside=way_down(nodes, cell, row))
    return None


def _is_for_layout(grid: Grid) -> bool:
    """Whether a table is only used for layout: it names nothing, and has a single line or contains form fields."""
    if grid.kind != "table" or grid.headers or grid.named_columns or grid.title:
        return False
    nodes = grid.nodes
    inside = nodes.tag[grid.top : int(nodes.end[grid.top])]
    return len(grid.lines) == 1 or bool(np.isin(inside, [nodes.tag_code(tag) for tag in FIELD_TAGS]).any())


def _is_plain(nodes: NodeTable, cell: int) -> bool:
    """Whether a cell is part of a grid, not a part of the page laid out by a table."""
    return int(nodes.end[cell]) - cell <= LARGEST_CELL and len(nodes.text_of(cell)) <= LONGEST_CELL


def way_down(nodes: NodeTable, top: int, row: int) -> tuple[str, ...]:
    """Return the path from an element down to one inside it; each step is a tag with its number among the siblings."""
    steps: list[str] = []
    while row > top:
        steps.append(f"{nodes.tag_of(row)}[{nodes.same_tag_index[row]}]")
        row = int(nodes.parent[row])
    return tuple(reversed(steps))


def row_down(nodes: NodeTable, top: int, steps: tuple[str, ...]) -> int:
    """Return the element at the end of a path, or the last one that exists on it."""
    row = top
    for step in steps:
        tag, _, number = step.rstrip("]").partition("[")
        same = [child for child in nodes.children_of(row) if nodes.tag_of(child) == tag]
        if len(same) < int(number):
            return row
        row = same[int(number) - 1]
    return row


def read_definitions(nodes: NodeTable, top: int, title: str = "") -> Grid | None:
    """The grid of a `dl`; None where it defines nothing."""
    lines: list[list[int]] = []
    for row in _parts(nodes, top):
        if nodes.tag_of(row) == "dt":
            lines.append([row])
        elif lines and len(lines[-1]) <= MOST_DETAILS:
            lines[-1].append(row)
    lines = [line for line in lines if len(line) > 1]
    if not lines:
        return None
    width = max(map(len, lines))
    return Grid(
        nodes=nodes,
        top=top,
        kind="definitions",
        lines=tuple(line[0] for line in lines),
        cells=tuple((*line, *[EMPTY] * (width - len(line))) for line in lines),
        groups=(EMPTY,) * len(lines),
        named_columns=frozenset({0}),
        title=title,
    )


def _parts(nodes: NodeTable, top: int) -> list[int]:
    """Return terms and details in order; each pair may be wrapped in a `div`."""
    found = []
    for child in nodes.children_of(top):
        tag = nodes.tag_of(child)
        inner = nodes.children_of(child) if tag == "div" else [child]
        found += [row for row in inner if nodes.tag_of(row) in ("dt", "dd")]
    return found
