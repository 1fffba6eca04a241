"""The words of a PDF as sections: its paragraphs, page by page, without page numbers.

PDFs come from strangers and are complex, so a process of its own reads them, which has limits on time and memory and can open
neither files nor connections (see `pdf_worker` and `locked.runner`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pagestrata.errors import InputError
from pagestrata.formats.documents.documents import MOST_CHARACTERS, Document, Section, document_of, is_prose, pieces_of
from pagestrata.locked.process import Limits, NoAnswerError, ask_worker

SECONDS = 60.0
"""By the clock, on a machine that may be busy; the processor time is limited, too."""
CPU_SECONDS = 30
MEMORY_BYTES = 1024**3
MOST_PAGES = 2_000
MOST_ANSWER_BYTES = 100_000 + 12 * MOST_CHARACTERS
"""JSON writes a character in twelve bytes at most."""
_WORKER = Path(__file__).with_name("pdf_worker.py")
_PAGE_NUMBER = re.compile(
    r"^\W*(?:page|seite|p\.|s\.)?\s*\d{1,4}\s*(?:(?:/|of|von|sur|de)\s*\d{1,4})?\W*$", re.IGNORECASE
)
_ENDS = (".", "!", "?", ":", ";", "。", "！", "？")
_SHORT = 0.75
"""Share of the widest line below which a line ends a paragraph."""


def read_pdf(body: bytes) -> Document:
    """Return the sections of a PDF. Raises InputError if it has no text or cannot be read."""
    texts, count, title = _answer(body)
    pages = [[line.strip() for line in text.split("\n")] for text in texts]
    sections = [Section(lines=(piece,)) for text in _paragraphs(pages) for piece in pieces_of(text)]
    if not sections:
        raise InputError("the PDF holds no text; scanned pages are pictures")
    notes = [f"the PDF has {count:,} pages, {len(pages):,} were read"] if count > len(pages) else []
    return document_of(" ".join(title.split())[:120], sections, notes)


def _answer(body: bytes) -> tuple[list[str], int, str]:
    """The texts of the pages that were read, how many pages there are, and the title."""
    limits = Limits(seconds=SECONDS, cpu_seconds=CPU_SECONDS, memory_bytes=MEMORY_BYTES, answer_bytes=MOST_ANSWER_BYTES)
    try:
        found = ask_worker(_WORKER, {"pages": MOST_PAGES, "characters": MOST_CHARACTERS}, body, limits=limits)
    except NoAnswerError as error:
        if error.timed_out:
            raise InputError(f"the PDF took longer than {SECONDS:g} s to read") from None
        raise InputError("the PDF needs more time or memory to read than it gets") from None
    if "error" in found:
        raise InputError(f"the PDF cannot be read: {str(found['error'])[:200]}")
    return [str(text) for text in found["pages"]], int(found["count"]), str(found["title"])


def _paragraphs(pages: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield paragraphs; one may continue on the next page, after repeated headers and footers."""
    repeated = _repeated(pages)
    begun: list[str] = []
    for lines in pages:
        shown = [line for line in lines if line not in repeated and not _PAGE_NUMBER.match(line)]
        widest = max(map(len, shown), default=0)
        for line in shown:
            if not line:
                yield from _ended(begun)
                begun = []
                continue
            begun.append(line)
            if line.endswith(_ENDS) and len(line) < _SHORT * widest:
                yield from _ended(begun)
                begun = []
        if begun and begun[-1].endswith(_ENDS):
            yield from _ended(begun)
            begun = []
    yield from _ended(begun)


def _ended(lines: Sequence[str]) -> Iterator[str]:
    """Yield a finished paragraph: prose as one text, a table or an address line by line."""
    if len(lines) > 1 and not is_prose(lines):
        yield from (" ".join(line.split()) for line in lines)
    elif lines:
        yield " ".join(" ".join(lines).split())


def _repeated(pages: Sequence[Sequence[str]]) -> set[str]:
    """Return lines that occur on most pages: headers and footers."""
    if len(pages) < 3:
        return set()
    counts = Counter(line for lines in pages for line in {*lines[:3], *lines[-3:]} if line)
    return {line for line, count in counts.items() if count > 0.6 * len(pages)}
