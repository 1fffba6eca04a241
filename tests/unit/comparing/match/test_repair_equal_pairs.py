"""Equal blocks paired with the fewest moves."""

from __future__ import annotations

from pagestrata.comparing.match.matching import Matching
from pagestrata.comparing.match.repair_equal_pairs import repair_equal_pairs
from pagestrata.comparing.outline import Outline
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
