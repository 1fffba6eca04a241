from dataclasses import replace

import pytest

from benchmarks.plain_pages import plain_snapshot
from builders import element, snapshot, words
from followed_pages import news_page
from pagestrata.follow.entrance import Entrance
from pagestrata.follow.follower import Follower
from pagestrata.follow.hide import without_element
from pagestrata.follow.memory import template_key
from pagestrata.follow.portraits.item_page import item_page_of
from pagestrata.follow.ranker import default_ranker
from pagestrata.follow.select import select_row
from pagestrata.follow.states import Thresholds
from pagestrata.follow.verdicts import TWIN_CONFIDENCE, Judge
from pagestrata.model.snapshot import Snapshot

RANKER = default_ranker()


BOX = (0, 0, 100, 20)


def verdict(follower, page, **thresholds):
    judge = Judge(item_page_of(page), RANKER, Thresholds(**thresholds))
    return judge.verdicts([follower.memory], Entrance(), None)[0]


def test_an_unchanged_block_is_seen_again_without_learning():
    found = verdict(Follower.from_block(news_page(), ".shop"), news_page())
    assert (found.state, found.lesson, found.confidence) == ("found", "seen", TWIN_CONFIDENCE)


def test_an_unchanged_block_elsewhere_has_moved():
    follower = Follower.from_block(news_page(), ".shop")
    found = verdict(follower, news_page(banner=True))
    assert (found.state, found.lesson) == ("found", "moved")
    items = follower.memory.newest.items
    follower.find(news_page(banner=True))
    assert follower.memory.newest.items is items
    assert follower.memory.newest.sibling_index == 3


def test_thousands_of_equal_elements_are_looked_at_together():
    box = (0, 0, 100, 20)
    rows = [element("li", box, words("same", box)) for _ in range(3_000)]
    page = snapshot(element("html", box, element("body", box, element("ul", box, *rows))))
    follower = Follower.from_row(page, int(item_page_of(page).candidates[40]))
    again = replace(page, nodes=replace(page.nodes))
    verdict(follower, again)
    assert item_page_of(again).has("siblings")


def test_a_changed_block_is_learned_when_sure_and_withheld_when_not():
    follower, later = Follower.from_block(news_page(), ".shop"), news_page(price="5 €")
    assert verdict(follower, later).lesson == "learned"
    doubtful = verdict(follower, later, learn_from=1.1)
    assert doubtful.lesson == "withheld"
    assert doubtful.row == verdict(follower, later).row
    assert doubtful.reasons == ("not learned until confirmed",)


def test_a_wall_teaches_nothing():
    judge = Judge(item_page_of(news_page()), RANKER)
    (found,) = judge.verdicts([Follower.from_block(news_page(), ".shop").memory], Entrance(refusal="closed"), None)
    assert (found.state, found.row, found.lesson) == ("uncertain", None, "nothing")
    assert found.reasons[0] == "closed"


def unsure(page, css, **thresholds):
    """A follower that never trusts a changed block at first sight."""
    limits = Thresholds(**{"learn_from": 0.999999, "none_odds": 1.0} | thresholds)
    return Follower(Follower.from_block(page, css).memory, ranker=RANKER, thresholds=limits)


def test_the_same_doubt_in_the_next_version_is_no_proof():
    later = news_page(stories=("Fog",), banner=True)
    later = without_element(later, select_row(later, css=".footer"))
    follower = Follower.from_block(news_page(), ".footer")
    first = template_key(follower.memory.newest)
    answers = [follower.find(later) for _ in range(4)]
    assert [(one.state, one.confidence) for one in answers] == [("uncertain", answers[0].confidence)] * 4
    assert [template_key(known) for known in follower.memory.templates] == [first]
    assert follower.memory.missed == 4


def test_a_block_in_doubt_that_looks_like_itself_again_is_found():
    follower = unsure(news_page(), ".shop")
    doubtful = follower.find(news_page(price="5 €", wrapped=True))
    assert doubtful.reasons == ("not learned until confirmed",)
    assert follower.find(news_page()).state == "found"
    assert follower.memory.missed == 0


def test_an_uncertain_match_that_the_next_version_contradicts_is_forgotten():
    follower = unsure(news_page(), ".shop")
    follower.find(news_page(price="5 €", wrapped=True))
    follower.find(news_page(with_price=False, stories=("Fog",)))
    assert len(follower.memory.templates) == 1
    back = follower.find(news_page())
    assert (back.state, back.path) == ("found", "body[1]/div[3]")


