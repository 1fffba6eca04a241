"""What a follower remembers of a cell, a line, or a position in a list, and of the grid or list around it.

A cell or line is remembered by the names of its line and column. The names of all lines are kept as numbers (of large grids
the lowest ones, a sample that picks the same lines in every version). They distinguish the grid from others, a deleted line from
a renamed one, and a column that names the lines from one that only did so by chance.

A position in a list ('the first headline') is the number of the item and the path down from it, whatever the item contains. The
list itself is followed like any block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pagestrata.follow.grids.cards import kind_of
from pagestrata.follow.grids.grid import EMPTY, GROUP, Grid, name_of
from pagestrata.follow.grids.keys import Columns, figures_of, keys_of, turned
from pagestrata.follow.grids.page_grids import LINE, PageGrids, Spot, row_down, way_down
from pagestrata.follow.page import hashed, remembered
from pagestrata.follow.portraits.portrait import Portrait
from pagestrata.model.snapshot import NodeTable

MOST_MARKS = 256
SAMPLED_LINES = 24
LONGEST_WORDS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class LineKey:
    """Columns that name the line. `marks` are the names of the lines of the grid, as numbers."""

    columns: Columns
    titles: tuple[str, ...]  # the names of these columns
    names: tuple[str, ...]  # what the line is called there, as names are compared
    words: str  # the same as a person reads it
    marks: frozenset[int]
    is_complete: bool  # whether the marks are those of all lines
    stayed: int = 0  # versions in which the line had this name again

    @property
    def mark(self) -> int:
        return hashed("\n".join(self.names))


@dataclass(frozen=True, slots=True, kw_only=True)
class GridPlace:
    """A cell (or, without a column, a line) of a grid in the newest version that surely had it."""

    kind: str
    keys: tuple[LineKey, ...]  # best first
    title: str  # of the grid, where no other grid of the page has the same
    identity: int  # of its id attribute, 0 for none
    has_column: bool
    column: int
    column_name: str
    last_name: str
    column_words: str
    column_marks: frozenset[int]  # names of all columns
    width: int
    is_last_unique: bool  # whether the lowest header alone tells the column from the others
    own_marks: frozenset[int]  # what the other lines say in the column, each with its name
    value_marks: frozenset[int]  # what some lines say in all columns
    neighbours: tuple[str, str]  # names of the lines before and behind, '' for none
    line: int
    line_count: int
    inside: tuple[str, ...]
    text: str  # what the cell said, as names are compared
    is_turned: bool = False  # whether its lines are the columns of the table
    is_nameless: bool = False  # whether its keys are figures only, which change
    has_twin: bool = False  # whether another grid of the page has a cell of the same names

    @property
    def row_words(self) -> str:
        return self.keys[0].words

    @property
    def noun(self) -> str:
        """The word for a line in messages."""
        return "item" if self.kind == "cards" else "row"

    @property
    def words(self) -> str:
        """The place in words: row ‘Road maintenance’, column ‘2026’."""
        row = f"{self.noun} ‘{self.row_words}’"
        return f"{row}, column ‘{self.column_words}’" if self.column_words else row


def place_at(grids: PageGrids, spot: Spot, *, before: GridPlace | None = None) -> GridPlace | None:
    """Return the place of a spot, or None if its line has no name. `before`: what the trail has learned so far."""
    spot, chosen = _named_spot(spot)
    is_nameless = not chosen
    grid, line = spot.grid, spot.line
    column = spot.column
    has_column = column != LINE
    keys = [_line_key(grid, line, each) for each in chosen or figures_of(grid, line, column if has_column else None)]
    if not keys:
        return None
    if before is not None:
        keys = _in_order_of_trail(keys, before)
    return GridPlace(
        kind=grid.kind,
        keys=tuple(keys),
        title=_telling_title(grids, grid),
        identity=identity_of(grid),
        has_column=has_column,
        column=column,
        column_name=_name_in(grid.column_names, column) if has_column else "",
        last_name=_name_in(grid.last_names, column) if has_column else "",
        column_words=_shown_title(grid, column) if has_column else "",
        column_marks=grid.column_marks,
        width=grid.width,
        is_last_unique=has_column and grid.last_names.count(grid.last_names[column]) == 1,
        own_marks=own_marks(grid, column, line, keys[0].columns) if has_column else frozenset(),
        value_marks=value_marks(grid, keys[0].columns),
        neighbours=_neighbours(grid, line, keys[0].columns),
        line=line,
        line_count=len(grid.lines),
        inside=spot.inside,
        text=grid.name(line, column) if has_column else "",
        is_turned=grid.is_turned,
        is_nameless=is_nameless,
        has_twin=_has_twin(grids, grid, keys[0], column),
    )


def _turned_spot(spot: Spot) -> tuple[Spot, list[Columns]]:
    """Return the spot in the transposed grid if its lines have names there; else unchanged."""
    grid = turned(spot.grid)
    line, column = spot.column - len(grid.headers), len(spot.grid.headers) + spot.line
    if line < 0:
        return spot, []
    chosen = keys_of(grid, line, column)
    return (Spot(grid=grid, line=line, column=column, inside=spot.inside), chosen) if chosen else (spot, [])


def _is_twin(other: Grid, grid: Grid, key: LineKey, column: int) -> bool:
    """Whether another grid has a line and a column of these names, too."""
    names = other.column_names
    if column != LINE and any(grid.column_names) and grid.column_names[column] not in names:
        return False
    if len(key.columns) > 1 or key.columns[0] == GROUP:
        return other.column_names == grid.column_names
    return any(key.mark in other.marks((number,)) for number in range(other.width))


def _telling_title(grids: PageGrids, grid: Grid) -> str:
    """Return the title of a grid, or '' if another grid of the page has the same."""
    title = name_of(grids.title_of(grid))
    same = (name_of(grids.title_of(other)) == title for other in grids.all() if other.top != grid.top)
    return "" if any(same) else title


def identity_of(grid: Grid) -> int:
    """The id of the grid's element as a number, 0 for none."""
    own = grid.nodes.attributes[grid.top].get("id", "")
    return hashed(own) if own else 0


