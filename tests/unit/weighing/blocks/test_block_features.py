"""Features of blocks are whole numbers of the page, finite, and in the order of their names."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.geometry import Box
from pagestrata.model.signs import Sign
from pagestrata.weighing.blocks import block_features as module
from pagestrata.weighing.blocks.block_features import CALLED, FEATURES, MOST_PARTS, Frame, block_features, sign_features

STYLE = BlockStyle(font_size=16.0)


def tree() -> BlockTree:
    return BlockTree(
        blocks=(
            Block(ref="1", text="Home News", links=(Link("Home", "http://a.test/"),), box=Box(0, 0, 1000, 50)),
            Block(ref="2", text="A sentence, with words. " * 20, box=Box(100, 100, 800, 600), style=STYLE),
            Block(ref="3", images=(Image("", "http://ads.test/ad.png"),), box=Box(900, 100, 120, 600)),
        ),
        url="http://a.test/",
        viewport=(1000, 800),
        page_size=(1000.0, 1000.0),
    )


def column(name: str) -> list[float]:
    page = tree()
    rows = block_features(list(page.leaves()), Frame.of(page))
    found: list[float] = rows[:, FEATURES.index(name)].tolist()
    return found


def test_there_is_one_column_per_name_and_all_are_finite() -> None:
    page = tree()
    rows = block_features(list(page.leaves()), Frame.of(page))
    assert rows.shape == (3, len(FEATURES))
    assert np.isfinite(rows).all()
    assert len(set(FEATURES)) == len(FEATURES)


def test_spatial_features_are_relative_to_page_and_window() -> None:
    assert column("centre x of page") == [0.5, 0.5, 0.96]
    assert column("height of window") == [50 / 800, 600 / 800, 600 / 800]
    assert column("centre y by zones")[0] == 25 / 400


def test_content_features_are_shares_of_the_page() -> None:
    assert column("share of images") == [0.0, 0.0, 1.0]
    assert column("share of links") == [1.0, 0.0, 0.0]
    assert sum(column("share of characters")) == 1.0


def test_hints_see_ads_and_the_way_home() -> None:
    assert column("ad size") == [0.0, 0.0, 1.0]
    assert column("leads home") == [1.0, 0.0, 0.0]
    assert column("only an image") == [0.0, 0.0, 1.0]


def test_no_blocks_no_rows() -> None:
    assert block_features([], Frame.of(BlockTree(blocks=()))).shape == (0, len(FEATURES))


def test_a_page_cut_once_into_few_parts_is_coarse() -> None:
    leaf = Block(ref="1")

    def is_coarse(*parts: Block) -> bool:
        return Frame.of(BlockTree(blocks=(Block(ref="1", children=parts),))).coarse

    assert is_coarse(leaf, leaf)
    assert not is_coarse(leaf, Block(ref="2", children=(leaf,)))
    assert is_coarse(*[leaf] * MOST_PARTS)
    assert not is_coarse(*[leaf] * (MOST_PARTS + 1))


def test_without_a_page_size_the_blocks_say_how_large_it_is() -> None:
    frame = Frame.of(BlockTree(blocks=(Block(ref="1", box=Box(10, 20, 300, 400)),)))
    assert (frame.page_width, frame.page_height) == (310, 420)


def _scattered(count: int) -> list[Block]:
    rng = np.random.default_rng(7)
    places = rng.integers(0, 900, (count, 4)).astype(float).tolist()
    return [Block(ref=f"1.{n}", text="x" * (n % 50), box=Box(*place)) for n, place in enumerate(places)]


def test_neighbourhoods_that_reach_everything_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    leaves, frame = _scattered(60), Frame.of(BlockTree(blocks=(), page_size=(1000.0, 1000.0)))
    expected = block_features(leaves, frame)
    monkeypatch.setattr(module, "MOST_WITH_ALL", 10)
    monkeypatch.setattr(module, "STRIDE", 7)
    np.testing.assert_allclose(block_features(leaves, frame), expected)


def test_thousands_of_blocks_take_no_square_of_memory() -> None:
    tracemalloc.start()
    block_features(_scattered(4_500), Frame.of(BlockTree(blocks=(), page_size=(1000.0, 1000.0))))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 250_000_000  # all with all: 162 MB for each of several matrices


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
