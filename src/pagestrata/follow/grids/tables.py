"""Tables and ARIA grids as grids: lines, spanned cells, header lines (marked or not), and headings in between.

Spans are followed as HTML says: a cell reaches no further than its row group, and never further than the table has rows
and `MOST_COLUMNS` columns, whatever its attributes claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pagestrata.follow.grids.grid import EMPTY, Grid, cell_text, is_number
from pagestrata.model.snapshot import NodeTable

MOST_COLUMNS = 200
MOST_LINES = 20_000
LOOKED_AT = 60
"""Lines that say whether the first one is a header."""
LONGEST_HEADER = 60
FIGURES_SHARE = 0.6
"""A column of which more cells than this are numbers is one of figures."""
GRID_ROLES = frozenset({"table", "grid", "treegrid"})
CELL_ROLES = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
NO_TABLE = frozenset({"presentation", "none"})
HEADER_WEIGHT = 600


@dataclass(slots=True)
class _Line:
    """One row of a table before its spans are known."""

    row: int
    group: int  # the element of its row group
    cells: list[int]
    slots: list[int] = field(default_factory=list)
    is_head: bool = False  # in thead


def read_table(nodes: NodeTable, top: int, title: str = "") -> Grid | None:
    """Return the grid of a table or ARIA grid, or None if it has no lines or is used for layout."""
    if nodes.attributes[top].get("role", "") in NO_TABLE:
        return None
    lines = _lines(nodes, top)
    if not lines or not any(len(line.cells) > 1 for line in lines):
        return None
    _fill_slots(nodes, lines)
    return _grid(nodes, top, lines, title)


def _lines(nodes: NodeTable, top: int) -> list[_Line]:
    by_role = nodes.attributes[top].get("role", "") in GRID_ROLES and nodes.tag_of(top) != "table"
    found = list(_aria_lines(nodes, top) if by_role else _table_lines(nodes, top))[:MOST_LINES]
    order = {"thead": 0, "tfoot": 2}
    return sorted(found, key=lambda line: order.get(nodes.tag_of(line.group), 1))


def _table_lines(nodes: NodeTable, top: int) -> Iterator[_Line]:
    for child in nodes.children_of(top):
        tag = nodes.tag_of(child)
        if tag == "tr":
            yield _Line(child, top, _cells(nodes, child))
        elif tag in ("tbody", "thead", "tfoot"):
            for row in nodes.children_of(child):
                if nodes.tag_of(row) == "tr":
                    yield _Line(row, child, _cells(nodes, row), is_head=tag == "thead")


def _aria_lines(nodes: NodeTable, top: int) -> Iterator[_Line]:
    """Rows by their role, at any depth, but not those of a grid inside."""
    row, end = top + 1, int(nodes.end[top])
    while row < end:
        role = nodes.attributes[row].get("role", "")
        if role == "row" or nodes.tag_of(row) == "tr":
            yield _Line(row, top, _cells(nodes, row))
        inside = role == "row" or role in GRID_ROLES or nodes.tag_of(row) in ("table", "tr")
        row = int(nodes.end[row]) if inside else row + 1


def _cells(nodes: NodeTable, line: int) -> list[int]:
    found, row, end = [], line + 1, int(nodes.end[line])
    while row < end:
        is_cell = nodes.tag_of(row) in ("td", "th") or nodes.attributes[row].get("role", "") in CELL_ROLES
        if is_cell:
            found.append(row)
        is_other = nodes.tag_of(row) == "table" or nodes.attributes[row].get("role", "") in GRID_ROLES
        row = int(nodes.end[row]) if is_cell or is_other else row + 1
        if len(found) >= MOST_COLUMNS:
            break
    return found


def _fill_slots(nodes: NodeTable, lines: Sequence[_Line]) -> None:
    """Put each cell into every slot that it spans; all lines get the same number of slots."""
    open_cells: dict[int, tuple[int, int]] = {}  # column -> cell, lines that it still covers
    group = None
    for line in lines:
        if line.group != group:
            open_cells, group = {}, line.group
        line.slots = _slots(nodes, line, open_cells)
    width = max(len(line.slots) for line in lines)
    for line in lines:
        line.slots += [EMPTY] * (width - len(line.slots))


def _slots(nodes: NodeTable, line: _Line, open_cells: dict[int, tuple[int, int]]) -> list[int]:
    slots: list[int] = []

    def take_open() -> None:
        while len(slots) in open_cells:
            cell, left = open_cells.pop(len(slots))
            if left > 1:
                still_open[len(slots)] = (cell, left - 1)
            slots.append(cell)

    still_open: dict[int, tuple[int, int]] = {}
    for cell in line.cells:
        take_open()
        across, down = _span(nodes, cell, "colspan"), _span(nodes, cell, "rowspan")
        for _ in range(min(across, MOST_COLUMNS - len(slots))):
            if down > 1:
                still_open[len(slots)] = (cell, down - 1)
            slots.append(cell)
    take_open()
    for column, (cell, left) in sorted(open_cells.items()):  # those behind a gap
        if column < MOST_COLUMNS:
            slots += [EMPTY] * (column - len(slots))
            if len(slots) == column:
                slots.append(cell)
            if left > 1:
                still_open[column] = (cell, left - 1)
    open_cells.clear()
    open_cells.update(still_open)
    return slots


def _span(nodes: NodeTable, cell: int, name: str) -> int:
    own = nodes.attributes[cell]
    text = own.get(name) or own.get(f"aria-{name}") or "1"
    digits = text.strip()[:6]
    if not (digits.isascii() and digits.isdigit()):
        return 1
    return MOST_LINES if digits == "0" and name == "rowspan" else max(1, int(digits))


def _grid(nodes: NodeTable, top: int, lines: Sequence[_Line], title: str) -> Grid | None:
    count = _header_count(nodes, lines)
    heads, body = lines[:count], lines[count:]
    kept: list[_Line] = []
    groups: list[int] = []
    heading = EMPTY
    width = len(lines[0].slots)
    for line in body:
        if (alone := _heading_cell(line, width)) is not None:
            heading = alone
        elif not _is_header(nodes, line):
            kept.append(line)
            groups.append(heading)
    if not kept:
        return None
    return Grid(
        nodes=nodes,
        top=top,
        kind="table",
        lines=tuple(line.row for line in kept),
        cells=tuple(tuple(line.slots) for line in kept),
        headers=_naming_headers(nodes, heads, width),
        groups=tuple(groups),
        named_columns=_named_columns(nodes, kept, width),
        title=title or _label(nodes, top),
    )


def _naming_headers(nodes: NodeTable, heads: Sequence[_Line], width: int) -> tuple[tuple[int, ...], ...]:
    """Return the header lines without full-width titles, and without numbering lines if another line has names."""
    naming = [line for line in heads if _heading_cell(line, width) is None]
    if len(naming) > 1 and _names_below_numbers(nodes, naming[-2], naming[-1]):
        naming = naming[-1:]
    return tuple(tuple(line.slots) for line in naming)


def _heading_cell(line: _Line, width: int) -> int | None:
    """Return the only cell of a line if it fills the line."""
    cells = set(line.slots) - {EMPTY}
    if width < 2 or len(cells) != 1 or len(line.cells) != 1 or line.slots.count(EMPTY) > 0:
        return None
    return line.cells[0]


def _is_header(nodes: NodeTable, line: _Line) -> bool:
    """Whether all cells are marked as headers. One alone names its line."""
    return len(line.cells) > 1 and all(is_header_cell(nodes, cell) for cell in line.cells)


def is_header_cell(nodes: NodeTable, cell: int) -> bool:
    role = nodes.attributes[cell].get("role", "")
    return role in ("columnheader", "rowheader") or (nodes.tag_of(cell) == "th" and role not in CELL_ROLES)


def _header_count(nodes: NodeTable, lines: Sequence[_Line]) -> int:
    """Return the number of header lines at the top, including a full-width title above them."""
    width = len(lines[0].slots)
    titles = 0
    while titles < len(lines) - 1 and not lines[titles].is_head and _heading_cell(lines[titles], width) is not None:
        titles += 1
    count = titles
    while count < len(lines) - 1 and (lines[count].is_head or _is_header(nodes, lines[count])):
        count += 1
    if count > titles:
        return count + int(count < len(lines) - 1 and _names_below_numbers(nodes, lines[count - 1], lines[count]))
    if titles or _looks_like_header(nodes, lines):
        return int(not titles)
    return 2 * int(_spans_names(nodes, lines))


def _spans_names(nodes: NodeTable, lines: Sequence[_Line]) -> bool:
    """Whether a first line without marks spans the names of columns in the second."""
    above = [text for cell in lines[0].cells if (text := cell_text(nodes, cell))]
    spans = len(set(above)) < len(lines[0].slots) and not any(map(is_number, above))
    return spans and len(lines) > 3 and _looks_like_header(nodes, lines[1:])


def _names_below_numbers(nodes: NodeTable, header: _Line, below: _Line) -> bool:
    """Whether a header line only numbers the columns, and the line below names them."""
    counted = [text for cell in header.cells if (text := cell_text(nodes, cell))]
    names = [text for cell in below.cells if (text := cell_text(nodes, cell))]
    counts = counted == [str(number) for number in range(1, len(counted) + 1)]
    return counts and len(counted) > 1 and len(set(names)) == len(below.cells) and not any(map(is_number, names))


def _looks_like_header(nodes: NodeTable, lines: Sequence[_Line]) -> bool:
    """Whether a first line without marks names the columns: short words above figures, or in bold above plain cells."""
    first, body = lines[0], lines[1 : 1 + LOOKED_AT]
    texts = [cell_text(nodes, cell) for cell in first.cells]
    names = [text for text in texts if text]
    if len(lines) < 3 or not _are_names(names):
        return False
    if _is_bold(nodes, first.cells) and not any(_is_bold(nodes, line.cells) for line in body if line.cells):
        return True
    return any(_is_above_figures(nodes, body, column) for column, cell in enumerate(first.slots) if cell != EMPTY)


def _are_names(texts: Sequence[str]) -> bool:
    """Whether these texts can be column names: several, short, distinct, no numbers."""
    if len(texts) < 2 or len(set(texts)) < len(texts):
        return False
    return not any(is_number(text) or len(text) > LONGEST_HEADER for text in texts)


def _is_above_figures(nodes: NodeTable, body: Sequence[_Line], column: int) -> bool:
    below = [cell_text(nodes, line.slots[column]) for line in body if line.slots[column] != EMPTY]
    return bool(below) and sum(map(is_number, below)) > FIGURES_SHARE * len(below)


def _is_bold(nodes: NodeTable, cells: Sequence[int]) -> bool:
    """Whether the words of all cells are bold."""
    for cell in cells:
        end = int(nodes.end[cell])
        weights = [int(nodes.font_weight[row]) for row in range(cell, end) if nodes.text[row]]
        if any(weight < HEADER_WEIGHT for weight in weights):
            return False
    return True


def _named_columns(nodes: NodeTable, lines: Sequence[_Line], width: int) -> frozenset[int]:
    """Columns that are header cells in most lines."""
    found = set()
    looked_at = lines[:LOOKED_AT]
    for column in range(width):
        marked = sum(line.slots[column] != EMPTY and is_header_cell(nodes, line.slots[column]) for line in looked_at)
        if marked > 0.5 * len(looked_at):
            found.add(column)
    return frozenset(found) if len(found) < width else frozenset()


def _label(nodes: NodeTable, top: int) -> str:
    for child in nodes.children_of(top):
        if nodes.tag_of(child) == "caption":
            return nodes.text_of(child)
    return nodes.attributes[top].get("aria-label", "").strip()
