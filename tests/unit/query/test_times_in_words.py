from datetime import UTC, datetime

import pytest

from pagestrata.query.times_in_words import take_span

NOW = datetime(2026, 11, 18, 15, 30, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("words", "since", "until"),
    [
        ("since October", "2026-10-01T00:00", None),
        ("since december", "2025-12-01T00:00", None),
        ("since last March", "2026-03-01T00:00", None),
        ("since 2026-03-05", "2026-03-05T00:00", None),
        ("from 5 March 2025 on", "2025-03-05T00:00", None),
        ("after March 5th, 2025", "2025-03-05T00:00", None),
        ("since yesterday", "2026-11-17T00:00", None),
        ("since Monday", "2026-11-16T00:00", None),
        ("since Wednesday", "2026-11-11T00:00", None),
        ("since 3 weeks ago", "2026-10-28T00:00", None),
        ("before 2026", None, "2025-12-31T23:59"),
        ("until 2026", None, "2026-12-31T23:59"),
        ("up to 5 May 2026", None, "2026-05-05T23:59"),
        ("since March until June", "2026-03-01T00:00", "2026-06-30T23:59"),
        ("between March and 5 April 2026", "2026-03-01T00:00", "2026-04-05T23:59"),
        ("from 2025-01 to 2025-02", "2025-01-01T00:00", "2025-02-28T23:59"),
        ("in February 2024", "2024-02-01T00:00", "2024-02-29T23:59"),
        ("in 2025", "2025-01-01T00:00", "2025-12-31T23:59"),
        ("in May", "2026-05-01T00:00", "2026-05-31T23:59"),
        ("on 18 November", "2026-11-18T00:00", "2026-11-18T23:59"),
        ("on 19 November", "2025-11-19T00:00", "2025-11-19T23:59"),
        ("today", "2026-11-18T00:00", "2026-11-18T23:59"),
        ("last week", "2026-11-09T00:00", "2026-11-15T23:59"),
        ("this month", "2026-11-01T00:00", "2026-11-30T23:59"),
        ("last month", "2026-10-01T00:00", "2026-10-31T23:59"),
        ("last year", "2025-01-01T00:00", "2025-12-31T23:59"),
        ("in the last 3 days", "2026-11-15T15:30", "2026-11-18T15:30"),
        ("the past 2 months", "2026-09-19T15:30", "2026-11-18T15:30"),
        ("in the last two hours", "2026-11-18T13:30", "2026-11-18T15:30"),
        ("in the past week", "2026-11-11T15:30", "2026-11-18T15:30"),
        ("over the last month", "2026-10-19T15:30", "2026-11-18T15:30"),
        ("since a week ago", "2026-11-11T00:00", None),
        ("since three days ago", "2026-11-15T00:00", None),
        ("within the last fortnight", "2026-11-04T15:30", "2026-11-18T15:30"),
        ("this morning", "2026-11-18T05:00", "2026-11-18T11:59"),
        ("yesterday evening", "2026-11-17T18:00", "2026-11-17T23:59"),
        ("last night", "2026-11-17T18:00", "2026-11-18T05:59"),
        ("the day before yesterday", "2026-11-16T00:00", "2026-11-16T23:59"),
        ("over the weekend", "2026-11-14T00:00", "2026-11-15T23:59"),
        ("last quarter", "2026-07-01T00:00", "2026-09-30T23:59"),
        ("this quarter", "2026-10-01T00:00", "2026-12-31T23:59"),
        ("since noon", "2026-11-18T12:00", None),
        ("since 6 pm", "2026-11-17T18:00", None),
        ("since 1 March at noon", "2026-03-01T12:00", None),
        ("after 14:00 yesterday", "2026-11-17T14:00", None),
        ("before 9:30 on Monday", None, "2026-11-16T09:29"),
        ("between 11:00 and 12:00 yesterday", "2026-11-17T11:00", "2026-11-17T12:00"),
        ("earlier this week", "2026-11-16T00:00", "2026-11-22T23:59"),
        ("on 31 February 2026", "2026-02-01T00:00", "2026-02-28T23:59"),
    ],
)
def test_spans_of_time_are_read(words, since, until):
    rest, span = take_span(f"what changed {words} here", now=NOW)
    assert rest.split() == ["what", "changed", "here"]
    assert [moment and moment.isoformat()[:16] for moment in (span.since, span.until)] == [since, until]
    assert all(moment is None or moment.tzinfo is not None for moment in (span.since, span.until))


@pytest.mark.parametrize(
    "words",
    [
        "the 9:30 boat",
        "a few words",
        "the last ferry",
        "section 7",
        "room 2026",
        "they may leave",
        "the march of the penguins",
        "version 2.10",
        "",
    ],
)
def test_what_is_no_time_is_left_alone(words):
    assert take_span(words, now=NOW) is None
