"""Equal blocks paired with the fewest moves."""

from __future__ import annotations

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.match.matching import Matching, Outline
from pagestrata.comparing.match.repairs import repair_equal_pairs
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block
from pagestrata.model.geometry import Box
from trees import leaf, tree


def _settled(old, new, pairs, told=()):
    matching = Matching(Outline(old, which="old"), Outline(new, which="new"))
    for before, after in pairs.items():
        matching.join(matching.old.numbers[before], matching.new.numbers[after], 1.0)
    sides = {"old": matching.old, "new": matching.new}
    repair_equal_pairs(matching, {(side, sides[side].numbers[ref]) for side, ref in told})
    return {matching.old.blocks[i].ref: matching.new.blocks[j].ref for i, j in matching.partner_of_old.items()}


def _columns(first, second):
    return tree(Block(ref="1", children=tuple(first)), Block(ref="2", children=tuple(second)))


TWO_COLUMNS = _columns([leaf("1.1", "rule"), leaf("1.2", "a")], [leaf("2.1", "rule"), leaf("2.2", "b")])
KEPT = {"1": "1", "2": "2", "1.2": "1.2", "2.2": "2.2"}


def test_equal_blocks_paired_across_the_page_go_back_to_their_parents():
    found = _settled(TWO_COLUMNS, TWO_COLUMNS, {**KEPT, "1.1": "2.1", "2.1": "1.1"})
    assert found == {ref: ref for ref in ("1", "2", "1.1", "1.2", "2.1", "2.2")}


def test_what_has_not_moved_is_left_as_it_is():
    assert _settled(TWO_COLUMNS, TWO_COLUMNS, {**KEPT, "1.1": "1.1"}) == {**KEPT, "1.1": "1.1"}


def test_a_block_without_its_like_has_moved():
    old = _columns([leaf("1.1", "only"), leaf("1.2", "a")], [leaf("2.2", "b")])
    new = _columns([leaf("1.2", "a")], [leaf("2.1", "only"), leaf("2.2", "b")])
    assert _settled(old, new, {**KEPT, "1.1": "2.1"}) == {**KEPT, "1.1": "2.1"}


def test_among_equals_the_look_decides():
    wide, narrow = Box(0, 0, 500, 7), Box(0, 0, 90, 7)
    old = _columns([leaf("1.1", "rule", box=wide), leaf("1.2", "a")], [leaf("2.2", "b")])
    new = _columns(
        [leaf("1.8", "rule", box=narrow), leaf("1.9", "rule", box=wide), leaf("1.2", "a")],
        [leaf("2.1", "rule", box=wide), leaf("2.2", "b")],
    )
    assert _settled(old, new, {**KEPT, "1.1": "2.1"}) == {**KEPT, "1.1": "1.9"}


def test_what_was_split_or_merged_is_left_alone():
    found = _settled(TWO_COLUMNS, TWO_COLUMNS, {**KEPT, "2.1": "1.1"}, [("old", "1.1"), ("new", "2.1")])
    assert found == {**KEPT, "2.1": "1.1"}


def test_equal_blocks_beyond_those_that_stayed_move_in_document_order():
    old = _columns([leaf("1.1", "rule"), leaf("1.3", "rule"), leaf("1.2", "a")], [leaf("2.2", "b")])
    new = _columns([leaf("1.2", "a")], [leaf("2.1", "rule"), leaf("2.3", "rule"), leaf("2.2", "b")])
    found = _settled(old, new, {**KEPT, "1.1": "2.3"})
    assert found == {**KEPT, "1.1": "2.3", "1.3": "2.1"}


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