def _shown_title(grid: Grid, column: int) -> str:
    if grid.slots:
        _, dot, name = grid.slots[column].rpartition("/")[2].partition(".")
        return name.replace("-", " ").replace("_", " ") if dot else ""
    return grid.column_titles[column][:LONGEST_WORDS]


def _line_key(grid: Grid, line: int, columns: Columns) -> LineKey:
    return LineKey(
        columns=columns,
        titles=tuple(title_of(grid, column) for column in columns),
        names=tuple(grid.name(line, column) for column in columns),
        words=", ".join(grid.text(line, column) for column in columns)[:LONGEST_WORDS],
        marks=_sampled_names(grid, columns),
        is_complete=len(grid.marks(columns)) <= MOST_MARKS,
    )


def title_of(grid: Grid, column: int) -> str:
    """The name of a column, '' for the headings in between and where there is no header."""
    return "" if column == GROUP or not grid.column_names else grid.column_names[column]


def _in_order_of_trail(keys: list[LineKey], before: GridPlace) -> list[LineKey]:
    """Return the keys, those that stayed the same in most versions first."""
    known = {(key.titles, key.names): key.stayed + 1 for key in before.keys}
    counted = [replace(key, stayed=known.get((key.titles, key.names), 0)) for key in keys]
    return sorted(counted, key=lambda key: -key.stayed)


@remembered
def _sampled_names(grid: Grid, columns: Columns) -> frozenset[int]:
    """Return the names of the lines as numbers, of a large grid the lowest ones."""
    return frozenset(sorted(grid.marks(columns))[:MOST_MARKS])


def own_marks(grid: Grid, column: int, line: int, key: Columns) -> frozenset[int]:
    """Return the cells of the other lines in a column, each with the name of its line: bare figures are equal by chance."""
    of_lines, ordered = _marks_in(grid, column, key)
    own = of_lines[line]
    kept = ordered if own is None or of_lines.count(own) > 1 else [mark for mark in ordered if mark != own]
    return frozenset(kept[:MOST_MARKS])


