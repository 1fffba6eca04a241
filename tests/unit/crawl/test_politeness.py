from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.crawl.politeness import (
    FIRST_RETRY,
    LONGEST_RETRY,
    LONGEST_RETRY_AFTER_SECONDS,
    HostTurns,
    retry_after,
    retry_after_seconds,
)

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        ("0", 0.0),
        ("99999999999999999999", LONGEST_RETRY_AFTER_SECONDS),
        ("Fri, 02 Jan 2026 03:05:05 GMT", 60.0),
        ("Fri, 02 Jan 2026 03:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("", None),
        (None, None),
        ("١٢", None),
    ],
)
def test_what_a_server_asks_for(value: str | None, seconds: float | None) -> None:
    assert retry_after_seconds(value, now=NOW) == seconds


def test_a_host_is_asked_once_at_a_time_and_left_alone_between() -> None:
    turns = HostTurns(delay_seconds=2.0)
    turns.begin("a")
    assert turns.closed(at=0.0) == {"a"}
    turns.end("a", at=10.0)
    assert turns.closed(at=11.0) == {"a"}
    assert turns.next_free(at=11.0) == 12.0
    assert turns.closed(at=12.0) == set()
    assert turns.next_free(at=12.0) is None


def test_the_longer_pause_counts() -> None:
    turns = HostTurns(delay_seconds=2.0)
    turns.begin("a")
    turns.end("a", at=0.0, delay_seconds=30.0)
    turns.begin("a")
    turns.end("a", at=1.0)
    assert turns.closed(at=29.0) == {"a"}


def test_a_host_may_be_left_alone_for_a_reason_of_ones_own() -> None:
    turns = HostTurns(delay_seconds=1.0)
    turns.leave_alone("a.test", until=5.0)
    turns.leave_alone("a.test", until=3.0)
    assert (turns.closed(at=4.0), turns.closed(at=5.0)) == ({"a.test"}, set())


@given(st.integers(0, 10_000), st.text(max_size=20))
def test_pauses_are_bounded_and_the_same_each_time(failures: int, page: str) -> None:
    found = retry_after(failures, page=page)
    assert FIRST_RETRY * 0.75 <= found <= LONGEST_RETRY * 1.25
    assert found == retry_after(failures, page=page)


def test_they_grow_and_differ_from_page_to_page() -> None:
    assert retry_after(1, page="a") < retry_after(3, page="a") < retry_after(6, page="a")
    assert retry_after(2, page="a") != retry_after(2, page="b")


def test_a_server_may_ask_for_more() -> None:
    assert retry_after(1, page="a", asked_seconds=7200) == timedelta(hours=2)
    assert retry_after(1, page="a", asked_seconds=1) > timedelta(seconds=1)
