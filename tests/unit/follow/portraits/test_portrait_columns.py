import numpy as np

from builders import element, table, words
from followed_pages import news_page
from pagestrata.follow.portraits.item_page import CONTROL, IN_CONTROL, ItemPage
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.portraits.portrait_columns import NOTHING, Stack, add_likeness

PAGE = ItemPage(news_page(wrapped=True).nodes)


BOX = (0, 0, 800, 6000)


def test_lineages_of_different_length_are_filled_up_at_the_far_end():
    rows = [PAGE.nodes.row_at_path("body[1]"), PAGE.nodes.row_at_path("body[1]/section[1]/div[1]/div[1]/h2[1]")]
    stack = Stack([portrait_of(PAGE, row) for row in rows])
    top, bottom = stack.lineages("lineage_indexes")
    assert top.tolist() == [[1, 1, *[NOTHING] * 4], [1] * 6]
    assert (bottom[0, :2] == 1).all()
    assert (bottom[0, 2:] == NOTHING).all()
    assert len(stack) == 2


def test_numbers_are_columns():
    row = PAGE.nodes.row_at_path("body[1]/section[1]")
    stack = Stack([portrait_of(PAGE, row)])
    assert stack.numbers["depth"].tolist() == [2]
    assert stack.counts[0, 0] == 3


def link(text, x, y, **attributes):
    box = (x, y, 40, 20)
    return element("a", box, words(text, box), attributes=attributes)


def page(*children):
    return ItemPage(table(element("html", BOX, element("body", BOX, *children))))


def columns_for(old, row, new, rows):
    columns = {}
    places = np.array(rows)
    add_likeness(columns, Stack([portrait_of(old, row)]), np.zeros(len(rows), np.intp), new, places)
    return columns


OLD = page(link("World", 0, 0), link("Opinion", 50, 0), link("Sport", 100, 0))


def test_of_two_twins_the_one_with_the_same_texts_at_the_same_places_around_it_fits():
    header = [link("World", 10, 30), link("Opinions", 60, 30), link("Sport", 110, 30)]
    footer = [link("World", 0, 5000), link("Opinions", 0, 5100), link("Sport", 0, 5200)]
    found = columns_for(OLD, 4, page(*header, *footer), [4, 10])
    assert found["anchors_known"].tolist() == [1.0, 1.0]
    assert found["anchors_fit"][0] > 0.95
    assert found["anchors_fit"][1] < 0.4
    assert (found["spelled_kept"] > 0.8).all()


def test_an_element_is_told_from_what_is_in_it():
    box = (0, 0, 50, 20)
    new = page(element("button", box, element("div", box, words("Opinion", box))))
    found = columns_for(OLD, 4, new, [2, 3])
    assert found["control"].tolist() == [CONTROL, IN_CONTROL]
    assert found["same_control"].tolist() == [True, False]
    assert found["said_alone"].tolist() == [2.0, 2.0]


def test_what_is_beside_the_page_is_not_shown():
    new = page(link("Opinion", 0, -100), link("Opinion", 0, 100))
    found = columns_for(OLD, 4, new, [2, 4])
    assert found["shown"].tolist() == [False, True]
    assert found["said_alone"].tolist() == [1.0, 1.0]


def test_fields_of_one_name_are_the_same_field():
    box = (0, 0, 50, 20)
    old = page(element("input", box, attributes={"name": "q"}))
    new = page(element("input", box, attributes={"name": "Q"}), element("input", box, attributes={"name": "l"}))
    assert columns_for(old, 2, new, [2, 3])["same_field"].tolist() == [1.0, 0.0]
    assert columns_for(OLD, 4, new, [1, 2])["same_field"].tolist() == [-1.0, -2.0]


def test_an_address_that_one_link_of_the_page_has_tells_more_than_one_that_many_have():
    old = page(link("News", 0, 0, href="http://a.test/news"))
    new = page(
        link("All news", 0, 0, href="http://a.test/news?ref=1"), link("Home", 0, 50, href="http://a.test/"),
        link("Start", 0, 90, href="http://a.test/"), element("p", (0, 0, 9, 9)),
    )  # fmt: skip
    assert columns_for(old, 2, new, [2, 4, 6, 8])["address_alone"].tolist() == [2.0, 1.0, 1.0, -1.0]
