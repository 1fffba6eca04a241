"""The clock that a page shows, and what went on with it."""

from __future__ import annotations

import pytest

from pagestrata.deciding.by_itself.own_clock import OwnClock, own_times, went_with
from pagestrata.model.blocks import Block
from pagestrata.weighing.texts.text_edits import edits_between

OLD = "Monday, 16 November 2026 · 12:05"
NEW = "Tuesday, 17 November 2026 · 09:31"


def clock_of(old: str, new: str, role: str = "header") -> OwnClock:
    return OwnClock(*(own_times([Block(ref="1", text=text, role=role)]) for text in (old, new)))


def is_own(old: str, new: str, clock: OwnClock) -> bool:
    return all(went_with(edit, (old, new), clock) for edit in edits_between(old, new))


def test_the_frame_shows_the_day_and_the_hour() -> None:
    clock = clock_of(OLD, NEW)
    assert (clock.old.minutes, clock.new.minutes, clock.days) == ((725,), (571,), 1)
    assert clock_of(OLD, NEW, role="article") == OwnClock()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Picture of 12:04", "Picture of 09:30"),
        ("Collection: in 2 days", "Collection: in 1 day"),
        ("Biotonne in 2 Tagen", "Biotonne in 1 Tag"),
        ("Zbývá: za 9 dní", "Zbývá: za 8 dní"),
    ],
)
def test_what_went_on_with_it_is_that_of_the_visit(old: str, new: str) -> None:
    assert is_own(old, new, clock_of(OLD, NEW))
    assert not is_own(old, new, OwnClock())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Doors open at 12:04", "Doors open at 18:30"),
        ("Collection: in 5 days", "Collection: in 2 days"),
        ("Delivered in 2 days", "Delivered in 3 days"),
        ("Room 12 at 12:04", "Room 14 at 09:30"),
    ],
)
def test_any_other_time_speaks(old: str, new: str) -> None:
    assert not is_own(old, new, clock_of(OLD, NEW))
