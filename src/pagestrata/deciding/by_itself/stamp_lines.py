"""Lines of small print that hold nothing but when the page was made, as any language of CLDR writes a date and a clock.

`weighing.noise_grammar` knows the usual order of day, month and year; here no order is asked for. The line has one date (three
numbers with the same sign between them, or the name of a month and a day) and one clock, and beside them only names of
weekdays and parts of a day, zones and short words ('kl.', 'г.', 'm.'). A clock on the quarter may be that of an event. No person
writes a clock to the second: beside one a day and a year suffice, whatever the month and the zone are called.
"""

from __future__ import annotations

import re

from pagestrata.deciding.by_itself.idle_figures import WORD
from pagestrata.deciding.by_itself.visit_times import QUARTERS
from pagestrata.weighing.noise import noise_words
from pagestrata.weighing.noise.noise_context import speaks_of_event
from pagestrata.weighing.noise.noise_grammar import is_month
from pagestrata.weighing.noise.present_words import is_part_of_day
from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit

MOST_SHORT_WORDS, SHORT_WORD = 5, 3
MOST_WORDS = 9
DAY_AND_MONTH = 2
MOST_DAYS, LEAST_YEAR, LAST_YEAR = 31, 1_900, 2_100

_CLOCK = re.compile(
    r"(?<![\d.:/-])([01]?\d|2[0-3])\s?(?:[:.٫:：]|시|時|时|點|点)\s?([0-5]\d)(?:\s?(?:[:.：]|분|分)\s?[0-5]\d\s?[초秒]?)?(?![\d:/-])"
)
_NUMERIC_DATE = re.compile(r"(?<!\d)\d{1,4}\s?([./-]|[年년])\s?\d{1,2}\s?(?:\1|[月월])\s?\d{1,4}(?!\d)")
_TO_THE_SECOND = re.compile(r"(?<![\d.:])[0-2]?\d[:.][0-5]\d[:.][0-5]\d(?![\d.:])")
_NUMBER = re.compile(r"\d+")


def is_stamp_line(edit: Edit, texts: tuple[str, str]) -> bool:
    """Whether an edit stands in a line that is a date and a clock in both versions, not both on the quarter."""
    lines = [line_at(text, at) for text, at in zip(texts, (edit.old_start, edit.new_start), strict=True)]
    minutes = [_minute_of_stamp(line) for line in lines]
    return None not in minutes and not all(minute in QUARTERS for minute in minutes) and lines[0] != lines[1]


def _minute_of_stamp(line: str) -> int | None:
    """The minute of a line that is a date and a clock, None of any other."""
    words = [word.lower() for word in WORD.findall(line)]
    exact = _TO_THE_SECOND.search(line) is not None
    has_month = any(map(is_month, words))
    date = None if has_month else _NUMERIC_DATE.search(line)
    rest = line if date is None else f"{line[: date.start()]} {line[date.end() :]}"
    clock = _CLOCK.search(rest)
    if clock is None or not (has_month or exact or date) or speaks_of_event(line):
        return None
    numbers = [int(number) for number in _NUMBER.findall(f"{rest[: clock.start()]} {rest[clock.end() :]}")]
    is_whole = not numbers if date else _is_day_and_year(numbers, is_month_named=has_month)
    said = len(words) <= MOST_WORDS if exact else _are_words_of_time(words)
    return int(clock[2]) if is_whole and said else None


def _is_day_and_year(numbers: list[int], *, is_month_named: bool) -> bool:
    """Whether numbers are a day, a month where it has no name, and a year."""
    days = [number for number in numbers if 0 < number <= MOST_DAYS]
    years = [number for number in numbers if LEAST_YEAR <= number < LAST_YEAR]
    most = DAY_AND_MONTH - is_month_named
    return 1 <= len(days) <= most and len(years) == 1 and len(days) + len(years) == len(numbers)


def _are_words_of_time(words: list[str]) -> bool:
    others = [word for word in words if not _is_of_time(word)]
    return len(others) <= MOST_SHORT_WORDS and all(len(word) <= SHORT_WORD for word in others)


def _is_of_time(word: str) -> bool:
    known = noise_words.WEEKDAYS | noise_words.TIME_ZONES | noise_words.LINKING_WORDS | noise_words.SHORT_WEEKDAYS
    return word in known or is_month(word) or is_part_of_day(word)
