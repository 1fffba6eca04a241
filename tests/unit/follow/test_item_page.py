import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from followed_pages import news_page
from pagestrata.follow.item_page import ItemPage, item_page_of, overlap
from pagestrata.follow.items import hashed

PAGE = ItemPage(news_page(banner=True).nodes)


def test_hashes_are_stable_between_runs():
    assert hashed("text") == 999008199


def test_subtree_counts_are_the_items_inside():
    texts = PAGE.columns["text"]
    for number, row in enumerate(PAGE.candidates):
        inside = [r for r in texts.rows if row <= r < PAGE.nodes.end[row]]
        assert texts.counts[number] == len(inside)


def test_weights_are_summed_over_subtrees():
    words = PAGE.columns["word"]
    ((sums,),) = words.subtree_sums(words.weights_of([(np.array([hashed("expected")]), np.array([[2.0]]))]))
    by_class = {
        PAGE.nodes.attributes[row].get("class"): found
        for row, found in zip(PAGE.candidates.tolist(), sums.tolist(), strict=True)
    }
    assert (by_class["stories"], by_class["shop"]) == (6.0, 0.0)


def test_a_twin_has_the_same_texts_and_signatures():
    other = ItemPage(news_page().nodes)
    row = next(r for r in other.candidates.tolist() if other.nodes.attributes[r].get("class") == "shop")
    (twin,) = PAGE.rows_with_content(int(other.text_bag[row]), int(other.shape_bag[row]))
    assert PAGE.nodes.attributes[twin]["class"] == "shop"
    assert not len(PAGE.rows_with_content(1, 2))


def test_siblings_and_ranks():
    body = PAGE.nodes.children_of(1)
    assert [int(PAGE.sibling_index[row]) for row in body] == list(range(5))
    assert [int(PAGE.previous_sibling[row]) for row in body] == [-1, *body[:-1]]
    assert [int(PAGE.next_sibling[row]) for row in body] == [*body[1:], -1]
    assert PAGE.child_count[1] == 5


def test_heading_above_is_the_last_heading_before():
    nodes = PAGE.nodes
    price = next(r for r in PAGE.candidates.tolist() if nodes.attributes[r].get("class") == "price")
    heading = next(r for r in PAGE.candidates.tolist() if nodes.text_of(r) == "Price of the week")
    assert PAGE.heading_above[price] == PAGE.text_bag[heading]
    assert PAGE.heading_above[1] == 0


def test_the_page_is_analysed_once():
    snapshot = news_page()
    assert item_page_of(snapshot) is item_page_of(snapshot)


@given(st.frozensets(st.integers(0, 5)), st.lists(st.frozensets(st.integers(0, 5)), max_size=4))
def test_overlap_is_jaccard(wanted, others):
    expected = [len(wanted & o) / len(wanted | o) if wanted | o else 1.0 for o in others]
    assert overlap([wanted] * len(others), others).tolist() == expected
