import numpy as np
import pytest

from benchmarks.plain_pages import plain_snapshot
from builders import Spec, element, snapshot, table, words
from followed_pages import block, line
from pagestrata.follow.assignment import (
    assigned,
    best_place,
    has_its_words_alone,
    is_hidden_twin,
    is_the_only_such_link,
    moved_elsewhere,
    same_place,
    says_what_it_said,
    was_beside_it,
)
from pagestrata.follow.follower import Follower
from pagestrata.follow.portraits.item_page import ItemPage, item_page_of
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.select import select_row
from pagestrata.follow.states import Ranking
from pagestrata.model.snapshot import Snapshot

TICKETS = "Ferry tickets Day return, adults: 18.50 Book a crossing"
DEARER = "Ferry tickets Day return, adults: 20.90 Book a crossing"
CULTURE = "What is on Cinema A silent film with live piano, Thursday at eight"
NEWS = "Storm warning for the whole coast, gusts are expected tonight"


BOX = (0, 0, 200, 40)


def page(*boxes: tuple[str, str]) -> Snapshot:
    """Boxes (class, text) one below the other."""
    parts = [
        block(f"box {kind}", 100 * place, line("p", text, 100 * place)) for place, (kind, text) in enumerate(boxes)
    ]
    return snapshot(element("html", (0, 0, 600, 800), element("body", (0, 0, 600, 800), *parts)))


def moved(before: Snapshot, after: Snapshot, css: str, place: str) -> str | None:
    """The words of the element that `css` of the first page moved to, where `place` is the element in its place."""
    items = item_page_of(after)
    row = next(row for row in items.candidates.tolist() if items.nodes.attributes[row].get("class") == f"box {place}")
    found = moved_elsewhere(Follower.from_block(before, css).memory.newest, items, row)
    return None if found is None else items.nodes.text_of(found)


BEFORE = page(("latest", NEWS), ("culture", CULTURE), ("market", TICKETS))
AFTER = page(("market", DEARER), ("latest", NEWS), ("culture", CULTURE))


def test_a_block_moved_where_its_words_are_and_not_into_the_block_that_took_its_place():
    assert moved(BEFORE, AFTER, ".market", "culture") == DEARER
    found = Follower.from_block(BEFORE, ".market").find(AFTER)
    assert (found.state, found.text) == ("found", DEARER)


def test_an_element_of_the_same_kind_in_its_place_is_the_next_item_of_a_list():
    after = page(("market", CULTURE), ("latest", NEWS), ("market", DEARER))
    assert moved(BEFORE, after, ".market", "market") is None


def test_where_several_or_none_have_the_words_nothing_is_said():
    twice = page(("market", DEARER), ("market", DEARER), ("culture", CULTURE))
    assert moved(BEFORE, twice, ".market", "culture") is None
    assert moved(BEFORE, page(("market", NEWS), ("culture", CULTURE)), ".market", "culture") is None
    assert moved(BEFORE, page(("offer", DEARER), ("culture", CULTURE)), ".market", "culture") is None


def test_a_few_words_tell_nothing():
    before, after = page(("a", "New today"), ("b", "More")), page(("b", "More"), ("a", "New today!"))
    assert moved(before, after, ".a", "b") is None


def alone(before: Snapshot, after: Snapshot) -> bool:
    items = item_page_of(after)
    row = next(row for row in items.candidates.tolist() if items.nodes.attributes[row].get("class") == "box market")
    return has_its_words_alone(Follower.from_block(before, ".market", first=True).memory.newest, items, row)


def test_an_element_alone_of_its_kind_with_most_of_the_words_is_the_block():
    assert alone(BEFORE, AFTER)
    assert not alone(BEFORE, page(("market", CULTURE), ("latest", NEWS)))


def test_of_several_of_a_kind_none_is_the_block_by_its_words():
    assert not alone(BEFORE, page(("market", DEARER), ("market", CULTURE)))
    assert not alone(page(("market", TICKETS), ("market", CULTURE)), page(("market", DEARER), ("latest", NEWS)))


def beside(after: Snapshot, place: int) -> bool:
    items = item_page_of(after)
    rows = [row for row in items.candidates.tolist() if items.nodes.attributes[row].get("class")]
    return was_beside_it(Follower.from_block(BEFORE, ".market").memory.newest, items, rows[place])


def test_what_stood_beside_the_block_is_its_neighbour_and_new_words_may_be_its_own():
    assert beside(page(("latest", NEWS), ("culture", CULTURE)), 1)
    assert not beside(page(("latest", NEWS), ("market", DEARER)), 1)
    assert not beside(page(("latest", NEWS), ("market", "Sold out until spring, ask again in March")), 1)


