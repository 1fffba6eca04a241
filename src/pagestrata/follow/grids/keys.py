"""Choose the columns that name a line: unique among the lines, and stable when figures change.

Marked row headers come first, then words that no two lines share, then dates and codes; figures last. A column that only
numbers the lines gives the position of a line, not its identity, and is never a key. Where no column is enough, two or three
together are.
"""

from __future__ import annotations

import re
from itertools import combinations, pairwise

from pagestrata.follow.grids.grid import GROUP, Grid, is_number, is_time
from pagestrata.follow.page import hashed, remembered

Columns = tuple[int, ...]

LOOKED_AT = 200
"""Lines that say what kind of column one is."""
LONGEST_NAME = 80
_CODE = re.compile(r"(?i)\b(?:id|no|nr|nº|code|sku|ref|isin|isbn|ean|key|symbol|postcode|plz|zip)\b\.?")
"""Headers of columns whose numbers are names."""
MOST_KEYS = 4
MOST_FIGURES = 12
COMBINED = 4
"""Columns of which two or three are taken together."""
FIRST = 0.25
"""Worth of being the first column, where most people put the names."""
NAMES_LINES = 1.0
"""Least worth of a column that names its lines."""


def keys_of(grid: Grid, line: int, value_column: int | None) -> list[Columns]:
    """Return the columns that identify this line, best first; `value_column` is the followed one.

    The followed column is its own key if no other names the line better. Empty if the lines are not distinguishable.
    """
    columns = [column for column in _columns(grid) if grid.name(line, column)]
    ranked = sorted(columns, key=lambda column: (-worth_of(grid, column), column))
    naming = [column for column in ranked if worth_of(grid, column) >= NAMES_LINES]
    if naming and naming[0] != value_column:
        naming = [column for column in naming if column != value_column]
    found: list[Columns] = [(column,) for column in naming if is_unique(grid, line, (column,))]
    return (found or _combined(grid, line, naming))[:MOST_KEYS]


def figures_of(grid: Grid, line: int, value_column: int | None) -> list[Columns]:
    """Return all other columns as one key, for lines that none of them names: it holds while the figures stay."""
    columns = tuple(c for c in _columns(grid)[:MOST_FIGURES] if c != value_column and grid.name(line, c))
    return [columns] if len(columns) > 1 and is_unique(grid, line, columns) else []


@remembered
def turned(grid: Grid) -> Grid:
    """Return the transposed grid; a first column of names becomes the header, or the first two together."""
    count = int(worth_of(grid, 0) >= NAMES_LINES)
    names = grid.names(0)
    if count and grid.width > 2 and len(set(names)) < len(names) and worth_of(grid, 1) >= NAMES_LINES:
        count = 2
    return grid.turned(count)


def _columns(grid: Grid) -> list[int]:
    has_groups = any(row >= 0 for row in grid.groups)
    return [*([GROUP] if has_groups else []), *range(grid.width)]


def _combined(grid: Grid, line: int, columns: list[int]) -> list[Columns]:
    """The smallest combinations that are unique."""
    for size in (2, 3):
        found = [
            tuple(sorted(chosen))
            for chosen in combinations(columns[:COMBINED], size)
            if is_unique(grid, line, tuple(sorted(chosen)))
        ]
        if found:
            return found
    return []


def is_unique(grid: Grid, line: int, columns: Columns) -> bool:
    """Whether no other line says the same in these columns."""
    return grid.marks(columns)[hashed("\n".join(grid.name(line, column) for column in columns))] == 1


@remembered
def worth_of(grid: Grid, column: int) -> float:
    """How well a column names lines; below NAMES_LINES it does not."""
    if column == GROUP:
        return NAMES_LINES
    lines = range(min(len(grid.lines), LOOKED_AT))
    texts = [text for line in lines if (text := grid.text(line, column))]
    if not texts or _counts_lines(grid, column):
        return 0.0
    share = 1.0 / len(texts)
    words = sum(not is_number(text) for text in texts) * share
    times = sum(map(is_time, texts)) * share
    distinct = len(set(texts)) * share
    long = sum(len(text) > LONGEST_NAME for text in texts) * share
    marked = 3.0 * (column in grid.named_columns)
    coded = NAMES_LINES * bool(grid.headers and _CODE.search(grid.column_titles[column]))
    return (
        marked + max(coded, (words > 0.6) * (1.0 + distinct)) - 0.5 * (times > 0.6) + FIRST * (column == 0) - 0.2 * long
    )


def _counts_lines(grid: Grid, column: int) -> bool:
    """Whether a column numbers the lines like ranks: 1, 2, 3, or 3, 2, 1."""
    numbers = []
    for line in range(min(len(grid.lines), LOOKED_AT)):
        text = grid.text(line, column).strip(" .)#")
        if not (text.isascii() and text.isdigit() and len(text) < 7):
            return False
        numbers.append(int(text))
    steps = {after - before for before, after in pairwise(numbers)}
    return len(numbers) > 1 and steps <= {0, 1} and 1 in steps and numbers[0] < 1_000
