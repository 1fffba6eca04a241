from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import element, snapshot
from followed_pages import news_page
from pagestrata.follow.portraits.features import FEATURES, LEADS, add_details, compare, compare_all, overlap
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.portrait import is_same_place, portrait_of
from pagestrata.follow.portraits.portrait_columns import Columns, Stack
from pagestrata.follow.select import select_row


def compared(css, old, new, **options):
    portrait = portrait_of(ItemPage(old.nodes), select_row(old, css=css))
    return compare(portrait, ItemPage(new.nodes), **options)


def feature(comparison, row, name):
    return float(comparison.features[comparison.rows.tolist().index(row), FEATURES.index(name)])


def test_names_are_unique():
    assert len(set(FEATURES)) == len(FEATURES)


def test_the_same_element_keeps_everything():
    page = news_page()
    row = select_row(page, css=".shop")
    found = compared(".shop", page, page)
    for name in (
        "tag",
        "same_texts",
        "same_shape",
        "text_kept",
        "word_kept",
        "top_index",
        "bottom_index",
        "own",
    ):
        assert feature(found, row, name) == pytest.approx(1.0), name
    for name in ("text_alien", "text_new", "sibling_step", "depth_step", "left_step", "height_ratio"):
        assert feature(found, row, name) == pytest.approx(0.0), name


def test_a_wrapper_has_alien_texts_and_a_part_lacks_some():
    page = news_page()
    found = compared(".shop", page, page)
    body, heading = 1, select_row(page, css=".shop h2")
    assert feature(found, body, "text_kept") == pytest.approx(1.0)
    assert feature(found, body, "text_alien") > 0.5
    assert feature(found, heading, "text_kept") == pytest.approx(1 / 3)
    assert feature(found, heading, "text_alien") == 0.0


def test_many_portraits_together_give_what_each_gives_alone():
    old, new = news_page(), news_page(banner=True, wrapped=True, price="1 €")
    page = ItemPage(old.nodes)
    portraits = [portrait_of(page, row) for row in page.candidates.tolist()] * 2
    later = ItemPage(new.nodes)
    for one, together in zip(portraits, compare_all(portraits, later), strict=True):
        alone = compare(one, later)
        assert np.array_equal(alone.rows, together.rows)
        assert np.allclose(alone.features, together.features, atol=1e-6)


def test_rows_asked_for_are_among_the_finalists():
    page = news_page()
    row = np.array([select_row(page, css="h1")])
    assert row[0] in compared(".shop", page, page, finalists=1, also=row).rows


def test_everything_is_finite_for_blocks_without_anything():
    empty = snapshot(element("html", (0, 0, 0, 0), element("div", (0, 0, 0, 0))))
    for old, new in ((empty, news_page()), (news_page(), empty), (empty, empty)):
        css = "div" if old is empty else ".shop"
        assert np.isfinite(compared(css, old, new).features).all()


def test_large_blocks_are_sampled_by_lowest_hash():
    many = news_page(stories=tuple(f"Story number {n}" for n in range(900)))
    row = select_row(many, css=".stories")
    portrait = portrait_of(ItemPage(many.nodes), row)
    assert portrait.items.sampled[0] < 1.0
    assert feature(compared(".stories", many, many), row, "text_kept") == pytest.approx(1.0)
    assert abs(feature(compared(".stories", many, many), row, "text_new")) < 0.01


def test_the_place_of_a_block_is_the_same_only_with_the_same_surroundings():
    page, row = news_page(), select_row(news_page(), css=".shop")
    portrait = portrait_of(ItemPage(page.nodes), row)
    assert is_same_place(portrait, ItemPage(news_page().nodes), row)
    later = news_page(stories=("Rain", "Sun", "Fog"))
    assert not is_same_place(portrait, ItemPage(later.nodes), select_row(later, css=".shop"))


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


@given(st.frozensets(st.integers(0, 5)), st.lists(st.frozensets(st.integers(0, 5)), max_size=4))
def test_overlap_is_jaccard(wanted, others):
    expected = [len(wanted & o) / len(wanted | o) if wanted | o else 1.0 for o in others]
    assert overlap([wanted] * len(others), others).tolist() == expected
