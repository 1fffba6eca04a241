"""The fields of blocks after the changes inside them; misfits of whole deltas are in test_apply."""

from __future__ import annotations

import pytest

from pagestrata.comparing.delta.apply_elements import edited, misfit
from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.model.deltas import Change, Delta, Order, Patch, Picture
from pagestrata.model.geometry import Box

A, B, C, D = (Link(name, f"http://site.test/{name}") for name in "abcd")


def _block(ref="1", **fields):
    return Block(ref=ref, **fields)


def _edited(*changes, blocks, gone=(), **patch):
    return edited(Delta(changes=changes, patch=Patch(**patch)), {block.ref: block for block in blocks}, set(gone))


def _link(op, block="1", **fields):
    return Change(op=op, element="link", block=block, **fields)


def test_blocks_without_changes_are_left_out():
    assert _edited(blocks=[_block(links=(A,))]) == {}


def test_links_come_to_their_places_and_those_without_one_to_the_end():
    changes = (_link("insert", new=D), _link("insert", new=C, new_index=0))
    assert _edited(*changes, blocks=[_block(links=(A, B))]) == {"1": {"links": (C, A, B, D)}}


def test_a_place_outside_the_list_is_the_nearest_end():
    block = _block(links=(A, B))
    assert _edited(_link("insert", new=C, new_index=10**30), blocks=[block]) == {"1": {"links": (A, B, C)}}
    assert _edited(_link("insert", new=C, new_index=-5), blocks=[block]) == {"1": {"links": (C, A, B)}}


def test_of_equal_links_the_one_at_the_index_goes_else_the_first():
    block = _block(links=(A, B, A))
    assert _edited(_link("delete", old=A, old_index=2), blocks=[block]) == {"1": {"links": (A, B)}}
    assert _edited(_link("delete", old=A), blocks=[block]) == {"1": {"links": (B, A)}}
    assert _edited(_link("delete", old=A, old_index=1), blocks=[block]) == {"1": {"links": (B, A)}}


def test_a_link_is_not_taken_away_more_often_than_it_is_there():
    with pytest.raises(InputError, match="block 1 does not have the link"):
        _edited(_link("delete", old=A), _link("delete", old=A), blocks=[_block(links=(A, B))])


def test_a_move_leaves_one_block_and_finds_the_other_under_its_old_name():
    change = _link("move", to_block="9", old=A, new=A, new_index=1)
    found = _edited(change, blocks=[_block(links=(A,)), _block("2", links=(B,))], renames=(("2", "9"),))
    assert found == {"1": {"links": ()}, "2": {"links": (B, A)}}


def test_an_order_is_that_of_the_links_that_stayed():
    order = Order(block="1", element="link", order=(1, 0))
    changes = (_link("delete", old=B, old_index=1), _link("insert", new=D, new_index=1))
    assert _edited(*changes, blocks=[_block(links=(A, B, C))], orders=(order,)) == {"1": {"links": (C, D, A)}}
    with pytest.raises(InputError, match="block 1 has 3 links to put in order, not 2"):
        _edited(blocks=[_block(links=(A, B, C))], orders=(order,))
    with pytest.raises(InputError, match="there is no block 1 to put in order"):
        _edited(blocks=[], orders=(order,))


def test_looks_change_the_style_and_the_box():
    block = _block(text="x", box=Box(5, 7, 100, 20))
    restyle = Change(op="update", element="style", block="1", old=BlockStyle(), new=BlockStyle(font_size=20))
    resize = Change(op="update", element="style", block="1", old=block.box, new=Box(0, 0, 200, 30))
    assert _edited(restyle, resize, blocks=[block]) == {
        "1": {"style": BlockStyle(font_size=20), "box": Box(0, 0, 200, 30)}
    }


def test_other_pixels_change_only_a_hash_that_the_tree_has():
    image = Image("a", "b")
    change = Change(op="update", element="image", block="1", old=Picture(*image, "00"), new=Picture(*image, "ff"))
    assert _edited(change, blocks=[_block(images=(image,), picture_hash="00")])["1"]["picture_hash"] == "ff"
    assert "picture_hash" not in _edited(change, blocks=[_block(images=(image,))])["1"]


def test_a_block_that_goes_cannot_be_edited():
    with pytest.raises(InputError, match="there is no block 1 for the insert of a link"):
        _edited(_link("insert", new=A), blocks=[_block()], gone=["1"])


def test_a_misfit_names_the_version_it_was_made_from():
    assert str(misfit(Delta(changes=(), from_version="v7"), "x is missing")) == (
        "the delta does not fit: x is missing; nothing was changed, apply it to the version v7 it was made from"
    )
    assert "to the version it was made from" in str(misfit(Delta(changes=()), "x"))
