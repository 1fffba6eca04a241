"""Clocks and dates of the visit, in no language; and those of meetings and deadlines, which they are not."""

from datetime import UTC, datetime

import pytest

from pagestrata.deciding.by_itself.visit_times import is_day_of_visit, went_on

FIRST, SECOND = datetime(2026, 11, 16, 12, 7, tzinfo=UTC), datetime(2026, 11, 17, 15, 41, tzinfo=UTC)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((12, 7), (15, 41), True),
        ((17, 37), (21, 13), True),  # half an hour beside Greenwich's, and a page that was a little old
        ((23, 7), (2, 41), True),  # past midnight
        ((12, 7), (15, 55), False),
        ((12, 19), (15, 53), False),  # no time zone is twelve minutes off
        ((12, 0), (15, 30), False),  # as meetings are moved
    ],
)
def test_a_clock_of_the_visit_went_on_with_it(old: tuple[int, int], new: tuple[int, int], expected: bool) -> None:
    assert went_on(old, new, (FIRST, SECOND)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Stav: 16.11.2026", True),
        ("Stav: 17 November 2026", True),  # it is tomorrow elsewhere
        ("Stav: 19.11.2026", False),
        ("Stav: 16.11.2025", False),
        ("Deadline 16.11.2026", False),
        ("Open 16.11.2026 - 20.11.2026", False),
        ("16 eggs", False),
    ],
)
def test_a_date_is_the_day_of_the_visit_unless_an_event_has_it(text: str, expected: bool) -> None:
    place = next(at for at, letter in enumerate(text) if letter.isdecimal())
    assert is_day_of_visit(place, text, FIRST) is expected
