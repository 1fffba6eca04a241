import time

import pytest

from builders import Spec, element, snapshot, words
from pagestrata.errors import InputError
from pagestrata.follow.elements import is_price, kind_of, pickables
from pagestrata.model.snapshot import Snapshot


def shop(*buy_box: Spec) -> Snapshot:
    inside = buy_box or (element("b", (20, 120, 90, 30), words("€ 129.00", (20, 120, 90, 30))),)
    return snapshot(
        element(
            "html",
            (0, 0, 800, 600),
            element("body", (0, 0, 800, 600), element("div", (10, 110, 300, 80), *inside)),
        )
    )


def paths(page: Snapshot) -> list[str]:
    return [page.nodes.path_of(found.row) for found in pickables(page).elements]


def test_elements_come_in_document_order_with_the_one_around_each() -> None:
    page = shop()
    found = pickables(page).elements
    assert paths(page) == ["body[1]", "body[1]/div[1]", "body[1]/div[1]/b[1]"]
    assert [each.parent for each in found] == [-1, 0, 1]
    assert found[2].box == (20, 120, 90, 30)


def test_a_wrapper_that_looks_the_same_as_what_it_holds_is_one_thing_with_it() -> None:
    inner = element("b", (20, 120, 90, 30), words("€ 129.00", (20, 120, 90, 30)))
    page = shop(
        element("span", (20, 120, 90, 30.5), inner), element("i", (200, 120, 20, 30), words("new", (200, 120, 20, 30)))
    )
    assert paths(page) == [
        "body[1]", "body[1]/div[1]", "body[1]/div[1]/span[1]/b[1]", "body[1]/div[1]/i[1]"
    ]  # fmt: skip
    assert pickables(page).elements[2].parent == 1


def test_what_has_no_box_and_what_is_inside_a_drawing_cannot_be_pointed_at() -> None:
    hidden = element("span", (0, 0, 0, 0), words("gone", (0, 0, 0, 0)))
    drawing = element("svg", (20, 120, 40, 40), element("path", (22, 122, 30, 30)))
    assert paths(shop(hidden, drawing)) == ["body[1]", "body[1]/div[1]", "body[1]/div[1]/svg[1]"]


def test_a_page_that_is_not_html_has_no_elements() -> None:
    page = shop()
    with pytest.raises(InputError, match="no elements"):
        pickables(snapshot(element("html", (0, 0, 1, 1)), nodes=None, url=page.url))


def test_thousands_of_elements_are_listed_in_a_moment_and_what_is_left_off_is_said() -> None:
    many = [element("li", (10, 10.0 * at, 700, 9), words(f"item {at}", (10, 10.0 * at, 80, 9))) for at in range(5_000)]
    root = element("html", (0, 0, 800, 50_000), element("body", (0, 0, 800, 50_000), *many))
    page = snapshot(root)
    began = time.process_time()
    found = pickables(page)
    assert time.process_time() - began < 1
    assert (len(found.elements), found.left_off) == (5_001, 0)
    some = pickables(page, most=100)
    assert (len(some.elements), some.left_off) == (100, 4_901)


@pytest.mark.parametrize(
    ("tag", "attributes", "text", "kind"),
    [
        ("span", {}, "€ 129.00", "price"),
        ("td", {}, "USD 1,299", "price"),
        ("td", {}, "Harbour", "cell"),
        ("a", {}, "Imprint", "link"),
        ("div", {"role": "row"}, "one", "row"),
        ("h2", {}, "Reviews", "heading"),
        ("div", {}, "some words", "text"),
        ("div", {}, "only € 5 for all of the boots in the shop", "text"),
    ],
)
def test_an_element_is_called_what_a_person_would_call_it(
    tag: str, attributes: dict[str, str], text: str, kind: str
) -> None:
    box = (20.0, 120.0, 90.0, 30.0)
    page = shop(element(tag, box, words(text, box), attributes=attributes))
    assert kind_of(page.nodes, pickables(page).elements[2].row) == kind


@pytest.mark.parametrize(
    ("text", "so"), [("£ 5", True), ("12 kg", False), ("129", False), ("from € 5 a month on", False)]
)
def test_a_price_is_money_and_little_else(text: str, so: bool) -> None:
    assert is_price(text) is so
