"""Find the grid of a page that a place was in: by its lines, columns and title and, in doubt, its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pagestrata.follow.grids.grid import GROUP, Grid, name_of
from pagestrata.follow.grids.keys import Columns, turned
from pagestrata.follow.grids.page_grids import PageGrids
from pagestrata.follow.grids.place import GridPlace, LineKey, identity_of, value_marks
from pagestrata.follow.page import remembered

FEW, MOST = 0.34, 0.67
"""Shares of lines: that another grid may have in common by chance, and that a grid keeps when some come and go."""
HEADERS_KEPT = 0.5
CLOSE = 0.2
"""Grids whose scores are nearer than this are told apart by what their cells say."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fit:
    """One way to read a grid of the page as the grid of a place."""

    grid: Grid
    key: LineKey
    columns: Columns  # those of the key in this grid
    kinship: float  # share of lines in common, of the smaller grid
    headers: float | None  # share of column names that are still there; None: there were none
    same_title: bool  # or the same id

    @property
    def score(self) -> float:
        return 2.0 * self.kinship + (self.headers or 0.0) + 0.5 * self.same_title - 0.1 * self.grid.is_turned

    @property
    def is_proven(self) -> bool:
        """Whether this is surely the grid: lines with the same names, or some of them under the same title or headers."""
        if self.headers is not None and self.headers < HEADERS_KEPT:
            return self.kinship >= MOST
        return self.kinship >= FEW or (self.kinship > 0 and self.same_title)


def fits_of(place: GridPlace, grids: PageGrids) -> list[Fit]:
    """Return the grids of a page that may be the one, best first, each read in the way that fits best."""
    found = [fit for grid in _candidates(place, grids) if (fit := _fit(place, grid, grids)) is not None]
    if not any(_has_place(place, fit) for fit in found):
        found += [fit for grid in _turned(place, grids) if (fit := _fit(place, grid, grids)) is not None]
    best: dict[int, Fit] = {}
    for fit in sorted(found, key=lambda fit: -fit.score):
        best.setdefault(fit.grid.lines[0] if fit.grid.kind == "cards" else fit.grid.top, fit)
    return list(best.values())


def _has_place(place: GridPlace, fit: Fit) -> bool:
    """Whether the current grid has the line and the column."""
    has_column = not place.column_name or place.column_name in fit.grid.column_names
    return fit.is_proven and has_column and bool(fit.grid.lines_named(fit.columns, fit.key.names))


def _candidates(place: GridPlace, grids: PageGrids) -> Iterator[Grid]:
    return grids.all_lists() if place.kind == "cards" else grids.all()


def _turned(place: GridPlace, grids: PageGrids) -> Iterator[Grid]:
    """Return the transposed tables."""
    for grid in _candidates(place, grids) if place.has_column else ():
        if grid.kind == "table" and grid.width > 1:
            yield turned(grid)


def _fit(place: GridPlace, grid: Grid, grids: PageGrids) -> Fit | None:
    named = [(key, columns, _kinship(key, grid, columns)) for key in place.keys if (columns := columns_of(key, grid))]
    if not named:
        return None
    key, columns, kinship = _chosen(named)
    headers = _kept(place.column_marks, grid.column_marks) if place.column_marks else None
    fit = Fit(
        grid=grid, key=key, columns=columns, kinship=kinship, headers=headers,
        same_title=_is_called_the_same(place, grid, grids),
    )  # fmt: skip
    known_by_headers = headers is not None and headers > HEADERS_KEPT and len(place.column_marks) > 1
    return fit if kinship > 0 or known_by_headers else None


def _is_called_the_same(place: GridPlace, grid: Grid, grids: PageGrids) -> bool:
    """Whether a grid has the same id or title; of two similar grids, one with another id is not the one."""
    identity = identity_of(grid)
    if identity and identity == place.identity:
        return True
    if place.has_twin and identity and place.identity:
        return False
    return bool(place.title) and name_of(grids.title_of(grid)) == place.title


def _chosen(named: list[tuple[LineKey, Columns, float]]) -> tuple[LineKey, Columns, float]:
    """Return the key preferred by the trail, unless all its names changed while those of another key stayed."""
    first = named[0]
    return max(named, key=lambda each: each[2]) if first[2] < FEW and any(each[2] >= MOST for each in named) else first


def columns_of(key: LineKey, grid: Grid) -> Columns | None:
    """Return the columns of a grid that correspond to those of a key, by their headers or content."""
    return _columns_of_lines(grid, replace(key, names=(), words="", stayed=0))  # the same for all lines of a table


@remembered
def _columns_of_lines(grid: Grid, key: LineKey) -> Columns | None:
    found = [_column_of(key, place, grid) for place in range(len(key.columns))]
    known = tuple(column for column in found if column is not None)
    return known if len(known) == len(found) == len(set(known)) else None


def _column_of(key: LineKey, place: int, grid: Grid) -> int | None:
    column, title = key.columns[place], key.titles[place]
    if column == GROUP:
        return GROUP if any(row >= 0 for row in grid.groups) else None
    if title and grid.column_names.count(title) == 1:
        return grid.column_names.index(title)
    if len(key.columns) > 1:
        return column if column < grid.width and not (title and grid.headers) else None
    shares = [(_kinship(key, grid, (other,)), -abs(other - column), other) for other in range(grid.width)]
    best = max(shares, default=None)
    if best is not None and best[0] > 0:
        return best[2]
    return column if column < grid.width else None


def _kinship(key: LineKey, grid: Grid, columns: Columns) -> float:
    """Return the share of the smaller grid's lines that both have."""
    return _share_of_lines(grid, columns, key.marks, key.is_complete)


@remembered
def _share_of_lines(grid: Grid, columns: Columns, old: frozenset[int], is_complete: bool) -> float:
    marks: Iterable[int] = grid.marks(columns)
    if not is_complete:
        limit = max(old)
        marks = [mark for mark in marks if mark <= limit]
    new = set(marks)
    return len(new & old) / max(1, min(len(new), len(old)))


def _kept(old: frozenset[int], new: frozenset[int]) -> float:
    return len(old & new) / max(1, len(old))


def value_share(place: GridPlace, fit: Fit) -> float:
    """Return the share of the cells of some lines that still say the same."""
    if not place.value_marks or fit.grid.is_turned:
        return 0.0
    return _kept(place.value_marks, value_marks(fit.grid, fit.columns))
