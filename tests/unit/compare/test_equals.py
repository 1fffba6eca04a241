"""Leaf blocks of equal content, told apart by what stands around them."""

from __future__ import annotations

from pagestrata.compare.equals import match_equal, places_in_order
from pagestrata.compare.matching import Matching
from pagestrata.compare.outline import Outline
from trees import leaf, tree


def _matched(old, new):
    matching = Matching(Outline(tree(*old), which="old"), Outline(tree(*new), which="new"))
    left = match_equal(matching)
    blocks, others = matching.old.blocks, matching.new.blocks
    return matching, {blocks[i].ref: others[j].ref for i, j in matching.partner_of_old.items()}, left


def _pairs(old, new):
    return _matched(old, new)[1]


def test_a_content_that_both_have_once_is_certain_wherever_it_stands():
    old, new = [leaf("1", "a"), leaf("2", "b")], [leaf("7", "b"), leaf("8", "a")]
    assert _pairs(old, new) == {"1": "8", "2": "7"}


def test_what_has_no_equal_is_left():
    _, pairs, left = _matched([leaf("1", "a"), leaf("2", "b")], [leaf("1", "c"), leaf("2", "b"), leaf("3", "d")])
    assert pairs == {"2": "2"}
    assert left == ([0], [0, 2])


def test_repeated_contents_keep_their_refs_among_neighbours_that_did():
    old = [leaf("1", "x"), leaf("2", "more"), leaf("3", "more"), leaf("4", "y")]
    new = [leaf("1", "x"), leaf("3", "more"), leaf("4", "y")]
    assert _pairs(old, new) == {"1": "1", "3": "3", "4": "4"}


def test_repeated_contents_follow_their_neighbours_where_refs_were_counted_anew():
    old = [leaf("1", "x"), leaf("2", "more"), leaf("3", "y"), leaf("4", "more")]
    new = [leaf("1", "ad"), leaf("2", "x"), leaf("3", "more"), leaf("4", "y"), leaf("5", "more")]
    assert _pairs(old, new) == {"1": "2", "2": "3", "3": "4", "4": "5"}


def test_a_pair_keeps_the_order_of_those_that_stayed_or_not():
    old = [leaf("1", "a"), leaf("2", "p"), leaf("3", "b")]
    new = [leaf("9", "q"), leaf("1", "a"), leaf("2", "r"), leaf("3", "b")]
    fits = places_in_order(_matched(old, new)[0])
    assert fits(1, 2)
    assert not fits(1, 0)
