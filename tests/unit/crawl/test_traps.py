from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.crawl.traps import FEWEST_OF_SHAPE, MOST_DATES, most_of_shape, shape_of, trap_in

NOW = datetime(2026, 5, 1, tzinfo=UTC)
SITE = "https://site.test"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/a/b/a/b/a/b/", "repeats"),
        ("/x/x/x", "repeats"),
        ("/a/1/a/2/a/3/a/4", "repeats"),
        ("/" + "/".join("abcdefghijklmnopqr"), "deep"),
        ("/?" + "&".join(f"p{n}=1" for n in range(9)), "grows"),
        ("/?f=1&f=2&f=3&f=4", "grows"),
        ("/?next=" + "%252F" * 80, "grows"),
        ("/" + "a" * 1000, "long"),
        ("/calendar/2031/07/", "calendar"),
        ("/events?month=2028-01", "calendar"),
        ("/events?year=1970&month=1", "calendar"),
        ("/events?year=12345", "calendar"),
    ],
)
def test_traps_give_themselves_away(path: str, said: str) -> None:
    assert said in (trap_in(SITE + path, now=NOW) or "")


@pytest.mark.parametrize(
    "path",
    [
        "/", "/2024/05/17/the-bridge-is-open", "/en/docs/en/", "/a/b/a/b", "/articles/202405171", "/events?month=2026-06",
        "/shop?category=3&page=2", "/wiki/1848", "/product/1234567", "/news/2027/01/plans",
    ],
)  # fmt: skip
def test_pages_are_no_traps(path: str) -> None:
    assert trap_in(SITE + path, now=NOW) is None


def test_pages_that_differ_in_numbers_dates_and_values_share_a_shape() -> None:
    assert shape_of(f"{SITE}/a/12?p=1") == shape_of(f"{SITE}/a/7?p=xyz") != shape_of(f"{SITE}/b/7?p=1")
    assert shape_of(f"{SITE}/2024/05/17/") == shape_of(f"{SITE}/2023/01/02/")
    assert shape_of(f"{SITE}/s/0123456789abcdef0123/x") == shape_of(f"{SITE}/s/fedcba98765432100000/x")
    assert shape_of(f"{SITE}/?a=1&b=2") == shape_of(f"{SITE}/?b=3&a=4")


def test_the_more_a_query_may_vary_the_fewer_pages_it_gets() -> None:
    plain, one, two = (most_of_shape(shape_of(f"{SITE}/a{query}"), 1000) for query in ("", "?p=1", "?p=1&q=2"))
    assert (
        1000 == plain > one > two > most_of_shape(shape_of(f"{SITE}/?a=1&b=2&c=3&d=4&e=5&f=6"), 1000) == FEWEST_OF_SHAPE
    )
    assert most_of_shape(shape_of(f"{SITE}/events?month=2026-04"), 1000) == MOST_DATES
    assert most_of_shape(shape_of(f"{SITE}/s/0123456789abcdef0123/x"), 1000) == 250
    assert most_of_shape(shape_of(f"{SITE}/?a=1&b=2&c=3"), 5) == 5


def test_an_endless_calendar_ends() -> None:
    months = [f"{SITE}/cal?month={year:04}-{month:02}" for year in range(1000, 3000) for month in range(1, 13)]
    left = [url for url in months if trap_in(url, now=NOW) is None]
    assert {shape_of(url) for url in left} == {"site.test/cal?month (dates)"}
    assert min(len(left), most_of_shape(shape_of(left[0]), 1000)) == MOST_DATES


@given(st.text(max_size=300), st.integers(1, 10**6))
def test_no_address_breaks_it(text: str, most_pages: int) -> None:
    url = f"{SITE}/{text}"
    trap_in(url, now=NOW)
    assert 1 <= most_of_shape(shape_of(url), most_pages) <= most_pages


@given(st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=4), st.integers(3, 6))
def test_whatever_repeats_three_times_is_a_trap(part: list[str], times: int) -> None:
    assert trap_in(f"{SITE}/start/{'/'.join(part * times)}/", now=NOW) is not None
