"""Words, lines and concepts."""

from __future__ import annotations

import pytest

from judged_pages import block
from pagestrata.judging.words import (
    CONCEPTS,
    concepts_in,
    key_of,
    lines_of,
    shape_of,
    steps_between,
    with_line_ends_of,
    words_in,
)
from pagestrata.model.blocks import Link


def test_case_punctuation_and_white_space_are_no_words() -> None:
    assert key_of("Hello,  World!") == key_of("hello world")


def test_a_minus_before_a_figure_is_a_word_and_the_hyphen_of_a_range_is_none() -> None:
    assert [word.key for word in words_in("from -3 to 9-17")] == ["from", "-", "3", "to", "9", "17"]


def test_a_shape_masks_figures_and_nothing_else() -> None:
    assert shape_of("545 comments, 12:05") == shape_of("1,546 comments, 09:17") != shape_of("545 likes, 12:05")


def test_a_figure_belongs_to_the_short_line_that_names_it() -> None:
    assert lines_of(block("1", "Sunset", "16:21", "A sentence of its own.")) == [
        "Sunset 16:21",
        "A sentence of its own.",
    ]


def test_links_of_a_menu_are_lines_of_their_own() -> None:
    links = (Link("News", "/news"), Link("Sport", "/sport"))
    assert lines_of(block("1", "News Sport", role="menu", links=links)) == ["News", "Sport"]
    assert lines_of(block("1", "News Sport", links=links)) == ["News Sport"]


def test_line_ends_are_taken_over_from_the_version_that_has_them() -> None:
    assert with_line_ends_of("one two three", "one two\nthree") == "one two\nthree"


def test_lists_that_are_too_long_to_compare_keep_their_equal_ends() -> None:
    old = ["first", *(f"a{number}" for number in range(5_000)), "last"]
    new = ["first", *(f"b{number}" for number in range(5_000)), "middle", "last"]
    assert [tuple(step) for step in steps_between(old, new)] == [
        ("equal", 0, 1, 0, 1),
        ("delete", 1, 5_001, 1, 1),
        ("insert", 5_001, 5_001, 1, 5_002),
        ("equal", 5_001, 5_002, 5_002, 5_003),
    ]
    assert [step.tag for step in steps_between(old, [*old[:3], "one more", *old[3:]])] == ["equal", "insert", "equal"]


def test_digits_of_all_scripts_are_the_same_figures() -> None:
    assert key_of("\u0661\u0662 \u0967\uff19 \U0001d7d9") == "12 19 1"


def test_a_word_of_letters_is_compared_by_its_case_alone() -> None:
    assert key_of("Straße") == "Straße".casefold()


def said(text: str) -> set[str]:
    return {concept for concept, found in zip(CONCEPTS, concepts_in(text), strict=True) if found}


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("deadline", "fact"),
        ("545 comments", "self_count"),
        ("12 Kommentare", "self_count"),
        ("Last updated", "updated"),
        ("Most read", "turns"),
        ("tip of the day", "turns"),
        ("session", "machine"),
        ("not", "status"),
        ("ausverkauft", "status"),
        ("更新", "updated"),
    ],
)
def test_words_stand_for_a_concept_in_any_language(text: str, concept: str) -> None:
    assert concept in said(text)


def test_plain_words_stand_for_nothing() -> None:
    assert said("") == said("river stone window") == set()
