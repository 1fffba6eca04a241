from typing import Any

import numpy as np
import pytest

from followed_pages import news_page
from pagestrata.errors import UsageError
from pagestrata.follow import portrait as portrait_module
from pagestrata.follow.item_page import ItemPage, hashed
from pagestrata.follow.portrait import NO_SIBLING, Portrait, is_same_place, portrait_of
from pagestrata.follow.select import select_row


def portrayed(css: str, **options: Any) -> tuple[Portrait, ItemPage, int]:
    taken = news_page(**options)
    assert taken.nodes is not None
    page, row = ItemPage(taken.nodes), select_row(taken, css=css)
    return portrait_of(page, row), page, row


def test_a_portrait_tells_place_and_size() -> None:
    portrait, page, row = portrayed(".shop")
    assert portrait.depth == int(page.nodes.depth[row]) == 2
    assert (portrait.child_count, portrait.text_count, portrait.element_count) == (3, 3, 4)
    assert (portrait.sibling_index, portrait.sibling_count) == (2, 4)
    assert portrait.box == (10, 300, 600, 100)
    assert portrait.is_single
    assert portrait.visible


def test_identity_is_the_hash_of_the_id_if_there_is_one() -> None:
    assert portrayed(".price", ids=True)[0].identity == hashed("price")
    assert portrayed(".price")[0].identity == 0


def test_the_nearest_texts_come_first_on_both_sides() -> None:
    portrait, page, _ = portrayed(".shop")
    texts = page.columns["text"].hashes.tolist()
    first = portrait.texts_before.tolist()
    assert first == texts[: len(first)][::-1]
    assert portrait.texts_after.tolist() == texts[-1:]


def test_the_first_and_last_child_have_no_sibling_on_one_side() -> None:
    first, last = portrayed(".header")[0], portrayed(".footer")[0]
    assert first.sibling_signs[0] == NO_SIBLING != first.sibling_signs[1]
    assert last.sibling_signs[1] == NO_SIBLING != last.sibling_signs[0]


def test_items_count_inside_by_their_share_and_neighbours_not_at_all() -> None:
    portrait, page, _ = portrayed(".stories", stories=("Rain", "Sun", "Rain"))
    kind = portrait.kinds["text"]
    assert kind.count == 4
    assert kind.total == pytest.approx(4.0)
    assert (np.diff(kind.hashes) > 0).all()
    assert set(np.unique(kind.inside).tolist()) == {0.0, 1.0}
    assert len(kind.hashes) == len(set(page.columns["text"].hashes.tolist()))


def test_a_large_block_is_sampled_by_lowest_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = portrayed("body")[0].kinds["text"]
    monkeypatch.setattr(portrait_module, "INSIDE_LIMIT", 2)
    part = portrayed("body")[0].kinds["text"]
    assert part.hashes.tolist() == whole.hashes[:2].tolist()
    assert part.sampled == pytest.approx(2 / len(whole.hashes))
    assert part.count == whole.count


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
