import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import UsageError
from pagestrata.model.watch_settings import NO_SETTINGS
from pagestrata.web.views.watch_form import FIELDS, in_words, read_span, settings_from, span_text, values_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("", None),
        ("3600", 3600),
        ("every 45 minutes", 2700),
        ("1.5 hours", 5400),
        ("2 d", 172800),
        ("every hour", 3600),
    ],
)
def test_intervals_are_read_in_words(text, seconds):
    assert read_span(text) == seconds


@pytest.mark.parametrize("text", ["often", "5 moons", "-3 h"])
def test_what_is_no_interval_is_refused(text):
    with pytest.raises(UsageError, match="not an interval"):
        read_span(text)


@given(st.integers(1, 366 * 86400))
def test_an_interval_is_never_rounded(seconds):
    assert read_span(span_text(seconds)) == seconds


def test_an_empty_form_takes_every_setting_away():
    settings, problems = settings_from(values_of(NO_SETTINGS))
    assert problems == {}
    assert NO_SETTINGS.changed(settings) == NO_SETTINGS


def test_values_are_shown_in_words_to_who_compares_them():
    assert in_words("interval_seconds", "") == "as often as needed"
    assert in_words("robots", "ignore") == "is ignored"
    assert in_words("capture.javascript", "") == "no"
    assert in_words("title", "") == "nothing"
    assert all(in_words(name, "") for name in FIELDS)