@remembered
def _marks_in(grid: Grid, column: int, key: Columns) -> tuple[list[int | None], list[int]]:
    """Return the mark of each line's cell with the line's name (None for an empty cell), and the lowest marks, sorted."""
    named = zip(*(grid.names(each) for each in key), strict=True)
    cells = zip(named, grid.names(column), strict=True)
    marks = [hashed("\n".join((*line, name))) if name else None for line, name in cells]
    return marks, sorted({mark for mark in marks if mark is not None})[: MOST_MARKS + 1]


@remembered
def value_marks(grid: Grid, key: Columns) -> frozenset[int]:
    """Return all cells of some lines, each with the name of its line."""
    names = zip(*(grid.names(column) for column in key), strict=True)
    named = [(hashed("\n".join(each)), line) for line, each in enumerate(names)]
    return frozenset(
        hashed(f"{mark}\n{grid.name(line, column)}")
        for mark, line in sorted(named)[:SAMPLED_LINES]
        for column in range(grid.width)
        if grid.cells[line][column] != EMPTY and column not in key
    )


def _neighbours(grid: Grid, line: int, key: Columns) -> tuple[str, str]:
    return neighbour_name(grid, line - 1, key), neighbour_name(grid, line + 1, key)


def neighbour_name(grid: Grid, line: int, key: Columns) -> str:
    """Return the name of a line; '' outside the grid."""
    if not 0 <= line < len(grid.lines):
        return ""
    return "\n".join(grid.name(line, column) for column in key)


def _named_spot(spot: Spot) -> tuple[Spot, list[Columns]]:
    """Return the spot and the columns that name its line; if none does, in the transposed table."""
    value_column = None if spot.column == LINE else spot.column
    chosen = keys_of(spot.grid, spot.line, value_column)
    if not chosen and value_column is not None and spot.grid.kind == "table":
        return _turned_spot(spot)
    return spot, chosen


def _name_in(names: Sequence[str], column: int) -> str:
    return names[column] if names else ""


def _has_twin(grids: PageGrids, grid: Grid, key: LineKey, column: int) -> bool:
    """Whether another grid of the page has the same line and column."""
    if grid.kind == "cards":
        return False
    return any(_is_twin(other, grid, key, column) for other in grids.all() if other.top != grid.top)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ListPlace:
    """`container` is the portrait of the list, `kind` the tag and class of its items, `number` counts from 0."""

    container: Portrait
    kind: tuple[str, str]
    number: int
    inside: tuple[str, ...]

    @property
    def words(self) -> str:
        return f"place {self.number + 1} of the list"


def list_around(grids: PageGrids, row: int) -> tuple[int, tuple[int, ...]] | None:
    """Return the list or table around a row and its items, or None outside of lists."""
    spot = grids.spot_of(row) or grids.cards_of(row)
    if spot is None or spot.grid.kind == "definitions":
        return None
    return int(spot.grid.nodes.parent[spot.grid.lines[0]]), spot.grid.lines


def place_in_list(nodes: NodeTable, items: tuple[int, ...], row: int, container: Portrait) -> ListPlace | None:
    """The place of a row in a list with these items."""
    for item in items:
        if item <= row < int(nodes.end[item]):
            kind = kind_of(nodes, item)
            items_there = items_of(nodes, int(nodes.parent[item]), kind)
            inside = way_down(nodes, item, row)
            return ListPlace(container=container, kind=kind, number=items_there.index(item), inside=inside)
    return None


def items_of(nodes: NodeTable, container: int, kind: tuple[str, str]) -> list[int]:
    """Return the items of a list: its children of that kind, or else of the most common kind."""
    children = [child for child in nodes.children_of(container) if not nodes.text[child]]
    kinds = [kind_of(nodes, child) for child in children]
    if kind not in kinds:
        same_tag = [each for each in kinds if each[0] == kind[0]] or kinds
        kind = Counter(same_tag).most_common(1)[0][0] if same_tag else kind
    return [child for child, each in zip(children, kinds, strict=True) if each == kind]


def row_at(place: ListPlace, nodes: NodeTable, container: int) -> int | None:
    """The element at the place now; None if the list is shorter."""
    items = items_of(nodes, container, place.kind)
    return row_down(nodes, items[place.number], place.inside) if place.number < len(items) else None
