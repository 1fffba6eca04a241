"""Wrappers that changed are no moves."""

from __future__ import annotations

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block
from trees import leaf, tree

LEAVES = [leaf(f"1.{n}0", f"what the block {n} says") for n in range(1, 9)]


def _told(old, new):
    delta = compare(old, new)
    assert apply(delta, old) == new
    assert apply(invert(delta), new) == old
    return [(change.op, change.block) for change in delta.changes]


def _page(*inside):
    return tree(Block(ref="1", children=(leaf("1.1", "a header"), *inside, leaf("1.2", "a footer"))))


TOGETHER = _page(Block(ref="1.5", children=tuple(LEAVES)))
APART = _page(*LEAVES[:3], Block(ref="1.5", children=tuple(LEAVES[3:6])), *LEAVES[6:])


def test_a_group_that_fell_apart_moves_nothing():
    assert _told(TOGETHER, APART) == [("delete", "1.5"), ("insert", "1.5")]


def test_blocks_drawn_together_do_not_move_either():
    assert _told(APART, TOGETHER) == [("delete", "1.5"), ("insert", "1.5")]


def test_a_few_blocks_that_leave_a_group_have_moved():
    group = Block(ref="1.5", children=tuple(LEAVES[1:]))
    assert _told(TOGETHER, _page(LEAVES[0], group)) == [("move", "1.10")]


def test_blocks_that_go_to_another_group_have_moved_even_when_they_are_most():
    other = Block(ref="1.6", children=(leaf("1.90", "first of another group"), leaf("1.91", "second of it")))
    fuller = Block(ref="1.6", children=(*other.children, *LEAVES[:5]))
    old, new = (
        _page(Block(ref="1.5", children=tuple(LEAVES)), other),
        _page(Block(ref="1.5", children=tuple(LEAVES[5:])), fuller),
    )
    assert _told(old, new) == [("move", f"1.{n}0") for n in range(1, 6)]
