import pytest

from builders import Spec, element, snapshot, words
from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.picking import picked_element
from pagestrata.errors import NotFoundError, StaleChoiceError, UsageError
from pagestrata.model.snapshot import Snapshot


def said(tag: str, text: str, x: float, y: float, width: float = 200, height: float = 30) -> Spec:
    box = (x, y, width, height)
    return element(tag, box, words(text, box))


def shop(*extra: Spec) -> Snapshot:
    """A buy box with a price, a name and a counter of lookers; `extra` is below it."""
    buy_box = element(
        "div", (10, 100, 400, 200), said("h2", "Harbour boots", 20, 110), said("b", "€ 129.00", 20, 150),
        said("p", "37 people are looking", 20, 200),
    )  # fmt: skip
    return snapshot(element("html", (0, 0, 800, 900), element("body", (0, 0, 800, 900), buy_box, *extra)))


def test_an_element_is_shown_with_the_number_it_will_read_and_its_unit() -> None:
    found = picked_element(shop(), Choice(path="body[1]/div[1]/b[1]"))
    assert (found.kind, found.text, found.box) == ("price", "€ 129.00", (20, 150, 200, 30))
    assert found.number is not None
    assert (found.number.value, found.number.unit) == (129.0, "€")
    assert (found.noise, found.smaller, found.of_list) == ((), None, "")


def test_noise_in_a_chosen_block_is_said_and_the_part_with_the_price_is_offered() -> None:
    found = picked_element(shop(), Choice(path="body[1]/div[1]"))
    assert found.noise == ("37 people are looking",)
    assert found.smaller is not None
    assert (found.smaller.path, found.smaller.text) == ("body[1]/div[1]/b[1]", "€ 129.00")


def test_what_is_nothing_but_noise_has_no_smaller_part() -> None:
    found = picked_element(shop(), Choice(path="body[1]/div[1]/p[1]"))
    assert (found.noise, found.smaller) == (("37 people are looking",), None)


def test_a_rectangle_means_the_smallest_element_around_all_that_is_in_it() -> None:
    page = shop()
    one = picked_element(page, Choice(within=(15, 145, 210, 40)))
    assert (one.text, one.parts, one.holds_more) == ("€ 129.00", (), False)
    two = picked_element(page, Choice(within=(15, 105, 210, 80)))
    assert two.path == "body[1]/div[1]"
    assert [part.text for part in two.parts] == ["Harbour boots", "€ 129.00"]
    assert two.holds_more
    with pytest.raises(NotFoundError, match=r"nothing on .* lies inside 20 x 20 px at 500,500"):
        picked_element(page, Choice(within=(500, 500, 20, 20)))


def test_an_item_of_a_list_is_said_to_be_one() -> None:
    items = [
        element("li", (10, y, 400, 40), said("b", f"Boat {at}", 20, y + 5), said("i", f"€ {at}.00", 300, y + 5, 60))
        for at, y in enumerate((400.0, 450.0, 500.0, 550.0))
    ]
    found = picked_element(shop(element("ul", (10, 400, 400, 200), *items)), Choice(path="body[1]/ul[1]/li[2]/i[1]"))
    assert found.of_list == "item 2 of 4"


def test_an_element_without_a_box_is_told_from_one_that_can_be_seen() -> None:
    hidden = element("span", (0, 0, 0, 0), words("€ 5.00", (0, 0, 0, 0)))
    found = picked_element(shop(hidden), Choice(path="body[1]/span[1]"))
    assert (found.box, found.text) == (None, "€ 5.00")


def test_a_page_that_says_something_else_now_is_not_followed_by_an_old_choice() -> None:
    page, path = shop(), "body[1]/div[1]/b[1]"
    mark = picked_element(page, Choice(path=path)).mark
    assert Choice(path=path, seen=mark).row(page) == picked_element(page, Choice(path=path)).row
    with pytest.raises(
        StaleChoiceError, match="says 'Harbour boots' now where something else was chosen; choose again"
    ):
        Choice(path="body[1]/div[1]/h2[1]", seen=mark).row(page)
    with pytest.raises(UsageError, match="2 ways"):
        Choice(path=path, within=(0, 0, 1, 1)).row(page)


def test_what_only_one_section_of_a_page_has_is_in_no_list() -> None:
    def section(y: float, *inside: Spec) -> Spec:
        return element("div", (10, y, 400, 90), *inside)

    price = element(
        "p", (20, 740, 200, 30), words("Day return: ", (20, 740, 90, 30)), said("b", "€ 18.50", 110, 740, 90)
    )
    sections = [
        section(400, said("p", "Two vessels will sail six times a day", 20, 440)),
        section(500, said("h2", "Latest news", 20, 500), said("ul", "Lighthouse gets a new lamp", 20, 540)),
        section(600, said("h2", "What is on", 20, 600), said("dl", "Cinema at eight", 20, 640)),
        section(700, said("h2", "Ferry tickets", 20, 700), price),
    ]
    page = shop(element("div", (10, 400, 400, 400), *sections))
    found = picked_element(page, Choice(path="body[1]/div[2]/div[4]/p[1]/b[1]"))
    assert (found.kind, found.of_list) == ("price", "")
