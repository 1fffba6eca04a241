from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.weighing.blocks.block_hints import HINTS, Passages, hints_of

URL = "http://site.test/news"


TEXTS = st.lists(st.text(alphabet="ab.,!? \nAÀЯ19、。\U0001f600\ud800"), min_size=1, max_size=6)


def hints(*leaves: Block, sizes: tuple[tuple[float, float], ...] = ()) -> list[dict[str, float]]:
    boxes = np.array([(0.0, 0.0, *size) for size in sizes or [(10.0, 10.0)] * len(leaves)])
    return [dict(zip(HINTS, row, strict=True)) for row in np.array(hints_of(leaves, boxes, URL), float).T.tolist()]


def hint(name: str, size: tuple[float, float] = (10.0, 10.0), **fields: Any) -> float:
    return hints(Block(ref="1", **fields), sizes=(size,))[0][name]


def test_every_block_has_one_finite_number_per_hint() -> None:
    found = np.array(hints_of([Block(ref="1"), Block(ref="2", text="words")], np.zeros((2, 4)), ""), float)
    assert found.shape == (len(HINTS), 2)
    assert np.isfinite(found).all()
    assert len(set(HINTS)) == len(HINTS)


@pytest.mark.parametrize(
    ("name", "telling", "plain"),
    [
        ("rights words", "© 2026 The Daily Test", "The Daily Test"),
        ("search words", "Search", "Research " * 40),
        ("ad words", "Anzeige", "a reader adds"),
        ("asks", "What now?", "Nothing now."),
        ("mail or telephone", "write to a@b.test", "write to us"),
        ("sentences", "One. Two!", "one two"),
        ("digits", "1 2 3", "one two three"),
        ("capitals", "NEWS", "news"),
    ],
)
def test_words_give_a_block_away(name: str, telling: str, plain: str) -> None:
    assert hint(name, text=telling) > hint(name, text=plain) == 0.0


def test_a_long_text_that_mentions_a_search_is_no_search_box() -> None:
    assert hint("search words", text="The search went on. " * 10) == 0.0


def test_a_block_of_the_size_of_a_banner_is_noticed() -> None:
    assert hint("ad size", (728, 90)) == 1.0
    assert hint("ad size", (725, 93)) == 1.0
    assert hint("ad size", (700, 90)) == 0.0


def test_links_away_and_home_are_told_apart() -> None:
    away, home = Link("ad", "http://other.test/"), Link("home", "http://site.test/")
    assert hint("external links", links=(away, home, Link("here", "/relative"), home)) == 0.25
    assert hint("leads home", links=(home,)) == 1.0
    assert hint("leads home", links=(away,)) == 0.0
    assert hint("words per link", links=(Link("one", ""), Link("one two three", ""))) == 2.0


def test_what_shows_nothing_or_only_an_image() -> None:
    image = Image("our logo", "http://site.test/l.png")
    assert (hint("shows nothing"), hint("only an image")) == (1.0, 0.0)
    assert (hint("shows nothing", images=(image,)), hint("only an image", images=(image,))) == (0.0, 1.0)
    assert hint("logo words", images=(image,)) == 1.0


def test_the_look_is_measured_against_most_of_the_text() -> None:
    usual = Block(ref="1", text="word " * 100, style=BlockStyle(font_size=16))
    title = Block(ref="2", text="title", style=BlockStyle(font_size=32, background=0x000000FF, colour=0xFF0000FF))
    plain, loud = hints(usual, title)
    assert (plain["font of page"], loud["font of page"]) == (1.0, 2.0)
    assert (plain["background differs"], loud["background differs"]) == (0.0, 1.0)
    assert (plain["light text"], loud["light text"]) == (0.0, 1.0)
    assert (plain["background"], loud["background"]) == (pytest.approx(1.0), 0.0)
    assert (plain["link coloured"], loud["link coloured"]) == (0.0, 1.0)


def test_every_text_that_holds_a_word_is_found() -> None:
    passages = Passages(["a cat, a cat", "", "a dog", "concatenate"])
    assert passages.holding(("cat",)).tolist() == [1.0, 0.0, 0.0, 1.0]
    assert passages.holding(("dog", "cat")).tolist() == [1.0, 0.0, 1.0, 1.0]
    assert passages.holding(()).tolist() == [0.0] * 4


def test_nothing_is_found_across_two_texts() -> None:
    assert Passages(["ca", "t"]).holding(("cat",)).tolist() == [0.0, 0.0]
    assert Passages(["cat", "s"]).counting(("cat",), whole=True).tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, [4.0, 1.0]), ({"from_start": True}, [3.0, 0.0]), ({"whole": True}, [1.0, 0.0])],
)
def test_words_are_counted_anywhere_at_the_start_of_a_word_or_whole(
    options: dict[str, bool], expected: list[float]
) -> None:
    assert Passages(["ad ads broad /ad_1", "head"]).counting(("ad",), **options).tolist() == expected


@given(texts=TEXTS)
def test_characters_are_counted_by_kind(texts: list[str]) -> None:
    counts = Passages(texts).characters()
    assert counts.digits.tolist() == [sum(letter in "0123456789" for letter in text) for text in texts]
    assert counts.capitals.tolist() == [sum(letter in "AÀЯ" for letter in text) for text in texts]
    assert counts.commas.tolist() == [sum(letter in ",、" for letter in text) for text in texts]


@given(texts=TEXTS)
def test_sentences_end_where_a_mark_ends_a_word(texts: list[str]) -> None:
    def ends(text: str) -> int:
        after = zip(text, f"{text} "[1:], strict=True)
        return sum((mark in ".!?" and following in " \n") or mark == "。" for mark, following in after)

    assert Passages(texts).characters().sentences.tolist() == [ends(text) for text in texts]


def test_no_texts_have_no_counts() -> None:
    assert len(Passages([])) == 0
    assert Passages([]).holding(("a",)).tolist() == []
