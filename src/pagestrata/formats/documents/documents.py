"""Documents that are no HTML (plain text, JSON, PDF) as sections of words, so that they are compared like pages.

A section is what a reader would call one thing: a paragraph, a line of a table or a log, one item of a JSON list, a
paragraph of a PDF. It bears no number: what is inserted before it must not change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from zlib import crc32

from pagestrata.formats.charsets import decode_text, detect_charset
from pagestrata.formats.recordings.http_messages import media_type
from pagestrata.model.patterns import pattern

MOST_SECTIONS = 500
LONGEST_SECTION = 20_000
"""Maximum number of characters of a section; longer ones are divided."""
MOST_CHARACTERS = 2_000_000
"""Maximum number of characters of a document that are compared."""

_TEXT_TYPES = frozenset(
    {"text/plain", "text/markdown", "text/csv", "text/tab-separated-values", "text/yaml", "text/x-markdown"}
    | {"application/yaml", "application/x-yaml", "application/toml", "application/x-ndjson", "application/jsonl"}
)
_JSON_TYPES = frozenset({"application/json", "text/json", "application/x-json"})
_PDF_TYPES = frozenset({"application/pdf", "application/x-pdf"})
_UNKNOWN_TYPES = frozenset({"", "application/octet-stream", "binary/octet-stream"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One thing a document says: its lines, and what they are about."""

    lines: tuple[str, ...]
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The contents of a document; `notes` describe what was omitted."""

    title: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = ()


def document_kind(body: bytes, content_type: str | None) -> str | None:
    """Return 'text', 'json' or 'pdf'; None for anything else."""
    declared = media_type((("content-type", content_type or ""),))
    if declared in _PDF_TYPES or (declared in _UNKNOWN_TYPES and body.startswith(b"%PDF-")):
        return "pdf" if body[:1024].lstrip().startswith(b"%PDF-") else None
    if declared in _JSON_TYPES or declared.endswith("+json"):
        return "json"
    is_text = declared in _TEXT_TYPES and b"\0" not in body[:65536]
    return "text" if is_text and not body.startswith(b"%PDF-") else None


def document_of(title: str, sections: Sequence[Section], notes: Sequence[str] = ()) -> Document:
    """Return a document within the limits: adjacent sections are grouped if there are many, and excess text is omitted.

    The contents of sections decide where groups end, so that an inserted section does not move others to another group.
    """
    kept, left_out = _within(sections)
    together = _grouped(kept)
    all_notes = list(notes)
    if left_out:
        all_notes.append(f"the document says more than {MOST_CHARACTERS:,} characters; what follows is not compared")
    if len(together) > MOST_SECTIONS:
        all_notes.append(f"the document has {len(together):,} parts, {MOST_SECTIONS} are compared")
    return Document(title=title, sections=tuple(together[:MOST_SECTIONS]), notes=tuple(all_notes))


def _within(sections: Sequence[Section]) -> tuple[list[Section], bool]:
    kept, left = list[Section](), MOST_CHARACTERS
    for section in sections:
        left -= sum(map(len, section.lines))
        if left < 0:
            return kept, True
        kept.append(section)
    return kept, False


def _grouped(sections: Sequence[Section]) -> list[Section]:
    if len(sections) <= MOST_SECTIONS:
        return list(sections)
    few = 2
    while len(sections) / few > MOST_SECTIONS / 2:
        few *= 2
    groups: list[list[Section]] = [[]]
    for section in sections:
        groups[-1].append(section)
        if crc32("\n".join(section.lines).encode("utf-8", "replace")) % few == 0 or len(groups[-1]) >= 8 * few:
            groups.append([])
    return [_joined(group) for group in groups if group]


def _joined(group: Sequence[Section]) -> Section:
    lines = [line for section in group for line in ((section.label,) if section.label else ()) + section.lines]
    return Section(lines=tuple(lines))


LONGEST_TITLE = 120
_BLANK = pattern(r"\n[ \t\f\v]*(?:\n[ \t\f\v]*)+")
_RULE = pattern(r"^[\s=\-_*#~+.]{3,}$")
_WRAPPED_FROM, _WRAPPED_TO = 45, 130
"""Characters of a line of prose that was broken at a margin."""
_WORDS_OF_PROSE = 5
_MOST_LINES_OF_PROSE = 40
"""Longer ones are logs or tables, whatever their lines look like."""
_ITEM = pattern(r"^\s*(?:[-*•+]|\d{1,3}[.)])\s")


def read_text(body: bytes, content_type: str | None) -> Document:
    """Return the sections of a text."""
    sample = body[: 4 * MOST_CHARACTERS]
    text = decode_text(sample, detect_charset(sample, content_type)).replace("\r\n", "\n").replace("\r", "\n")
    return document_of(_title(text), [Section(lines=(line,)) for line in sections_of(text)])


def sections_of(text: str) -> Iterator[str]:
    """Yield paragraphs and lines with white space folded, without lines that only draw a rule."""
    for part in _BLANK.split(text):
        lines = [line for line in part.split("\n") if line.strip() and not _RULE.match(line)]
        for line in _things(lines):
            yield from pieces_of(" ".join(line.split()))


def pieces_of(text: str) -> Iterator[str]:
    """Yield a text in parts of limited length, divided between words if possible."""
    while len(text) > LONGEST_SECTION:
        end = text.rfind(" ", LONGEST_SECTION // 2, LONGEST_SECTION)
        end = LONGEST_SECTION if end < 0 else end
        yield text[:end].strip()
        text = text[end:].strip()
    if text:
        yield text


def _things(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a paragraph, joined if they are prose broken at a margin."""
    if len(lines) > 1 and is_prose(lines):
        yield from _joined_items(lines)
    else:
        yield from lines


def _joined_items(lines: Sequence[str]) -> Iterator[str]:
    """Yield prose as one text, and each item of a list with its continuation lines."""
    begun: list[str] = []
    for line in lines:
        if begun and _ITEM.match(line):
            yield " ".join(begun)
            begun = []
        begun.append(line)
    yield " ".join(begun)


def is_prose(lines: Sequence[str]) -> bool:
    """Return whether lines are a paragraph broken at a margin: all but the last are long, and they consist of words."""
    if len(lines) > _MOST_LINES_OF_PROSE:
        return False
    broken = [line.strip() for line in lines[:-1]]
    long = sum(_WRAPPED_FROM <= len(line) <= _WRAPPED_TO for line in broken)
    wordy = sum(len(line.split()) >= _WORDS_OF_PROSE for line in broken)
    return long >= 0.8 * len(broken) and wordy >= 0.8 * len(broken)


def _title(text: str) -> str:
    """Return the first line if an empty line or a rule follows it, as after a heading; else ''."""
    start = text[:2_000].lstrip()
    first, _, rest = start.partition("\n")
    next_line = rest.split("\n", 1)[0]
    is_heading = not next_line.strip() or bool(_RULE.match(next_line)) or first.startswith("#")
    return first.strip("# \t")[:LONGEST_TITLE] if is_heading and len(first) <= LONGEST_TITLE else ""
