"""Tables that change, for `grids`: their rows and columns as data, the operations on them, and ways to write them as HTML.

Each cell carries its truth as an attribute that no follower reads.
"""

# ruff: noqa: ARG001  # every operation takes the same arguments
from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import takewhile

NAMES = """road maintenance|schools|parks and gardens|libraries|harbour office|street lighting|waste collection|museums|
fire brigade|public pool|town hall|care for the elderly|housing|cycle paths|bus lines|water works|flood defence|markets|
youth clubs|sports grounds|theatre|cemeteries|forestry|planning office|registry|tourism|digital services|rescue boats|
kindergartens|adult education|winter service|bridges|archives|food control|elections|statistics""".replace(
    "\n", ""
).split("|")
PEOPLE = """Ann Baker|Ben Carter|Cem Demir|Dora Evans|Emil Fischer|Fay Grant|Gus Holt|Hana Ito|Ivo Jansen|Jo King|
Kai Lund|Lea Moreau|Max Novak|Nia Okoye|Oskar Petersen|Pia Quist|Rosa Silva|Sam Taylor|Uma Varga|Wim Xander|Yara Zeman|
Tom Unger""".replace("\n", "").split("|")
PRODUCTS = [
    f"{kind} {name}"
    for kind in ("Kettle", "Lamp", "Desk", "Boots", "Tent", "Bicycle")
    for name in ("Aurora", "Basalt", "Cirrus", "Delta", "Ember", "Fjord")
]
WORDS = {
    "2025": "Vorjahr",
    "2026": "Planjahr",
    "Item": "Posten",
    "Points": "Punkte",
    "Price": "Preis",
    "Played": "Spiele",
}


@dataclass(frozen=True)
class Row:
    """`id` stays through all operations; `group` is what a cell over several rows says."""

    id: int
    name: str
    values: dict[int, str]
    group: str = ""


@dataclass(frozen=True)
class Table:
    """Rows and columns; `columns` are (id, header), the first is that of the names."""

    title: str
    columns: tuple[tuple[int, str], ...]
    rows: tuple[Row, ...]
    next_id: int
    makes: str  # kind of names and values
    style: str
    is_turned: bool = False
    has_groups: bool = False
    upper: tuple[str, ...] = ()  # a header line above, one text per column
    hidden: tuple[Row, ...] = field(default=())  # rows on other pages of it, or filtered out


def made_table(chance: random.Random, style: str) -> Table:
    """A table of some kind with 5 to 30 rows and 3 to 6 columns."""
    makes = chance.choice(("budget", "league", "shop", "staff"))
    names = {"budget": NAMES, "league": PEOPLE, "shop": PRODUCTS, "staff": PEOPLE}[makes]
    headers = {
        "budget": ("Item", "2023", "2024", "2025", "2026", "Change"),
        "league": ("Player", "Played", "Won", "Lost", "Points", "Goals"),
        "shop": ("Product", "Price", "Stock", "Rating", "Weight", "Delivery"),
        "staff": ("Name", "Desk", "Hours", "Phone", "Room", "Days"),
    }[makes]
    width = chance.randint(3, 6)
    columns = tuple(enumerate(headers[:width]))
    chosen = chance.sample(names, chance.randint(5, min(20, len(names))))
    shown = [name.capitalize() if makes == "budget" else name for name in chosen]
    rows = tuple(
        Row(number, name, values_for(chance, makes, columns), group=chance.choice("NS"))
        for number, name in enumerate(shown)
    )
    return Table(makes.title(), columns, rows, len(rows), makes, style)


def values_for(chance: random.Random, makes: str, columns: Sequence[tuple[int, str]]) -> dict[int, str]:
    return {number: new_value(chance, makes) for number, _ in columns[1:]}


def new_value(chance: random.Random, makes: str) -> str:
    if makes == "budget":
        return f"{chance.randint(10, 9999) * 1000:,}"
    if makes == "shop":
        return f"{chance.randint(100, 99999) / 100:.2f} €"
    return str(chance.randint(0, 40))


Operation = Callable[[random.Random, Table, int, int], Table]
"""Changes a table; the numbers are the followed row and column, which some operations need."""


def delete_others(chance: random.Random, table: Table, row: int, column: int) -> Table:
    gone = {each.id for each in chance.sample(table.rows, min(3, len(table.rows) - 2)) if each.id != row}
    return replace(table, rows=tuple(each for each in table.rows if each.id not in gone))


def delete_row(chance: random.Random, table: Table, row: int, column: int) -> Table:
    return replace(table, rows=tuple(each for each in table.rows if each.id != row))


