"""Every way texts are cut into words; those of stored indexes and trained models are pinned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.words import (
    MAX_INDEXED_CHARACTERS,
    decision_model_words,
    follow_model_runs,
    follow_model_words,
    lossless_pieces,
    search_index_words,
    topic_words,
    words_as_written,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("  \n\t ", []),
        ("one  two\nthree", ["one", "two", "three"]),
        ("naïve café", ["naïve", "café"]),
        ("天気 予報", ["天", "気", "予", "報"]),
        ("iPhone 15の発売日", ["iPhone", "15", "の", "発", "売", "日"]),
        ("ภาษา", ["ภ", "า", "ษ", "า"]),
    ],
)
def test_scripts_without_spaces_count_characters(text, words):
    assert words_as_written(text) == words


@given(st.text())
def test_pieces_give_the_text_again(text: str) -> None:
    assert "".join(lossless_pieces(text)) == text


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("two words.", ["two", " ", "words", "."]),
        ("天気 ok", ["天", "気", " ", "ok"]),
        ("\U00020000\U00020001", ["\U00020000", "\U00020001"]),
        ("a" * 90, ["a" * 40, "a" * 40, "a" * 10]),
    ],
)
def test_pieces_are_words_spaces_and_signs(text: str, pieces: list[str]) -> None:
    assert lossless_pieces(text) == pieces


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, World!", ["hello", "world"]),
        ("Grüße aus KÖLN", ["grusse", "aus", "koln"]),
        ("ﬁne ½ x²", ["fine", "1", "2", "x2"]),
        ("新闻 ok", ["新", "闻", "ok"]),
        ("a_b-c.d@e", ["a", "b", "c", "d", "e"]),
        ("", []),
    ],
)
def test_indexed_words_are_folded(text: str, expected: list[str]) -> None:
    assert search_index_words(text) == expected


@given(st.text())
def test_indexed_words_need_no_escaping(text: str) -> None:
    assert all(word.isalnum() and len(word) <= MAX_INDEXED_CHARACTERS for word in search_index_words(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rain, SUN and Snow!", ["rain", "sun", "and", "snow"]),
        ("version 2.5.28 at 10:30", ["version", "2.5.28", "at", "10:30"]),
        ("ends with 3.", ["ends", "with", "3"]),
        ("新闻 today", ["新", "闻", "today"]),
        ("ok新闻ok", ["ok", "新", "闻", "ok"]),
        ("ok\uf900ok", ["ok", "\uf900", "ok"]),
        ("snake_case", ["snake", "case"]),
        ("“quoted”", ["quoted"]),
        ("STRASSE Straße", ["strasse", "strasse"]),
        ("!?… ", []),
    ],
)
def test_words_are_letters_numbers_and_single_east_asian_characters(text: str, expected: list[str]) -> None:
    assert decision_model_words(text) == expected


def test_numbers_are_told_from_words() -> None:
    assert decision_model_words("10 ten 2.5 x2") == ["10", "ten", "2.5", "x", "2"]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("State-of-the-art, isn't it_now?", "en", ["State-of-the-art", "isn't", "it", "now"]),
        ("新闻网站 2 ok", "zh", ["新", "闻", "网", "站", "2", "ok"]),
        ("東京タワーのニュース2", "ja", ["東京", "タワー", "ニュース", "2"]),
    ],
)
def test_topic_words_are_cut_as_their_language_asks_for(text: str, language: str, expected: list[str]) -> None:
    assert topic_words(text, language, cut_chinese=list) == expected


def test_words_of_the_follow_model_are_runs_of_letters_and_digits() -> None:
    assert follow_model_words("Price: 12.50 € (snake_case)") == ["price", "12", "50", "snake_case"]


def test_words_without_spaces_are_followed_character_by_character() -> None:
    assert follow_model_words("登录/注册 now") == ["登", "录", "注", "册", "now"]
    assert follow_model_runs("登录/注册 now") == ["登录", "注册", "now"]
