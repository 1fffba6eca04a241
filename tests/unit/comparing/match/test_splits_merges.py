"""Which blocks were split into several, or merged into one."""

from __future__ import annotations

import pytest

from pagestrata.comparing.match.leaf_blocks import Matching
from pagestrata.comparing.match.splits_merges import Regrouping, find_merges, find_splits
from pagestrata.comparing.outline import Outline
from trees import leaf, tree

FIRST, SECOND = "a b c d e", "p q r s t"


def _matching(old, new, **pairs):
    matching = Matching(Outline(tree(*old), which="old"), Outline(tree(*new), which="new"))
    for before, after in pairs.items():
        matching.join(matching.old.numbers[before], matching.new.numbers[after], 0.5)
    return matching


WHOLE, PARTS = [leaf("w", f"{FIRST} {SECOND}")], [leaf("x", FIRST), leaf("y", SECOND)]


def test_one_block_that_became_two():
    matching = _matching(WHOLE, PARTS)
    assert find_splits(matching) == [Regrouping(whole=0, parts=(0, 1), partner=None)]
    assert find_merges(matching) == []


def test_two_blocks_that_became_one():
    matching = _matching(PARTS, WHOLE)
    assert find_merges(matching) == [Regrouping(whole=0, parts=(0, 1), partner=None)]
    assert find_splits(matching) == []


def test_a_part_that_was_taken_for_the_whole_is_one_of_the_parts():
    assert find_splits(_matching(WHOLE, PARTS, w="x")) == [Regrouping(whole=0, parts=(0, 1), partner=0)]


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
