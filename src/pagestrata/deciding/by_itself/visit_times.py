"""Clocks and dates that are those of the visit: they went on by just as long as the visits are apart.

No word and no language is needed for it, only when the page was visited. A clock on the quarter is never one, since opening
hours and meetings are; nor is a date that a word near it calls that of a deadline or an event.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from pagestrata.weighing.noise.noise_context import is_of_event
from pagestrata.weighing.noise.noise_grammar import Span, spans_of

CLOCK_TOLERANCE = timedelta(minutes=6)
DAY = timedelta(days=1)
REACH_CHARACTERS = 40
QUARTERS = frozenset((0, 15, 30, 45))

Visits = tuple[datetime, datetime]
Clock = tuple[int, int]
"""Hours and minutes."""


def went_on(old: Clock, new: Clock, visits: Visits) -> bool:
    """Whether a clock, off the quarter, shows the time of both visits in one time zone of whole or half hours."""
    if old[1] in QUARTERS and new[1] in QUARTERS:
        return False
    shown = [timedelta(hours=hours, minutes=minutes) for hours, minutes in (old, new)]
    apart = [clock - _time_of_day(visit) for clock, visit in zip(shown, visits, strict=True)]
    return _is_near_multiple(apart[1] - apart[0], DAY) and _is_near_multiple(apart[0], timedelta(minutes=30))


def _time_of_day(moment: datetime) -> timedelta:
    return timedelta(hours=moment.hour, minutes=moment.minute)


def _is_near_multiple(length: timedelta, step: timedelta) -> bool:
    rest = length % step
    return min(rest, step - rest) <= CLOCK_TOLERANCE


def is_day_of_visit(place: int, text: str, visit: datetime) -> bool:
    """Whether the date at a place is the day of the visit, in whatever time zone, and no word calls it that of an event."""
    low = max(0, place - REACH_CHARACTERS)
    span = next(
        (
            Span(one.start + low, one.end + low, one.kind)
            for one in spans_of(text[low : place + REACH_CHARACTERS])
            if one.kind == "date" and one.start + low <= place < one.end + low
        ),
        None,
    )
    if span is None or is_of_event(span, text):
        return False
    numbers = {int(one) for one in re.findall(r"\d+", text[span.start : span.end])}
    days = (visit + away for away in (-DAY, timedelta(), DAY))
    return any(day.day in numbers and numbers <= {day.day, day.month, day.year, day.year % 100} for day in days)
