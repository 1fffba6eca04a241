import numpy as np
import pytest

from builders import element, snapshot, words
from followed_pages import news_page
from pagestrata.errors import InputError
from pagestrata.follow import page as page_module
from pagestrata.follow.page import Page, nodes_of, page_of
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
