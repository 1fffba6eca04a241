"""Find the followed column in a grid: by its header, or without one by its content and position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pagestrata.follow.grids.fits import Fit
from pagestrata.follow.grids.grid import Grid
from pagestrata.follow.grids.place import GridPlace, own_marks
from pagestrata.follow.page import hashed
from pagestrata.follow.states import State

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
    return Column(number=other) if other is not None else _renamed(place, fit, line)


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
    shares = sorted((_share(place, fit, line, number), -number) for number in named)
    if shares[-1][0] >= SAME_COLUMN and shares[-1][0] > shares[-2][0]:
        return Column(number=-shares[-1][1])
    if place.column in named and fit.grid.width == place.width and fit.headers == 1.0:
        return Column(number=place.column)
    return Column(number=named[0], state="uncertain", reason=f"{len(named)} columns are called {place.column_words}")


def _without_header(place: GridPlace, fit: Fit, line: int) -> Column:
    """Return, without headers, the column with the same content in the other lines, or in the same place if all changed."""
    grid = fit.grid
    others = [number for number in range(grid.width) if number not in fit.columns or place.column in fit.key.columns]
    shares = sorted((_share(place, fit, line, number), -abs(number - place.column), number) for number in others)
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


def _renamed(place: GridPlace, fit: Fit, line: int) -> Column:
    """Return the column whose header is gone but whose cells or position suggest that it was renamed."""
    grid, gone = fit.grid, f"the column {place.column_words} is gone"
    marks = [number for number in range(grid.width) if number not in fit.columns]
    new = [number for number in marks if not _is_known(place, grid, number)]
    shares = sorted((_share(place, fit, line, number), number) for number in new)
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


def _share(place: GridPlace, fit: Fit, line: int, number: int) -> float:
    """The share of what the other lines said that they say in this column."""
    if not place.own_marks:
        return 0.0
    now = own_marks(fit.grid, number, line, fit.columns)
    return len(place.own_marks & now) / max(1, min(len(place.own_marks), len(now)))
