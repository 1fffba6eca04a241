import pytest

from judged_pages import block, numbers, page
from pagestrata.model.blocks import Block, Link

NAMES = ("outside of the text", "frame of a text", "linked item beside a text")
TERMS = (
    "You may cancel your order within fourteen days of the day on which you, or somebody whom you named to us, took the "
    "parcel into possession, as long as you have told us so in writing and have kept the goods as they were."
)
JAPANESE = (
    "利用者は商品を受け取った日から十四日以内であれば注文を取り消すことができますその場合は書面で知らせてください" * 2
)


def around(text: str, said: str, *, links: tuple[Link, ...] = (), role: str = "menu") -> tuple[Block, ...]:
    """A menu, two paragraphs, and a line behind them."""
    menu = block("1", said, role=role, links=links)
    return menu, block("2", text), block("3", text + " 2"), block("4", "Contact us", role="footer")


def test_a_menu_above_a_long_text_is_outside_of_it() -> None:
    links = (Link("Gift cards", "/cards"),)
    old, new = around(TERMS, "Home"), around(TERMS, "Gift cards", links=links)
    found = numbers(page(*old), page(*new))
    assert [found[name] > 0.9 for name in NAMES] == [True, True, True]


def test_a_line_between_the_paragraphs_of_a_text_is_inside_of_it() -> None:
    old = around(TERMS, "Home")
    new = (*old[:2], block("2.5", "1.2 Refunds"), *old[2:])
    found = numbers(page(*old), page(*new))
    assert [found[name] for name in NAMES] == [0, 0, 0]


def test_a_box_beside_a_text_is_outside_of_it_wherever_it_is_written() -> None:
    old = around(TERMS, "Home")
    new = (*old[:2], block("2.5", "New in our shop", x=900.0, width=200.0), *old[2:])
    assert numbers(page(*old), page(*new))["outside of the text"] > 0.9


def test_on_a_page_of_teasers_nothing_is_outside_of_a_text() -> None:
    teasers = [block(str(at), "A storm is coming", links=(Link("A storm is coming", f"/{at}"),)) for at in range(1, 5)]
    new = [block("1", "The storm is over", links=(Link("The storm is over", "/5"),)), *teasers[1:]]
    found = numbers(page(*teasers), page(*new))
    assert [found[name] for name in NAMES] == [0, 0, 0]


def test_a_paragraph_that_is_one_link_is_no_running_text() -> None:
    teaser = block("2", TERMS, links=(Link(TERMS, "/story"),))
    found = numbers(page(block("1", "Home", role="menu"), teaser), page(block("1", "Start", role="menu"), teaser))
    assert found["frame of a text"] == 0


@pytest.mark.parametrize("text", [TERMS, JAPANESE])
def test_a_long_text_needs_no_spaces_between_its_words(text: str) -> None:
    found = numbers(page(*around(text, "Home")), page(*around(text, "Start")))
    assert found["frame of a text"] > 0.8
