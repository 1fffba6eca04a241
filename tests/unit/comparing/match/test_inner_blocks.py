"""Which inner block is which, and what moved."""

from __future__ import annotations

from pagestrata.comparing.match.inner_blocks import match_inner, moved_blocks
from pagestrata.comparing.match.leaf_blocks import Matching
from pagestrata.comparing.match.matching import Outline
from pagestrata.model.blocks import Block
from trees import leaf, tree


def _inner(ref, *children):
    return Block(
        ref=ref, children=tuple(child if isinstance(child, Block) else leaf(child, child) for child in children)
    )


def _matching(old, new, pairs=None):
    """Leaves matched as the pairs say, by default those of equal refs; then the blocks around them."""
    matching = Matching(Outline(tree(*old), which="old"), Outline(tree(*new), which="new"))
    leaves = [block.ref for block in matching.old.blocks if not block.children]
    for before, after in (pairs or {ref: ref for ref in leaves if ref in matching.new.numbers}).items():
        matching.join(matching.old.numbers[before], matching.new.numbers[after], 1.0)
    match_inner(matching)
    return matching


def _inner_pairs(matching):
    blocks, others = matching.old.blocks, matching.new.blocks
    return {blocks[i].ref: others[j].ref for i, j in matching.partner_of_old.items() if blocks[i].children}


def _moved(matching):
    return [matching.old.blocks[number].ref for number in moved_blocks(matching)]


def test_unchanged_blocks_are_matched_from_the_inside_out():
    same = [_inner("1", "a", _inner("2", "b", "c"))]
    matching = _matching(same, same)
    assert _inner_pairs(matching) == {"1": "1", "2": "2"}
    assert set(matching.similarities.values()) == {1.0}
    assert _moved(matching) == []


def test_inner_blocks_follow_most_of_their_leaves_whatever_they_are_called():
    old = [_inner("1", "a", "b", "c"), _inner("2", "d", "e", "f")]
    new = [_inner("1", "d", "e", "c"), _inner("2", "a", "b", "f")]
    matching = _matching(old, new)
    assert _inner_pairs(matching) == {"1": "2", "2": "1"}


def test_a_block_that_lost_all_its_leaves_keeps_its_ref():
    old, new = [_inner("1", "a"), _inner("2", "b")], [_inner("1", "x"), _inner("2", "b")]
    matching = _matching(old, new)
    assert _inner_pairs(matching) == {"1": "1", "2": "2"}
    assert matching.similarities[matching.old.numbers["1"]] == 0.0


def test_an_inner_block_is_no_partner_of_a_leaf_of_its_ref():
    assert _inner_pairs(_matching([_inner("1", "a")], [leaf("1", "x")])) == {}


def test_what_left_the_block_around_it_moved():
    old, new = [_inner("1", "a", "b", "c"), _inner("2", "d", "e")], [_inner("1", "b", "c"), _inner("2", "d", "e", "a")]
    assert _moved(_matching(old, new)) == ["a"]


def test_what_moves_inside_another_block_is_not_named():
    old = [_inner("1", _inner("3", "a", "b"), "c", "d"), _inner("2", "e")]
    new = [_inner("1", "c", "d"), _inner("2", "e", _inner("3", "a", "b"))]
    assert _moved(_matching(old, new)) == ["3"]


def test_a_wrapper_moves_nothing():
    old, new = [_inner("1", "a", "b", "c")], [_inner("1", _inner("9", "a", "b"), "c")]
    assert _moved(_matching(old, new)) == []
    assert _moved(_matching(new, old)) == []


def test_the_fewest_siblings_that_explain_another_order_moved():
    old, new = [_inner("1", *"abcde")], [_inner("1", *"ebcda")]
    moved = _moved(_matching(old, new))
    assert moved == ["a", "e"]
    assert _moved(_matching(old, [_inner("1", *"bcdea")])) == ["a"]


def test_another_layer_is_a_move_of_the_outermost_block_only():
    old = [Block(ref="1", children=(leaf("a", "a"),))]
    new = [Block(ref="1", layer="overlay", children=(leaf("a", "a", layer="overlay"),))]
    assert _moved(_matching(old, new)) == ["1"]
