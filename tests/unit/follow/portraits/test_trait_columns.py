import numpy as np

from builders import Spec, element, table, words
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.portraits.portrait_columns import Stack
from pagestrata.follow.portraits.trait_columns import add_traits


def icon(kind: str, address: str, x: float) -> Spec:
    box = (x, 0, 20, 20)
    return element("a", box, attributes={"class": f"icon icon--{kind}", "href": address})


def page(*children: Spec) -> ItemPage:
    box = (0, 0, 800, 100)
    return ItemPage(table(element("html", box, element("body", box, element("nav", box, *children)))))


def columns_for(old: ItemPage, row: int, new: ItemPage) -> dict[str, np.ndarray]:
    rows = np.flatnonzero(new.family == old.family[row])
    columns: dict[str, np.ndarray] = {}
    add_traits(columns, Stack([portrait_of(old, row)]), np.zeros(len(rows), np.intp), new, rows)
    return columns


OLD = page(icon("mail", "http://a.test/mail", 0), icon("feed", "http://a.test/feed", 30))


def test_a_part_that_few_candidates_have_is_worth_more_than_one_that_all_have():
    new = page(icon("feed", "http://a.test/other", 0), icon("mail", "http://a.test/mail?ref=1", 30))
    found = columns_for(OLD, 3, new)
    feed, mail = found["class_rare"].tolist()
    assert mail == 1.0
    assert 0 < feed < 0.5
    assert found["same_address"].tolist() == [0.0, 1.0]
    assert found["same_landmark"].all()


def test_a_block_without_traits_says_so():
    old = page(element("a", (0, 0, 20, 20)))
    found = columns_for(old, 3, page(icon("mail", "http://a.test/mail", 0)))
    assert (found["class_same"][0], found["address_rare"][0], found["same_address"][0]) == (-1.0, -1.0, -2.0)


def test_how_much_of_the_page_is_left_is_known():
    box = (0, 0, 50, 20)
    old = page(icon("mail", "http://a.test/mail", 0), words("Kept text", box), words("Lost text", box))
    new = page(icon("mail", "http://a.test/mail", 0), words("kept TEXT!", box))
    found = columns_for(old, 3, new)
    assert (found["page_text"][0], found["page_link"][0], found["page_sign"][0]) == (0.5, 1.0, 1.0)
    assert found["words_near"][0] == 2 / 3
