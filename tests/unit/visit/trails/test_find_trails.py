from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import PIL.Image
import pytest

from captures import START, capture, visit_of
from followed_pages import news_page
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.trails import correct_trail
from pagestrata.follow.follower import Follower
from pagestrata.follow.select import select_row
from pagestrata.follow.states import Found
from pagestrata.formats.documents.document_pages import as_feed_page
from pagestrata.model.blocks import Block, BlockTree, Image
from pagestrata.model.geometry import Box
from pagestrata.model.page_state import PageState, TrailState
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive, open_archive
from pagestrata.visit.cut import cut
from pagestrata.visit.load import load_seen, load_trails
from pagestrata.visit.trails.find_trails import (
    ITEM,
    NO_ITEM,
    SAME_ITEM,
    TrailHints,
    entry_of,
    find_in_item,
    find_trails,
    item_of,
    with_pictures,
)

URL = "http://site.test/"


TEXTS = ("Rain is expected in the north", "Boots cost 99 crowns today", "Imprint and contact of the paper")


FEED_TRAILS_URL = "http://site.test/feed.xml"


def page(day: int, **options: object):
    return news_page(captured_at=datetime(2026, 1, day, tzinfo=UTC), **options)


def followed(css: str, first: object) -> TrailState:
    row = select_row(first, css=css)
    follower = Follower.from_row(first, row)
    found = Follower.from_row(first, row).correct_row(first, row)
    trail = Trail(id=css, url=URL, origin={"css": css}, state=follower.state)
    return TrailState(trail=trail, entries=(entry_of(found, first, before=None),))


def test_blocks_are_found_with_what_became_of_them_and_the_page_is_not_cut_without_doubt() -> None:
    state = PageState(url=URL, trails=(followed(".shop", page(1)), followed(".stories", page(1))))
    shop, stories = find_trails(state, page(2, price="89.00 €"), lambda: pytest.fail("cut"))
    assert (shop.entry.state, shop.entry.change) == ("found", "text")
    assert shop.entry.text.endswith("89.00 €")
    assert (stories.entry.state, stories.entry.change) == ("found", None)
    assert shop.trail.state != state.trails[0].trail.state


def test_a_page_without_nodes_says_nothing_of_its_blocks() -> None:
    state = PageState(url=URL, trails=(followed(".shop", page(1)),))
    assert find_trails(state, replace(page(2), nodes=None), lambda: pytest.fail("cut")) == ()


def test_a_follower_that_cannot_be_read_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    good = followed(".stories", page(1))
    broken = replace(good, trail=replace(good.trail, id="broken", state={"format": 99}))
    (found,) = find_trails(PageState(url=URL, trails=(broken, good)), page(2), lambda: pytest.fail("cut"))
    assert found.trail.id == ".stories"
    assert "block broken of http://site.test/ is not followed" in caplog.text


def test_an_entry_keeps_gap_reasons_and_alerts() -> None:
    found = Found(state="found", confidence=0.9, gap=0.6, reasons=("because", "look"), alerts=("look",))
    entry = entry_of(found, page(1), before=None)
    assert (entry.gap, entry.reasons, entry.alerts) == (0.6, ("because",), ("look",))


def test_an_error_page_brings_no_block_back_and_doubt_is_no_change() -> None:
    lost = TrailEntry(found_at=datetime(2026, 1, 1, tzinfo=UTC), version=None, state="lost", confidence=1.0)
    found, doubt = Found(state="found", confidence=0.9, gap=0.9), Found(state="uncertain", confidence=0.4, gap=0.1)
    assert entry_of(found, page(2), before=lost).change == "found again"
    assert entry_of(found, page(2, status=404), before=lost).change is None
    assert entry_of(doubt, page(2), before=lost).change is None
    assert entry_of(replace(doubt, text="of a neighbour"), page(2), before=replace(lost, state="found")).change is None


def test_a_block_that_is_sure_again_is_compared_with_the_last_sure_entry() -> None:
    first = followed(".shop", page(1))
    sure = first.entries[0]
    doubt = replace(sure, state="uncertain", text="a neighbour")
    (found,) = find_trails(
        PageState(url=URL, trails=(replace(first, entries=(sure, doubt)),)), page(2), lambda: pytest.fail("cut")
    )
    assert (found.entry.state, found.entry.change) == ("found", None)


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def trail_hints_followed(archive, *, archived):
    taken, tree = capture(TEXTS)
    version = archive.append(taken, tree, None, visit=visit_of(taken)).id if archived else None
    return add_trail(archive, taken, Choice(text="Boots"), url=URL, version=version)


def hints_for(archive, trail, later, times=1):
    """The hints that a visit to this page would ask."""
    states = load_trails(archive, [trail] * times, before=later.captured_at)
    state = PageState(url=URL, trails=states, seen=load_seen(archive, URL, states))
    return TrailHints(state, states, later, lambda: cut(later))


