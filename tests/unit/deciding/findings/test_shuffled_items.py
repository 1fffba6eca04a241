"""Items drawn again from a stock are noise; items that are newer than all that went are news."""

import pytest

from pagestrata.deciding.findings.page_findings import findings_of
from pagestrata.judging.pairing import pair_blocks
from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.model.geometry import Box

WORDS = (
    "Winery above the bay",
    "Blue cave by boat",
    "Fortress of King George",
    "Lobster in the old house",
    "Beach among cliffs",
)


def page(numbers: tuple[int, ...], shown: int) -> BlockTree:
    """A page with one box for each number, and words that are on no other page."""
    boxes = tuple(
        Block(
            ref=f"{shown}.{at}",
            role="other",
            text=f"{WORDS[(at + 3 * shown) % len(WORDS)]} {'ab'[shown] * 9}",
            links=(Link(name=WORDS[(at + 3 * shown) % len(WORDS)], address=f"http://isle.test/d/{number}"),),
            box=Box(0, 100 * at, 300, 90),
        )
        for at, number in enumerate(numbers)
    )
    return BlockTree(blocks=boxes)


@pytest.mark.parametrize(
    ("old", "new", "silent"),
    [
        ((14, 31), (22, 5), True),
        ((14, 31), (32, 40), False),  # all newer
        ((14,), (5,), False),
        ((14, 31), (5,), False),
    ],
)
def test_a_stock_drawn_from_again(old: tuple[int, ...], new: tuple[int, ...], silent: bool) -> None:
    before, after = page(old, 0), page(new, 1)
    found = findings_of(before, after, pair_blocks(before, after))
    assert found
    assert all(one.is_noise for one in found) == silent
