import numpy as np
import pytest

from builders import element, snapshot
from followed_pages import news_page
from pagestrata.follow.portraits import item_portrait
from pagestrata.follow.portraits.hashing import KIND_BITS
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.item_portrait import ItemPortrait, item_portraits
from pagestrata.follow.portraits.items import KINDS
from pagestrata.follow.select import select_row

TEXT, WORD = KINDS.index("text"), KINDS.index("word")


def portrayed(css: str, **options: object) -> tuple[ItemPortrait, ItemPage]:
    taken = news_page(**options)  # type: ignore[arg-type]
    assert taken.nodes is not None
    page = ItemPage(taken.nodes)
    return next(item_portraits(page, [select_row(taken, css=css)])), page


def of_kind(items: ItemPortrait, kind: int) -> np.ndarray:
    return items.hashes >> KIND_BITS == kind


def test_items_count_inside_by_their_share_and_neighbours_not_at_all() -> None:
    items, page = portrayed(".stories", stories=("Rain", "Sun", "Rain"))
    assert items.count[TEXT] == 4
    assert items.total[TEXT] == pytest.approx(4.0)
    assert (np.diff(items.hashes) > 0).all()
    assert set(items.inside[of_kind(items, TEXT)].tolist()) == {0.0, 1.0}
    assert of_kind(items, TEXT).sum() == len(set(page.texts.hashes.tolist()))


def test_an_item_that_is_elsewhere_too_counts_by_its_share() -> None:
    items, _ = portrayed(".shop")
    # 'of' and 'the' stand in the shop once and once or five times outside it.
    assert {0.0, 0.5, 0.17, 1.0} <= set(np.round(items.inside[of_kind(items, WORD)], 2).tolist())


def test_a_large_block_is_sampled_by_lowest_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = portrayed("body")
    monkeypatch.setattr(item_portrait, "INSIDE_LIMIT", 2)
    part, _ = portrayed("body")
    known = whole.hashes[of_kind(whole, TEXT)]
    assert part.hashes[of_kind(part, TEXT)].tolist() == known[:2].tolist()
    assert part.sampled[TEXT] == pytest.approx(2 / len(known))
    assert part.count == whole.count


def test_blocks_counted_in_one_table_or_in_several_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    page = ItemPage(news_page(banner=True).nodes)
    rows = page.candidates.tolist()
    together = list(item_portraits(page, rows))
    monkeypatch.setattr(item_portrait, "TABLE_CELLS", 1)
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
