"""How far a time moved against how far the visits are apart: clocks, ages, countdowns and dates of today alike."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from pagestrata.judging.context import Context
from pagestrata.judging.edits import Edit
from pagestrata.judging.values import Value
from pagestrata.judging.vocabulary import CONCEPTS, concepts_in, says_only_times

NAMES = (
    "time is explained",
    "time is not explained",
    "is an age",
    "day is today",
    "day is to come",
    "day is over",
    "round times",
    "is ahead",
    "is a copyright year",
)
_COPYRIGHT = re.compile(r"©|\(c\)|copyright", re.IGNORECASE)
_YEARS = re.compile(r"(?:(?:19|20)\d\d\s?[-–,]?\s?){1,2}|(?:19|20)\d\d\s?[-–/]\s?\d\d")
_RANGE_BEGINS = re.compile(r"(?:19|20)\d\d\s?[-–/]\s?$")
DAY = 86_400.0
QUARTER = 900.0
JUST_BEFORE = timedelta(days=7)
REACH = 40
"""Characters before and behind a time that say what it is of."""
SLACK = 0.15
LEAST_SLACK = 90.0


def time(edit: Edit, old: Value, new: Value, context: Context) -> tuple[float, ...]:
    """One number for each of `NAMES`. Where nobody knows when the versions were taken, nothing is explained."""
    only_time = says_only_times((*edit.old_words, *edit.new_words))
    known, explained = _explained(old, new, *context.times) if only_time else (False, False)
    seen = context.times[1]
    day = new.day or old.day
    today = seen is not None and day is not None and abs((day - seen.date()).days) <= 1
    coming = seen is not None and day is not None and (day - seen.date()).days > 1
    over = new.kind == "none" and old.day is not None and _has_passed(old.day, *context.times)
    return (
        known and explained,
        known and not explained and not _is_stamp(edit),
        only_time and _is_age(old, new),
        today,
        coming,
        over,
        _are_round(edit, old, new),
        old.is_ahead and new.is_ahead,
        _is_copyright(edit),
    )


def _explained(old: Value, new: Value, was: datetime | None, now: datetime | None) -> tuple[bool, bool]:
    """Whether it can be known that a time moved as far as the visits are apart, and whether it did."""
    if was is None or now is None or now <= was:
        return False, False
    gap = (now - was).total_seconds()
    if old.kind == new.kind == "date" and old.day and new.day:
        return True, _follows(old.day, was) and _follows(new.day, now)
    if old.magnitude is None or new.magnitude is None:
        return False, False
    slack = max(LEAST_SLACK, SLACK * gap)
    if old.kind == new.kind == "clock":
        moved = (new.magnitude - old.magnitude - gap) % DAY
        return True, min(moved, DAY - moved) <= slack
    if old.kind == new.kind == "span":
        moved, unit = new.magnitude - old.magnitude, _unit(new.magnitude)
        return True, min(abs(moved - gap), abs(moved + gap)) <= max(slack, unit)
    return False, False


def _is_age(old: Value, new: Value) -> bool:
    """Whether it is said how long ago something was, in both versions or in the one that has it."""
    sides = [side for side in (old, new) if side.kind != "none"]
    return bool(sides) and all(side.is_age for side in sides)


def _is_copyright(edit: Edit) -> bool:
    """Whether an edit is the year behind the sign of copyright."""
    if _COPYRIGHT.search(edit.line) is None:
        return False
    sides = ((edit.old, edit.old_line, edit.old_start), (edit.new, edit.new_line, edit.new_start))
    years = [f"{_begun_range(line[:start])}{said}" for said, line, start in sides if said]
    return all(_YEARS.fullmatch(year.strip()) for year in years)


def _begun_range(before: str) -> str:
    """The year and dash right before an edit: '2007 - 25' says 2025."""
    begins = _RANGE_BEGINS.search(before)
    return begins.group() if begins else ""


def _is_stamp(edit: Edit) -> bool:
    """Whether a time is that of the last update: it moves whenever the page was made again, however far apart visits are."""
    start = edit.new_start if edit.new_line else edit.old_start
    near = f"{edit.line[max(0, start - REACH) : start]}\n{edit.line[start + len(edit.said) :][:REACH]}"
    return concepts_in(near)[CONCEPTS.index("updated")]


def _are_round(edit: Edit, old: Value, new: Value) -> bool:
    """Whether people agreed on both times; the time of an update is round by chance."""
    return _is_round(old) and _is_round(new) and not _is_stamp(edit)


def _is_round(value: Value) -> bool:
    """Whether a clock says a time that people agree on; a page's own clock seldom does."""
    return value.kind == "clock" and value.magnitude is not None and value.magnitude % QUARTER == 0


def _has_passed(day: date, was: datetime | None, now: datetime | None) -> bool:
    """Whether a day passed between two visits, or just before them."""
    return was is not None and now is not None and was.date() - JUST_BEFORE <= day <= now.date()


def _follows(day: date, seen: datetime) -> bool:
    return abs((day - seen.date()).days) <= 1


def _unit(seconds: float) -> float:
    """By how much a span of this length jumps: minutes, hours or days."""
    return 60.0 if seconds < 3_600 else 3_600.0 if seconds < DAY else DAY
