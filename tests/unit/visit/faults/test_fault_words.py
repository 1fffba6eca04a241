from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.visit.faults.fault_words import LISTS, LOGIN_ADDRESS, phrase_of


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Page not found | Example", "not found"),
        ("404 - Page Not Found", "not found"),
        ("Error 404", "not found"),
        ("Oops! That page can’t be found.", "not found"),
        ("Seite nicht gefunden – Rathaus", "not found"),
        ("ページが見つかりません", "not found"),
        ("503 Service Unavailable", "maintenance"),
        ("We'll be back soon!", "maintenance"),
        ("Just a moment...", "bot wall"),
        ("Attention Required! | Cloudflare", "bot wall"),
        ("Sign in - Example", "login wall"),
    ],
)
def test_whole_phrases_count(text: str, kind: str) -> None:
    assert phrase_of(text, kind) is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Lost dog not found after three days",
        "How captchas work",
        "Scheduled maintenance of the bridge begins on Monday",
        "Sign in is easier now",
        "The 404 bus",
        "Room 404",
        "A moment in the life of a bot",
    ],
)
def test_phrases_within_sentences_do_not(text: str) -> None:
    assert all(phrase_of(text, kind) is None for kind in LISTS)


@given(st.text(max_size=60), st.sampled_from(sorted(LISTS)))
def test_any_title_gets_an_answer(text: str, kind: str) -> None:
    found = phrase_of(text, kind)
    assert found is None or found in LISTS[kind] or "404" in found


@pytest.mark.parametrize(
    "place", ["site.test/login", "login.site.test/", "site.test/?next=/a&step=signin", "sso.site.test/x"]
)
def test_addresses_of_logins(place: str) -> None:
    assert LOGIN_ADDRESS.search(place)


@pytest.mark.parametrize(
    "place", ["site.test/author/anne", "site.test/blogging", "site.test/authors", "site.test/logins-explained"]
)
def test_addresses_of_others(place: str) -> None:
    assert not LOGIN_ADDRESS.search(place)
