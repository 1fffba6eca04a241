"""How far two texts are apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.comparing.text_distance import distance, is_update
from pagestrata.model.words import words_as_written


def test_the_distance_is_the_share_of_words_lost():
    assert distance("a b c d", "a b c d e f") == 0
    assert distance("a b c d", "d c x y") == 0.5
    assert distance("a b", "x y") == 1
    assert distance("a a a b", "a b") == 0.5, "repeated words count as often as they are there"
    assert distance("a b c d", "") == 1
    assert distance("", "a") == 1
    assert distance("", "") == 0


def test_one_unbroken_string_counts_by_its_pairs():
    assert distance("abcdefgh", "abcdefgx") == pytest.approx(1 / 7)
    assert distance("abcd", "wxyz") == 1
    assert distance("a", "b") == 1
    assert distance("a ", " a") == 0, "white space is no pair"


def test_an_update_keeps_at_least_half_of_the_words():
    assert is_update("a b c d", "a b x y")
    assert not is_update("a b c d", "a x y z")
    assert not is_update("", "a")
    assert not is_update("a", "")


@given(st.text("ab 天", max_size=10), st.text("ab 天", max_size=10))
@settings(max_examples=60, deadline=None)
def test_the_distance_is_a_share_and_zero_for_the_same(old, new):
    assert 0 <= distance(old, new) <= 1
    assert distance(old, old) == 0
    assert distance(old, f"{old} {new}") == 0 or not words_as_written(old)


@given(*[st.lists(st.sampled_from(["a", "b", "c", "dd", "文字"]), max_size=8).map(" ".join)] * 2)
def test_the_quick_check_agrees_with_the_distance(old, new):
    assert is_update(old, new) == (bool(old) and bool(new) and distance(old, new) <= 0.5)
