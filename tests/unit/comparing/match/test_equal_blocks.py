"""Equal leaf blocks whose refs may have been renumbered."""

from __future__ import annotations

from pagestrata.comparing.match.equal_blocks import match_equal, places_in_order
from pagestrata.comparing.match.matching import Matching
from pagestrata.comparing.outline import Outline
from trees import leaf, page


def _matching(old, new):
    return Matching(Outline(page(*old), which="old"), Outline(page(*new), which="new"))


def _pairs(old, new):
    matching = _matching(old, new)
    match_equal(matching)
    blocks, others = matching.old.blocks, matching.new.blocks
    return {blocks[i].ref: others[j].ref for i, j in matching.partner_of_old.items()}


def test_a_content_both_have_once_is_certain_wherever_it_stands():
    old = [leaf("1.1", "alpha"), leaf("1.2", "beta")]
    assert _pairs(old, [leaf("1.1", "beta"), leaf("1.5", "alpha")]) == {"1.1": "1.5", "1.2": "1.1"}


def test_repeated_contents_keep_their_order_where_refs_were_renumbered():
    old = [leaf("1.1", "a"), leaf("1.2", "spacer"), leaf("1.3", "b"), leaf("1.4", "spacer"), leaf("1.5", "c")]
    new = [leaf("1.1", "new"), *[leaf(f"1.{n + 2}", block.text) for n, block in enumerate(old)]]
    assert _pairs(old, new) == {f"1.{n}": f"1.{n + 1}" for n in range(1, 6)}


def test_repeated_contents_keep_their_refs_where_the_blocks_around_them_do():
    old = [leaf("1.1", "a"), leaf("1.2", "spacer"), leaf("1.3", "spacer"), leaf("1.4", "b")]
    assert _pairs(old, [leaf("1.1", "a"), leaf("1.3", "spacer"), leaf("1.4", "b")]) == {
        "1.1": "1.1",
        "1.3": "1.3",
        "1.4": "1.4",
    }


def test_empty_blocks_say_nothing_without_a_neighbour():
    assert _pairs([leaf("1.1")], [leaf("1.2")]) == {}
    old, new = [leaf("1.1", "a"), leaf("1.2")], [leaf("1.1", "x y"), leaf("1.2", "a"), leaf("1.3")]
    assert _pairs(old, new) == {"1.1": "1.2", "1.2": "1.3"}


def test_what_is_left_is_given_back():
    matching = _matching([leaf("1.1", "a"), leaf("1.2", "gone")], [leaf("1.1", "a"), leaf("1.3", "come")])
    left_old, left_new = match_equal(matching)
    assert [matching.old.blocks[i].ref for i in left_old] == ["1.2"]
    assert [matching.new.blocks[j].ref for j in left_new] == ["1.3"]


def test_a_pair_fits_between_the_leaves_that_stayed():
    matching = _matching(
        [leaf("1.1", "a"), leaf("1.2", "x"), leaf("1.3", "b")], [leaf("1.2", "y"), leaf("1.1", "a"), leaf("1.3", "b")]
    )
    match_equal(matching)
    fits = places_in_order(matching)
    assert not fits(matching.old.numbers["1.2"], matching.new.numbers["1.2"])
    assert fits(matching.old.numbers["1.2"], matching.new.numbers["1.3"]) is False
