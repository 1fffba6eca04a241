from __future__ import annotations

import io

import pytest
from PIL import Image

from pagestrata.comparing.vidiff import compare
from pagestrata.report.diff_groups import groups_of
from pagestrata.report.diff_legend import COLOURS, MOST_LISTED, Legend, _coloured_words, drawable
from trees import leaf, page


def drawn(old, new, width=900):
    legend = Legend(old, new, groups_of(old, new, compare(old, new)), width=width)
    canvas = Image.new("RGB", (width, legend.height), "white")
    legend.draw(canvas, 0, 0)
    return legend, canvas


def colours(picture):
    return {colour for _, colour in picture.getcolors(999_999)}


def test_the_legend_shows_the_colours_of_what_happened_and_the_words_that_went_and_came():
    old = page(leaf("1.1", "adult ticket 20 crowns"), leaf("1.2", "stays"))
    new = page(leaf("1.1", "adult ticket 25 crowns"), leaf("1.2", "stays"))
    _, canvas = drawn(old, new)
    assert {COLOURS["update"], COLOURS["delete"]} <= colours(canvas)
    assert any(green > red + 60 and green > blue + 40 for red, green, blue in colours(canvas)), (
        "the new number is green"
    )
    assert COLOURS["move"] not in colours(canvas)


def test_parts_of_a_word_are_written_as_one():
    """'site.oldnew.zip' with a struck 'old' is read at once, 'site. old new .zip' is not."""
    old, new = page(leaf("1.1", "File site.old.zip is out")), page(leaf("1.1", "File site.new.zip is out"))
    (group,) = groups_of(old, new, compare(old, new))
    words = [(text, is_joined) for text, _, _, is_joined in _coloured_words(group)]
    assert words == [("changed", False), ("File site.", False), ("old", True), ("new", True), (".zip is out", True)]


def test_a_legend_lists_so_many_changes_and_says_that_there_are_more():
    stays = leaf("1.999", "stays")
    few = Legend(page(stays), new := page(stays), groups_of(page(stays), new, compare(page(stays), new)), width=900)
    many = [leaf(f"1.{n}", f"block number {n} is new") for n in range(1, 40)]
    legend, _ = drawn(page(stays), page(stays, *many))
    assert legend.height - few.height == (MOST_LISTED + 1) * 21


def test_nothing_is_written_beyond_the_width():
    old, new = page(leaf("1.1", "one " * 300)), page(leaf("1.1", "two " * 300))
    _, canvas = drawn(old, new, width=120)
    target = io.BytesIO()
    canvas.save(target, "PNG")
    assert canvas.size[0] == 120


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Öl – 5 €", "Ol - 5 EUR"),
        ("“So”, she said…", '"So", she said...'),
        ("日本語 news", "? news"),
        ("a\u202eb\x07c", "a?b?c"),
        ("why? why??", "why? why??"),
        ("", ""),
    ],
)
def test_texts_are_drawn_in_signs_that_the_font_has(text, said):
    assert drawable(text).strip() == said
