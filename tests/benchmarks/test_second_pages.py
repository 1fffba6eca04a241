"""What a second look shows of a written page."""

from __future__ import annotations

import pytest

from benchmark_modules import benchmark_module

second_pages = benchmark_module("quality/second_pages")

BODY = "<p>Quote: be kind</p><p>Seen 12 times</p><p>Open until May</p>"
QUOTE = ("be kind", "stay curious")
COUNTER = ("12 times", "15 times")
FACT = ("until May", "until June")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Sun cream at half price", "A new car for you"),
        ("<a href='/p/1'>Rain cover</a>", "<a href='/p/2'>Steel bottle</a>"),
        ("session 7f3a91c2", "session c04be81d"),
    ],
)
def test_replaced_texts_and_codes_turn(old: str, new: str) -> None:
    assert second_pages.turns(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("14:02", "14:09"),
        ("Read 318 times", "Read 344 times"),
        ("2026-11-05T07:00:12Z", "2026-11-06T07:00:09Z"),
        ("2026-11-05", "2026-11-06"),
        ("Visitors are welcome on all wards", "Visitors are wellcome on all wards"),
        ("<p>Dune</p><p>Reed</p>", "<p>Reed</p><p>Dune</p>"),
        ("", "A new line"),
    ],
)
def test_times_counters_spelling_and_order_stay(old: str, new: str) -> None:
    assert not second_pages.turns(old, new)


def test_what_turns_shows_another_text_and_the_rest_that_of_the_first_look() -> None:
    found = second_pages.second_body(BODY, [QUOTE, COUNTER], fact=False)

    assert found == BODY.replace(*COUNTER)


def test_a_page_on_which_nothing_turns_has_no_second_look() -> None:
    assert second_pages.second_body(BODY, [COUNTER], fact=False) is None


def test_beside_a_fact_only_known_noise_turns() -> None:
    assert second_pages.second_body(BODY, [QUOTE, FACT], fact=True) is None
    assert second_pages.second_body(BODY, [QUOTE, FACT], fact=True, noise={QUOTE[0]}) == BODY.replace(*FACT)
