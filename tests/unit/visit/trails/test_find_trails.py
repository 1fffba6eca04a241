from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from followed_pages import news_page
from pagestrata.follow.follower import Follower
from pagestrata.follow.select import select_row
from pagestrata.follow.states import Found
from pagestrata.model.page_state import PageState, TrailState
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.visit.trails.find_trails import entry_of, find_trails

URL = "http://site.test/"


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
