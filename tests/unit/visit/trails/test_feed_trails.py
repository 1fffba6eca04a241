from __future__ import annotations

from dataclasses import replace

from captures import capture
from pagestrata.app.trails import Choice, add_trail, correct_trail
from pagestrata.follow.follower import Follower
from pagestrata.formats.documents.feed_pages import as_feed_page
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive
from pagestrata.visit.load import load_trails
from pagestrata.visit.trails.feed_trails import ITEM, NO_ITEM, SAME_ITEM, find_in_item, item_of

URL = "http://site.test/feed.xml"


def page(*prices: int, ids: bool = True, hours: float = 0) -> Snapshot:
    """A feed whose last item is the first that was written; all say the same but for their price."""
    numbers = range(len(prices), 0, -1)
    items = "".join(
        f"<item><title>Offer {n}</title>{f'<guid>g{n}</guid>' if ids else ''}<description>{price} crowns</description></item>"
        for n, price in zip(numbers, prices, strict=True)
    )
    taken = capture(["x"], hours=hours)[0]
    body = f"<rss version='2.0'><channel><title>Offers</title>{items}</channel></rss>".encode()
    response = replace(taken.responses[0], url=URL, body=body, headers=(("content-type", "text/xml"),))
    return as_feed_page(replace(taken, url=URL, responses=(response,)))


def found_in(archive: Archive, now: Snapshot) -> object:
    (trail,) = load_trails(archive, archive.trails.of(URL), before=now.captured_at)
    return find_in_item(trail, Follower.from_state(dict(trail.trail.state)), now)


def test_an_item_with_an_id_is_found_wherever_it_stands(archive: Archive) -> None:
    trail = add_trail(archive, page(7, 6), Choice(text="6 crowns"), url=URL, version=None)
    assert trail.origin[ITEM] == "g1"
    found = found_in(archive, page(7, 7, 5, hours=1))
    assert (found.state, found.text, found.reasons) == ("found", "5 crowns", (SAME_ITEM,))
    assert found.path == "body[1]/article[3]/p[1]"


def test_an_item_that_left_the_feed_is_lost(archive: Archive) -> None:
    add_trail(archive, page(7, 6), Choice(text="7 crowns"), url=URL, version=None)
    found = found_in(archive, page(6, hours=1))
    assert (found.state, found.reasons) == ("lost", (NO_ITEM,))


def test_a_correction_goes_to_another_item(archive: Archive) -> None:
    trail = add_trail(archive, page(7, 6), Choice(text="6 crowns"), url=URL, version=None)
    correct_trail(archive, trail.id, page(7, 6), Choice(text="7 crowns"), version=None)
    found = found_in(archive, page(9, 8, 6, hours=1))
    assert found.text == "8 crowns"


def test_items_without_ids_and_other_pages_are_known_by_their_looks(archive: Archive) -> None:
    trail = add_trail(archive, page(7, 6, ids=False), Choice(text="6 crowns"), url=URL, version=None)
    assert ITEM not in trail.origin
    assert found_in(archive, page(7, 7, 6, ids=False, hours=1)) is None
    assert item_of(capture(["x"])[0], 1) is None
