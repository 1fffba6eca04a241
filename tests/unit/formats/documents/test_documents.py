from __future__ import annotations

import pytest

from pagestrata.formats.documents.documents import MOST_CHARACTERS, MOST_SECTIONS, Section, document_kind, document_of


@pytest.mark.parametrize(
    ("body", "content_type", "kind"),
    [
        (b"Bread", "text/plain; charset=utf-8", "text"),
        (b"a,b", "text/csv", "text"),
        (b"\0\1\2", "text/plain", None),
        (b"{}", "application/json", "json"),
        (b"{}", "application/vnd.api+json", "json"),
        (b"%PDF-1.7", "application/pdf", "pdf"),
        (b"%PDF-1.7", "application/octet-stream", "pdf"),
        (b"%PDF-1.7", None, "pdf"),
        (b"<html>", "application/pdf", None),
        (b"<html>", "text/html", None),
        (b"body { }", "text/css", None),
        (b"PNG", "image/png", None),
        (b"PK", "application/octet-stream", None),
    ],
)
def test_a_document_is_what_the_server_calls_so(body: bytes, content_type: str | None, kind: str | None) -> None:
    assert document_kind(body, content_type) == kind


def test_few_sections_stay_as_they_are() -> None:
    sections = [Section(lines=(f"line {number}",)) for number in range(5)]
    assert document_of("T", sections).sections == tuple(sections)


def test_many_sections_are_put_together_and_an_inserted_one_moves_few() -> None:
    sections = [Section(lines=(f"line {number} of the long list",), label="x") for number in range(5000)]
    before = document_of("", sections)
    after = document_of("", [Section(lines=("something new",)), *sections])
    assert len(before.sections) <= MOST_SECTIONS
    assert before.notes == ()
    assert len(set(before.sections) ^ set(after.sections)) <= 2
    assert sum(len(section.lines) for section in before.sections) == 2 * 5000  # with their labels


def test_what_is_too_much_is_left_out_and_said() -> None:
    long = document_of("", [Section(lines=("x" * 1_000_000,)) for _ in range(5)])
    assert sum(len(section.lines[0]) for section in long.sections) <= MOST_CHARACTERS
    assert "not compared" in long.notes[0]
