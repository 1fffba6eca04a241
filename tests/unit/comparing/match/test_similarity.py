"""How alike two blocks are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.comparing.match.similarity import (
    Features,
    content_similarity,
    place_similarity,
    shares_content,
    similarity,
)
from pagestrata.model.blocks import Block, Link
from pagestrata.model.geometry import Box
from trees import leaf

BLOCKS = st.builds(
    leaf,
    st.sampled_from(["1", "2"]),
    st.sampled_from(["", "a b", "b c d", "a"]),
    st.lists(st.sampled_from("abc"), max_size=3).map(tuple),
    st.lists(st.sampled_from("ab"), max_size=2).map(tuple),
    box=st.builds(Box, st.sampled_from([0.0, 50.0]), st.just(0.0), st.sampled_from([1.0, 90.0]), st.just(5.0)),
)


def _similarity(old, new):
    return similarity(Features(old), Features(new))


@given(BLOCKS, BLOCKS)
@settings(max_examples=60, deadline=None)
def test_it_is_a_symmetric_share_and_one_for_the_same(first, second):
    score = _similarity(first, second)
    assert 0 <= score <= 1
    assert score == _similarity(second, first)
    assert _similarity(first, first) == 1


def test_parts_that_neither_block_has_are_left_out():
    old, new = leaf("1", "a b c d"), leaf("2", "a b y z", box=Box(500, 0, 300, 300))
    assert _similarity(old, new) == pytest.approx(max(0.3 * (2 / 6) / (0.3 + 0.15), 2 / 6))
    same_place = leaf("1", "a b y z")
    assert _similarity(old, same_place) == pytest.approx((0.3 * (2 / 6) + 0.15) / 0.45)


def test_a_long_text_that_stayed_counts_more_than_a_link_that_went():
    text = " ".join(f"w{n}" for n in range(98))
    apart = Box(500, 0, 300, 300)
    assert _similarity(leaf("1", text, ("x",)), leaf("2", text, box=apart)) == pytest.approx(98 / 100)


def test_links_that_stayed_count_more_than_a_text_that_was_rewritten():
    links = tuple("abcdef")
    old, new = leaf("1", "what the menu said", links), leaf("2", "p q r s t u", links, box=Box(500, 0, 300, 300))
    assert _similarity(old, new) == pytest.approx(12 / 14)


@given(BLOCKS, BLOCKS)
@settings(max_examples=60, deadline=None)
def test_the_similarity_of_contents_knows_no_place_and_is_never_above_the_whole(first, second):
    score = content_similarity(Features(first), Features(second))
    assert 0 <= score <= _similarity(first, second) + 1e-9
    assert score == content_similarity(Features(second), Features(first))
    if not shares_content(Features(first), Features(second)):
        assert score == 0


def test_a_link_with_another_address_is_partly_the_same():
    old, new = (Block(ref="1", links=(Link("more", address),)) for address in ("x", "y"))
    assert Features(old).links == {"more", "x"}
    assert _similarity(old, new) == pytest.approx((0.35 / 3 + 0.15) / 0.5)


def test_what_is_empty_says_nothing():
    assert Features(Block(ref="1", links=(Link("", "x"), Link("a", "")))).links == {"x", "a"}
    assert _similarity(leaf("1"), leaf("1")) == 1
    assert _similarity(leaf("1"), leaf("2", box=Box(500, 0, 300, 300))) == 0


def test_the_place_is_the_ref_and_the_column_but_not_the_height_on_the_page():
    old = leaf("1", box=Box(10, 100, 300, 50))
    assert place_similarity(old, leaf("1", box=Box(10, 5000, 300, 50))) == 1
    assert place_similarity(old, leaf("2", box=Box(20, 100, 310, 60))) == 0.5
    assert place_similarity(old, leaf("1", box=Box(500, 100, 900, 900))) == 0.5
    assert place_similarity(old, leaf("2", box=Box(500, 100, 300, 900))) == pytest.approx(0.5 / 3)


def test_content_is_shared_by_kind():
    assert shares_content(Features(leaf("1", "a b")), Features(leaf("1", "b c")))
    assert not shares_content(Features(leaf("1", "a")), Features(leaf("1", "b")))
    assert not shares_content(Features(leaf("1", "a")), Features(leaf("1", "", ("a",))))
    assert not shares_content(Features(leaf("1")), Features(leaf("1")))