def test_a_person_confirms_an_uncertain_match():
    follower = unsure(news_page(), ".shop")
    doubtful = follower.find(news_page(price="5 €", wrapped=True))
    follower.correct(news_page(price="5 €", wrapped=True), doubtful.path)
    assert len(follower.memory.templates) == 2


@pytest.mark.parametrize("css", [".shop", ".stories", ".header", ".footer"])
def test_a_neighbour_does_not_take_the_place_of_a_block_that_is_gone(css):
    whole = news_page()
    later = {".shop": news_page(with_price=False)}.get(css)
    if later is None:
        later = without_element(whole, select_row(whole, css=css))
    assert Follower.from_block(whole, css).find(later).state != "found"


def test_an_element_that_keeps_text_but_not_its_tag_is_no_twin():
    def page(tag):
        box = (0, 0, 99, 20)
        block = element(tag, box, words("Price of the week is low", box), attributes={"class": "x"})
        return snapshot(element("html", box, element("body", box, block)))

    assert verdict(Follower.from_block(page("p"), "p"), page("div")).lesson != "seen"


def boxes(*texts):
    """A page with one box a text, all of the same kind."""
    lines = [
        element("div", (0, 30 * n, 200, 20), words(text, (0, 30 * n, 200, 20)), attributes={"class": "box"})
        for n, text in enumerate(texts)
    ]
    box = (0, 0, 800, 600)
    return snapshot(element("html", box, element("body", box, element("div", box, *lines))))


@pytest.mark.parametrize("number", range(6))
def test_one_of_six_placeholders_is_never_found(number):
    prices = boxes(*(f"Rubber boots number {n} cost {n}9 €" for n in range(6)))
    row = int(item_page_of(prices).candidates[-6 + number])
    follower, loading = Follower.from_row(prices, row), boxes(*["Loading…"] * 6)
    for _ in range(4):
        found = verdict(follower, loading)
        assert found.state != "found"
        follower.find(loading)
    assert verdict(follower, prices).state == "found"  # nothing was learned meanwhile


@pytest.mark.parametrize("number", range(6))
def test_a_placeholder_between_placeholders_is_never_found(number):
    loading = boxes(*["Loading…"] * 6)
    follower = Follower.from_row(loading, int(item_page_of(loading).candidates[-6 + number]))
    found = verdict(follower, boxes(*["Loading…"] * 6))
    assert found.state == "uncertain", found
    assert "look exactly like it" in found.reasons[0]


def links(*placed):
    """Links (text, y), each in a section of its own."""
    box = (0, 0, 600, 4000)
    parts = [
        element("section", (0, y, 600, 40), element("a", (0, y, 90, 20), words(text, (0, y, 90, 20))))
        for text, y in placed
    ]
    return snapshot(element("html", box, element("body", box, *parts)))


def test_of_two_that_said_the_same_the_one_that_is_left_is_not_taken_for_the_other():
    old = links(("Opinion", 0), ("World", 40), ("Sport", 80), ("Imprint", 3000), ("Opinion", 3040), ("Contact", 3080))
    follower = Follower.from_row(old, next(row for row in range(len(old.nodes)) if old.nodes.tag_of(row) == "a"))
    without = links(("World", 0), ("Sport", 40), ("Imprint", 2960), ("Opinion", 3000), ("Contact", 3040))
    assert Follower(follower.memory).find(without).state in ("uncertain", "lost")
    still_there = links(("Opinion", 0), ("World", 40), ("Sport", 80), ("Imprint", 3000), ("Contact", 3040))
    found = Follower(follower.memory).find(still_there)
    assert (found.state, found.box.y) == ("found", 0)


def form(*fields: tuple[str, str, str]) -> Snapshot:
    """Fields of (class, name, autocomplete)."""
    inputs = "".join(f"<input class={kind} name={name} autocomplete='{use}'>" for kind, name, use in fields)
    return plain_snapshot(f"<html><body><h1>Order</h1><form>{inputs}</form><p>Imprint</p></body></html>")


FORM = form(("a", "f1", "email"), ("a", "f2", "tel"), ("a", "f3", "postal-code"))