def insert_rows(chance: random.Random, table: Table, row: int, column: int) -> Table:
    rows, number = list(table.rows), table.next_id
    known = {each.name for each in (*table.rows, *table.hidden)}
    pool = {"budget": [name.capitalize() for name in NAMES], "shop": PRODUCTS}.get(table.makes, PEOPLE)
    for name in chance.sample(sorted(set(pool) - known), min(chance.randint(1, 3), len(set(pool) - known))):
        made = Row(number, name, values_for(chance, table.makes, table.columns), group=chance.choice("NS"))
        rows.insert(chance.randint(0, len(rows)), made)
        number += 1
    return replace(table, rows=tuple(rows), next_id=number)


def replace_row(chance: random.Random, table: Table, row: int, column: int) -> Table:
    """The followed row goes, another comes into its place."""
    place = next((n for n, each in enumerate(table.rows) if each.id == row), None)
    if place is None:
        return table
    made = replace(table.rows[place], id=table.next_id, name=f"New {table.next_id} entry")
    made = replace(made, values=values_for(chance, table.makes, table.columns))
    return replace(table, rows=(*table.rows[:place], made, *table.rows[place + 1 :]), next_id=table.next_id + 1)


def sort_rows(chance: random.Random, table: Table, row: int, column: int) -> Table:
    by = chance.choice(table.columns)[0]
    rows = sorted(table.rows, key=lambda each: each.values.get(by, each.name), reverse=chance.random() < 0.5)
    return replace(table, rows=tuple(rows))


def rename_row(chance: random.Random, table: Table, row: int, column: int) -> Table:
    return _renamed(table, row, chance.choice(("{} and more", "The new {}", "Department of {}", "Unit 7")))


def rename_other(chance: random.Random, table: Table, row: int, column: int) -> Table:
    others = [each.id for each in table.rows if each.id != row]
    return _renamed(table, chance.choice(others), "Old {}") if others else table


def _renamed(table: Table, row: int, pattern: str) -> Table:
    rows = tuple(replace(each, name=pattern.format(each.name)) if each.id == row else each for each in table.rows)
    return replace(table, rows=rows)


def rename_column(chance: random.Random, table: Table, row: int, column: int) -> Table:
    columns = tuple((number, f"{name} (planned)" if number == column else name) for number, name in table.columns)
    return replace(table, columns=columns)


def translate_headers(chance: random.Random, table: Table, row: int, column: int) -> Table:
    columns = tuple((number, WORDS.get(name, f"{name[::-1].lower()}ung")) for number, name in table.columns)
    return replace(table, columns=columns)


def turn(chance: random.Random, table: Table, row: int, column: int) -> Table:
    return replace(table, is_turned=not table.is_turned, has_groups=False)


def add_column(chance: random.Random, table: Table, row: int, column: int) -> Table:
    number = max(number for number, _ in table.columns) + 1
    columns = list(table.columns)
    columns.insert(
        chance.randint(1, len(columns)), (number, chance.choice(("Note", "Trend", "Plan", "Extra")) + f" {number}")
    )
    rows = tuple(replace(each, values={**each.values, number: new_value(chance, table.makes)}) for each in table.rows)
    return replace(table, columns=tuple(columns), rows=rows, upper=())


def delete_column(chance: random.Random, table: Table, row: int, column: int) -> Table:
    gone = column if chance.random() < 0.3 else chance.choice(table.columns[1:])[0]
    kept = tuple(each for each in table.columns if each[0] != gone)
    return replace(table, columns=kept, upper=()) if len(kept) > 1 else table


def reorder_columns(chance: random.Random, table: Table, row: int, column: int) -> Table:
    return replace(
        table, columns=(table.columns[0], *chance.sample(table.columns[1:], len(table.columns) - 1)), upper=()
    )


