from typing import Any

import pytest

from benchmarks.plain_pages import plain_snapshot
from builders import element, snapshot, words
from followed_pages import block, line, news_page
from pagestrata.follow.follower import Follower
from pagestrata.follow.identity import (
    alerts_of,
    has_its_words_alone,
    is_hidden_twin,
    is_the_only_such_link,
    kept_shares,
    link_with_its_words,
    lost_an_equal,
    lost_an_equal_link,
    moved_elsewhere,
    nothing_is_left,
    says_only_what_was_next_to_it,
    says_what_it_said,
    was_next_to_it,
)
from pagestrata.follow.portraits.item_page import item_page_of
from pagestrata.follow.portraits.portrait import Portrait, portrait_of
from pagestrata.follow.select import select_row
from pagestrata.model.snapshot import Snapshot

TICKETS = "Ferry tickets Day return, adults: 18.50 Book a crossing"
DEARER = "Ferry tickets Day return, adults: 20.90 Book a crossing"
CULTURE = "What is on Cinema A silent film with live piano, Thursday at eight"
NEWS = "Storm warning for the whole coast, gusts are expected tonight"


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
    return was_next_to_it(Follower.from_block(BEFORE, ".market").memory.newest, items, rows[place])


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
        assert was_next_to_it(portrait, later, row) is expected


def markup(body: str) -> Snapshot:
    return plain_snapshot(f"<html><body><h1>The market</h1>{body}</body></html>")


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


def judged(rule, before: str, css: str, after: str, row_css: str | None = None) -> object:
    """What a rule says of the element `row_css` of a later page, for the element `css` of an earlier one."""
    portrait = Follower.from_block(markup(before), css, first=True).memory.newest
    later = markup(after)
    return rule(portrait, item_page_of(later), select_row(later, css=row_css or css, first=True))


POSTS = "".join(
    f'<section><h2>Post {name}</h2><p class="foot">Posted on {day} May 2009 by the editors</p></section>'
    for name, day in (("one", 20), ("two", 21))
)


def test_a_sentence_with_a_date_is_no_figure() -> None:
    """Both sections end alike; after the first is gone its foot is not the foot of the second."""
    same = POSTS.replace("21 May", "20 May")
    first, second = same.split("</section>")[:2]
    assert judged(lost_an_equal, f"<div>{first}</section></div>{second}</section>", ".foot", f"{second}</section>")
    assert not judged(lost_an_equal, "<p>12 €</p><i>new</i><p>12 €</p>", "p", "<i>new</i><p>12 €</p>")


LINKS = '<ul><li><a href="/announce">archive</a></li><li>or</li><li><a href="/devel">archive</a></li></ul>'


@pytest.mark.parametrize(("left", "is_lost"), [("/devel", True), ("/announce", False)])
def test_of_two_links_that_say_the_same_the_other_leads_elsewhere(left: str, is_lost: bool) -> None:
    after = f'<ul><li><a href="{left}">archive</a></li><li>or</li></ul>'
    assert judged(lost_an_equal, LINKS, "a", after) is is_lost


@pytest.mark.parametrize(
    ("after", "is_lost"),
    [
        ('<p><a class="more" href="/post/1">Read more: Ferry strike</a></p>', True),
        ('<p><a class="more" href="/post/1">Ferry strike</a></p>', False),
        ('<a href="/post/1">Strike ends</a><p><a class="more" href="/post/1">Read more</a></p>', False),
        ('<p><a class="more" href="/post/2">Read more</a></p>', False),
    ],
)
def test_of_two_links_to_one_address_the_other_says_something_else(after: str, is_lost: bool) -> None:
    before = '<a href="/post/1">Ferry strike</a><p><a class="more" href="/post/1">Read more: Ferry strike</a></p>'
    assert judged(lost_an_equal_link, before, "a", after) is is_lost


ITEMS = "".join(f'<div class="n"><b>Read more</b> <i>{day} May 2013</i></div>' for day in (23, 24, 25))


@pytest.mark.parametrize(
    ("left", "is_neighbour"), [("24 May 2013", True), ("23 May 2013", False), ("26 May 2013", False)]
)
def test_an_item_that_says_what_its_neighbour_said_is_the_neighbour(left: str, is_neighbour: bool) -> None:
    after = f'<div class="n"><b>Read more</b> <i>{left}</i></div>'
    assert judged(says_only_what_was_next_to_it, ITEMS, ".n", after) is is_neighbour


ICON = '<header><p>English</p><p>Products</p><span class="arrow"></span></header><p>Welcome</p>'


@pytest.mark.parametrize(
    ("after", "is_nothing_left"),
    [
        ('<main><h2>Sale</h2><table><tr><td>Boots</td><td><span class="icon"></span></td></tr></table></main>', True),
        ('<main><h2>Sale</h2><table><tr><td>Boots</td><td><span class="arrow"></span></td></tr></table></main>', False),
        (ICON.replace("arrow", "icon"), False),
    ],
)
def test_an_icon_of_which_nothing_is_left_is_another_icon(after: str, is_nothing_left: bool) -> None:
    assert judged(nothing_is_left, ICON, "span", after) is is_nothing_left


CLOSING = '<p>Join us</p><a class="closing" href="/join">Sign up for free</a>'


@pytest.mark.parametrize(
    ("elsewhere", "is_known"),
    [
        ('<a class="hero" href="/join">Sign Up For Free</a>', True),
        ('<a class="hero" href="/other">Sign Up For Free</a>', False),
        ("<p>Sign up for free</p>", False),
        ("", False),
    ],
)
def test_a_link_whose_words_are_elsewhere_is_shown_both(elsewhere: str, is_known: bool) -> None:
    after = f'{elsewhere}<p>Join us</p><a class="closing" href="/join">Sign up now</a>'
    assert (judged(link_with_its_words, CLOSING, ".closing", after) is not None) is is_known


def portrait(css: str = ".shop", **options: Any) -> Portrait:
    page = news_page(**options)
    return portrait_of(item_page_of(page), select_row(page, css=css))


def test_an_unchanged_block_keeps_everything() -> None:
    assert kept_shares(portrait(), portrait()) == {"path": 1.0, "area": 1.0, "content": 1.0, "context": 1.0}
    assert alerts_of(portrait(), portrait()) == ()


@pytest.mark.parametrize("change", [{"price": "1 €"}, {"wrapped": True}, {"banner": True}])
def test_one_pattern_that_changes_is_no_alert(change: dict[str, Any]) -> None:
    assert alerts_of(portrait(), portrait(**change)) == ()


def test_several_patterns_that_change_at_once_are_named() -> None:
    (alert,) = alerts_of(portrait(), portrait(".header", stories=("Fog",)))
    assert alert.startswith("its content, context changed much; check")


def test_new_wrappers_around_keep_the_longer_end_of_the_path() -> None:
    assert kept_shares(portrait(), portrait(wrapped=True))["path"] == pytest.approx(2 / 5)


def test_a_block_without_content_or_size_has_only_what_it_shows() -> None:
    page = snapshot(element("html", (0, 0, 9, 9), element("div", (0, 0, 0, 0))))
    alone = portrait_of(item_page_of(page), 1)
    assert "area" not in kept_shares(alone, alone)
    assert "context" not in kept_shares(alone, alone)
