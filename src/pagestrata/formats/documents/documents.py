"""Documents that are no HTML (plain text, JSON, PDF) as sections of words, so that they are compared like pages.

A section is what a reader would call one thing: a paragraph, a line of a table or a log, one item of a JSON list, a
paragraph of a PDF. It bears no number: what is inserted before it must not change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from pagestrata.formats.recordings.http_messages import media_type

MOST_SECTIONS = 500
LONGEST_SECTION = 20_000
"""Characters of a section that are compared."""
MOST_CHARACTERS = 2_000_000
"""Of a document that are compared."""

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
    """What a document says; `notes` say what of it was left out."""

    title: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = ()


def document_kind(body: bytes, content_type: str | None) -> str | None:
    """'text', 'json' or 'pdf'; None for what is compared in another way, or by its bytes."""
    said = media_type((("content-type", content_type or ""),))
    if said in _PDF_TYPES or (said in _UNKNOWN_TYPES and body.startswith(b"%PDF-")):
        return "pdf" if body[:1024].lstrip().startswith(b"%PDF-") else None
    if said in _JSON_TYPES or said.endswith("+json"):
        return "json"
    is_text = said in _TEXT_TYPES and b"\0" not in body[:65536]
    return "text" if is_text and not body.startswith(b"%PDF-") else None


def document_of(title: str, sections: Sequence[Section], notes: Sequence[str] = ()) -> Document:
    """A document within the limits. Many sections are put together, a few neighbours each; what is too much is left out.

    Where neighbours are divided depends on what they say, so that an inserted one moves no other into another group.
    """
    kept, left_out = _within(sections)
    together = _grouped(kept)
    said = list(notes)
    if left_out:
        said.append(f"the document says more than {MOST_CHARACTERS:,} characters; what follows is not compared")
    if len(together) > MOST_SECTIONS:
        said.append(f"the document has {len(together):,} parts, {MOST_SECTIONS} are compared")
    return Document(title=title, sections=tuple(together[:MOST_SECTIONS]), notes=tuple(said))


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