def turn_page(chance: random.Random, table: Table, row: int, column: int) -> Table:
    """Half of the rows go to another page of the table; those that were there come."""
    half = max(2, len(table.rows) // 2)
    if table.hidden:
        return replace(table, rows=table.hidden, hidden=table.rows)
    return replace(table, rows=table.rows[:half], hidden=table.rows[half:]) if len(table.rows) - half > 1 else table


def filter_rows(chance: random.Random, table: Table, row: int, column: int) -> Table:
    kept = tuple(each for each in table.rows if each.id == row or chance.random() < 0.4)
    return replace(table, rows=kept) if len(kept) > 1 else table


def merge_cells(chance: random.Random, table: Table, row: int, column: int) -> Table:
    """The rows are grouped under cells that span them, the columns under a line of headers."""
    upper = ("", *("Past" if place < len(table.columns) // 2 else "Now" for place in range(1, len(table.columns))))
    grouped = tuple(sorted(table.rows, key=lambda each: each.group))
    return replace(table, rows=grouped, has_groups=not table.is_turned, upper=upper)


def change_values(chance: random.Random, table: Table, row: int, column: int, share: float = 0.3) -> Table:
    """New figures in some cells, always in the followed one."""
    rows = tuple(
        replace(each, values={
            number: new_value(chance, table.makes) if (each.id, number) == (row, column) or chance.random() < share else value
            for number, value in each.values.items()
        })
        for each in table.rows
    )  # fmt: skip
    return replace(table, rows=rows)


def change_all_values(chance: random.Random, table: Table, row: int, column: int) -> Table:
    return change_values(chance, table, row, column, 1.0)


OPERATIONS: dict[str, Operation] = {
    "delete others": delete_others, "delete row": delete_row, "insert": insert_rows, "replace row": replace_row,
    "sort": sort_rows, "rename row": rename_row, "rename other": rename_other, "rename column": rename_column,
    "translate headers": translate_headers, "transpose": turn, "add column": add_column, "delete column": delete_column,
    "reorder columns": reorder_columns, "page": turn_page, "filter": filter_rows, "merge cells": merge_cells,
    "all values": change_all_values,
}  # fmt: skip
STYLES = ("th", "thead", "plain", "bold", "rowheader", "aria", "numbered", "headless")


def markup(table: Table) -> str:
    """The table as HTML in its style."""
    grid = _grid(table)
    return _aria(grid, _header_lines(table)) if table.style == "aria" else _html(table, grid)


Cell = tuple[str, str, int]
"""Text, truth, rows that it spans (0: covered by the one above)."""


def _grid(table: Table) -> list[list[Cell]]:
    head = (
        [[("", "", 1), *((text, "", 1) for text in table.upper[1:])]]
        if table.upper and table.style != "headless"
        else []
    )
    if table.style != "headless":
        head.append([(name, "", 1) for _, name in table.columns])
    body: list[list[Cell]] = []
    for place, row in enumerate(table.rows):
        line = [
            (row.name, f"{row.id}:0", 1),
            *((row.values.get(n, "–"), f"{row.id}:{n}", 1) for n, _ in table.columns[1:]),
        ]
        if table.style == "numbered":
            line.insert(0, (str(place + 1), "", 1))
        body.append(line)
    if table.style == "numbered":
        head = [[("", "", 1), *line] for line in head]
    if table.is_turned:
        return [list(line) for line in zip(*head, *body, strict=True)]
    if table.has_groups:
        _add_groups(table, head, body)
    return head + body


def _add_groups(table: Table, head: list[list[Cell]], body: list[list[Cell]]) -> None:
    for line in head:
        line.insert(0, ("Area" if line is head[-1] else "", "", 1))
    for place, line in enumerate(body):
        group = table.rows[place].group
        is_first = place == 0 or table.rows[place - 1].group != group
        run = len(list(takewhile(lambda row, group=group: row.group == group, table.rows[place:])))
        line.insert(0, (f"Group {group}", "", run if is_first else 0))


def _html(table: Table, grid: list[list[Cell]]) -> str:
    heads = _header_lines(table)
    lines = []
    for place, line in enumerate(grid):
        is_head = place < heads
        cells = "".join(_cell(table.style, cell, is_head, column) for column, cell in enumerate(line) if cell[2])
        lines.append(f"<tr>{cells}</tr>")
    if table.style == "thead":
        return f"<table><thead>{''.join(lines[:heads])}</thead><tbody>{''.join(lines[heads:])}</tbody></table>"
    return f"<table>{''.join(lines)}</table>"


def _cell(style: str, cell: Cell, is_head: bool, column: int) -> str:
    text, truth, span = cell
    is_named = (is_head and style not in ("plain", "bold", "headless")) or (style == "rowheader" and column == 0)
    shown = f"<b>{escape(text)}</b>" if is_head and style == "bold" and text else escape(text)
    more = f' rowspan="{span}"' if span > 1 else ""
    tag = "th" if is_named else "td"
    return f'<{tag}{more} data-cell="{truth}">{shown}</{tag}>'


def _header_lines(table: Table) -> int:
    return 0 if table.style == "headless" else 1 + bool(table.upper and not table.is_turned)


def _aria(grid: list[list[Cell]], heads: int) -> str:
    lines = []
    for place, line in enumerate(grid):
        role = "columnheader" if place < heads else "gridcell"
        cells = "".join(
            f'<div role="{role}" data-cell="{truth}" aria-rowspan="{span}"><span>{escape(text)}</span></div>'
            for text, truth, span in line
            if span
        )
        lines.append(f'<div role="row">{cells}</div>')
    return f'<div role="grid">{"".join(lines)}</div>'
