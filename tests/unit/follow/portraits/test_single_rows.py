"""A glimpse says what the column says."""

from __future__ import annotations

import pytest

from builders import element, snapshot, words
from followed_pages import block, line, news_page
from pagestrata.follow.portraits import single_rows
from pagestrata.follow.portraits.item_page import ItemPage

BOX = (0, 0, 100, 20)
MIXED = snapshot(
    element(
        "html", BOX,
        element(
            "body", BOX,
            words("loose text", BOX),
            block("a", 0, words("before", BOX), line("h1", "Title", 0), words("between", BOX), line("p", "One", 20)),
            words("more", BOX),
            block("b", 0, element("div", BOX), element("div", BOX, element("div", BOX, line("h2", "Deep", 40)))),
            line("p", "End", 60),
            words("last", BOX),
        ),
    )
)  # fmt: skip


@pytest.mark.parametrize(
    "page", [news_page(), news_page(banner=True, wrapped=True), MIXED], ids=["news", "wrapped", "mixed"]
)
def test_every_glimpse_is_what_the_column_says(page):
    whole = ItemPage(page.nodes)
    whole.work_out()
    for row in whole.candidates.tolist():
        fresh = ItemPage(page.nodes)
        for function in (
            single_rows.siblings_of, single_rows.child_count_of, single_rows.element_count_of, single_rows.heading_of,
            single_rows.look_of,
        ):  # fmt: skip
            assert function(fresh, row) == function(whole, row)
        assert (
            single_rows.rows_with_signature_of(fresh, row).tolist()
            == single_rows.rows_with_signature_of(whole, row).tolist()
        )
        assert not any(fresh.has(name) for name in ("signature", "siblings", "element_count", "heading_above", "looks"))


def test_the_page_itself_has_children_too():
    whole = ItemPage(MIXED.nodes)
    whole.work_out()
    assert single_rows.child_count_of(ItemPage(MIXED.nodes), 0) == whole.child_count[0] == 1
    assert single_rows.child_count_of(ItemPage(MIXED.nodes), 1) == whole.child_count[1] == 3
