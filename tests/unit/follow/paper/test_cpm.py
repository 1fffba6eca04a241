import numpy as np

from builders import element, snapshot, words
from pagestrata.follow.page import page_of
from pagestrata.follow.paper.cpm import Candidates, Patterns, find_combined

PAGE = (0, 0, 800, 600)


def shop(price, *, top=100, wrapped=False):
    label = element("span", (10, top, 80, 20), words("Price", (10, top, 80, 20)))
    amount = element("b", (95, top, 60, 20), words(price, (95, top, 60, 20)))
    box = (10, top, 200, 20)
    inner = element("div", box, label, amount)
    block = element("section", box, inner) if wrapped else inner
    other = element("div", (10, 400, 200, 20), words("Contact", (10, 400, 200, 20)))
    return page_of(snapshot(element("html", PAGE, element("body", PAGE, block, other))))


def test_a_price_is_found_by_its_place_and_its_context_after_it_changed():
    old, new = shop("10 €"), shop("12 €", top=100)
    row = old.nodes.row_at_path("body[1]/div[1]/b[1]")
    found = find_combined(Patterns.of_row(old, row), new)
    assert new.nodes.text_of(found) == "12 €"


def test_a_wrapper_around_the_block_does_not_matter():
    old, new = shop("10 €"), shop("11 €", wrapped=True, top=130)
    row = old.nodes.row_at_path("body[1]/div[1]/b[1]")
    assert new.nodes.text_of(find_combined(Patterns.of_row(old, row), new)) == "11 €"


def test_nothing_is_found_where_no_pattern_brings_up_a_candidate():
    empty = page_of(snapshot(element("html", PAGE, element("frameset", PAGE))))
    old = shop("10 €")
    assert find_combined(Patterns.of_row(old, 3), empty) is None


def test_equal_scores_are_decided_by_document_order():
    candidates = Candidates(rows=np.array([4, 7]), similarities=np.ones((2, 4)))
    assert candidates.best() == 4
