"""Equal leaf blocks whose refs may have been renumbered."""

from __future__ import annotations

import pytest

from pagestrata.comparing.match.equal_blocks import concatenated, match_equal, places_in_order
from pagestrata.comparing.match.matching import Matching, Outline
from pagestrata.comparing.vidiff import compare
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


FIRST, SECOND, OTHER = "a b c d e", "p q r s t", "one two three four"


def _found(old, new):
    return concatenated(old, new, range(len(old)), range(len(new)))


def test_a_block_cut_in_two_and_two_put_together():
    whole, parts = [leaf("w", f"{FIRST} {SECOND}")], [leaf("x", FIRST), leaf("o", OTHER), leaf("y", SECOND)]
    assert _found(whole, parts) == ({0}, {0, 2})
    assert _found(parts, whole) == ({0, 2}, {0})


def test_links_and_pictures_go_with_the_text():
    whole = [leaf("w", f"{FIRST} {SECOND}", ("a", "b"), ("i", "j"))]
    assert _found(whole, [leaf("x", FIRST, ("a",), ("i",)), leaf("y", SECOND, ("b",), ("j",))]) == ({0}, {0, 1})
    assert _found(whole, [leaf("x", FIRST, ("b",), ("i",)), leaf("y", SECOND, ("a",), ("j",))]) == (set(), set())
    assert _found([leaf("w", "", ("a", "b", "c", "d", "e", "f"))], [
        leaf("x", "", ("a", "b", "c")), leaf("y", "", ("d", "e", "f")),
    ]) == ({0}, {0, 1})  # fmt: skip


@pytest.mark.parametrize(
    "parts",
    [
        [leaf("x", FIRST)],  # something remains
        [leaf("x", f"{FIRST} {SECOND}")],  # equal is not cut
        [leaf("x", FIRST), leaf("y", "p q r s z")],  # edited
        [leaf("x", FIRST), leaf("y", "p q"), leaf("z", "r s t")],  # two words may be anywhere by chance
        [leaf("x", "a b c d"), leaf("y", "ep q r s t")],  # not at the border of a word
        [leaf("x", ""), leaf("y", "")],
    ],
)
def test_what_is_not_cut_exactly(parts):
    assert _found([leaf("w", f"{FIRST} {SECOND}")], parts) == (set(), set())


def test_no_part_is_in_two_wholes():
    wholes = [leaf("v", f"{FIRST} {SECOND}"), leaf("w", f"{FIRST} {SECOND}")]
    assert _found(wholes, [leaf("x", FIRST), leaf("y", SECOND)]) == ({0}, {0, 1})


def test_half_of_a_menu_is_not_taken_for_another_menu_that_was_deleted():
    """The second half is as like the shortened menu as the whole it came from."""
    upper, lower = ("home", "news", "sport", "weather"), ("about", "press", "jobs", "imprint")
    menu = leaf("2", " ".join(upper + lower), upper + lower)
    short = leaf("9", " ".join((*lower, "help")), (*lower, "help"))
    old = page(leaf("0", OTHER), menu, short)
    new = page(leaf("0", OTHER), leaf("3", " ".join(upper), upper), leaf("4", " ".join(lower), lower))
    assert sorted((change.op, change.element) for change in compare(old, new).changes) == [
        ("delete", "block"), ("split", "block"),
    ]  # fmt: skip
