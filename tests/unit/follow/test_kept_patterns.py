from typing import Any

import pytest

from builders import element, snapshot
from followed_pages import news_page
from pagestrata.follow.kept_patterns import alerts_of, kept_shares
from pagestrata.follow.portraits.item_page import item_page_of
from pagestrata.follow.portraits.portrait import Portrait, portrait_of
from pagestrata.follow.select import select_row


def portrait(css: str = ".shop", **options: Any) -> Portrait:
    page = news_page(**options)
    return portrait_of(item_page_of(page), select_row(page, css=css))


def test_an_unchanged_block_keeps_everything() -> None:
    assert kept_shares(portrait(), portrait()) == {"path": 1.0, "area": 1.0, "content": 1.0, "context": 1.0}
    assert alerts_of(portrait(), portrait()) == ()


@pytest.mark.parametrize("change", [{"price": "1 €"}, {"wrapped": True}, {"banner": True}])
def test_one_pattern_that_changes_is_no_alert(change: dict[str, Any]) -> None:
    assert alerts_of(portrait(), portrait(**change)) == ()


def test_several_patterns_that_change_at_once_are_named() -> None:
    (alert,) = alerts_of(portrait(), portrait(".header", stories=("Fog",)))
    assert alert.startswith("its content, context changed much; check")


def test_new_wrappers_around_keep_the_longer_end_of_the_path() -> None:
    assert kept_shares(portrait(), portrait(wrapped=True))["path"] == pytest.approx(2 / 5)


def test_a_block_without_content_or_size_has_only_what_it_shows() -> None:
    page = snapshot(element("html", (0, 0, 9, 9), element("div", (0, 0, 0, 0))))
    alone = portrait_of(item_page_of(page), 1)
    assert "area" not in kept_shares(alone, alone)
    assert "context" not in kept_shares(alone, alone)
