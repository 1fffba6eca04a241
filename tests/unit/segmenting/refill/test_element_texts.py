from __future__ import annotations

import pytest

from pagestrata.segmenting.refill.alignment import align
from pagestrata.segmenting.refill.element_texts import AlignedSources, find_element_text
from pagestrata.segmenting.refill.source_atoms import read_atoms

URL = "http://site.test/"
PAGE = "<body><p>Bread</p><div><b>Price</b> <i>5 crowns</i></div><p>Fresh every morning</p></body>"
BOX = "Price 5 crowns"


def text_now(new: str, text: str = BOX, depth: int = 2, *, old: str = PAGE, hidden: str = "") -> str | None:
    """What the element says now; texts that begin like `hidden` are in no leaf."""
    steps = align(read_atoms(old.encode(), URL).atoms, read_atoms(new.encode(), URL).atoms)
    atoms = [step.new or step.old for step in steps]
    leaves = [None if hidden and str(atom.content).startswith(hidden) else "1.1" for atom in atoms if atom]
    return find_element_text(AlignedSources(steps, leaves), text, depth)


def test_a_block_whose_neighbours_changed_says_the_same() -> None:
    assert text_now(PAGE.replace("Bread", "Rolls").replace("morning", "day")) == BOX


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (PAGE.replace("5 crowns", "6 crowns"), "Price 6 crowns"),
        (PAGE.replace("</i>", "</i><u>each</u>"), "Price 5 crowns each"),
        (PAGE.replace("<b>Price</b>", ""), "5 crowns"),
        (PAGE.replace("Price", "Cost").replace("5 crowns", "6 crowns"), "Cost 6 crowns"),
    ],
)
def test_a_block_that_changed_says_what_stands_in_its_element(new: str, said: str) -> None:
    assert text_now(new) == said


def test_what_is_replaced_among_others_that_are_replaced_is_uncertain() -> None:
    """A list of which all items changed may have moved on by one."""
    old = "<body><ul><li>first news</li><li>second news</li><li>third news</li></ul></body>"
    new = "<body><ul><li>latest story</li><li>other matter</li><li>old rumours</li></ul></body>"
    assert text_now(new, "second news", 3, old=old) is None


@pytest.mark.parametrize(
    "new",
    [
        "<body><p>Bread</p><p>Fresh every morning</p></body>",
        PAGE.replace("<i>", "<img src=x.png><i>").replace("5", "6"),
        "<body><p>Bread</p><div><b>Price</b> <i>5 crowns</i> Fresh every morning</div><p>And so on</p></body>",
    ],
)
def test_a_block_that_is_gone_shows_another_picture_or_took_over_its_neighbour_is_uncertain(new: str) -> None:
    assert text_now(new) is None


def test_of_equal_texts_all_must_say_the_same_now() -> None:
    old = "<body><p>More</p><div>a story</div><p>More</p></body>"
    assert text_now(old.replace("a story", "another"), "More", old=old) == "More"
    assert text_now(old.replace("<p>More", "<p>Less", 1), "More", old=old) is None


def test_another_element_than_the_path_says_is_uncertain() -> None:
    assert text_now(PAGE, "5 crowns", 3) == "5 crowns"
    assert text_now(PAGE, "5 crowns", 2) is None
    assert text_now(PAGE, "words that nobody said") is None


def test_hidden_texts_are_no_part_of_it() -> None:
    old = PAGE.replace("<i>", "<u>hidden hint</u><i>")
    assert text_now(old.replace("5", "6"), old=old, hidden="hidden") == "Price 6 crowns"
