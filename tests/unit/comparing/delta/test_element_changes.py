"""What became of the links, images and text of one block."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.comparing.delta.apply_elements import edited
from pagestrata.comparing.delta.element_changes import element_changes, text_changes
from pagestrata.model.blocks import Block, Image, Link
from pagestrata.model.deltas import Change, Delta, Order, Patch

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
