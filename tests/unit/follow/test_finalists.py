from __future__ import annotations

import numpy as np

from followed_pages import news_page
from pagestrata.follow.finalists import has_same_neighbours
from pagestrata.follow.item_page import ItemPage
from pagestrata.follow.portrait import portrait_of
from pagestrata.follow.select import select_row


def neighbours_agree(css: str, **later: object) -> bool:
    """Whether the block of the first version stands between the same neighbours in a later one."""
    first, second = news_page(), news_page(**later)  # type: ignore[arg-type]
    assert first.nodes is not None
    assert second.nodes is not None
    portrait = portrait_of(ItemPage(first.nodes), select_row(first, css=css))
    rows = np.array([select_row(second, css=css)])
    return bool(has_same_neighbours(portrait, ItemPage(second.nodes), rows)[0])


def test_a_block_of_an_unchanged_page_has_its_neighbours() -> None:
    for css in (".shop", ".price", ".stories", ".header"):
        assert neighbours_agree(css)


def test_another_block_has_other_neighbours() -> None:
    page = news_page()
    assert page.nodes is not None
    items = ItemPage(page.nodes)
    portrait = portrait_of(items, select_row(page, css=".shop"))
    others = np.array([select_row(page, css=css) for css in (".header", ".footer", ".stories")])
    assert not has_same_neighbours(portrait, items, others).any()


def test_other_texts_around_are_noticed() -> None:
    assert not neighbours_agree(".shop", stories=("Quite", "other", "news"))
