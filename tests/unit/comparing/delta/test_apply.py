"""Deltas that do not fit, and deltas written by hand; the laws are in test_changes."""

from __future__ import annotations

import pytest

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.model.deltas import Change, Children, Delta, Details, Order, Patch
from pagestrata.model.geometry import Box
from trees import leaf, page, tree

PAGE = page(leaf("1.1", "hello you", ("Home", "News"), ("logo",)), leaf("1.2", "bye", ("About",)))


def _delta(*changes, **patch):
    return Delta(changes=changes, from_version="v1", patch=Patch(**patch))


@pytest.mark.parametrize(
    ("delta", "problem"),
    [
        (
            _delta(Change(op="delete", element="link", block="1.1", old=Link("x", "y"))),
            "block 1.1 does not have the link ('x', 'y')",
        ),
        (
            _delta(Change(op="update", element="image", block="1.2", old=Image("x", "y"), new=Image("x", "z"))),
            "block 1.2 does not have the image",
        ),
        (
            _delta(Change(op="insert", element="link", block="9", new=Link("x", "y"))),
            "there is no block 9 for the insert of a link",
        ),
        (
            _delta(Change(op="update", element="text", block="1.1", old="hello", new="x")),
            "block 1.1 does not have the text 'hello'",
        ),
        (_delta(Change(op="insert", element="text", block="1.1", new="x")), "block 1.1 still has a text"),
        (
            _delta(*[Change(op="update", element="text", block="1.1", old="hello you", new=t) for t in "ab"]),
            "the text of block 1.1 would change twice",
        ),
        (
            _delta(
                Change(op="move", element="link", block="1.1", to_block="8", old=PAGE.blocks[0].children[0].links[0])
            ),
            "there is no block 8 for the move",
        ),
        (_delta(Change(op="delete", element="block", block="7", old=leaf("7"))), "there is no block 7 to delete"),
        (
            _delta(Change(op="delete", element="block", block="1.2", old=leaf("1.2", "other"))),
            "block 1.2, to delete, has other content",
        ),
        (
            _delta(Change(op="insert", element="block", block="1.2", new=leaf("1.2"))),
            "the block 1.2 to insert is there already",
        ),
        (_delta(Change(op="move", element="block", block="5", to_block="6")), "there is no block 5 to rename"),
        (_delta(renames=(("1.1", "1.2"),)), "two blocks would get the same ref"),
        (
            _delta(orders=(Order(block="1.1", element="link", order=(0,)),)),
            "block 1.1 has 2 links to put in order, not 1",
        ),
        (_delta(orders=(Order(block="4", element="link", order=(0,)),)), "there is no block 4 to put in order"),
        (
            _delta(children=(Children(old_block="1", new_block="1", new=("1.1",)),)),
            "block 1.2 would be in no other block",
        ),
        (
            _delta(children=(Children(old_block="1", new_block="1", new=("1.1", "1.1", "1.2")),)),
            "block 1.1 is twice in the new tree",
        ),
        (_delta(children=(Children(old_block="1", new_block="3", new=()),)), "there is no block 3 to arrange"),
        (
            _delta(children=(Children(old_block="1", new_block="1", new=("1.1", "1.2", "1.9")),)),
            "block 1.9 is not in the new tree",
        ),
        (_delta(details=(Details(block="1.1", old={}, new={"title": "x"}),)), "block 1.1 has no field 'title'"),
        (_delta(details=(Details(block="", old={}, new={"role": "x"}),)), "the page has no field 'role'"),
    ],
)
def test_a_delta_that_does_not_fit_says_what_and_changes_nothing(delta, problem):
    with pytest.raises(InputError) as caught:
        apply(delta, PAGE)
    assert problem in str(caught.value)
    assert "nothing was changed, apply it to the version v1 it was made from" in str(caught.value)


def test_the_delta_of_another_page_does_not_fit():
    other = page(leaf("1.1", "something else"), leaf("1.2", "bye", ("About",)))
    with pytest.raises(InputError, match="does not fit"):
        apply(compare(other, page(leaf("1.1", "something new"))), PAGE)


def test_a_delta_by_hand_needs_no_patch():
    delta = _delta(
        Change(op="insert", element="link", block="1.2", new=Link("New", "n")),
        Change(op="delete", element="image", block="1.1", old=Image("logo", "http://site.test/logo.png")),
        Change(op="insert", element="block", block="1.3", new=leaf("1.3", "third")),
        Change(op="insert", element="block", block="1.10", new=leaf("1.10", "tenth")),
        Change(op="insert", element="block", block="1.4", new=leaf("1.4", "fourth")),
    )
    new = apply(delta, PAGE)
    assert [block.ref for block in new.walk()] == ["1", "1.1", "1.2", "1.3", "1.4", "1.10"]
    assert new.by_ref()["1.2"].links[-1] == Link("New", "n")
    assert new.by_ref()["1.1"].images == ()
    assert apply(invert(delta), new) == PAGE


def test_a_move_by_hand_goes_where_its_ref_says():
    two = tree(
        Block(ref="1", children=(leaf("1.1", "a"), leaf("1.2", "b"))), Block(ref="2", children=(leaf("2.1", "c"),))
    )
    moved = apply(_delta(Change(op="move", element="block", block="1.2", to_block="2.2")), two)
    assert moved == tree(
        Block(ref="1", children=(leaf("1.1", "a"),)), Block(ref="2", children=(leaf("2.1", "c"), leaf("2.2", "b")))
    )


def test_looks_are_applied_too():
    style = BlockStyle(font_size=20)
    delta = _delta(
        Change(op="update", element="style", block="1.1", old=BlockStyle(), new=style),
        Change(op="update", element="style", block="1.2", old=Box(0, 0, 0, 0), new=Box(9, 9, 30, 40)),
    )
    found = apply(delta, PAGE).by_ref()
    assert found["1.1"].style == style
    assert found["1.2"].box == Box(9, 9, 30, 40)


def test_blocks_that_did_not_change_are_shared_not_copied():
    new = page(PAGE.blocks[0].children[0], leaf("1.2", "bye bye", ("About",)))
    assert apply(compare(PAGE, new), PAGE).blocks[0].children[0] is PAGE.blocks[0].children[0]
