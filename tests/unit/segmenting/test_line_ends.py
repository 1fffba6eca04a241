"""Where the lines of a block end."""

from __future__ import annotations

from builders import Spec, element, snapshot, words
from pagestrata.segmenting.contents import Contents, assign_owners
from pagestrata.segmenting.layout import Layout


def text(content: str, y: float, x: float = 0.0) -> Spec:
    return words(content, (x, y, 60.0, 16.0))


def box(tag: str, *children: Spec, **options: object) -> Spec:
    return element(tag, (0.0, 0.0, 400.0, 400.0), *children, **options)


def lines_of(*children: Spec) -> list[str]:
    layout = Layout.of(snapshot(box("html", *children)))
    found = Contents(layout, assign_owners(layout, [(0,)]), 1)
    said, start, lines = found.text(0), 0, []
    for end in found.line_ends(0):
        assert said[end] == " "
        lines.append(said[start:end])
        start = end + 1
    return [*lines, said[start:]]


def test_paragraphs_and_line_breaks_end_lines_and_links_in_a_sentence_do_not() -> None:
    sentence = box("p", text("Read the", 0), box("a", text("whole", 0, 70)), text("story", 0, 140))
    broken = box("p", text("Local time", 40), box("br", display="inline"), text("09:43", 60))
    assert lines_of(sentence, broken) == ["Read the whole story", "Local time", "09:43"]


def test_what_stands_side_by_side_is_one_line() -> None:
    row = box("tr", box("td", text("Wind", 0)), box("td", text("14 km/h", 0, 100)))
    below = box("tr", box("td", text("Status", 30)), box("td", text("online", 30, 100)))
    assert lines_of(row, below) == ["Wind 14 km/h", "Status online"]


def test_a_paragraph_that_the_browser_wraps_is_one_line() -> None:
    assert lines_of(box("p", text("one", 0), box("b", text("two", 20)), text("three", 40))) == ["one two three"]


def test_verbatim_text_keeps_its_own_line_ends() -> None:
    assert lines_of(box("pre", text("a  1\n\n b 2\nc", 0)), box("p", text("d\ne", 80))) == ["a 1", "b 2", "c", "d e"]


def test_a_block_without_text_has_no_line_ends() -> None:
    assert lines_of(element("img", (0, 0, 10, 10), attributes={"src": "x"})) == [""]
