"""The texts of cells, and when two of them are equal.

Names of rows and columns are compared without case, punctuation, footnote marks and the arrows of sorted columns:
'Road maintenance [1]' and 'ROAD MAINTENANCE:' name the same row.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from zlib import crc32

from pagestrata.model.snapshot import NodeTable

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


@lru_cache(maxsize=1 << 15)
def mark_of(name: str) -> int:
    """Return a name as a number that is the same in every run."""
    return crc32(name.encode("utf-8", "surrogatepass"))


def is_number(text: str) -> bool:
    """Whether a text is a figure: digits with their signs, units and separators. A year or a date is a name."""
    return bool(_NUMBER.fullmatch(text)) and not is_time(text) and any(map(str.isdigit, text))


def is_time(text: str) -> bool:
    """Whether a text is a year or a date, which names a row although it is made of digits."""
    return bool(_YEAR.fullmatch(text) or _DATE.fullmatch(text))
