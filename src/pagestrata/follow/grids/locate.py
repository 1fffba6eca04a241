"""Locate a cell or line by the names of its line and column, wherever they are now.

A line that is gone is lost, and a neighbour never takes its place. A line that may be the same under another name is shown as
uncertain: nothing on the page says whether a line was renamed or replaced. A column is found by its header, or without one by
its content and position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pagestrata.follow.grids.fits import CLOSE, Fit, fits_of, value_share
from pagestrata.follow.grids.grid import EMPTY, Grid, name_of
from pagestrata.follow.grids.page_grids import LINE, PageGrids, Spot, row_down
from pagestrata.follow.grids.place import LONGEST_WORDS, GridPlace, neighbour_name, own_marks
from pagestrata.follow.page import hashed
from pagestrata.follow.states import State
from pagestrata.model.snapshot import NodeTable

SAME_VALUES = 0.3
"""Share of what a grid said that tells it from another with the same lines and columns."""
MARGIN = 0.5
"""How far the grid must be ahead where another has a cell of the same names."""
NAMELESS = "its row has no name"
ALIKE = 0.6
RENAMED_FROM = 1.5
"""Points from which a new line may be the old one under another name."""
STEPS_UP = 4
LONGEST_PART = 2_000
"""Limits of the context of an element, in elements up the tree and in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """The answer with its reason in words; a row unless lost; `other` is the second candidate."""

    state: State
    reason: str
    row: int | None = None
    spot: Spot | None = None
    other: int | None = None


def locate(place: GridPlace, grids: PageGrids) -> Located | None:
    """Return where the cell or line is, or None if its grid is not on the page."""
    fits = fits_of(place, grids)
    if not fits:
        return None
    best, is_sure = _told_apart(place, fits)
    if not best.is_proven and not best.grid.lines_named(best.columns, best.key.names):
        return _gone_with_its_grid(place, best)
    lines = _lines(place, best)
    if len(lines) != 1:
        return _several(place, best, lines) if lines else _gone(place, best)
    answer = _cell(place, best, lines[0])
    if answer.state == "found" and not (is_sure and best.is_proven):
        doubt = "several tables look like its own" if len(fits) > 1 else "the table around it may be another"
        other = next(_cells_elsewhere(place, fits, best), None)
        return Located(state="uncertain", reason=doubt, row=answer.row, spot=answer.spot, other=other)
    return answer


def _cells_elsewhere(place: GridPlace, fits: list[Fit], best: Fit) -> Iterator[int]:
    """Yield the cells of the same names in the other grids that fit."""
    for fit in fits:
        lines = _lines(place, fit) if fit is not best else []
        if lines and (row := _cell(place, fit, lines[0]).row) is not None:
            yield row


def _told_apart(place: GridPlace, fits: list[Fit]) -> tuple[Fit, bool]:
    """Return the grid that fits best, and whether it is certain. Among several, the content of the cells counts too."""
    if len(fits) == 1:
        only = fits[0]
        return only, not place.has_twin or only.same_title or value_share(place, only) >= SAME_VALUES
    titled = [fit for fit in fits if fit.same_title]
    if len(titled) == 1 and titled[0].is_proven:
        return titled[0], True
    scored = [(fit.score + 2.0 * value_share(place, fit), -number) for number, fit in enumerate(fits)]
    (first, number), (second, other) = sorted(scored, reverse=True)[:2]
    best = fits[-number]
    if first - second >= (CLOSE if not place.has_twin else MARGIN):
        return best, not place.has_twin or value_share(place, best) >= SAME_VALUES
    shown = [fit for fit in (best, fits[-other]) if fit.grid.nodes.visible[fit.grid.top]]
    return (shown or [best])[0], len(shown) == 1  # the same twice, for two widths of the screen


def _lines(place: GridPlace, fit: Fit) -> list[int]:
    """Return the lines with the name; of several, the one between the same neighbours if there is one."""
    found = fit.grid.lines_named(fit.columns, fit.key.names)
    if len(found) < 2:
        return found
    between_them = [
        line for line in found
        if (neighbour_name(fit.grid, line - 1, fit.columns), neighbour_name(fit.grid, line + 1, fit.columns)) == place.neighbours
    ]  # fmt: skip
    return between_them if len(between_them) == 1 else found


def _cell(place: GridPlace, fit: Fit, line: int) -> Located:
    """Return the cell of the line under the column."""
    grid = fit.grid
    if not place.has_column:
        row = grid.lines[line]
        if row == EMPTY:
            return Located(state="uncertain", reason="the rows of its table are columns now")
        spot = Spot(grid=grid, line=line, column=LINE)
        return Located(state="found", reason=place.words, row=row, spot=spot)
    column: Column = find_column(place, fit, line)
    if column.number is None:
        return Located(state="lost", reason=column.reason)
    cell = grid.cells[line][column.number]
    if cell == EMPTY:
        return Located(state="lost", reason=f"the {place.noun} {place.row_words} has no cell there any more")
    spot = Spot(grid=grid, line=line, column=column.number, inside=place.inside)
    row = row_down(grid.nodes, cell, place.inside)
    return Located(state=column.state, reason=column.reason or place.words, row=row, spot=spot)


