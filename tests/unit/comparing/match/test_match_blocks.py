from __future__ import annotations

from pagestrata.comparing.match.match_blocks import match_blocks
from trees import leaf, page


def test_pairs_are_listed_in_the_order_of_the_old_page_and_include_inner_blocks() -> None:
    old = page(leaf("1.1", "alpha beta"), leaf("1.2", "gamma delta"))
    matching, regroupings = match_blocks(old, page(leaf("1.1", "gamma delta"), leaf("1.2", "alpha beta")))
    assert list(matching.partner_of_old.items()) == [(0, 0), (1, 2), (2, 1)]
    assert not regroupings


def test_blocks_that_were_split_are_in_no_pair() -> None:
    first, second = "the quick brown fox jumps over it", "seven silver swans swam silently seaward"
    old = page(leaf("1.1", "x y z"), leaf("1.2", f"{first} {second}"))
    matching, (split,) = match_blocks(old, page(leaf("1.1", "x y z"), leaf("1.2", first), leaf("1.3", second)))
    assert split.members == {("old", 2), ("new", 2), ("new", 3)}
    assert list(matching.partner_of_old) == [0, 1]
