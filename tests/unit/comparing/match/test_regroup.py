"""Splits and merges leave the matching before the inner blocks are matched."""

from __future__ import annotations

from pagestrata.comparing.match.leaf_blocks import match_leaves
from pagestrata.comparing.match.regroup import regroup
from pagestrata.comparing.outline import Outline
from pagestrata.model.blocks import Block
from trees import leaf, page

FIRST, SECOND = "the quick brown fox jumps over it", "seven silver swans swam silently seaward"
WHOLE = f"{FIRST} {SECOND}"


def _regrouped(old, new):
    matching = match_leaves(Outline(old, which="old"), Outline(new, which="new"))
    groups = regroup(matching)
    before, after = matching.old.blocks, matching.new.blocks
    told = [(group.op, [before[i].ref for i in group.old], [after[j].ref for j in group.new]) for group in groups]
    return told, {before[i].ref: after[j].ref for i, j in matching.partner_of_old.items()}


def test_without_splits_only_the_inner_blocks_are_matched():
    told, pairs = _regrouped(page(leaf("1.1", "a b c")), page(leaf("1.1", "a b c")))
    assert told == []
    assert pairs == {"1.1": "1.1", "1": "1"}


def test_a_split_takes_its_whole_and_its_parts_out():
    told, pairs = _regrouped(
        page(leaf("1.1", "x y"), leaf("1.2", WHOLE)), page(leaf("1.1", "x y"), leaf("1.2", FIRST), leaf("1.3", SECOND))
    )
    assert told == [("split", ["1.2"], ["1.2", "1.3"])]
    assert pairs == {"1.1": "1.1", "1": "1"}


def test_a_merge_is_a_split_from_the_other_side():
    told, pairs = _regrouped(
        page(leaf("1.1", "x y"), leaf("1.2", FIRST), leaf("1.3", SECOND)), page(leaf("1.1", "x y"), leaf("1.2", WHOLE))
    )
    assert told == [("merge", ["1.2", "1.3"], ["1.2"])]
    assert pairs == {"1.1": "1.1", "1": "1"}


def test_parts_inside_a_new_block_of_their_own_are_told_by_that_block():
    inside = Block(ref="1.2", children=(leaf("1.2.1", FIRST), leaf("1.2.2", SECOND)))
    told, _ = _regrouped(page(leaf("1.1", "x y"), leaf("1.2", WHOLE)), page(leaf("1.1", "x y"), inside))
    assert told == [("split", ["1.2"], ["1.2"])]


def test_parts_inside_a_larger_new_block_are_no_split():
    """The new block around them holds other news too, so the split cannot be told on its own."""
    inside = Block(ref="1.2", children=(leaf("1.2.1", FIRST), leaf("1.2.2", SECOND), leaf("1.2.3", "p q r s t u v")))
    told, pairs = _regrouped(page(leaf("1.1", "x y"), leaf("1.2", WHOLE)), page(leaf("1.1", "x y"), inside))
    assert told == []
    assert "1.2.3" not in pairs.values()


def test_a_pair_parted_for_a_split_that_was_not_accepted_is_joined_again():
    longer = f"{FIRST} and the lazy dog sleeps there still"
    old = page(leaf("1.1", "x y"), leaf("1.2", f"{longer} {SECOND}"))
    split = page(leaf("1.1", "x y"), leaf("1.2", longer), leaf("1.3", SECOND))
    assert _regrouped(old, split)[0] == [("split", ["1.2"], ["1.2", "1.3"])], "the pair was parted for this one"
    inside = Block(ref="1.3", children=(leaf("1.3.1", SECOND), leaf("1.3.2", "p q r s t u v")))
    told, pairs = _regrouped(old, page(leaf("1.1", "x y"), leaf("1.2", longer), inside))
    assert told == []
    assert pairs["1.2"] == "1.2"


def test_a_block_is_in_one_regrouping_only():
    told, _ = _regrouped(page(leaf("1.1", WHOLE)), page(leaf("1.1", FIRST), leaf("1.2", SECOND)))
    assert len(told) == 1
