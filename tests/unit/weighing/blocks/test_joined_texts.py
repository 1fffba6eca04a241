"""Asking all texts at once gives what asking each of them gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.weighing.blocks.joined_texts import Passages

TEXTS = st.lists(st.text(alphabet="ab.,!? \nAÀЯ19、。\U0001f600\ud800"), min_size=1, max_size=6)


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
