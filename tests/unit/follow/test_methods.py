"""The ways to follow a block, by name; what holds for all of them is in tests/contracts/test_followers.py."""

from __future__ import annotations

import pytest

from followed_pages import news_page
from pagestrata.follow.methods import METHODS
from pagestrata.follow.select import select_row


def test_the_default_and_the_paper_s_models_come_first() -> None:
    assert tuple(METHODS)[:3] == ("best", "apm", "cpm")
    assert set(METHODS) - {"best", "apm", "cpm"} == {"area", "path", "content", "context", "textl", "editd", "similo"}


@pytest.mark.parametrize("method", ["best", "apm", "cpm", "path"])
def test_a_price_that_rises_is_found(method: str) -> None:
    first = news_page()
    follower = METHODS[method](first, select_row(first, css=".price"))
    assert [follower.find(news_page(price=f"{price}.00 €")).text for price in (100, 101)] == ["100.00 €", "101.00 €"]


def test_a_paper_s_method_never_doubts() -> None:
    first = news_page()
    found = METHODS["cpm"](first, select_row(first, css=".shop")).find(news_page(with_price=False, stories=()))
    assert (found.state, found.confidence) in {("found", 1.0), ("lost", 0.0)}
