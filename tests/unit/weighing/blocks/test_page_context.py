"""The page around a block as numbers: its title, its running text, what looks alike, and what came before."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.blocks import Block, Image, Link
from pagestrata.model.geometry import Box
from pagestrata.model.signs import SIGNS, Sign
from pagestrata.weighing.blocks.page_context import CONTEXT, TELLING, page_context


def column(leaves: list[Block], name: str, title: str = "") -> list[float]:
    return page_context(leaves, title)[:, CONTEXT.index(name)].tolist()


def card(number: int) -> Block:
    link = Link(name=f"Blue shoe {number}", address=f"http://shop.test/{number}")
    return Block(
        ref=str(number), text=f"{link.name} 25 €", links=(link,), images=(Image("", "a.png"),), box=Box(0, 0, 200, 90)
    )


def test_every_block_has_a_number_for_each_name() -> None:
    assert page_context([Block(ref="1"), card(2)]).shape == (2, len(CONTEXT))
    assert page_context([]).shape == (0, len(CONTEXT))
    assert len(set(CONTEXT)) == len(CONTEXT)
    assert set(TELLING) <= set(SIGNS)


def test_a_heading_that_repeats_the_title_divides_the_page() -> None:
    leaves = [
        Block(ref="1", text="Home Contact"),
        Block(ref="2", text="Blue Shoe"),
        Block(ref="3", text="Made of felt."),
    ]
    assert column(leaves, "in title", "Blue shoe") == [0.0, 1.0, 0.0]
    assert column(leaves, "of title", "Blue shoe | Shop") == [0.0, 0.5, 0.0]
    assert column(leaves, "after title", "Blue shoe") == [0.0, 1.0, 1.0]
    assert column(leaves, "after title") == [0.0, 0.0, 0.0]


def test_repeated_cards_are_known_by_their_look() -> None:
    leaves = [Block(ref="0", text="Shoes of the season", box=Box(0, 0, 800, 40)), *map(card, range(1, 5))]
    assert column(leaves, "alike") == [1, 4, 4, 4, 4]
    assert column(leaves, "words of alike")[1:] == pytest.approx([20 / 24] * 4)
    assert column(leaves, "first alike")[1:] == [0.2] * 4
    assert column(leaves, "rank among alike") == [0.0, 0.0, 0.25, 0.5, 0.75]
    assert column(leaves, "plain words of alike")[1:] == [2.0] * 4


def test_a_page_of_running_text_differs_from_one_of_links() -> None:
    text = Block(ref="1", text="The council has decided to rebuild the bridge")
    assert column([text, card(2)], "link share of page") == pytest.approx([3 / 13] * 2)
    assert column([text, card(2)], "longest plain") == [8.0, 8.0]
    assert column([text, card(2)], "words before") == pytest.approx([8 / 13, 1.0])


def test_neighbours_count_up_to_a_distance() -> None:
    leaves = [Block(ref=str(place), text="one two three") for place in range(5)]
    assert np.expm1(column(leaves, "plain words within 1")) == pytest.approx([6, 9, 9, 9, 6])
    assert np.expm1(column(leaves, "plain words within 6")) == pytest.approx([15] * 5)


def test_what_the_author_announced_counts_for_what_follows() -> None:
    leaves = [Block(ref=str(place), text="one two") for place in range(6)]
    leaves[1] = Block(ref="1", text="You may also like", signs=(Sign("related"),))
    assert column(leaves, "announced related") == [0, 0, 1, 1, 1, 1]
    assert column(leaves, "near related") == [1, 1, 1, 1, 1, 0]
    assert column(leaves, "share called related") == pytest.approx([4 / 14] * 6)


numbers = st.floats(allow_nan=True, allow_infinity=True, width=32)


@given(
    st.lists(st.tuples(st.builds(Box, numbers, numbers, numbers, numbers), st.text(max_size=20)), max_size=6), st.text()
)
def test_numbers_are_finite_whatever_the_blocks(parts: list[tuple[Box, str]], title: str) -> None:
    leaves = [Block(ref=str(place), text=text, box=box) for place, (box, text) in enumerate(parts)]
    assert np.isfinite(page_context(leaves, title)).all()
