"""Leaf blocks told by their place between matched neighbours."""

from __future__ import annotations

from pagestrata.comparing.match.leaf_blocks import Matching
from pagestrata.comparing.match.match_by_position import match_by_position
from pagestrata.comparing.match.matching import Outline
from pagestrata.model.blocks import Block
from trees import leaf, page, tree


def _found(old, new, pairs, told=()):
    """The pairs of refs that the places add to those given."""
    matching = Matching(Outline(old, which="old"), Outline(new, which="new"))
    for before, after in pairs.items():
        matching.join(matching.old.numbers[before], matching.new.numbers[after], 1.0)
    sides = {"old": matching.old, "new": matching.new}
    match_by_position(matching, {(side, sides[side].numbers[ref]) for side, ref in told})
    refs = {matching.old.blocks[i].ref: matching.new.blocks[j].ref for i, j in matching.partner_of_old.items()}
    return {before: after for before, after in refs.items() if before not in pairs}


def _row(middle, *, first="1.1", last="1.3"):
    return page(leaf(first, "before"), *middle, leaf(last, "behind"))


AROUND = {"1": "1", "1.1": "1.1", "1.3": "1.3"}


def test_between_the_same_neighbours_some_similarity_is_enough():
    old, new = leaf("1.2", "a b c d e f"), leaf("1.7", "a b c p q r")
    assert _found(_row([old]), _row([new]), AROUND) == {"1.2": "1.7"}


def test_between_the_same_neighbours_the_same_ref_is_enough():
    old, new = leaf("1.7", "a b c", ("x", "y", "z")), leaf("1.7", "p q r", ("u", "v", "w"))
    assert _found(_row([old]), _row([new]), AROUND) == {"1.7": "1.7"}


def test_where_refs_only_count_it_is_not_even_if_all_others_stayed():
    old, new = leaf("1.2", "a b c", ("x", "y", "z")), leaf("1.2", "p q r", ("u", "v", "w"))
    assert _found(_row([old]), _row([new]), AROUND) == {}
    assert _found(_row([leaf("1.2", "yesterday")]), _row([leaf("1.2", "today")]), AROUND) == {"1.2": "1.2"}


def test_where_refs_only_count_the_same_one_is_chance():
    """An advert came to the front, so '1.3' is another place than before."""
    old = page(leaf("1.1", "before"), leaf("1.2", "a b c", ("x", "y", "z")), leaf("1.3", "behind"), leaf("1.4", "end"))
    new = page(leaf("1.1", "before"), leaf("1.2", "p q r", ("u", "v", "w")), leaf("1.3", "behind"))
    assert _found(old, new, AROUND) == {}


def test_empty_blocks_between_the_same_neighbours_are_the_same():
    assert _found(_row([leaf("1.2")]), _row([leaf("1.7")]), AROUND) == {"1.2": "1.7"}


def test_elsewhere_in_the_same_block_the_content_must_be_alike():
    first, third, fourth = leaf("1.1", "first"), leaf("1.3", "third"), leaf("1.4", "fourth")
    pairs = {"1": "1", "1.1": "1.1", "1.3": "1.3", "1.4": "1.4"}

    def found(before, after):
        return _found(page(first, before, third, fourth), page(third, first, fourth, after), pairs)

    assert found(leaf("1.2", "a b c d", ("x",)), leaf("1.9", "p q r s", ("x",))) == {"1.2": "1.9"}
    assert found(leaf("1.2", "a b c d e f"), leaf("1.9", "a p q r s t")) == {}


def test_another_ref_with_nothing_in_common_is_another_block():
    old, new = leaf("1.2", "a b c", ("x", "y", "z")), leaf("1.9", "p q r", ("u", "v", "w"))
    assert _found(_row([old]), _row([new]), AROUND) == {}


def test_the_same_place_in_another_block_is_no_place():
    old = tree(Block(ref="1", children=(leaf("1.1", "a b c"),)), leaf("2", "x"))
    new = tree(leaf("2", "x"), Block(ref="3", children=(leaf("1.1", "a b z"),)))
    assert _found(old, new, {"2": "2"}) == {}


def test_what_was_split_or_merged_is_left_alone():
    old, new = leaf("1.2", "a b c"), leaf("1.2", "a b z")
    assert _found(_row([old]), _row([new]), AROUND, [("old", "1.2")]) == {}
    assert _found(_row([old]), _row([new]), AROUND, [("new", "1.2")]) == {}


def test_with_one_neighbour_a_small_exchange_is_the_same_block_and_a_large_one_is_not():
    """Two siblings behind changed places, so only the one before is the same."""

    def found(before, after):
        first, third, fourth = leaf("1.1", "first"), leaf("1.3", "third"), leaf("1.4", "fourth")
        pairs = {"1": "1", "1.1": "1.1", "1.3": "1.3", "1.4": "1.4"}
        return _found(page(first, before, third, fourth), page(first, after, fourth, third), pairs)

    assert found(leaf("1.2", "yesterday"), leaf("1.2", "today")) == {"1.2": "1.2"}
    assert found(leaf("1.2", "a", ("x", "y")), leaf("1.2", "b", ("u", "v"))) == {}
    assert found(leaf("1.2", "a", ("x", "y")), leaf("1.2", "b", ("x", "v"))) == {"1.2": "1.2"}
    assert found(leaf("1.2", "a", ("x", "y")), leaf("1.2")) == {"1.2": "1.2"}, "emptied, not replaced"


def test_renumbered_refs_are_followed_from_the_neighbour():
    old = page(leaf("1.1", "before"), leaf("1.2", "yesterday"))
    new = page(leaf("1.1", "an advert"), leaf("1.2", "before"), leaf("1.3", "today"))
    assert _found(old, new, {"1": "1", "1.1": "1.2"}) == {"1.2": "1.3"}


def test_the_only_block_between_two_neighbours_needs_one_word_in_common():
    old, new = leaf("1.2", "a b c d", ("x", "y")), leaf("1.9", "d e f g h", ("u", "v"))
    assert _found(_row([old]), _row([new]), AROUND) == {"1.2": "1.9"}
    beside = leaf("1.5", "never seen", ("w",))
    assert _found(_row([old]), _row([new, beside]), AROUND) == {}


def test_another_number_in_the_same_place_is_the_same_block():
    assert _found(_row([leaf("1.2", "5200")]), _row([leaf("1.9", "4,999.00")]), AROUND) == {"1.2": "1.9"}
    assert _found(_row([leaf("1.2", "5200")]), _row([leaf("1.9", "sold")]), AROUND) == {}
