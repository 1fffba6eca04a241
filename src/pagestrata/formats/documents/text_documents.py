"""Plain text as sections: paragraphs of prose, and single lines where lines are what counts (tables, logs, lists)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pagestrata.formats.charsets import decode_text, detect_charset
from pagestrata.formats.documents.documents import LONGEST_SECTION, MOST_CHARACTERS, Document, Section, document_of

LONGEST_TITLE = 120
_BLANK = re.compile(r"\n[ \t\f\v]*(?:\n[ \t\f\v]*)+")
_RULE = re.compile(r"^[\s=\-_*#~+.]{3,}$")
_WRAPPED_FROM, _WRAPPED_TO = 45, 130
"""Characters of a line of prose that was broken at a margin."""
_WORDS_OF_PROSE = 5
_MOST_LINES_OF_PROSE = 40
"""Longer ones are logs or tables, whatever their lines look like."""
_ITEM = re.compile(r"^\s*(?:[-*•+]|\d{1,3}[.)])\s")


def read_text(body: bytes, content_type: str | None) -> Document:
    """The sections of a text."""
    sample = body[: 4 * MOST_CHARACTERS]
    text = decode_text(sample, detect_charset(sample, content_type)).replace("\r\n", "\n").replace("\r", "\n")
    return document_of(_title(text), [Section(lines=(said,)) for said in sections_of(text)])


def sections_of(text: str) -> Iterator[str]:
    """Paragraphs and lines, white space folded; rules that only draw a line are left out."""
    for part in _BLANK.split(text):
        lines = [line for line in part.split("\n") if line.strip() and not _RULE.match(line)]
        for line in _things(lines):
            yield from pieces_of(" ".join(line.split()))


def pieces_of(said: str) -> Iterator[str]:
    """A text in parts that are not too long, divided between words where there are some."""
    while len(said) > LONGEST_SECTION:
        end = said.rfind(" ", LONGEST_SECTION // 2, LONGEST_SECTION)
        end = LONGEST_SECTION if end < 0 else end
        yield said[:end].strip()
        said = said[end:].strip()
    if said:
        yield said


def _things(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a paragraph, put together where they are prose that was broken at a margin."""
    if len(lines) > 1 and is_prose(lines):
        yield from _joined_items(lines)
    else:
        yield from lines


def _joined_items(lines: Sequence[str]) -> Iterator[str]:
    """Prose as one; the items of a list each for itself, with the lines that go on below them."""
    begun: list[str] = []
    for line in lines:
        if begun and _ITEM.match(line):
            yield " ".join(begun)
            begun = []
        begun.append(line)
    yield " ".join(begun)


def is_prose(lines: Sequence[str]) -> bool:
    """Whether lines are those of a broken paragraph: long as a margin allows, but for the last, and made of words."""
    if len(lines) > _MOST_LINES_OF_PROSE:
        return False
    broken = [line.strip() for line in lines[:-1]]
    long = sum(_WRAPPED_FROM <= len(line) <= _WRAPPED_TO for line in broken)
    wordy = sum(len(line.split()) >= _WORDS_OF_PROSE for line in broken)
    return long >= 0.8 * len(broken) and wordy >= 0.8 * len(broken)


def _title(text: str) -> str:
    """The first line where it stands alone, as a heading does."""
    start = text[:2_000].lstrip()
    first, _, rest = start.partition("\n")
    next_line = rest.split("\n", 1)[0]
    stands_alone = not next_line.strip() or bool(_RULE.match(next_line)) or first.startswith("#")
    return first.strip("# \t")[:LONGEST_TITLE] if stands_alone and len(first) <= LONGEST_TITLE else ""
