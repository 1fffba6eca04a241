"""How far two texts are apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.comparing.delta.apply_elements import edited
from pagestrata.comparing.delta.element_changes import (
    distance,
    element_changes,
    is_update,
    look_changes,
    look_of,
    picture_change,
    text_changes,
)
from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.model.deltas import Change, Delta, Order, Patch, Picture
from pagestrata.model.geometry import Box
from pagestrata.model.words import words_as_written
from trees import leaf


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


LINKS = st.lists(st.builds(Link, st.sampled_from(["", "a", "b"]), st.sampled_from(["", "x", "y"])), max_size=6)


def _changes(old, new):
    changes, orders = [], []
    element_changes(Block(ref="1", **old), Block(ref="9", **new), changes, orders)
    return changes, orders


def _links(old, new):
    changes, orders = _changes({"links": tuple(old)}, {"links": tuple(new)})
    return [(change.op, change.old, change.new) for change in changes], orders


def test_equal_blocks_have_no_changes():
    same = {"links": (Link("a", "x"),), "images": (Image("i", "j"),), "text": "t"}
    assert _changes(same, same) == ([], [])


def test_the_same_name_or_the_same_address_is_an_update():
    assert _links([Link("a", "x")], [Link("a", "y")])[0] == [("update", ("a", "x"), ("a", "y"))]
    assert _links([Link("a", "x")], [Link("b", "x")])[0] == [("update", ("a", "x"), ("b", "x"))]


def test_a_name_says_more_than_an_address():
    found, _ = _links([Link("a", "x")], [Link("b", "x"), Link("a", "y")])
    assert found == [("update", ("a", "x"), ("a", "y")), ("insert", None, ("b", "x"))]


def test_what_is_empty_is_no_ground_for_an_update():
    assert [op for op, *_ in _links([Link("", "x")], [Link("", "y")])[0]] == ["delete", "insert"]
    assert [op for op, *_ in _links([Link("a", "")], [Link("b", "")])[0]] == ["delete", "insert"]


def test_equal_names_pair_first_with_first_and_the_rest_goes():
    more = [Link("more", address) for address in ("1", "2", "3")]
    found, _ = _links(more, [Link("more", "4"), Link("more", "2")])
    assert found == [("update", ("more", "1"), ("more", "4")), ("delete", ("more", "3"), None)]


def test_another_order_is_no_change_but_is_remembered():
    a, b, c = (Link(name, name) for name in "abc")
    assert _links([a, b, c], [c, a, b]) == ([], [Order(block="1", element="link", order=(2, 0, 1))])


def test_links_and_images_are_told_apart_by_the_old_ref():
    changes, _ = _changes({"links": (Link("a", "x"),)}, {"images": (Image("a", "x"),)})
    assert changes == [
        Change(op="delete", element="link", block="1", old=Link("a", "x")),
        Change(op="insert", element="image", block="1", new=Image("a", "x")),
    ]


def test_a_text_is_updated_while_half_of_it_stays():
    assert [change.op for change in text_changes("1", "a b c d", "a b y z")] == ["update"]
    assert [change.op for change in text_changes("1", "a b c d", "a x y z")] == ["delete", "insert"]
    assert [change.op for change in text_changes("1", "", "a")] == ["insert"]
    assert [change.op for change in text_changes("1", "a", "")] == ["delete"]
    assert text_changes("1", "", "") == []


@given(LINKS, LINKS)
@settings(max_examples=80, deadline=None)
def test_changes_and_orders_lead_exactly_to_the_new_list(old, new):
    changes, orders = _changes({"links": tuple(old)}, {"links": tuple(new)})
    delta = Delta(changes=tuple(changes), patch=Patch(orders=tuple(orders)))
    fields = edited(delta, {"1": Block(ref="1", links=tuple(old))}, set())
    assert fields.get("1", {"links": tuple(old)})["links"] == tuple(new)


BLACK, WHITE = "0" * 24, "f" * 24


def _look_changes(old, new, *, same_content=True):
    return [(c.element, c.old, c.new) for c in look_changes(old, new, same_content=same_content)]


def test_a_restyle_needs_a_style_on_both_sides():
    plain, bold = BlockStyle(font_weight=400), BlockStyle(font_weight=700)
    assert _look_changes(leaf("1", style=plain), leaf("1", style=bold)) == [("style", plain, bold)]
    assert _look_changes(leaf("1", style=plain), leaf("1", style=bold), same_content=False) == [("style", plain, bold)]
    assert _look_changes(leaf("1", style=None), leaf("1", style=bold)) == []
    assert _look_changes(leaf("1", style=bold), leaf("1", style=bold)) == []


@pytest.mark.parametrize(
    ("before", "after", "is_resize"),
    [
        ((100, 20), (108, 20), False),  # up to 8 pixels
        ((100, 20), (112, 20), True),
        ((1000, 20), (1100, 20), False),  # up to a tenth
        ((1000, 20), (1120, 20), True),
        ((100, 20), (100, 40), True),
        ((100, 40), (100, 20), True),
    ],
)
def test_a_size_may_vary_a_little(before, after, is_resize):
    old, new = leaf("1", box=Box(0, 0, *before)), leaf("1", box=Box(0, 0, *after))
    assert bool(_look_changes(old, new)) == is_resize
    assert _look_changes(old, new, same_content=False) == []


def test_another_place_is_no_change():
    assert _look_changes(leaf("1", box=Box(0, 0, 9, 9)), leaf("1", box=Box(50, 900, 9, 9))) == []


def test_other_pixels_count_where_nothing_else_explains_them():
    old, new = (leaf("1", images=("i",), picture_hash=found) for found in (BLACK, WHITE))
    name, address = old.images[0]
    assert _look_changes(old, new) == [("image", Picture(name, address, BLACK), Picture(name, address, WHITE))]
    assert _look_changes(old, new, same_content=False) == []
    assert _look_changes(old, leaf("1", images=("i",), picture_hash="")) == []
    assert _look_changes(leaf("1", picture_hash=BLACK), leaf("1", picture_hash=WHITE)) == []
    larger = leaf("1", images=("i",), picture_hash=WHITE, box=Box(0, 0, 300, 300))
    assert [element for element, *_ in _look_changes(old, larger)] == ["style"]


def test_inner_blocks_have_no_look_of_their_own():
    old = Block(ref="1", children=(leaf("1.1"),), style=BlockStyle(), box=Box(0, 0, 9, 9))
    new = Block(ref="1", children=(leaf("1.1"),), style=BlockStyle(font_size=9), box=Box(0, 0, 900, 9))
    assert _look_changes(old, new) == []
    assert _look_changes(old, leaf("1", style=BlockStyle(font_size=9))) == []


def test_the_quick_check_asks_for_all_but_the_place():
    block = leaf("1", box=Box(0, 0, 10, 10), style=BlockStyle(), picture_hash=BLACK)
    assert look_of(block) == look_of(leaf("2", "x", box=Box(5, 5, 10, 10), style=BlockStyle(), picture_hash=BLACK))
    assert look_of(block) != look_of(leaf("1", box=Box(0, 0, 10, 11), style=BlockStyle(), picture_hash=BLACK))
    assert look_of(block) != look_of(leaf("1", box=Box(0, 0, 10, 10), style=BlockStyle(), picture_hash=WHITE))


def test_a_picture_change_names_the_image_only_where_there_is_one():
    one, two = leaf("1", images=("i",)), leaf("1", images=("i", "j"))
    assert picture_change(one, one, BLACK, WHITE).new == Picture("i", "http://site.test/i.png", WHITE)
    assert picture_change(two, two, BLACK, WHITE).old == Picture("", "", BLACK)
