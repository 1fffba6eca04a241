"""Which blocks were split into several, or merged into one, and how they leave the matching."""

from __future__ import annotations

import pytest

from pagestrata.comparing.match.leaf_blocks import match_leaves
from pagestrata.comparing.match.matching import Matching, Outline
from pagestrata.comparing.match.splits_merges import (
    Regrouping,
    find_merges,
    find_splits,
    match_inner_around_splits_and_merges,
)
from pagestrata.model.blocks import Block
from trees import leaf, page, tree

FIRST, SECOND = "a b c d e", "p q r s t"


def _matching(old, new, **pairs):
    matching = Matching(Outline(tree(*old), which="old"), Outline(tree(*new), which="new"))
    for before, after in pairs.items():
        matching.join(matching.old.numbers[before], matching.new.numbers[after], 0.5)
    return matching


WHOLE, PARTS = [leaf("w", f"{FIRST} {SECOND}")], [leaf("x", FIRST), leaf("y", SECOND)]


def test_one_block_that_became_two():
    matching = _matching(WHOLE, PARTS)
    assert find_splits(matching) == [Regrouping(op="split", whole=0, parts=(0, 1), partner=None)]
    assert find_merges(matching) == []


def test_two_blocks_that_became_one():
    matching = _matching(PARTS, WHOLE)
    assert find_merges(matching) == [Regrouping(op="merge", whole=0, parts=(0, 1), partner=None)]
    assert find_splits(matching) == []


def test_a_part_that_was_taken_for_the_whole_is_one_of_the_parts():
    assert find_splits(_matching(WHOLE, PARTS, w="x")) == [Regrouping(op="split", whole=0, parts=(0, 1), partner=0)]


@pytest.mark.parametrize(
    "parts",
    [
        [leaf("x", FIRST)],  # one part is no split
        [leaf("x", FIRST), leaf("y", "p u v z")],  # what the second says is not from the whole
        [leaf("x", "a b c"), leaf("y", "p q r")],  # six of ten words: too much of the whole is gone
        [leaf("x", "a b c d e p q r"), leaf("y", "s t")],  # two words may be anywhere by chance
    ],
)
def test_what_is_no_split(parts):
    assert find_splits(_matching(WHOLE, parts)) == []


def test_links_and_images_count_as_words_do():
    whole = [leaf("w", "", ("a", "b", "c", "d"), ("i", "j"))]
    parts = [leaf("x", "", ("a", "b", "c")), leaf("y", "", ("d",), ("i", "j"))]
    assert [found.parts for found in find_splits(_matching(whole, parts))] == [(0, 1)]
    swapped = [leaf("x", "", ("a", "b", "c")), leaf("y", "", ("i", "j", "d"))]
    assert find_splits(_matching(whole, swapped)) == []


def test_matched_blocks_are_no_loose_parts():
    old = [*WHOLE, leaf("o", SECOND)]
    assert find_splits(_matching(old, PARTS, o="y")) == []


def test_a_partner_that_grew_is_no_part():
    """The partner must itself come from the whole: one that says much more than it lost is a change, not a split."""
    grown = [leaf("x", f"{FIRST} 1 2 3 4 5 6"), leaf("y", SECOND)]
    assert find_splits(_matching(WHOLE, grown, w="x")) == []


FOX, SWANS = "the quick brown fox jumps over it", "seven silver swans swam silently seaward"
FOX_AND_SWANS = f"{FOX} {SWANS}"


def _regrouped(old, new):
    matching = match_leaves(Outline(old, which="old"), Outline(new, which="new"))
    groups = match_inner_around_splits_and_merges(matching)
    before, after = matching.old.blocks, matching.new.blocks
    told = [(group.op, [before[i].ref for i in group.old], [after[j].ref for j in group.new]) for group in groups]
    return told, {before[i].ref: after[j].ref for i, j in matching.partner_of_old.items()}


def test_without_splits_only_the_inner_blocks_are_matched():
    told, pairs = _regrouped(page(leaf("1.1", "a b c")), page(leaf("1.1", "a b c")))
    assert told == []
    assert pairs == {"1.1": "1.1", "1": "1"}


def test_a_split_takes_its_whole_and_its_parts_out():
    told, pairs = _regrouped(
        page(leaf("1.1", "x y"), leaf("1.2", FOX_AND_SWANS)),
        page(leaf("1.1", "x y"), leaf("1.2", FOX), leaf("1.3", SWANS)),
    )
    assert told == [("split", ["1.2"], ["1.2", "1.3"])]
    assert pairs == {"1.1": "1.1", "1": "1"}


def test_a_merge_is_a_split_from_the_other_side():
    told, pairs = _regrouped(
        page(leaf("1.1", "x y"), leaf("1.2", FOX), leaf("1.3", SWANS)),
        page(leaf("1.1", "x y"), leaf("1.2", FOX_AND_SWANS)),
    )
    assert told == [("merge", ["1.2", "1.3"], ["1.2"])]
    assert pairs == {"1.1": "1.1", "1": "1"}


def test_parts_inside_a_new_block_of_their_own_are_told_by_that_block():
    inside = Block(ref="1.2", children=(leaf("1.2.1", FOX), leaf("1.2.2", SWANS)))
    told, _ = _regrouped(page(leaf("1.1", "x y"), leaf("1.2", FOX_AND_SWANS)), page(leaf("1.1", "x y"), inside))
    assert told == [("split", ["1.2"], ["1.2"])]


def test_parts_inside_a_larger_new_block_are_no_split():
    """The new block around them holds other news too, so the split cannot be told on its own."""
    inside = Block(ref="1.2", children=(leaf("1.2.1", FOX), leaf("1.2.2", SWANS), leaf("1.2.3", "p q r s t u v")))
    told, pairs = _regrouped(page(leaf("1.1", "x y"), leaf("1.2", FOX_AND_SWANS)), page(leaf("1.1", "x y"), inside))
    assert told == []
    assert "1.2.3" not in pairs.values()


def test_a_pair_parted_for_a_split_that_was_not_accepted_is_joined_again():
    longer = f"{FOX} and the lazy dog sleeps there still"
    old = page(leaf("1.1", "x y"), leaf("1.2", f"{longer} {SWANS}"))
    split = page(leaf("1.1", "x y"), leaf("1.2", longer), leaf("1.3", SWANS))
    assert _regrouped(old, split)[0] == [("split", ["1.2"], ["1.2", "1.3"])], "the pair was parted for this one"
    inside = Block(ref="1.3", children=(leaf("1.3.1", SWANS), leaf("1.3.2", "p q r s t u v")))
    told, pairs = _regrouped(old, page(leaf("1.1", "x y"), leaf("1.2", longer), inside))
    assert told == []
    assert pairs["1.2"] == "1.2"


def test_a_block_is_in_one_regrouping_only():
    told, _ = _regrouped(page(leaf("1.1", FOX_AND_SWANS)), page(leaf("1.1", FOX), leaf("1.2", SWANS)))
    assert len(told) == 1


def test_the_few_words_of_a_deleted_title_are_no_part_of_a_long_text_that_has_them_too():
    old = [leaf("t", "c d p q"), leaf("x", FIRST), leaf("y", SECOND)]
    assert [found.parts for found in find_merges(_matching(old, [leaf("w", f"{FIRST} {SECOND}")]))] == [(1, 2)]
