from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from builders import element, snapshot, words
from followed_pages import block, line, news_page
from pagestrata.errors import UsageError
from pagestrata.follow.page import KIND_BITS
from pagestrata.follow.portraits import portrait as portraits
from pagestrata.follow.portraits.item_page import MOST_ALONE, ItemPage, hashed
from pagestrata.follow.portraits.items import KINDS
from pagestrata.follow.portraits.portrait import (
    NO_SIBLING,
    ItemPortrait,
    Portrait,
    has_same_neighbours,
    is_same_place,
    item_portraits,
    portrait_of,
    portraits_of,
    rows_with_same_neighbours,
)
from pagestrata.follow.select import select_row

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


def portrayed(css: str, **options: Any) -> tuple[Portrait, ItemPage, int]:
    taken = news_page(**options)
    assert taken.nodes is not None
    page, row = ItemPage(taken.nodes), select_row(taken, css=css)
    return portrait_of(page, row), page, row


def test_a_portrait_tells_place_and_size() -> None:
    portrait, page, row = portrayed(".shop")
    assert portrait.depth == int(page.nodes.depth[row]) == 2
    assert (portrait.child_count, portrait.count_of("text"), portrait.element_count) == (3, 3, 4)
    assert (portrait.sibling_index, portrait.sibling_count) == (2, 4)
    assert portrait.box == (10, 300, 600, 100)
    assert portrait.is_single
    assert portrait.visible


def test_identity_is_the_hash_of_the_id_if_there_is_one() -> None:
    assert portrayed(".price", ids=True)[0].identity == hashed("price")
    assert portrayed(".price")[0].identity == 0


def test_the_nearest_texts_come_first_on_both_sides() -> None:
    portrait, page, _ = portrayed(".shop")
    texts = page.texts.hashes.tolist()
    first = portrait.texts_before.tolist()
    assert first == texts[: len(first)][::-1]
    assert portrait.texts_after.tolist() == texts[-1:]


def test_the_first_and_last_child_have_no_sibling_on_one_side() -> None:
    first, last = portrayed(".header")[0], portrayed(".footer")[0]
    assert first.sibling_signatures[0] == NO_SIBLING != first.sibling_signatures[1]
    assert last.sibling_signatures[1] == NO_SIBLING != last.sibling_signatures[0]


def test_the_neighbours_of_an_unchanged_page_agree() -> None:
    for css in (".shop", ".price", ".stories", ".header"):
        portrait, page, row = portrayed(css)
        assert has_same_neighbours(portrait, page, row)


def test_another_block_has_other_neighbours() -> None:
    portrait, page, _ = portrayed(".shop")
    for css in (".header", ".footer", ".stories"):
        assert not has_same_neighbours(portrait, page, select_row(news_page(), css=css))


def test_other_texts_around_are_noticed() -> None:
    portrait, _, _ = portrayed(".shop")
    _, later, row = portrayed(".shop", stories=("Quite", "other", "news"))
    assert not has_same_neighbours(portrait, later, row)


def test_neighbours_of_many_rows_agree_with_those_of_each_alone() -> None:
    for css in (".shop", ".price", ".stories", ".header"):
        portrait, page, row = portrayed(css)
        alone = [other for other in page.candidates.tolist() if has_same_neighbours(portrait, page, other)]
        assert len(page.candidates) > MOST_ALONE
        assert row in rows_with_same_neighbours(portrait, page, page.candidates) == alone


def test_several_portraits_are_those_of_each_alone() -> None:
    _, page, _ = portrayed(".shop", banner=True)
    rows = page.candidates.tolist()
    for together, row in zip(portraits_of(page, rows), rows, strict=True):
        alone = portrait_of(page, row)
        assert together.items.hashes.tolist() == alone.items.hashes.tolist()
        assert together.items.inside.tolist() == alone.items.inside.tolist()
        assert (together.items.total, together.items.count) == (alone.items.total, alone.items.count)
        assert (together.box, together.text_bag) == (alone.box, alone.text_bag)


def test_the_same_place_is_known_whatever_the_block_says() -> None:
    portrait, page, row = portrayed(".shop")
    assert is_same_place(portrait, page, row)
    _, changed, there = portrayed(".shop", price="1 €")
    assert is_same_place(portrait, changed, there)
    for other in ({"wrapped": True}, {"banner": True}, {"stories": ("Rain",)}):
        _, elsewhere, there = portrayed(".shop", **other)
        assert not is_same_place(portrait, elsewhere, there), other
    assert not is_same_place(portrait, page, select_row(news_page(), css=".footer"))


