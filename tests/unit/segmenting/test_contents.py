"""Where the lines of a block end."""

from __future__ import annotations

from builders import Spec, element, snapshot, words
from pagestrata.model.blocks import BlockStyle, Image, Link
from pagestrata.segmenting.contents import NOBODY, Contents, assign_owners
from pagestrata.segmenting.layout import Layout

LINE = (0.0, 0.0, 50.0, 16.0)


def link(*children: Spec, href: str = "http://site.test/a", **attributes: str) -> Spec:
    return element("a", LINE, *children, attributes={"href": href, **attributes})


def contents_of(*children: Spec) -> Contents:
    layout = Layout.of(snapshot(element("html", (0, 0, 100, 100), *children)))
    return Contents(layout, assign_owners(layout, [(0,)]), 1)


def test_the_text_is_all_words_in_document_order() -> None:
    found = contents_of(words(" one\n two ", LINE), element("p", LINE, words("three", LINE)), words("\tfour", LINE))
    assert found.text(0) == "one two three four"


def test_hidden_text_is_not_said() -> None:
    hidden = Spec("#text", LINE, text="secret", visible=False)
    assert contents_of(words("seen", LINE), hidden).text(0) == "seen"


def test_a_link_is_named_by_what_is_seen_of_it() -> None:
    picture = element("img", LINE, attributes={"src": "http://site.test/p.png", "alt": "A picture"})
    found = contents_of(
        link(words(" Read  more ", LINE)),
        link(picture, title="not seen"),
        link(element("span", LINE), words("", (0, 0, 0, 0)), **{"aria-label": "Home"}),
        link(element("img", LINE, attributes={"src": "x"})),
    )
    assert [entry.name for entry in found.links(0)] == ["Read more", "A picture", ""]
    assert found.links(0)[0] == Link("Read more", "http://site.test/a")


def test_a_link_that_shows_nothing_is_left_out() -> None:
    assert contents_of(words("text", LINE), link(element("span", LINE), **{"aria-label": "Skip"})).links(0) == ()


def test_pictures_come_with_name_and_address() -> None:
    picture = element("img", LINE, attributes={"src": "http://site.test/p.png", "alt": " A\n picture"})
    assert contents_of(picture).images(0) == (Image("A picture", "http://site.test/p.png"),)


def test_the_style_is_that_of_most_characters() -> None:
    found = contents_of(
        words("Title", LINE, font_size=32.0, font_weight=700),
        words("a much longer text", LINE, colour=0x333333FF, background=0xEEEEEEFF),
    )
    assert found.style(0) == BlockStyle(font_size=16.0, font_weight=400, colour=0x333333FF, background=0xEEEEEEFF)


def test_without_text_there_is_no_style() -> None:
    assert contents_of(element("img", LINE, attributes={"src": "x"})).style(0) is None


def test_a_link_around_two_leaves_belongs_to_the_first() -> None:
    page = element(
        "html", (0, 0, 9, 99), link(element("p", LINE, words("a", LINE)), element("p", LINE, words("b", LINE)))
    )
    layout = Layout.of(snapshot(page))
    found = Contents(layout, assign_owners(layout, [(2,), (4,)]), 2)
    assert [len(found.links(leaf)) for leaf in (0, 1)] == [1, 0]
    assert [found.text(leaf) for leaf in (0, 1)] == ["a", "b"]


def test_rows_lifted_out_of_a_leaf_are_not_its_own() -> None:
    page = element(
        "html", (0, 0, 9, 99), words("page", LINE), element("div", LINE, words("layer", LINE)), words("end", LINE)
    )
    layout = Layout.of(snapshot(page), overlays=(2,))
    assert assign_owners(layout, [(0,)]).tolist() == [0, 0, NOBODY, NOBODY, 0]
    assert assign_owners(layout, [(0,), (2,)]).tolist() == [0, 0, 1, 1, 0]


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
