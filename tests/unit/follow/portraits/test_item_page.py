import numpy as np

from benchmarks.plain_pages import plain_snapshot
from followed_pages import news_page
from pagestrata.follow.page import KIND_BITS, hashed
from pagestrata.follow.portraits.item_page import ItemPage, item_page_of
from pagestrata.follow.portraits.items import KINDS

PAGE = ItemPage(news_page(banner=True).nodes)


def test_hashes_are_stable_between_runs():
    assert hashed("text") == 999008199


def test_subtree_counts_are_the_items_inside():
    for number, row in enumerate(PAGE.candidates):
        inside = [r for r in PAGE.texts.rows if row <= r < PAGE.nodes.end[row]]
        assert PAGE.items.counts[KINDS.index("text"), number] == len(inside)


def test_weights_are_summed_over_subtrees():
    word = KINDS.index("word")
    wanted = np.array([hashed("expected") + (word << KIND_BITS)])
    known = PAGE.items.known_to([wanted], [np.array([0.75])])
    sums, _ = known.added_up(PAGE.items.start[word], PAGE.items.stop[word])
    inside, outside = sums[:, 0]
    classes = [PAGE.nodes.attributes[row].get("class") for row in PAGE.candidates.tolist()]
    assert (inside[classes.index("stories")], inside[classes.index("shop")]) == (2.25, 0.0)
    assert outside[classes.index("stories")] == 0.75


def test_a_twin_has_the_same_texts_and_signatures():
    other = ItemPage(news_page().nodes)
    row = next(r for r in other.candidates.tolist() if other.nodes.attributes[r].get("class") == "shop")
    (twin,) = PAGE.rows_with_content(int(other.text_bag[row]), int(other.shape_bag[row]))
    assert PAGE.nodes.attributes[twin]["class"] == "shop"
    assert not len(PAGE.rows_with_content(1, 2))


def test_signatures_and_bags_of_some_rows_are_those_of_the_columns():
    for row in PAGE.candidates.tolist():
        fresh, rows = ItemPage(PAGE.nodes), np.array([row])
        assert fresh.shape_bags_of(rows).tolist() == PAGE.shape_bag[rows].tolist()
        assert fresh.has("signature") == (2 * (int(PAGE.nodes.end[row]) - row) > len(PAGE))
        assert fresh.signatures_of(rows).tolist() == PAGE.signature[rows].tolist()
        assert fresh.signature.tolist() == PAGE.signature.tolist()


def test_bags_of_rows_inside_each_other_and_apart_are_worked_out_together():
    footer = next(row for row in PAGE.candidates.tolist() if PAGE.nodes.attributes[row].get("class") == "footer")
    heading = PAGE.nodes.row_at_path("body[1]/div[1]/h1[1]")
    rows = np.array([heading, footer, *PAGE.nodes.children_of(footer)])
    fresh = ItemPage(PAGE.nodes)
    assert fresh.shape_bags_of(rows).tolist() == PAGE.shape_bag[rows].tolist()
    assert not fresh.has("shape_bag")


def test_the_bags_of_many_rows_are_worked_out_as_a_column():
    fresh = ItemPage(PAGE.nodes)
    assert fresh.shape_bags_of(PAGE.candidates).tolist() == PAGE.shape_bag[PAGE.candidates].tolist()
    assert fresh.has("shape_bag")


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


def test_an_id_that_several_elements_have_identifies_none():
    page = item_page_of(plain_snapshot('<p id="nav">One</p><p id="nav">Two</p><p id="foot">Three</p>'))
    rows = {page.nodes.text_of(row): row for row in page.candidates.tolist() if page.nodes.tag_of(row) == "p"}
    assert page.identity_at(rows["One"]) == page.identity_at(rows["Two"]) == 0
    assert page.identity_at(rows["Three"]) == hashed("foot")