@pytest.mark.parametrize("row", [0, 4])
def test_the_root_and_texts_cannot_be_followed(row: int) -> None:
    _, page, _ = portrayed(".shop")
    assert not page.is_element[row]
    with pytest.raises(UsageError, match="cannot be followed; choose an element below the page's root"):
        portrait_of(page, row)


@pytest.mark.parametrize(
    "page", [news_page(), news_page(banner=True, wrapped=True), MIXED], ids=["news", "wrapped", "mixed"]
)
def test_every_glimpse_is_what_the_column_says(page):
    whole = ItemPage(page.nodes)
    whole.work_out()
    for row in whole.candidates.tolist():
        fresh = ItemPage(page.nodes)
        for function in (
            portraits.siblings_of, portraits.child_count_of, portraits.element_count_of, portraits.heading_of,
            portraits.look_of,
        ):  # fmt: skip
            assert function(fresh, row) == function(whole, row)
        assert (
            portraits.rows_with_signature_of(fresh, row).tolist()
            == portraits.rows_with_signature_of(whole, row).tolist()
        )
        assert not any(fresh.has(name) for name in ("signature", "siblings", "element_count", "heading_above", "looks"))


def test_the_page_itself_has_children_too():
    whole = ItemPage(MIXED.nodes)
    whole.work_out()
    assert portraits.child_count_of(ItemPage(MIXED.nodes), 0) == whole.child_count[0] == 1
    assert portraits.child_count_of(ItemPage(MIXED.nodes), 1) == whole.child_count[1] == 3


TEXT, WORD = KINDS.index("text"), KINDS.index("word")


def items_of(css: str, **options: object) -> tuple[ItemPortrait, ItemPage]:
    taken = news_page(**options)  # type: ignore[arg-type]
    assert taken.nodes is not None
    page = ItemPage(taken.nodes)
    return next(item_portraits(page, [select_row(taken, css=css)])), page


def of_kind(items: ItemPortrait, kind: int) -> np.ndarray:
    return items.hashes >> KIND_BITS == kind


def test_items_count_inside_by_their_share_and_neighbours_not_at_all() -> None:
    items, page = items_of(".stories", stories=("Rain", "Sun", "Rain"))
    assert items.count[TEXT] == 4
    assert items.total[TEXT] == pytest.approx(4.0)
    assert (np.diff(items.hashes) > 0).all()
    assert set(items.inside[of_kind(items, TEXT)].tolist()) == {0.0, 1.0}
    assert of_kind(items, TEXT).sum() == len(set(page.texts.hashes.tolist()))


def test_an_item_that_is_elsewhere_too_counts_by_its_share() -> None:
    items, _ = items_of(".shop")
    # 'of' and 'the' stand in the shop once and once or five times outside it.
    assert {0.0, 0.5, 0.17, 1.0} <= set(np.round(items.inside[of_kind(items, WORD)], 2).tolist())


def test_a_large_block_is_sampled_by_lowest_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = items_of("body")
    monkeypatch.setattr(portraits, "INSIDE_LIMIT", 2)
    part, _ = items_of("body")
    known = whole.hashes[of_kind(whole, TEXT)]
    assert part.hashes[of_kind(part, TEXT)].tolist() == known[:2].tolist()
    assert part.sampled[TEXT] == pytest.approx(2 / len(known))
    assert part.count == whole.count


def test_blocks_counted_in_one_table_or_in_several_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    page = ItemPage(news_page(banner=True).nodes)
    rows = page.candidates.tolist()
    together = list(item_portraits(page, rows))
    monkeypatch.setattr(portraits, "TABLE_CELLS", 1)
    for one, other in zip(together, item_portraits(page, rows), strict=True):
        assert one.hashes.tolist() == other.hashes.tolist()
        assert one.inside.tolist() == other.inside.tolist()


def test_no_rows_need_no_analysis_of_the_page() -> None:
    page = ItemPage(news_page().nodes)
    assert list(item_portraits(page, [])) == []
    assert "items" not in vars(page)


def test_an_empty_element_has_no_items_inside_but_itself() -> None:
    page = ItemPage(snapshot(element("html", (0, 0, 1, 1), element("p", (0, 0, 1, 1)))).nodes)
    (items,) = item_portraits(page, [1])
    assert items.count == (0, 0, 0, 0, 0, 1)
