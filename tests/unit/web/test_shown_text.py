from datetime import UTC, datetime, timedelta

import pytest

from pagestrata.model.blocks import ROLES
from pagestrata.web.shown_text import (
    ROLE_WORDS,
    ago,
    clean,
    counted,
    every,
    in_code,
    iso,
    local,
    moment,
    percent,
    plain_reasons,
    role_words,
    sentence,
    share_a_minute,
    size,
    span,
    stage_words,
)

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def test_what_steers_a_screen_is_shown_as_a_mark():
    assert clean("a\u202eb\x00c\ud800d\te") == "a�b�c�d\te"
    assert clean("line\nno-break\u00a0space\u2028") == "line\nno-break\u00a0space\u2028"
    assert clean("<b>&") == "<b>&"  # escaping is the template's business
    assert clean("x" * 11, 10) == "x" * 10 + "…"
    assert clean("x" * 10, 10) == "x" * 10


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (10, "now"),
        (50, "1 minute ago"),
        (300, "5 minutes ago"),
        (-7200, "in 2 hours"),
        (86400 * 3, "3 days ago"),
        (86400 * 400, "1 year ago"),
    ],
)
def test_times_are_told_from_now(seconds, said):
    assert ago(NOW - timedelta(seconds=seconds), NOW) == said
    assert ago(None, NOW) == "never"


def test_lengths_and_intervals():
    assert [span(s) for s in (5, 90, 7200, 86400 * 400)] == ["5 s", "2 min", "2 h", "1 y"]
    assert [every(s) for s in (None, 3600, 21600, 86400, 30)] == [
        "as needed",
        "every hour",
        "every 6 hours",
        "every day",
        "every 30 seconds",
    ]


def test_times_of_one_minute_are_told_apart_by_their_seconds():
    assert not share_a_minute([NOW, NOW + timedelta(minutes=1)])
    assert share_a_minute([NOW, NOW + timedelta(seconds=7)])
    assert moment(NOW + timedelta(seconds=7), seconds=True) == "2026-01-05 12:00:07"


def test_reasons_for_people_have_no_sums_and_refs():
    reasons = ["Kept: 'importance' is new in the text", "importance 0.10, most of it: block 1.7139 (image)"]
    assert plain_reasons(reasons) == reasons[:1]


def test_a_currency_is_named_once_and_stages_have_plain_words():
    assert plain_reasons(["from € 129.00 € to € 134.00 €"]) == ["from € 129.00 to € 134.00"]
    assert plain_reasons(["€ 5 and € 6"]) == ["€ 5 and € 6"]
    assert stage_words("refill") == "source compared in the layout of the last version"
    assert all(stage_words(stage) != stage for stage in ("unchanged", "quick", "refill", "render"))


def test_shares_are_told_in_hundredths():
    assert [percent(share) for share in (0, 0.954, 1)] == ["0\u00a0%", "95\u00a0%", "100\u00a0%"]
    assert percent(0.096, 1) == "9.6\u00a0%"


def test_a_message_begins_like_a_sentence_but_an_address_stays_one():
    assert sentence("this is no moment") == "This is no moment"
    assert sentence("https://a.test/ is not there") == "https://a.test/ is not there"
    assert sentence("") == ""


def test_times_sizes_and_counts():
    assert moment(NOW) == "2026-01-05 12:00"
    assert moment(None) == "–"
    assert iso(NOW) == "2026-01-05T12:00:00Z"
    assert [size(n) for n in (0, 999, 1500, 250_000, 3e9)] == ["0 B", "999 B", "1.5 kB", "250 kB", "3.0 GB"]
    assert [counted(1, "page"), counted(2000, "page"), counted(2, "entry", "entries")] == [
        "1 page",
        "2,000 pages",
        "2 entries",
    ]


def test_a_time_is_sent_in_utc_to_be_shown_in_the_zone_of_who_reads_it():
    when = datetime(2026, 1, 5, 12, 30, 7, tzinfo=UTC)
    assert str(local(when)) == (
        '<time datetime="2026-01-05T12:30:07Z" title="2026-01-05 12:30 UTC" data-moment="minutes">2026-01-05 12:30</time>'
    )
    assert ">2026-01-05 12:30:07</time>" in local(when, seconds=True)
    assert local(None) == "–"


def test_reasons_say_in_plain_words_what_did_not_count():
    said = plain_reasons(["silent: '15:10' -> '15:47': it moved", "ignored: the clock in the header"])
    assert said == ["not counted: '15:10' → '15:47': it moved", "not counted: the clock in the header"]


def test_every_role_has_words_that_a_screen_shows():
    assert {role for role in ROLES if role_words(role) != role} >= {"article", "ad", "other", "image"}
    assert set(ROLES) == set(ROLE_WORDS)


def test_what_is_written_in_backticks_is_set_as_code():
    assert in_code("`next` goes into <`after`>") == "<code>next</code> goes into &lt;<code>after</code>&gt;"
