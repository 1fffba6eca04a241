from __future__ import annotations

from pagestrata.formats.documents.pdf_worker import answer
from pdfs import pdf

LIMITS = {"pages": 10, "characters": 100}


def test_pages_title_and_count() -> None:
    found = answer(pdf(["One"], ["Two"], title="A title"), LIMITS)
    assert (found["count"], [text.strip() for text in found["pages"]], found["title"]) == (2, ["One", "Two"], "A title")


def test_no_more_characters_than_allowed() -> None:
    found = answer(pdf(["x" * 80], ["y" * 80], ["z" * 80]), LIMITS)
    assert sum(map(len, found["pages"])) <= 100
    assert len(found["pages"]) == 2


def test_what_is_no_pdf_is_an_error() -> None:
    assert "error" in answer(b"nothing", LIMITS)
