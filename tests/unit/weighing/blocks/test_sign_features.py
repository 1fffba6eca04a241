"""The share of a block's text that each sign holds for."""

from __future__ import annotations

from pagestrata.model.blocks import Block
from pagestrata.model.signs import Sign
from pagestrata.weighing.blocks.sign_features import CALLED, sign_features


def shares_of(*leaves: Block, name: str) -> list[float]:
    found: list[float] = sign_features(leaves)[CALLED.index(f"called {name}")].tolist()
    return found


def test_a_sign_counts_by_the_text_it_holds_for() -> None:
    menu = Block(ref="1", text="Home", signs=(Sign("navigation"), Sign("header")))
    post = Block(ref="2", text="A title and", signs=(Sign("title", 0, 5), Sign("title", 6, 11)))
    logo = Block(ref="3", signs=(Sign("logo"),))
    leaves = (menu, post, logo)
    assert shares_of(*leaves, name="navigation") == [1.0, 0.0, 0.0]
    assert shares_of(*leaves, name="title") == [0.0, 10 / 11, 0.0]
    assert shares_of(*leaves, name="logo") == [0.0, 0.0, 1.0]


def test_no_share_is_more_than_the_whole_and_blocks_without_signs_have_none() -> None:
    twice = Block(ref="1", text="Home", signs=(Sign("navigation"), Sign("navigation", 0, 4)))
    assert shares_of(twice, Block(ref="2", text="Home"), name="navigation") == [1.0, 0.0]
    assert sign_features(()).shape == (len(CALLED), 0)