def _several(place: GridPlace, fit: Fit, lines: list[int]) -> Located:
    first, second = _cell(place, fit, lines[0]), _cell(place, fit, lines[1])
    reason = f"{len(lines)} {place.noun}s are called {place.row_words}"
    return Located(state="uncertain", reason=reason, row=first.row, spot=first.spot, other=second.row)


def _gone_with_its_grid(place: GridPlace, fit: Fit) -> Located | None:
    """Return lost for a grid with the same columns and none of the lines: another page of it, or a filter."""
    if fit.kinship > 0 or fit.headers is None:
        return None
    where = "list" if place.kind == "cards" else "table"
    return Located(
        state="lost", reason=f"the {place.noun} {place.row_words} is gone: the {where} shows other {place.noun}s"
    )


def _gone(place: GridPlace, fit: Fit) -> Located:
    if place.is_nameless:
        return Located(state="uncertain", reason=f"{NAMELESS}, and its figures ({place.row_words}) are others now")
    gone = f"the {place.noun} {place.row_words} is gone"
    renamed = _renamed_line(place, fit)
    if renamed is None:
        return Located(state="lost", reason=gone)
    called = ", ".join(fit.grid.text(renamed, column) for column in fit.columns)[:LONGEST_WORDS]
    cell = _cell(place, fit, renamed)
    return Located(state="uncertain", reason=f"{gone}, or is now called {called}", row=cell.row, spot=cell.spot)


def _renamed_line(place: GridPlace, fit: Fit) -> int | None:
    """Return the new line most similar to the one that is gone, or None."""
    if not fit.key.is_complete:
        return None
    best, found = RENAMED_FROM, None
    for line in range(len(fit.grid.lines)):
        name = neighbour_name(fit.grid, line, fit.columns)
        if not name.strip() or hashed(name) in fit.key.marks:
            continue
        points = _points(place, fit, line, name)
        if points > best or (found is None and points == best):
            best, found = points, line
    return found


def _points(place: GridPlace, fit: Fit, line: int, name: str) -> float:
    """Return the evidence that a line is the old one: other names, the value, the neighbours, a similar name."""
    points = 0.0
    for key in place.keys:
        if key is not fit.key and len(key.columns) == 1 and key.columns[0] < fit.grid.width:
            points += 1.5 * (fit.grid.name(line, key.columns[0]) == key.names[0])
    if place.has_column and place.column < fit.grid.width:
        points += 1.5 * (bool(place.text) and fit.grid.name(line, place.column) == place.text)
    before, behind = (neighbour_name(fit.grid, line + step, fit.columns) for step in (-1, 1))
    points += 0.75 * (before == place.neighbours[0]) + 0.75 * (behind == place.neighbours[1])
    likeness = SequenceMatcher(None, "\n".join(fit.key.names), name).ratio()
    return points + 1.5 * (likeness >= ALIKE)


def names_its_row(place: GridPlace, nodes: NodeTable, row: int) -> bool:
    """Whether the context of an element names the row of the place, and no neighbour of that row.

    A page that was made again may show a table as something else. The context is the smallest part of the page that says more
    than the element itself and has the name of the row in it.
    """
    names = [f" {name} " for name in place.keys[0].names if name]
    others = [
        f" {name} "
        for text in place.neighbours
        for name in text.split("\n")
        if name and name not in place.keys[0].names
    ]
    for _ in range(STEPS_UP):
        text = nodes.text_of(row)
        if len(text) > LONGEST_PART:
            return False
        around = f" {name_of(text[:LONGEST_PART]) if len(text) < 300 else text.casefold()} "
        if all(name in around for name in names):
            return not any(other in around for other in others)
        row = int(nodes.parent[row])
        if row <= 0:
            return False
    return False


SAME_COLUMN = 0.5
"""Share of what the other lines said in a column that they still say there."""
LEAST_LINES = 3
NEW_HEADERS = 0.3
"""Where fewer headers are kept, the whole header line is another: in another language, or worded again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The number of a column, None if it is gone; `reason` unless it was found by its name."""

    number: int | None
    state: State = "found"
    reason: str = ""


