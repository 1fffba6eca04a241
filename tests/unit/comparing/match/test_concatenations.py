"""Blocks that say word for word what several blocks of the other version said."""

from __future__ import annotations

import pytest

from pagestrata.comparing.match.concatenations import concatenated
from pagestrata.comparing.vidiff import compare
from trees import leaf, page

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
