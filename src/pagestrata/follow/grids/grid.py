"""A grid: lines of cells with the names of its columns, read from a table, a definition list, an ARIA grid or cards.

Names of rows and columns are compared without case, punctuation, footnote marks and the arrows of sorted columns:
'Road maintenance [1]' and 'ROAD MAINTENANCE:' name the same row.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from pagestrata.follow.page import hashed, remembered
from pagestrata.model.snapshot import NodeTable

Kind = Literal["table", "definitions", "cards"]
EMPTY = -1
GROUP = -1
"""The column of the headings inside a grid: a line that one cell fills names those below it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Grid:
    """`cells[line][column]` is the row of an element, EMPTY if missing; a spanned cell is in each of its slots.

    `lines` are the elements around the cells of each line. Header lines and headings in between are not among them.
    """

    nodes: NodeTable
    top: int
    kind: Kind
    lines: tuple[int, ...]
    cells: tuple[tuple[int, ...], ...]
    headers: tuple[tuple[int, ...], ...] = ()  # the header lines, top first
    groups: tuple[int, ...] = ()  # per line the element of the heading above it, EMPTY for none
    named_columns: frozenset[int] = frozenset()  # columns whose cells are marked as the names of their lines
    title: str = ""  # its caption, its label, or the heading above it
    slots: tuple[str, ...] = ()  # of cards: where in the card each column is
    is_turned: bool = False

    @property
    def width(self) -> int:
        return len(self.cells[0]) if self.cells else 0

    def element(self, line: int, column: int) -> int:
        """The row of a cell; EMPTY for none."""
        return self.groups[line] if column == GROUP else self.cells[line][column]

    def text(self, line: int, column: int) -> str:
        row = self.element(line, column)
        return self._text_of(row) if row != EMPTY else ""

    def name(self, line: int, column: int) -> str:
        """Return the text of a cell in the form in which names are compared."""
        return name_of(self.text(line, column))

    @remembered
    def _text_of(self, row: int) -> str:
        return cell_text(self.nodes, row)

    @cached_property
    def column_titles(self) -> tuple[str, ...]:
        """Per column the texts of its header cells, joined; '' without headers."""
        return tuple(" ".join(parts) for parts in self._header_parts)

    @cached_property
    def _header_parts(self) -> tuple[tuple[str, ...], ...]:
        found = []
        for column in range(self.width):
            rows = dict.fromkeys(line[column] for line in self.headers if line[column] != EMPTY)
            found.append(tuple(text for row in rows if (text := self._text_of(row))))
        return tuple(found)

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """Per column the name it is compared by."""
        return self.slots or tuple(map(name_of, self.column_titles))

    @cached_property
    def last_names(self) -> tuple[str, ...]:
        """Per column the name in the lowest header line alone."""
        return self.slots or tuple(name_of(parts[-1]) if parts else "" for parts in self._header_parts)

    @cached_property
    def column_marks(self) -> frozenset[int]:
        return frozenset(hashed(name) for name in self.column_names if name)

    @remembered
    def names(self, column: int) -> tuple[str, ...]:
        """The names in a column, one per line."""
        return tuple(self.name(line, column) for line in range(len(self.lines)))

    @remembered
    def marks(self, columns: tuple[int, ...]) -> Mapping[int, int]:
        """Return how many lines have each combination of names in some columns, without lines that are empty there."""
        lines = zip(*(self.names(column) for column in columns), strict=True)
        return Counter(hashed("\n".join(names)) for names in lines if any(names))

    def lines_named(self, columns: tuple[int, ...], names: tuple[str, ...]) -> list[int]:
        """Return the lines with exactly these names in these columns."""
        listed = [self.names(column) for column in columns]
        first = listed[0]
        return [
            line
            for line, name in enumerate(first)
            if name == names[0] and all(column[line] == wanted for column, wanted in zip(listed, names, strict=True))
        ]

    def turned(self, count: int) -> Grid:
        """Transpose the grid; the first `count` columns name the new columns."""
        across = tuple(zip(*self.headers, *self.cells, strict=True))
        return Grid(
            nodes=self.nodes,
            top=self.top,
            kind=self.kind,
            lines=(EMPTY,) * (len(across) - count),
            cells=across[count:],
            headers=across[:count],
            groups=(EMPTY,) * (len(across) - count),
            named_columns=frozenset(range(len(self.headers))),
            title=self.title,
            is_turned=True,
        )


LONGEST = 300
"""Characters of a text that are compared; a name is shorter."""
_NOTE = re.compile(r"(?:\s*[*†‡]+|(?<=[^\W\d]{3})\s*[¹²³⁰⁴-⁹]+|(?<=[^\W\d]{3})\s?\[\d{1,2}\])\s*\Z")
"""Marks of footnotes; 'm²' and 'Bond [EUR]' have none."""
_APART = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"[\d\s.,:/%€$£¥₹+−–—'’()-]+|[A-Z]{3} ?[\d.,'’ ]+|[\d.,'’ ]+ ?(?:[A-Z]{3}|[kKMB]|bn|m|mn)")
_YEAR = re.compile(r"(?:1[89]|20|21)\d\d(?:\s*[-/–]\s*(?:\d\d|\d{4}))?")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")


def cell_text(nodes: NodeTable, row: int) -> str:
    """Return the words of an element, or else the names of its pictures, or its label."""
    text = nodes.text_of(row)
    if text:
        return text
    for inner in range(row, int(nodes.end[row])):
        image = nodes.images.get(inner)
        own = nodes.attributes[inner]
        name = (
            (image.name if image else "") or own.get("aria-label", "") or own.get("title", "") or own.get("value", "")
        )
        if name.strip():
            return " ".join(name.split())
    return ""


@lru_cache(maxsize=1 << 15)  # the cells of a page come again at its next visit
def name_of(text: str) -> str:
    """Return a text normalised as the name of a row or column; '' only for an empty text."""
    cut = text[:LONGEST]
    while (shorter := _NOTE.sub("", cut)) not in ("", cut):
        cut = shorter
    plain = _APART.sub(" ", unicodedata.normalize("NFKC", cut).casefold()).strip()
    return plain or cut.strip()


def is_number(text: str) -> bool:
    """Whether a text is a figure: digits with their signs, units and separators. A year or a date is a name."""
    return bool(_NUMBER.fullmatch(text)) and not is_time(text) and any(map(str.isdigit, text))


def is_time(text: str) -> bool:
    """Whether a text is a year or a date, which names a row although it is made of digits."""
    return bool(_YEAR.fullmatch(text) or _DATE.fullmatch(text))
