"""The main content of a page: what a person opens it for."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockTree, Link
from pagestrata.model.geometry import Box
from pagestrata.weighing.blocks.main_content import chosen_together, main_content, main_text

WORDS = "The council has decided, after a long debate, to rebuild the old bridge over the river. "
MENU = tuple(Link(name=name, address=f"http://site.test/{name}") for name in ("Home", "News", "Sport", "Contact"))
ARTICLE = Block(ref="1.2", text=WORDS * 12, role="article", box=Box(200, 80, 800, 900))


def page(*more: Block) -> BlockTree:
    menu = Block(ref="1.1", text="Home News Sport Contact", links=MENU, role="menu", box=Box(0, 0, 1366, 40))
    footer = Block(ref="1.3", text="© 2026 Example", role="footer", box=Box(0, 1900, 1366, 60))
    return BlockTree(
        blocks=(Block(ref="1", children=(menu, ARTICLE, footer), box=Box(0, 0, 1366, 2000)), *more),
        viewport=(1366, 768), page_size=(1366.0, 2000.0), url="http://site.test/",
    )  # fmt: skip


@pytest.mark.parametrize("model", ["default", None])
def test_an_article_is_the_main_content_and_menu_and_footer_are_not(model: str | None) -> None:
    assert main_content(page(), model=model) == (ARTICLE,)


@pytest.mark.parametrize("model", ["default", None])
def test_what_covers_the_page_is_no_main_content(model: str | None) -> None:
    consent = Block(ref="2", text=WORDS * 12, layer=OVERLAY_LAYER, box=Box(200, 80, 800, 900))
    assert main_content(page(consent), model=model) == (ARTICLE,)


def test_a_page_without_blocks_has_no_main_content() -> None:
    assert main_content(BlockTree(blocks=())) == ()
    assert main_text(BlockTree(blocks=())) == ""


def test_the_text_keeps_its_lines_where_they_are_known() -> None:
    lined = Block(ref="1", text=WORDS * 12, line_ends=(len(WORDS) - 1,), role="article", box=Box(200, 80, 800, 900))
    found = main_text(BlockTree(blocks=(lined,), viewport=(1366, 768), page_size=(1366.0, 1000.0)))
    assert found == f"{WORDS.strip()}\n{WORDS * 11}"


def leaf(words: int, *, layer: str = "page") -> Block:
    return Block(ref="1", text=" ".join(["word"] * words), layer=layer)


def chosen(leaves: list[Block], chances: list[float]) -> list[bool]:
    found = np.array(chances)
    return chosen_together(leaves, found == found.max(), found).tolist()


def test_a_doubtful_block_is_left_out_beside_a_clear_article_and_taken_where_everything_is_doubtful() -> None:
    assert chosen([leaf(300), leaf(60), leaf(10)], [0.95, 0.4, 0.05]) == [True, False, False]
    assert chosen([leaf(60), leaf(60), leaf(60)], [0.45, 0.4, 0.35]) == [True, True, True]


@given(st.lists(st.tuples(st.integers(1, 50), st.floats(0.01, 0.99)), min_size=1, max_size=6))
def test_no_other_choice_has_a_better_expected_f1(blocks: list[tuple[int, float]]) -> None:
    words, chances = (np.array(column) for column in zip(*blocks, strict=True))

    def expected(some: list[bool]) -> float:
        return float(2 * (words * chances)[some].sum() / (words[some].sum() + (words * chances).sum()))

    best = max(expected(list(some)) for some in product([False, True], repeat=len(blocks)))
    assert expected(chosen([leaf(count) for count in words.tolist()], chances.tolist())) == pytest.approx(best)


def test_a_page_without_a_leaf_of_level_4_has_no_main_content() -> None:
    assert chosen_together([leaf(9), leaf(9)], np.array([False, False]), np.array([0.3, 0.2])).tolist() == [
        False,
        False,
    ]


def test_without_chances_the_leaves_of_level_4_are_taken() -> None:
    assert chosen_together([leaf(9), leaf(9)], np.array([False, True]), None).tolist() == [False, True]


def test_what_covers_the_page_is_not_chosen_however_likely_it_is() -> None:
    leaves = [leaf(90, layer=OVERLAY_LAYER), leaf(90)]
    assert chosen_together(leaves, np.array([False, True]), np.array([0.99, 0.5])).tolist() == [False, True]