def find_column(place: GridPlace, fit: Fit, line: int) -> Column:
    """Return the column of a place in a grid whose line is known."""
    grid = fit.grid
    if not place.column_name or not any(grid.column_names):
        return _without_header(place, fit, line)
    named = [number for number, name in enumerate(grid.column_names) if name == place.column_name]
    if len(named) == 1:
        return Column(number=named[0])
    if named:
        return _of_several(place, fit, line, named)
    other = _under_other_headers(place, fit)
    return Column(number=other) if other is not None else _renamed_column(place, fit, line)


def _under_other_headers(place: GridPlace, fit: Fit) -> int | None:
    """Return the column if a line of headers was added above the others, or removed from there."""
    grid = fit.grid
    if not place.last_name:
        return None
    last = [number for number, name in enumerate(grid.last_names) if name == place.last_name]
    if len(last) == 1 and place.last_name == place.column_name:
        return last[0]
    above = [number for number, name in enumerate(grid.column_names) if name == place.last_name]
    return above[0] if len(above) == 1 and place.is_last_unique else None


def _of_several(place: GridPlace, fit: Fit, line: int, named: list[int]) -> Column:
    """Return the one of several columns with the same name whose content is that of the followed column."""
    shares = sorted((_column_share(place, fit, line, number), -number) for number in named)
    if shares[-1][0] >= SAME_COLUMN and shares[-1][0] > shares[-2][0]:
        return Column(number=-shares[-1][1])
    if place.column in named and fit.grid.width == place.width and fit.headers == 1.0:
        return Column(number=place.column)
    return Column(number=named[0], state="uncertain", reason=f"{len(named)} columns are called {place.column_words}")


def _without_header(place: GridPlace, fit: Fit, line: int) -> Column:
    """Return, without headers, the column with the same content in the other lines, or in the same place if all changed."""
    grid = fit.grid
    others = [number for number in range(grid.width) if number not in fit.columns or place.column in fit.key.columns]
    shares = sorted((_column_share(place, fit, line, number), -abs(number - place.column), number) for number in others)
    if shares and shares[-1][0] >= SAME_COLUMN and (len(shares) < 2 or shares[-1][0] > shares[-2][0]):
        return Column(number=shares[-1][2])
    if _keeps_its_form(place, fit) and place.column < grid.width:
        return Column(number=place.column)
    if len(others) == 1 and place.width - len(fit.key.columns) == 1:
        return Column(number=others[0])
    if not shares:
        return Column(number=None, reason=f"the {place.noun} {place.row_words} has no cell there any more")
    return Column(number=shares[-1][2], state="uncertain", reason="the columns of its table are others now")


def _keeps_its_form(place: GridPlace, fit: Fit) -> bool:
    """Whether the position of a column is evidence: as many columns as before, and more lines than columns.

    A wide grid of few lines has one record per column: when one is deleted, the next takes its place.
    """
    grid = fit.grid
    same = grid.width == place.width and fit.columns == fit.key.columns and not (grid.is_turned or place.is_turned)
    return same and len(grid.lines) >= max(LEAST_LINES, grid.width - len(fit.columns))


def _surest(shares: Sequence[tuple[float, int]]) -> int | None:
    """Return the last of the columns, ascending by share, if its share is large enough and not equalled by another."""
    if not shares or shares[-1][0] < SAME_COLUMN or (len(shares) > 1 and shares[-1][0] <= shares[-2][0]):
        return None
    return shares[-1][1]


def _renamed_column(place: GridPlace, fit: Fit, line: int) -> Column:
    """Return the column whose header is gone but whose cells or position suggest that it was renamed."""
    grid, gone = fit.grid, f"the column {place.column_words} is gone"
    marks = [number for number in range(grid.width) if number not in fit.columns]
    new = [number for number in marks if not _is_known(place, grid, number)]
    shares = sorted((_column_share(place, fit, line, number), number) for number in new)
    all_new = (fit.headers or 0.0) <= NEW_HEADERS and grid.width == place.width
    if (number := _surest(shares)) is not None:
        if all_new and number == place.column:
            return Column(number=number, reason=f"{place.words}; its header is now {grid.column_titles[number]}")
        return Column(number=number, state="uncertain", reason=f"{gone}, or is now called {grid.column_titles[number]}")
    if place.column in new and grid.width == place.width:
        title = grid.column_titles[place.column] or "nothing"
        return Column(number=place.column, state="uncertain", reason=f"{gone}, or is now called {title}")
    return Column(number=None, reason=gone)


def _is_known(place: GridPlace, grid: Grid, number: int) -> bool:
    return hashed(grid.column_names[number]) in place.column_marks


def _column_share(place: GridPlace, fit: Fit, line: int, number: int) -> float:
    """The share of what the other lines said that they say in this column."""
    if not place.own_marks:
        return 0.0
    now = own_marks(fit.grid, number, line, fit.columns)
    return len(place.own_marks & now) / max(1, min(len(place.own_marks), len(now)))
