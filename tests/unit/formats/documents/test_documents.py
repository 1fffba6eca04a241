from __future__ import annotations

import pytest

from pagestrata.formats.documents.documents import (
    LONGEST_SECTION,
    MOST_CHARACTERS,
    MOST_SECTIONS,
    Section,
    document_kind,
    document_of,
    is_prose,
    pieces_of,
    read_text,
    sections_of,
)


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


PROSE = """The council met on Tuesday and agreed on the plan for the old bridge
after a long debate in which several members spoke against the costs of
the works, which begin in March.
"""


def said(text: str) -> list[str]:
    return list(sections_of(text))


def test_paragraphs_of_prose_are_one_however_their_lines_are_broken() -> None:
    first, second = said(f"{PROSE}\n\nAnother one.\n")
    assert first == " ".join(PROSE.split())
    assert second == "Another one."
    again = PROSE.replace("\n", " ").replace(" long ", "\nlong ")
    assert said(again)[0] == first


def test_lines_of_tables_and_logs_count_each_for_itself() -> None:
    assert said("name,price\nbread,2.10\nbutter,3.40") == ["name,price", "bread,2.10", "butter,3.40"]
    assert said("Milk\nEggs\n\nBread") == ["Milk", "Eggs", "Bread"]


def test_items_of_a_list_are_apart_with_the_lines_below_them() -> None:
    text = (
        "- The first thing that the council has agreed on this week is\n  the bridge over the river, which is in the old town\n"
        "- The second thing that the council has agreed on this week is\n  the school"
    )
    assert [line[:17] for line in said(text)] == ["- The first thing", "- The second thin"]


def test_rules_and_blank_lines_say_nothing() -> None:
    assert said("Title\n=====\n\n---\n \n\t\nEnd") == ["Title", "End"]
    assert said("") == []
    assert not is_prose(["a", "b"])


def test_titles_stand_alone() -> None:
    assert read_text(b"Minutes of May\n\nText", None).title == "Minutes of May"
    assert read_text(b"# Read me\nText", None).title == "Read me"
    assert read_text(b"one\ntwo", None).title == ""
    assert read_text(b"", None).sections == ()


def test_characters_and_line_ends_of_any_kind() -> None:
    assert [
        s.lines[0] for s in read_text("Käse\r\n\r\nBrot\r".encode("latin-1"), "text/plain; charset=latin1").sections
    ] == [
        "Käse",
        "Brot",
    ]


def test_a_hundred_megabytes_are_read_in_part() -> None:
    found = read_text(b"word " * 20_000_000, "text/plain")
    assert found.sections
    assert "not compared" in found.notes[0]
    assert all(len(section.lines[0]) <= LONGEST_SECTION for section in found.sections)


def test_a_log_is_lines_however_long_they_are_and_nothing_is_lost() -> None:
    log = [f"On day {number} of the year the council met and agreed on the plan" for number in range(100)]
    assert said("\n".join(log)) == log
    whole = "word " * LONGEST_SECTION
    assert " ".join(pieces_of(whole.strip())) == whole.strip()
    assert max(map(len, pieces_of("x" * 3 * LONGEST_SECTION))) == LONGEST_SECTION
