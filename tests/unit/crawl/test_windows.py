from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.crawl.windows import read_window
from pagestrata.errors import UsageError

MONDAY = datetime(2026, 1, 5, tzinfo=UTC)


def test_workdays_by_day() -> None:
    window = read_window("Mon-Fri 08:00-18:00")
    assert not window.is_open(MONDAY)
    assert window.is_open(MONDAY + timedelta(hours=8))
    assert not window.is_open(MONDAY + timedelta(hours=18))
    assert not window.is_open(MONDAY + timedelta(days=5, hours=9))
    assert window.next_open(MONDAY + timedelta(days=4, hours=19)) == MONDAY + timedelta(days=7, hours=8)


def test_nights_go_on_to_the_next_morning() -> None:
    window = read_window("sat,sun 22:00-06:00 Europe/Berlin")
    sunday_evening = MONDAY + timedelta(days=6, hours=21, minutes=30)  # 22:30 in Berlin
    assert window.is_open(sunday_evening)
    assert window.is_open(sunday_evening + timedelta(hours=6))
    assert not window.is_open(sunday_evening + timedelta(hours=8))


def test_the_hour_that_clocks_skip() -> None:
    window = read_window("02:15-02:45 Europe/Berlin")
    skipped = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)  # an hour before the change
    assert window.next_open(skipped).astimezone(UTC).date() == datetime(2026, 3, 30, tzinfo=UTC).date()


@given(st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)))
def test_the_next_moment_is_open_and_not_before(moment: datetime) -> None:
    window = read_window("Fri-Mon 20:00-04:00 America/New_York")
    found = window.next_open(moment)
    assert window.is_open(found)
    assert found >= moment


@pytest.mark.parametrize(
    "text",
    ["", "always", "8-18", "25:00-26:00", "Foo 08:00-09:00", "08:00-08:00", "08:00-09:00 Mars/Base", "08:61-09:00"],
)
def test_others_are_refused_with_examples(text: str) -> None:
    with pytest.raises(UsageError, match="write it like"):
        read_window(text)


def test_the_hour_that_comes_twice_is_open_both_times() -> None:
    window = read_window("02:00-03:00 Europe/Berlin")
    first, second = datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # 02:30 both
    assert window.is_open(first)
    assert window.is_open(second)
    assert not window.is_open(datetime(2026, 10, 25, 2, 30, tzinfo=UTC))
