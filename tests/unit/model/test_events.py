from dataclasses import replace
from datetime import UTC, datetime, timedelta

from pagestrata.model.events import Event

EVENT = Event(subject="t1", kind="trail", name="n", url="u", version="v1", time=datetime(2026, 1, 1, tzinfo=UTC))


def test_the_same_news_has_the_same_key():
    assert replace(EVENT, probability=0.5, name="other").key == EVENT.key
    assert replace(EVENT, time=EVENT.time + timedelta(hours=1)).key != EVENT.key
    assert replace(EVENT, new_state="lost").key != EVENT.key


def test_a_version_without_difference_has_not_changed():
    assert not EVENT.has_changed
    assert replace(EVENT, new_text="x").has_changed
    assert replace(EVENT, kind="watch", operations={"move": 1}).has_changed


def test_a_block_that_only_moved_says_nothing_new():
    assert not replace(EVENT, operations={"move": 1}).has_changed


def test_news_are_changes_losses_and_returns():
    assert not EVENT.is_news
    assert replace(EVENT, new_text="x").is_news
    assert replace(EVENT, new_state="lost").is_news
    assert replace(EVENT, old_state="lost").is_news
    assert not replace(EVENT, new_text="x", new_state="uncertain").is_news
    assert not replace(EVENT, old_state="lost", new_state="lost", old_text="before").is_news
