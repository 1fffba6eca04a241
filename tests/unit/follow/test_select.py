import pytest

from builders import element, snapshot, words
from followed_pages import news_page
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.follow.select import is_path, row_of_block, rows_within, select_row
from pagestrata.model.blocks import Block
from pagestrata.model.geometry import Box

PAGE = news_page(ids=True)


def text_of(**way):
    return PAGE.nodes.text_of(select_row(PAGE, **way))


def test_every_way_finds_the_price():
    assert text_of(css="#price") == "99.00 €"
    assert text_of(css="div.shop > p:nth-of-type(2)") == "99.00 €"
    assert text_of(xpath="//p[@class='price']") == "99.00 €"
    assert text_of(text="99.00 €") == "99.00 €"
    assert text_of(path="body[1]/div[3]/p[2]") == "99.00 €"
    assert text_of(at=(20, 345)) == "99.00 €"


def test_text_means_the_innermost_element_and_ignores_case():
    assert text_of(text="rubber BOOTS") == "Rubber boots, green"


def test_exact_text_wins_over_texts_that_contain_it():
    page = snapshot(
        element(
            "html",
            (0, 0, 9, 9),
            element("p", (0, 0, 9, 9), words("Total", (0, 0, 9, 9))),
            element("p", (0, 0, 9, 9), words("Total cost", (0, 0, 9, 9))),
        )
    )
    assert select_row(page, text="total") == 1


def test_words_on_the_page_are_not_those_of_its_title():
    page = snapshot(
        element(
            "html",
            (0, 0, 9, 9),
            element("head", (0, 0, 0, 0), element("title", (0, 0, 0, 0), words("Example Domain", (0, 0, 0, 0)))),
            element("h1", (0, 0, 9, 9), words("Example Domain", (0, 0, 9, 9))),
        )
    )
    page.nodes.visible[1:4] = False
    assert page.nodes.tag_of(select_row(page, text="Example Domain")) == "h1"


@pytest.mark.parametrize(
    ("way", "error", "message"),
    [
        ({"css": "p["}, UsageError, "not a CSS selector"),
        ({"xpath": "//p["}, UsageError, "not an XPath"),
        ({"text": "  "}, UsageError, "give some words"),
        ({"text": "no such words"}, NotFoundError, "matches nothing"),
        ({"xpath": "count(//p)"}, NotFoundError, "matches nothing"),
        ({"xpath": "//p"}, UsageError, "matches 6 elements"),
        ({"path": "body[1]/div[9]"}, NotFoundError, "matches nothing"),
        ({"at": (5000, 5)}, NotFoundError, "choose a point inside its 1366 x 768 px"),
        ({}, UsageError, "0 ways"),
        ({"css": "p", "text": "x"}, UsageError, "2 ways"),
    ],
)
def test_what_cannot_be_chosen_is_explained(way, error, message):
    with pytest.raises(error, match=message):
        select_row(PAGE, **way)


def test_the_first_of_many_only_on_request():
    assert select_row(PAGE, css="p", first=True) < select_row(PAGE, css="#price")


def test_selectors_may_use_attributes_that_only_the_dom_has():
    dom = '<html><body><p data-sku="7">x</p></body></html>'
    page = snapshot(element("html", (0, 0, 9, 9), element("body", (0, 0, 9, 9), element("p", (0, 0, 9, 9)))), dom=dom)
    page.nodes.dom_start[2], page.nodes.dom_end[2] = 12, 33
    assert select_row(page, css="[data-sku='7']") == 2


def test_a_block_of_the_segmentation_is_its_smallest_common_element():
    shop = select_row(PAGE, css=".shop")
    assert row_of_block(PAGE, Block(ref="1.3", rows=(shop + 2, shop + 6))) == shop
    assert row_of_block(PAGE, Block(ref="1.3", box=Box(10, 300, 600, 100))) == shop
    with pytest.raises(NotFoundError, match=r"block 1\.9 covers no element"):
        row_of_block(PAGE, Block(ref="1.9", box=Box(5000, 300, 6, 1)))


def test_paths_are_told_from_selectors():
    assert is_path("body[1]/div[2]")
    assert not is_path("body > div")
    assert not is_path("[href]")


def test_a_rectangle_means_the_smallest_element_around_what_is_in_it():
    price = PAGE.nodes.box_of(select_row(PAGE, css="#price"))
    assert text_of(within=Box(price.x - 3, price.y - 3, price.width + 6, price.height + 6)) == "99.00 €"
    (alone,) = rows_within(PAGE, price)
    assert PAGE.nodes.text_of(alone) == "99.00 €"
    wide, high = PAGE.page_size
    assert PAGE.nodes.tag_of(select_row(PAGE, within=Box(0, 0, wide, high))) in {"html", "body"}
    with pytest.raises(NotFoundError, match="draw the rectangle around all of what you mean"):
        select_row(PAGE, within=Box(price.x, price.y, 1, 1))


def test_texts_stand_before_and_behind_the_elements_beside_them():
    box = (0, 0, 9, 9)
    page = snapshot(
        element(
            "html",
            box,
            *(words("be", box), words("fore", box)),
            element("p", box, words("in", box), words("side", box)),
            *(words("be", box), words("hind", box)),
        )
    )
    said = "text()[1]='before' and p[.='inside'] and text()[2]='behind'"
    assert select_row(page, xpath=f"/html[{said}]") == 0
