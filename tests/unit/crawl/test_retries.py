from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.crawl.retries import FIRST_RETRY, LONGEST_RETRY, retry_after


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
