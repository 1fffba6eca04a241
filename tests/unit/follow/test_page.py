import numpy as np
import pytest

from builders import element, snapshot, words
from followed_pages import news_page
from pagestrata.errors import InputError
from pagestrata.follow import page as page_module
from pagestrata.follow.page import KIND_BITS, Page, gaps, hashed, nodes_of, page_of
from pagestrata.follow.select import select_row

BOX = (0, 0, 10, 10)


def small() -> Page:
    """html > div > (p > text, img), a"""
    picture = element("img", BOX, attributes={"src": "http://i/"})
    inner = element("div", BOX, element("p", BOX, words(" two\n words ", BOX)), picture)
    return page_of(snapshot(element("html", BOX, inner, element("::before", BOX), element("a", BOX))))


def test_a_page_without_elements_is_an_input_error() -> None:
    pdf = snapshot(element("html", BOX), nodes=None, headers=(("Content-Type", "application/pdf; x=y"),))
    with pytest.raises(InputError, match=r"http://site.test/ is application/pdf and has no elements to follow; follow"):
        nodes_of(pdf)


def test_root_texts_and_pseudo_elements_are_no_candidates() -> None:
    page = small()
    tags = [page.nodes.tag_of(row) for row in np.flatnonzero(page.is_element)]
    assert tags == ["div", "p", "img", "a"]
    assert len(page) == 7


def test_a_lineage_runs_from_the_root_to_the_row() -> None:
    assert small().lineage.tolist() == [
        [0, -1, -1, -1],
        [0, 1, -1, -1],
        [0, 1, 2, -1],
        [0, 1, 2, 3],
        [0, 1, 4, -1],
        [0, 5, -1, -1],
        [0, 6, -1, -1],
    ]


def test_leaves_are_texts_with_folded_space_and_addresses_of_images() -> None:
    page = small()
    assert page.leaves == {3: "two words", 4: "http://i/"}
    assert page.rows_of_leaf["two words"] == [3]
    assert page.leaves_below(1).tolist() == [3, 4]
    assert page.leaves_below(2).tolist() == [3]
    assert page.leaves_below(6).tolist() == []


def test_a_tag_path_leads_from_the_block_to_what_holds_a_leaf() -> None:
    page = small()
    assert page.tag_path(1, 3) == "/div/p"
    assert page.tag_path(1, 4) == "/div/img"
    assert page.tag_path(2, 3) == "/p"


def test_elements_nested_beyond_all_reason_are_no_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_module, "DEEPEST", 2)
    taken = news_page()
    page = page_of(taken)
    assert page.is_element[select_row(taken, css=".shop")]
    assert not page.is_element[select_row(taken, css=".price")]
    assert page.lineage.shape[1] == 3


def test_path_hashes_are_equal_for_equal_tag_paths_on_any_page() -> None:
    one, other = page_of(news_page()), page_of(news_page(banner=True, wrapped=True))
    for page in (one, other):
        paths = [page.tag_path(0, row) for row in range(len(page)) if page.is_element[row]]
        hashes = page.path_hash[page.is_element].tolist()
        assert len(set(zip(paths, hashes, strict=True))) == len(set(paths)) == len(set(hashes))
    assert one.path_hash[1] == other.path_hash[1]


def test_elements_near_a_text_do_not_hold_it_and_are_remembered() -> None:
    page = page_of(news_page())
    leaf = next(row for row, text in enumerate(page.nodes.text) if text == "99.00 €")
    near = page.rows_near(leaf, 50.0)
    lineage = page.lineage_of(leaf)
    assert len(near)
    assert not set(near.tolist()) & set(lineage)
    expected = [
        row
        for row in range(1, len(page))
        if page.is_element[row] and row not in lineage and gaps(page.nodes.box[[row]], page.nodes.box[leaf])[0] < 50.0
    ]
    assert sorted(near.tolist()) == expected
    assert page.rows_near(leaf, 50.0) is near


def test_the_lineage_of_one_row_is_that_of_the_column() -> None:
    page = page_of(news_page(wrapped=True))
    for row in range(len(page)):
        assert page.lineage_of(row) == page.lineage[row, : int(page.nodes.depth[row]) + 1].tolist()


def test_hashes_are_the_same_in_every_run_and_leave_room_for_a_kind():
    assert hashed("Price") == 185142749
    assert 0 <= hashed("Prix: \ud800") < 1 << KIND_BITS
