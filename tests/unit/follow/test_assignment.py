import numpy as np
import pytest

from benchmarks.plain_pages import plain_snapshot
from builders import Spec, element, table, words
from pagestrata.follow.assignment import assigned, best_place, same_place
from pagestrata.follow.portraits.item_page import ItemPage, item_page_of
from pagestrata.follow.select import select_row
from pagestrata.follow.states import Ranking
from pagestrata.model.snapshot import Snapshot

BOX = (0, 0, 200, 40)


def ranking(**logits: float) -> Ranking:
    rows = np.array([int(name[1:]) for name in logits], np.intp)
    return Ranking(rows=rows, logits=np.array(list(logits.values())))


def rows_of(rankings: list[Ranking], keys: list[str], taken: dict[int, str] | None = None) -> list[list[int]]:
    return [found.rows.tolist() for found in assigned(rankings, keys, taken or {}, weakest_logit=-6.0)]


def test_the_better_claim_keeps_the_place_and_the_other_looks_further():
    assert rows_of([ranking(r1=2.0, r2=1.0), ranking(r1=3.0, r2=-2.0)], ["a", "b"]) == [[2], [1, 2]]


def test_a_claim_is_passed_on_until_all_have_a_place():
    found = rows_of([ranking(r1=5.0, r2=4.0), ranking(r1=6.0, r2=1.0), ranking(r2=3.0, r3=2.0)], ["a", "b", "c"])
    assert found == [[2], [1, 2], [3]]


def test_a_block_that_has_nowhere_else_to_go_keeps_its_place():
    assert rows_of([ranking(r1=6.0, r2=5.0), ranking(r1=4.0, r3=-5.0)], ["a", "b"]) == [[2], [1, 3]]


def test_a_place_that_was_recognised_for_certain_is_taken():
    assert rows_of([ranking(r1=9.0)], ["a"], {1: "b"}) == [[]]


def test_one_block_that_is_followed_twice_is_found_twice():
    assert rows_of([ranking(r1=2.0), ranking(r1=3.0)], ["a", "a"], {1: "a"}) == [[1], [1]]


def test_what_hardly_resembles_is_no_claim():
    assert rows_of([ranking(r1=-9.0), ranking(r1=-8.0)], ["a", "b"]) == [[1], [1]]


def test_no_candidates_at_all():
    assert rows_of([ranking(), ranking(r1=1.0)], ["a", "b"]) == [[], [1]]


def link(said: str) -> Spec:
    """A list item with a link with words in it."""
    inside = (words(said, BOX),) if said else ()
    return element("li", BOX, element("a", BOX, element("span", BOX, *inside)))


def wrappers_page(*items: Spec) -> ItemPage:
    return ItemPage(table(element("html", BOX, element("body", BOX, element("ul", BOX, *items)))))


def wrappers_rows_of(found: ItemPage, tag: str) -> list[int]:
    return [row for row in found.candidates.tolist() if found.nodes.tag_of(row) == tag]


def test_what_holds_an_element_and_says_the_same_is_at_its_place():
    found = wrappers_page(link("Products"), link("Support"))
    anchor = wrappers_rows_of(found, "a")[0]
    here = same_place(found, anchor, found.candidates.tolist())
    assert [found.nodes.tag_of(row) for row in here] == ["li", "a", "span"]


def test_wrappers_share_the_belief_in_their_place_and_the_second_stands_elsewhere():
    found = wrappers_page(link("Products"), link("Support"))
    first, second = wrappers_rows_of(found, "li"), wrappers_rows_of(found, "a")
    ranking = Ranking(rows=np.array([first[0], second[0], first[1]]), logits=np.log([0.4, 0.5, 0.05]))
    place = best_place(ranking, found, 0.05)
    assert place is not None
    assert (place.row, place.confidence) == (second[0], pytest.approx(0.9))
    assert place.second == (first[1], pytest.approx(0.05))
    assert place.gap == pytest.approx(0.85)
    assert best_place(Ranking(rows=np.zeros(0, np.intp), logits=np.zeros(0)), found, 0.1) is None


def test_elements_without_words_are_one_place_only_where_they_fill_each_other():
    icon = element("a", (0, 0, 40, 40), element("svg", (2, 2, 36, 36)), element("i", (2, 2, 5, 5)))
    found = wrappers_page(element("li", BOX, icon))
    anchor = wrappers_rows_of(found, "a")[0]
    here = same_place(found, anchor, found.candidates.tolist())
    assert [found.nodes.tag_of(row) for row in here] == ["a", "svg"]


def markup(body: str) -> Snapshot:
    return plain_snapshot(f"<html><body><h1>The market</h1>{body}</body></html>")


def test_of_one_place_a_button_is_the_button_and_not_the_words_in_it() -> None:
    after = markup('<div><button class="b"><span class="label">Sign up</span></button></div>')
    page = item_page_of(after)
    outer, button, label = (select_row(after, css=css) for css in ("div", "button", "span"))
    ranking = Ranking(rows=np.array([outer, button, label]), logits=np.array([-1.0, 0.0, 3.0]))
    as_words, as_control = (best_place(ranking, page, 0.1, is_control=flag) for flag in (False, True))
    assert as_words is not None
    assert as_control is not None
    assert (as_words.row, as_control.row) == (label, button)
    assert as_words.confidence == as_control.confidence
