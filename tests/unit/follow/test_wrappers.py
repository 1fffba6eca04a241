import numpy as np
import pytest

from builders import Spec, element, table, words
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.states import Ranking
from pagestrata.follow.wrappers import best_place, same_place

BOX = (0, 0, 200, 40)


def link(said: str) -> Spec:
    """A list item with a link with words in it."""
    inside = (words(said, BOX),) if said else ()
    return element("li", BOX, element("a", BOX, element("span", BOX, *inside)))


def page(*items: Spec) -> ItemPage:
    return ItemPage(table(element("html", BOX, element("body", BOX, element("ul", BOX, *items)))))


def rows_of(found: ItemPage, tag: str) -> list[int]:
    return [row for row in found.candidates.tolist() if found.nodes.tag_of(row) == tag]


def test_what_holds_an_element_and_says_the_same_is_at_its_place():
    found = page(link("Products"), link("Support"))
    anchor = rows_of(found, "a")[0]
    here = same_place(found, anchor, found.candidates.tolist())
    assert [found.nodes.tag_of(row) for row in here] == ["li", "a", "span"]


def test_wrappers_share_the_belief_in_their_place_and_the_second_stands_elsewhere():
    found = page(link("Products"), link("Support"))
    first, second = rows_of(found, "li"), rows_of(found, "a")
    ranking = Ranking(rows=np.array([first[0], second[0], first[1]]), logits=np.log([0.4, 0.5, 0.05]))
    place = best_place(ranking, found, 0.05)
    assert place is not None
    assert (place.row, place.confidence) == (second[0], pytest.approx(0.9))
    assert place.second == (first[1], pytest.approx(0.05))
    assert place.gap == pytest.approx(0.85)
    assert best_place(Ranking(rows=np.zeros(0, np.intp), logits=np.zeros(0)), found, 0.1) is None


def test_elements_without_words_are_one_place_only_where_they_fill_each_other():
    icon = element("a", (0, 0, 40, 40), element("svg", (2, 2, 36, 36)), element("i", (2, 2, 5, 5)))
    found = page(element("li", BOX, icon))
    anchor = rows_of(found, "a")[0]
    here = same_place(found, anchor, found.candidates.tolist())
    assert [found.nodes.tag_of(row) for row in here] == ["a", "svg"]