@pytest.mark.parametrize("use", ["email", "tel", "postal-code"])
def test_a_field_is_the_one_that_is_filled_in_with_the_same(use):
    later = form(("x", "q3", "postal-code"), ("x", "q1", "email"), ("x", "q2", "tel"))
    found = Follower.from_block(FORM, f"[autocomplete={use}]").find(later)
    assert (found.state, later.nodes.attributes[found.row]["autocomplete"]) == ("found", use)


def test_a_field_that_is_gone_is_not_the_one_that_is_filled_in_with_something_else():
    later = form(("a", "f1", "email"), ("a", "f3", "postal-code"))
    assert Follower.from_block(FORM, "[autocomplete=tel]").find(later).state != "found"


def test_whether_a_field_is_filled_in_at_all_says_nothing():
    before = form(("a", "f1", "off"), ("a", "f2", "on"))
    after = form(("a", "f2", "off"), ("a", "f1", "on"))
    found = Follower.from_block(before, "[name=f1]").find(after)
    assert after.nodes.attributes[found.row]["name"] == "f1"


def written(body: str) -> Snapshot:
    return plain_snapshot(f"<html><body><h1>Prices</h1>{body}</body></html>")


TABLE = """<table><tr><th>Goods</th><th>Price</th></tr><tr><td>Boots</td><td><a href="/boots">from 19 €</a></td></tr>
<tr><td>Caps</td><td><a href="/caps">from 7 €</a></td></tr><tr><td>Scarves</td><td><a href="/s">from 9 €</a></td></tr></table>"""


def test_a_link_that_was_taken_out_of_its_cell_is_not_the_empty_cell():
    follower = Follower.from_block(written(TABLE), "a", first=True)
    found = verdict(follower, written(TABLE.replace('<a href="/boots">from 19 €</a>', "")))
    assert found.state == "uncertain"
    assert found.reasons == ("row ‘Boots’, column ‘Price’ says nothing any more",)
    assert verdict(follower, written(TABLE.replace("from 19 €", "from 25 €"))).state == "found"


def test_of_two_texts_in_a_cell_the_other_is_not_the_one_that_is_gone():
    table = TABLE.replace('<a href="/boots">from 19 €</a>', "<b>from 19 €</b> <b>in stock</b>")
    follower = Follower.from_block(written(table), "b", first=True)
    found = verdict(follower, written(table.replace("<b>from 19 €</b> ", "")))
    assert (found.state, found.reasons) == ("uncertain", ("this was next to it before",))
    assert verdict(follower, written(table.replace("from 19 €", "from 25 €"))).state == "found"


def test_a_cell_under_a_header_may_be_emptied():
    table = TABLE.replace('<a href="/boots">from 19 €</a>', "19 €")
    follower = Follower.from_row(written(table), select_row(written(table), css="td:nth-child(2)", first=True))
    assert verdict(follower, written(table.replace("19 €", ""))).state == "found"


def test_of_equal_figures_of_which_one_is_gone_none_is_recognised_at_once():
    slides = "".join(f'<p class="slide">{number}</p>' for number in range(1, 10))
    old = written(f"<div>{slides}</div><div>{slides}</div>")
    row = [row for row in item_page_of(old).candidates.tolist() if old.nodes.text_of(row) == "5"][1]
    follower = Follower.from_row(old, row)
    assert verdict(follower, old).state == "found"
    assert verdict(follower, without_element(old, row)).confidence != TWIN_CONFIDENCE


def test_a_link_whose_words_are_elsewhere_is_uncertain_and_both_are_shown():
    def closing(said: str) -> str:
        return (
            "<main><h2>Trade with us</h2><p>Two thousand stalls</p><section class='closing'><h3>Start today</h3>"
            f"<p>It takes three minutes</p><a class='btn closing-cta white' href='/join'>{said}</a><p>Terms apply</p>"
            "</section></main><footer>Contact</footer>"
        )

    hero = '<header><div><div><a class="hero" href="/join">Sign Up For Free</a></div></div></header>'
    follower = Follower.from_block(written(closing("Sign up for free")), ".closing-cta")
    found = follower.find(written(hero + closing("Sign up now")))
    assert found.state == "uncertain"
    assert found.reasons == ("another link says what it said and leads to the same address",)
    assert (found.text, found.other.text) == ("Sign up now", "Sign Up For Free")