def test_an_element_of_another_kind_that_says_nothing_is_not_the_block():
    box = (0, 0, 600, 100)
    empty = [element("div", box, attributes={"class": kind}) for kind in ("banner", "box market")]
    after = snapshot(element("html", box, element("body", box, *empty)))
    assert beside(after, 0)
    assert not beside(after, 1)


def test_what_leads_where_the_block_alone_led_is_no_neighbour():
    def shown(said: str, beside: str, address: str) -> Snapshot:
        box = (0, 0, 300, 20)
        parts = element("a", box, words(said, box), attributes={"href": address}), element("p", box, words(beside, box))
        return snapshot(element("html", (0, 0, 600, 800), element("body", (0, 0, 600, 800), *parts)))

    portrait = Follower.from_block(shown("Cart", "0 items", "http://a.test/cart"), "a").memory.newest
    for address, expected in (("http://a.test/cart", False), ("http://a.test/other", True)):
        later = item_page_of(shown("0 items", "Cart", address))
        row = next(row for row in later.candidates.tolist() if later.nodes.tag_of(row) == "a")
        assert was_beside_it(portrait, later, row) is expected


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


HOME = '<nav><a class="top" href="/about">About us</a> <a class="top" href="/fees">Fees</a></nav><p>Two thousand stalls</p>'


@pytest.mark.parametrize(
    ("later", "css", "is_it"),
    [
        ('<ul><li><a class="x" href="/about">About us</a></li></ul>', "a", True),
        ('<ul><li><a class="x" href="/company">About us</a></li></ul>', "a", True),
        ('<ul><li><a class="x" href="/about">Who we are</a></li></ul>', "a", True),
        ('<ul><li><a class="x" href="/jobs">Who we are</a></li></ul>', "a", False),
        ('<a href="/about">Who we are</a><p>or</p><a href="/about">The company</a>', "a", False),
        ('<a href="/company">About us</a><p>or</p><a href="/people">About us</a>', "a", False),
        ('<ul><li><a class="x" href="/about"><i></i></a></li></ul>', "a", False),
        ("<p>About us</p>", "p", False),
    ],
)
def test_a_link_is_known_as_the_only_one_of_its_words_or_its_address(later: str, css: str, is_it: bool) -> None:
    portrait = Follower.from_block(markup(HOME), "a", first=True).memory.newest
    after = markup(later)
    assert is_the_only_such_link(portrait, item_page_of(after), select_row(after, css=css, first=True)) is is_it


def test_a_figure_that_leads_elsewhere_is_another_figure() -> None:
    before, after = markup('<a href="/cart">3</a>'), markup('<a href="/messages">3</a>')
    portrait = Follower.from_block(before, "a").memory.newest
    assert not is_the_only_such_link(portrait, item_page_of(after), select_row(after, css="a"))


@pytest.mark.parametrize(
    ("shown", "is_twin"),
    [
        ('<a href="/join">Create account</a>', True),
        ('<a href="/other">Create account</a>', False),
        ('<a href="/join">Join</a>', False),
        ('<a hidden href="/join">Create account</a>', False),
    ],
)
def test_an_element_that_cannot_be_seen_is_in_doubt_beside_one_that_can(shown: str, is_twin: bool) -> None:
    portrait = Follower.from_block(markup('<a href="/join">Create account</a>'), "a").memory.newest
    after = markup(f'<nav><a class="menu" hidden href="/join">Create account</a></nav>{shown}')
    page, row = item_page_of(after), select_row(after, css=".menu")
    assert is_hidden_twin(portrait, page, row) is is_twin
    assert not is_hidden_twin(portrait_of(page, row), page, row), "a block that could not be seen before"


LONG = (
    "The evening ferry leaves the old harbour at seven and returns before midnight on working days while in summer another "
    "boat crosses every second hour with room for forty bicycles"
)


@pytest.mark.parametrize(
    ("now", "is_its_own"),
    [
        (LONG.replace("at seven", "at eight"), True),
        (" ".join(LONG.split()[:24]), True),
        (f"{LONG} {NEWS} {CULTURE} {TICKETS} {NEWS} {CULTURE} {TICKETS}", False),
        ("The evening ferry leaves at seven", False),
        (NEWS, False),
        ("", False),
    ],
)
def test_a_long_block_that_was_rewritten_in_part_says_what_it_said(now, is_its_own):
    before = page(("latest", NEWS), ("culture", CULTURE), ("tickets", TICKETS), ("ferry", LONG))
    after = item_page_of(page(("latest", NEWS), ("ferry", now)))
    row = next(row for row in after.candidates.tolist() if after.nodes.attributes[row].get("class") == "box ferry")
    assert says_what_it_said(Follower.from_block(before, ".ferry").memory.newest, after, row) is is_its_own
