from __future__ import annotations

import numpy as np

from followed_pages import news_page
from pagestrata.follow.finalists import LEADS, Columns, add_details
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.portraits.portrait_columns import Stack
from pagestrata.follow.select import select_row


def details(css: str, rows_of: list[str], **later: object) -> Columns:
    """The second round for the elements with these selectors in a later version."""
    first, second = news_page(), news_page(**later)  # type: ignore[arg-type]
    assert first.nodes is not None
    assert second.nodes is not None
    page = ItemPage(second.nodes)
    rows = np.array([select_row(second, css=other) for other in rows_of])
    stack = Stack([portrait_of(ItemPage(first.nodes), select_row(first, css=css))])
    first_round = {name: np.zeros(len(rows)) for name in LEADS}
    for kind in ("text", "word", "pair", "link", "image", "sign"):
        first_round |= {f"{kind}_{name}": np.ones(len(rows)) for name in ("inside", "outside", "count")}
    columns = Columns(first_round)
    add_details(columns, stack, np.zeros(len(rows), np.intp), page, rows, [len(rows)])
    return columns


def test_the_block_itself_agrees_in_lineage_neighbours_and_place() -> None:
    columns = details(".shop", [".shop", ".stories", ".footer"])
    for name in ("top_tag", "top_sign", "bottom_sign", "own", "overlap", "parent_bag"):
        assert columns[name][0] == 1.0, name
    assert columns["top_step"].tolist()[0] == 0.0
    assert columns["overlap"][1] < 1.0
    assert columns["sibling_step"].tolist() == [0, -1, 1]


def test_new_wrappers_keep_the_lower_part_of_the_lineage() -> None:
    columns = details(".shop", [".shop"], wrapped=True)
    assert columns["bottom_sign"][0] == 1 / 5
    assert columns["top_sign"][0] == 2 / 5


def test_a_lead_is_the_distance_to_the_best_of_the_others() -> None:
    columns = details(".shop", [".shop", ".stories", ".footer"])
    overlap = columns["overlap"]
    best, second = np.sort(overlap)[::-1][:2]
    assert columns["lead_overlap"].tolist() == [best - second, overlap[1] - best, overlap[2] - best]
