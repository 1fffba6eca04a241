from followed_pages import news_page
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.portraits.portrait_columns import NOTHING, Stack

PAGE = ItemPage(news_page(wrapped=True).nodes)


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
