import pytest

from pagestrata.model.blocks import BlockStyle
from pagestrata.model.geometry import Box
from pagestrata.report.restyling import colour_words, resize_words, restyle_words


def test_a_restyle_is_said_in_words() -> None:
    old = BlockStyle(font_size=14, font_weight=400, colour=0x000000FF, background=0xFFFFFFFF)
    new = BlockStyle(font_size=16, font_weight=700, colour=0x8B0000FF, background=0xFFFFFF00)
    assert restyle_words(old, new) == (
        "text grew from 14 to 16 px, became bold, text from black #000000 to dark red #8b0000, "
        "background from white #ffffff to transparent"
    )
    assert restyle_words(new, old).startswith("text shrank from 16 to 14 px, no longer bold")
    assert restyle_words(old, old) == "looks as before"


def test_a_weight_between_names_is_said_as_a_number() -> None:
    assert restyle_words(BlockStyle(font_weight=400), BlockStyle(font_weight=500)) == "heavier type (400 to 500)"
    assert restyle_words(BlockStyle(font_weight=900), BlockStyle(font_weight=700)) == "lighter type (900 to 700)"


@pytest.mark.parametrize(
    ("colour", "words"),
    [
        (0x333333FF, "dark grey #333333"),
        (0x0055CCFF, "blue #0055cc"),
        (0xFFFFFE80, "white #fffffe at 50 %"),
        (0x12345600, "transparent"),
    ],
)
def test_colours_have_names(colour: int, words: str) -> None:
    assert colour_words(colour) == words


def test_a_change_of_size_says_which_way() -> None:
    assert resize_words(Box(0, 0, 100, 50), Box(0, 0, 120, 40)) == "wider: 100 to 120 px, shorter: 50 to 40 px"
    assert resize_words(Box(0, 0, 100, 50), Box(9, 9, 80, 90)) == "narrower: 100 to 80 px, taller: 50 to 90 px"
    assert resize_words(Box(0, 0, 100, 50), Box(9, 9, 100.2, 50)) == "the same size"
