"""A tree laid out flat."""

from __future__ import annotations

import pytest

from pagestrata.comparing.match.matching import NO_PARENT, Matching, Outline, content_of, is_empty, refs_are_positions
from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockStyle
from pagestrata.model.geometry import Box
from trees import leaf, page, tree

TREE = tree(
    Block(ref="1", children=(leaf("1.1"), Block(ref="1.2", children=(leaf("1.2.1"), leaf("1.2.2"))))), leaf("2")
)


def test_blocks_stand_in_document_order_with_their_parents():
    outline = Outline(TREE, which="old")
    assert [block.ref for block in outline.blocks] == ["1", "1.1", "1.2", "1.2.1", "1.2.2", "2"]
    assert outline.parents == [NO_PARENT, 0, 0, 2, 2, NO_PARENT]
    assert all(outline.blocks[number].ref == ref for ref, number in outline.numbers.items())


def test_children_are_those_directly_inside():
    outline = Outline(TREE, which="old")
    assert outline.children(NO_PARENT) == [0, 5]
    assert outline.children(0) == [1, 2]
    assert outline.children(2) == [3, 4]
    assert outline.children(5) == []


def test_an_empty_tree():
    outline = Outline(tree(), which="old")
    assert (outline.blocks, outline.parents, outline.numbers, outline.children(NO_PARENT)) == ([], [], {}, [])


def test_a_ref_that_is_there_twice_is_refused_at_any_depth():
    twice = tree(Block(ref="1", children=(leaf("1.1"),)), leaf("1.1"))
    with pytest.raises(InputError, match=r"^the old tree has the block 1\.1 twice; segment the page again$"):
        Outline(twice, which="old")


def test_content_is_what_a_block_says_not_how_it_looks():
    block = leaf("1", "x", ("a", "b"), ("i",))
    same = leaf("2", "x", ("a", "b"), ("i",), box=Box(1, 2, 3, 4), style=BlockStyle(font_size=3), role="menu")
    assert content_of(block) == content_of(same)
    assert content_of(block) != content_of(leaf("1", "x", ("b", "a"), ("i",)))
    assert content_of(block) != content_of(leaf("1", "y", ("a", "b"), ("i",)))
    assert content_of(leaf("1", links=("a",))) != content_of(leaf("1", images=("a",)))


def test_a_block_is_empty_without_any_element():
    assert is_empty(leaf("1"))
    assert not is_empty(leaf("1", "x"))
    assert not is_empty(leaf("1", links=("a",)))
    assert not is_empty(leaf("1", images=("i",)))


def test_refs_that_only_count_are_told_from_those_that_name():
    assert refs_are_positions(Outline(TREE, which="old"))
    assert not refs_are_positions(Outline(tree(Block(ref="1", children=(leaf("1.1"), leaf("1.7")))), which="old"))


def _matching(*new):
    old = page(leaf("1.1", "a"), leaf("1.2", "b"))
    return Matching(Outline(old, which="old"), Outline(page(*new), which="new"))


def test_partners_are_known_from_both_sides_until_they_part():
    matching = _matching(leaf("1.1", "a"), leaf("1.2", "b"))
    matching.join(1, 2, 0.7)
    assert matching.partner_of_old == {1: 2}
    assert matching.partner_of_new == {2: 1}
    assert matching.similarities == {1: 0.7}
    matching.part(1)
    assert matching.partner_of_old == matching.partner_of_new == matching.similarities == {}


def test_only_everything_in_its_old_place_is_the_identity():
    same = _matching(leaf("1.1", "a"), leaf("1.2", "c"))
    for number in range(3):
        assert not same.is_identity()
        same.join(number, number, 1.0)
    assert same.is_identity()
    renumbered = _matching(leaf("1.1", "a"), leaf("1.3", "b"))
    for number in range(3):
        renumbered.join(number, number, 1.0)
    assert not renumbered.is_identity()
