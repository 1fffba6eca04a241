"""Word F1 and the matching of blocks with a page's main text."""

from __future__ import annotations

import pytest

from benchmark_modules import benchmark_module

main_text = benchmark_module("main_text")


def test_word_f1_counts_each_word_as_often_as_it_occurs() -> None:
    assert main_text.text_f1(["one two", "Two"], "one two three") == pytest.approx(4 / 6)
    assert main_text.text_f1(["one"], "two") == 0.0


def test_word_f1_of_nothing_is_right_only_where_nothing_is_wanted() -> None:
    assert main_text.text_f1([], "") == 1.0
    assert main_text.text_f1([], "words") == 0.0
    assert main_text.text_f1(["words"], "") == 0.0


def test_words_count_as_main_text_only_in_runs_that_it_has() -> None:
    main = "The river rose by two metres on Monday night and fell again."
    long = ["the river rose by two metres", "night two the by rose river", "Share: the river rose by"]
    short = ["", "Monday night", "two Monday"]
    assert main_text.main_shares(long, main) == [1.0, 0.0, pytest.approx(0.8)]
    assert main_text.main_shares(short, main) == [0.0, 1.0, 0.0]


def test_kinds_of_pages_count_for_their_shares() -> None:
    means = main_text.by_kind([1.0, 0.0, 0.5], ["article", "article", "forum"])
    assert means == {"article": 0.5, "forum": 0.5}
    assert main_text.weighted({"article": 1.0, "forum": 0.0}, {"article": 0.75, "forum": 0.25, "product": 0.9}) == 0.75
