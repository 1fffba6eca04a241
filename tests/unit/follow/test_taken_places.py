from builders import element, snapshot, words
from followed_pages import block, line
from pagestrata.follow.follower import Follower
from pagestrata.follow.portraits.item_page import item_page_of
from pagestrata.follow.taken_places import has_its_words_alone, moved_elsewhere, was_beside_it
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
