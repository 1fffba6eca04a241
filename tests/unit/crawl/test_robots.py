from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.crawl.robots import AGAIN_AFTER, FRESH_FOR, LARGEST_BYTES, LONGEST_DELAY_SECONDS, Robots, robots_address

NOW = datetime(2026, 1, 2, tzinfo=UTC)
RULES = b"User-agent: *\nDisallow: /private\nAllow: /private/open\n\nUser-agent: pagestrata\nDisallow: /closed\nCrawl-delay: 7\n"


def answer(status: int | None, body: bytes = b"") -> Robots:
    return Robots.from_answer(status, body, now=NOW)


def test_the_group_of_this_program_counts() -> None:
    found = answer(200, RULES)
    assert found.allows("http://site.test/private/x")
    assert not found.allows("http://site.test/closed/x")
    assert found.delay_seconds == 7.0


@pytest.mark.parametrize(
    ("status", "allowed"), [(404, True), (401, True), (499, True), (500, False), (503, False), (None, False)]
)
def test_what_other_answers_mean(status: int | None, allowed: bool) -> None:
    assert answer(status, b"User-agent: *\nDisallow: /").allows("http://site.test/") is allowed
    assert answer(status).delay_seconds == 0.0


def test_only_so_much_is_read_and_a_long_delay_is_cut() -> None:
    padded = b"#" * LARGEST_BYTES + b"\nUser-agent: *\nDisallow: /\n"
    assert answer(200, padded).allows("http://site.test/")
    assert answer(200, b"User-agent: *\nCrawl-delay: 99999999").delay_seconds == LONGEST_DELAY_SECONDS


def test_it_is_asked_for_once_a_day_and_sooner_where_nobody_answered() -> None:
    assert answer(404).is_fresh(NOW + FRESH_FOR - timedelta(seconds=1))
    assert not answer(404).is_fresh(NOW + FRESH_FOR)
    assert not answer(500).is_fresh(NOW + AGAIN_AFTER)
    assert not answer(200).is_fresh(NOW - timedelta(hours=1))  # the clock was put back


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read(body: bytes) -> None:
    found = answer(200, body)
    assert found.allows("http://site.test/a?b") in {True, False}
    assert found.delay_seconds >= 0


def test_where_it_is() -> None:
    assert robots_address("https://me:pw@site.test:8443/a/b?c#d") == "https://site.test:8443/robots.txt"
