from __future__ import annotations

import zlib

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.documents import pdf_documents
from pagestrata.formats.documents.pdf_documents import read_pdf
from pdfs import pdf

PROSE = [
    "The council met on Tuesday and agreed on the plan for the old bridge",
    "after a long debate in which several members spoke against the costs",
    "of the works.",
]


def test_paragraphs_are_sections_without_page_numbers_heads_and_feet() -> None:
    pages = [["The Courier", f"Chapter {n} begins.", f"Page {n} of 4"] for n in range(1, 5)]
    pages[1][1:1] = PROSE
    found = read_pdf(pdf(*pages, title="Minutes"))
    texts = [section.lines[0] for section in found.sections]
    assert found.title == "Minutes"
    assert " ".join(PROSE) in texts
    assert "Chapter 2 begins." in texts
    assert not [text for text in texts if "Page" in text or "Courier" in text]


def test_a_pdf_without_words_a_broken_one_and_one_with_a_password_are_refused() -> None:
    with pytest.raises(InputError, match="no text"):
        read_pdf(pdf([]))
    with pytest.raises(InputError, match="cannot be read"):
        read_pdf(b"%PDF-1.4 and nothing else")


def test_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_documents, "CPU_SECONDS", 10)
    monkeypatch.setattr(pdf_documents, "MEMORY_BYTES", 100 * 1024**2)
    packer = zlib.compressobj(1)
    bomb = b"".join(packer.compress(b" " * 10_000_000) for _ in range(20)) + packer.flush()
    with pytest.raises(InputError):
        read_pdf(pdf(["x"], packed=bomb))


def test_a_reader_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_documents, "SECONDS", 0.001)
    with pytest.raises(InputError, match="took longer"):
        read_pdf(pdf(PROSE))


def test_only_so_many_pages_are_read_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_documents, "MOST_PAGES", 2)
    found = read_pdf(pdf(["One."], ["Two."], ["Three."]))
    assert found.notes == ("the PDF has 3 pages, 2 were read",)
