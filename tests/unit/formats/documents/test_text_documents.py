from __future__ import annotations

from pagestrata.formats.documents.documents import LONGEST_SECTION
from pagestrata.formats.documents.text_documents import is_prose, pieces_of, read_text, sections_of

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