def test_the_block_around_is_found_again_by_the_comparison(archive):
    trail = trail_hints_followed(archive, archived=True)
    later, _ = capture(("News of the day", *TEXTS), hours=5)
    hint = hints_for(archive, trail, later)(0)
    assert hint is not None
    boots = next(row for row, text in enumerate(later.nodes.text) if text == TEXTS[1])
    assert boots in hint.parts["matched"]
    assert not any(row in hint.parts["matched"] for row in range(boots - 3, boots - 1))


def test_without_an_archived_version_there_is_no_hint(archive):
    trail = trail_hints_followed(archive, archived=False)
    later, _ = capture(TEXTS, hours=5)
    assert hints_for(archive, trail, later)(0) is None


def test_a_version_is_not_compared_with_itself(archive):
    trail = trail_hints_followed(archive, archived=True)
    same, _ = capture(TEXTS)
    assert same.captured_at == START < START + timedelta(hours=1)
    assert hints_for(archive, trail, same)(0) is None


def test_pages_are_cut_and_compared_once_for_all_blocks(archive):
    trail = trail_hints_followed(archive, archived=True)
    later, _ = capture(TEXTS, hours=5)
    hints = hints_for(archive, trail, later, times=2)
    assert hints(0) is not None
    assert hints(1) is not None
    assert len(hints._compared) == 1


def test_blocks_with_pictures_get_their_hashes_where_there_is_a_screenshot():
    photo = Block(ref="1.1", images=(Image("", "http://site.test/a.png"),), box=Box(0, 0, 40, 40))
    tree = BlockTree(blocks=(Block(ref="1", children=(photo,), box=Box(0, 0, 40, 40)),))
    shown = io.BytesIO()
    PIL.Image.linear_gradient("L").resize((40, 40)).convert("RGB").save(shown, "PNG")
    assert with_pictures(tree, shown.getvalue()).by_ref()["1.1"].picture_hash
    assert with_pictures(tree, None) is tree
    assert with_pictures(tree, b"no picture") is tree


def test_the_block_around_is_found_by_its_topic(archive):
    trail = trail_hints_followed(archive, archived=True)
    later, _ = capture(("News of the day", *TEXTS), hours=5)
    assert hints_for(archive, trail, later)(0).parts["topic"]


def feed_trails_page(*prices: int, ids: bool = True, hours: float = 0) -> Snapshot:
    """A feed whose last item is the first that was written; all say the same but for their price."""
    numbers = range(len(prices), 0, -1)
    items = "".join(
        f"<item><title>Offer {n}</title>{f'<guid>g{n}</guid>' if ids else ''}<description>{price} crowns</description></item>"
        for n, price in zip(numbers, prices, strict=True)
    )
    taken = capture(["x"], hours=hours)[0]
    body = f"<rss version='2.0'><channel><title>Offers</title>{items}</channel></rss>".encode()
    response = replace(taken.responses[0], url=FEED_TRAILS_URL, body=body, headers=(("content-type", "text/xml"),))
    return as_feed_page(replace(taken, url=FEED_TRAILS_URL, responses=(response,)))


def found_in(archive: Archive, now: Snapshot) -> object:
    (trail,) = load_trails(archive, archive.trails.of(FEED_TRAILS_URL), before=now.captured_at)
    return find_in_item(trail, Follower.from_state(dict(trail.trail.state)), now)


def test_an_item_with_an_id_is_found_wherever_it_stands(archive: Archive) -> None:
    trail = add_trail(archive, feed_trails_page(7, 6), Choice(text="6 crowns"), url=FEED_TRAILS_URL, version=None)
    assert trail.origin[ITEM] == "g1"
    found = found_in(archive, feed_trails_page(7, 7, 5, hours=1))
    assert (found.state, found.text, found.reasons) == ("found", "5 crowns", (SAME_ITEM,))
    assert found.path == "body[1]/article[3]/p[1]"


def test_an_item_that_left_the_feed_is_lost(archive: Archive) -> None:
    add_trail(archive, feed_trails_page(7, 6), Choice(text="7 crowns"), url=FEED_TRAILS_URL, version=None)
    found = found_in(archive, feed_trails_page(6, hours=1))
    assert (found.state, found.reasons) == ("lost", (NO_ITEM,))


def test_a_correction_goes_to_another_item(archive: Archive) -> None:
    trail = add_trail(archive, feed_trails_page(7, 6), Choice(text="6 crowns"), url=FEED_TRAILS_URL, version=None)
    correct_trail(archive, trail.id, feed_trails_page(7, 6), Choice(text="7 crowns"), version=None)
    found = found_in(archive, feed_trails_page(9, 8, 6, hours=1))
    assert found.text == "8 crowns"


def test_items_without_ids_and_other_pages_are_known_by_their_looks(archive: Archive) -> None:
    trail = add_trail(
        archive, feed_trails_page(7, 6, ids=False), Choice(text="6 crowns"), url=FEED_TRAILS_URL, version=None
    )
    assert ITEM not in trail.origin
    assert found_in(archive, feed_trails_page(7, 7, 6, ids=False, hours=1)) is None
    assert item_of(capture(["x"])[0], 1) is None
