"""PDFs that take all memory or time, loop, or read files: each soon ends with a reason."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Sequence

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.documents import pdf_documents
from pagestrata.formats.documents.pdf_documents import read_pdf
from pdfs import pdf, written

pytest.importorskip("pypdf", reason="PDFs are read with the package pypdf")
MOST_SECONDS = 30.0
"""Processor seconds, of this process and the one that reads."""
PAGES = b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>"
CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def processor_seconds() -> float:
    return sum(os.times()[:4])


def stream(content: bytes, *, head: bytes = b"", filters: int = 1) -> bytes:
    for _ in range(filters):
        content = zlib.compress(content, 9)
    names = b" ".join([b"/FlateDecode"] * filters)
    return b"<< %s /Length %d /Filter [%s] >>\nstream\n" % (head, len(content), names) + content + b"\nendstream"


def page(resources: bytes) -> bytes:
    return b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << %s >> /Contents 5 0 R >>" % resources


def laughs() -> Sequence[bytes]:
    """Forms that draw the next form ten times, ten deep."""
    forms = [b"/X%d %d 0 R" % (number, 6 + number) for number in range(10)]
    head = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << %s >> >>" % b" ".join(forms)
    drawn = [stream(b"/X%d Do " % (number + 1) * 10, head=head) for number in range(9)]
    last = stream(b"BT (ha) Tj ET", head=head)
    return [CATALOG, PAGES, FONT, page(b"/XObject << %s >>" % b" ".join(forms)), stream(b"/X0 Do"), *drawn, last]


def contents(*objects: bytes) -> bytes:
    """A PDF whose only page has these as its content."""
    return written([CATALOG, PAGES, FONT, page(b""), *objects])


BOMBS: dict[str, Callable[[], bytes]] = {
    "three times packed": lambda: contents(stream(b" " * 100_000_000, filters=3)),
    "forms in forms": lambda: written(laughs()),
    "a page that is its own parent": lambda: written(
        [CATALOG, b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 /Parent 2 0 R >>"]
    ),
    "contents without end": lambda: contents(b"[5 0 R 5 0 R]"),
    "brackets in brackets": lambda: contents(stream(b"[" * 1_000_000)),
    "objects in objects": lambda: written([CATALOG, b"<< /Kids " * 100_000]),
    "a table that leads to itself": lambda: pdf(["words"]).replace(b"/Size", b"/Prev 9 /XRefStm 9 /Size"),
    "a number of millions of digits": lambda: contents(stream(b"BT " + b"9" * 5_000_000 + b" Tj ET")),
    "a title without end": lambda: pdf(["words"], title="\x01" * 1_000_000),
    "a file of the machine": lambda: contents(
        b"<< /Length 0 /F (/etc/passwd) /FFilter /ASCIIHexDecode >>\nstream\n\nendstream"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_or_read_in_time(monkeypatch: pytest.MonkeyPatch, bomb: str) -> None:
    monkeypatch.setattr(pdf_documents, "CPU_SECONDS", 5)
    monkeypatch.setattr(pdf_documents, "MEMORY_BYTES", 200 * 1024**2)
    body, begin = BOMBS[bomb](), processor_seconds()
    said = _words_or_reason(body)
    assert processor_seconds() - begin < MOST_SECONDS
    assert len(said) < 5_000_000
    assert "root:" not in said


def test_the_answer_about_a_pdf_is_as_short_as_what_is_read_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that reads has a limit on memory; the one that gets its answer has none."""
    monkeypatch.setattr(pdf_documents, "MOST_ANSWER_BYTES", 10_000)
    assert _words_or_reason(BOMBS["a title without end"]()) == "words"


def test_an_answer_longer_than_allowed_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_documents, "MOST_ANSWER_BYTES", 1_000)
    assert _words_or_reason(BOMBS["a title without end"]()) == "the PDF needs more time or memory to read than it gets"


def _words_or_reason(body: bytes) -> str:
    try:
        found = read_pdf(body)
    except InputError as error:
        return str(error)
    return " ".join(line for section in found.sections for line in section.lines)
