"""The kind and magnitude of a changed stretch of text: money, a date, a count, words …, read by one tokenizer.

Names of months, weekdays, units and currencies come from CLDR (`data/calendar.json`). Numbers are read as people write them:
'1.234,50', "1'234.50" and '1 234,50' are the same. '9-17' is a range of two numbers, never a minus.

Spans of time ('1 hour 16 min') also say whether they have passed ('hace 2 horas') or are left ('in 3 days'), by the words that
CLDR gives for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Literal, NamedTuple

from pagestrata.judging.words import UNPARTED, calendar

_SEPARATOR = r"[.,'’٫٬\u00a0\u202f ]"
NUMBER = re.compile(rf"\d{{1,3}}(?:{_SEPARATOR}\d{{3}})+(?:[.,٫]\d{{1,2}})?(?!\d)|\d+(?:[.,٫]\d+)?")
WORD = re.compile(r"[^\W\d_]+|[€$£¥₽₹₩₺₴₪元円원°]")


_NO_UNITS = frozenset("kKbBgGtT%")
"""Letters after a number that mean thousands, bytes or grams, not a span of time."""
_UNIT = re.compile(r"[ \u00a0\u202f]?([^\W\d_]+)")
LONGEST_UNIT, MOST_SAID = 6, 4
SPAN_REACH = 60
"""Characters before and after a span that may say whether it has passed."""
NEXT_UNIT = 4
"""Characters between two units of one span: '1 hour and 16 min'."""
MOST_NUMBERS = 400


def number_of(text: str) -> float | None:
    """Return a number as people write it; None if it is not a number."""
    digits = re.sub(r"[\s\u00a0\u202f'’٬]", "", text).replace("٫", ".")
    if "," in digits and "." in digits:
        decimal = max(digits.rfind(","), digits.rfind("."))
        digits = re.sub(r"[.,]", "", digits[:decimal]) + "." + digits[decimal + 1 :]
    elif re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", digits):
        digits = re.sub(r"[.,]", "", digits)
    try:
        return float(digits.replace(",", "."))
    except ValueError:
        return None


Kind = Literal[
    "money", "percent", "score", "version", "date", "clock", "span", "measure", "code", "count", "words", "none",
]  # fmt: skip
KINDS: tuple[Kind, ...] = (
    "money", "percent", "score", "version", "date", "clock", "span", "measure", "code", "count", "words", "none",
)  # fmt: skip
"""By rank: the first kind found in a stretch names it."""
REACH = 28
MOST_CHARACTERS = 400
MANY_WORDS = 4
"""A stretch with this many more words than figures is wording."""
CENTURY = 2_000
LAST_SHORT_YEAR, FIRST_YEAR = 99, 1_000

_ISO = re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)[-/.年](?P<m>\d{1,2})(?:[-/.月](?P<d>\d{1,2}))?(?!\d)")
_DAY_FIRST = re.compile(
    r"(?<!\d)(?P<d>\d{1,2})[./-](?P<m>\d{1,2})[./-](?P<y>(?:19|20)?\d\d)(?!\d)"
    r"|(?<!\d)(\d{1,2})\.(\d{1,2})\.(?=\s|$)"
)
_CLOCK = re.compile(
    r"(?<![\d:])(?P<h>[01]?\d|2[0-3])(?:[:h٫時时点]|\sh\s)(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?!\d)"
    r"(?:\s?(?P<half>[ap])\.?m\b)?",
    re.IGNORECASE,
)
_DOTTED_CLOCK = re.compile(
    r"(?<![\d.])(?P<h>[01]?\d|2[0-3])\.(?P<m>[0-5]\d)(?![\d.])"
    r"(?=(?:\s?[–-]\s?\d{1,2}[.:]\d\d)?\s?(?:uhr|uur|h)\b)(?P<half>)(?P<s>)",
    re.IGNORECASE,
)
_HOUR = re.compile(r"(?<![\d:])(?P<h>1?\d|2[0-3])\s?(?:(?P<half>[ap])\.?m\b|uhr\b|h\b|時|点)", re.IGNORECASE)
_SCORE = re.compile(r"(?<![\d:.])\d{1,3}\s?:\s?\d{1,3}(?![\d:])")
_VERSION = re.compile(
    r"(?<![\w.])(?!\d{1,3}(?:\.\d{3})+(?![\w.]))v?\d+\.\d+\.\d+[\w.-]*|(?<!\w)v\d+(?:\.\d+)*"
    r"|(?<!\w)(?:version|versions|release|ver|версия)\.?\s\d+(?:\.\d+)*",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"\d\s?(?:%|٪|percent\b|per cent\b|prozent\b|pour cent\b|por ciento\b|per cento\b|procent\w*|процент\w*)",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"(?<!\w)(?=\w*\d)(?=\w*[a-z])[0-9a-z]{8,}(?!\w)|(?<!\w)[0-9a-f]{7,}(?!\w)|(?<![\d.,])\d{9,}(?![\d.,])"
    r"|\b[0-9A-F]{2}(?::[0-9A-F]{2}){3,}|\b0x[0-9a-f]+"
    r"|(?<!\w)\w*\d[a-f]+\d[0-9a-f]*(?:-\w+)*",  # letters between digits: '7f9c4', '7c1e-99ab'
    re.IGNORECASE,
)
_NETWORK_ADDRESS = re.compile(
    r"(?<![\w.])(?=[\d.]{9})(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.])"
)
_DAY_BEFORE = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º)?(?:\s(?:de|of))?\s?$")
_DAY_BEHIND = re.compile(r"\.?\s?(?:de\s)?(?:(\d{1,2})(?!\d)(?:st|nd|rd|th)?,?\s?)?((?:19|20)\d\d(?!\d))?")
_DIGIT = re.compile(r"\d")
_BEFORE_FIGURE = re.compile(r"(?:(?<![-–\d])\d{1,2}(?:[:.]\d\d)?[–-]|[€$£¥₽₹₩]\s?|(?<![\w.,:/)\]])[-−+])$")
_BEHIND_FIGURE = re.compile(r"[–-]\d{1,2}(?:[:.]\d\d)?(?![-–\d])|\s?[%‰€$£¥₽₹₩°](?!\s?\d)|\s(?P<unit>[^\W\d_]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A typed stretch of a line. `magnitude` is in its natural unit, seconds for spans and clocks; None if it has none."""

    kind: Kind
    magnitude: float | None = None
    day: date | None = None  # of a date with a year
    is_age: bool = False  # a span that is said to have passed, as in '5 minutes ago'
    is_ahead: bool = False  # one that is said to be left, as in 'in 3 days'


NOTHING = Value(kind="none")


def value_of(line: str, start: int, end: int) -> Value:
    """Return the value that a stretch of a line is, or is part of."""
    if start >= end:
        return NOTHING
    low = max(0, start - REACH)
    around, first, last = line[low : end + REACH], start - low, end - low
    stretch = line[start:end]
    figures = len(NUMBER.findall(stretch))
    if not figures:
        return _of_words(stretch, around, first, last)
    if len(WORD.findall(stretch)) > figures * 2 + MANY_WORDS:
        return Value(kind="words", day=_last_day_in(stretch))
    return _of_figures(around, first, last)


def whole_value(line: str, start: int, end: int) -> str:
    """Return a changed stretch with the unit or currency next to its figure, or the other end of its range."""
    stretch = line[start:end]
    if not stretch or not (stretch[0].isdecimal() or stretch[-1].isdecimal()):
        return stretch
    if stretch[0].isdecimal():
        before = _BEFORE_FIGURE.search(line[max(0, start - REACH) : start])
        start -= len(before[0]) if before is not None else 0
    if stretch[-1].isdecimal():
        behind = _BEHIND_FIGURE.match(line[end : end + REACH])
        if behind is not None and (behind["unit"] is None or _is_unit(behind["unit"])):
            end += len(behind[0])
    return line[start:end]


def _is_unit(word: str) -> bool:
    table = calendar()
    return any(word.casefold() in table[names] for names in ("money", "measures", "units"))


def _of_words(stretch: str, around: str, first: int, last: int) -> Value:
    words = [word.casefold() for word in WORD.findall(stretch)]
    table = calendar()
    if words and all(word in table["months"] or word in table["weekdays"] for word in words):
        near = around[max(0, first - 6) : last + 6]
        if all(len(word) > 3 for word in words) or _DIGIT.search(near):
            return Value(kind="date", day=_day_in(around, first, last))
    return Value(kind="words")


def _of_figures(around: str, first: int, last: int) -> Value:
    """Return the value of a stretch with figures. Patterns count if they overlap it."""
    magnitude = _magnitude(around, first, last)
    if _touches(_CODE, around, first, last) or _touches(_NETWORK_ADDRESS, around, first, last):
        return Value(kind="code")
    if _is_money(around, first, last):
        return Value(kind="money", magnitude=magnitude)
    if _touches(_PERCENT, around, first, last):
        return Value(kind="percent", magnitude=magnitude)
    if _touches(_VERSION, around, first, last) and not _touches(_DAY_FIRST, around, first, last):
        return Value(kind="version", magnitude=magnitude)
    if _touches(_DOTTED_CLOCK, around, first, last):
        return Value(kind="clock", magnitude=_clock_in(around, first, last))
    time = _time_in(around, first, last)
    if time is not None:
        return time
    if _touches(_SCORE, around, first, last):
        return Value(kind="score", magnitude=magnitude)
    kind: Kind = "measure" if _is_measured(around, first, last) else "count"
    return Value(kind=kind, magnitude=magnitude)


def _time_in(around: str, first: int, last: int) -> Value | None:
    """Return the date, time of day or span that a stretch is part of."""
    span = span_in(around, first, last)
    if span is not None and (span.is_age or span.is_ahead):  # '3h ago' is no time of the day
        return Value(kind="span", magnitude=span.seconds, is_age=span.is_age, is_ahead=span.is_ahead)
    if _CLOCK.fullmatch(around[first:last]):  # '10:41' of 'Thu 5 Nov, 10:41'
        return Value(kind="clock", magnitude=_clock_in(around, first, last))
    day = _day_in(around, first, last)
    if day is not None or _is_part_of_date(around, first, last):
        return Value(kind="date", day=day, magnitude=float(day.toordinal()) if day else None)
    seconds = _clock_in(around, first, last)
    if seconds is not None:
        return Value(kind="clock", magnitude=seconds)
    return Value(kind="span", magnitude=span.seconds) if span is not None else None


def _is_measured(text: str, first: int, last: int) -> bool:
    """Return whether a number of the stretch has a unit after it."""
    measures = calendar()["measures"]
    numbers = [found for found in NUMBER.finditer(text) if found.start() < last and found.end() > first]
    behind = (WORD.match(text[found.end() : found.end() + REACH].lstrip()) for found in numbers)
    return any(word is not None and word.group().casefold() in measures for word in behind)


def _touches(pattern: re.Pattern[str], text: str, first: int, last: int) -> bool:
    return any(found.start() < last and found.end() > first for found in pattern.finditer(text))


def _magnitude(text: str, first: int, last: int) -> float | None:
    """Return the number that the stretch is part of."""
    for found in NUMBER.finditer(text):
        if found.start() < last and found.end() > first:
            return number_of(found.group())
    return None


def _is_money(text: str, first: int, last: int) -> bool:
    money = calendar()["money"]
    before = WORD.findall(text[max(0, first - 6) : first])
    gap = text[:first].rstrip()
    if before and gap.endswith(before[-1]) and before[-1].casefold() in money:
        return True
    behind = WORD.findall(text[last : last + 16])[:2]
    rest = text[last:].lstrip(" \u00a0\u202f0123456789.,-–")
    if not behind or not rest.startswith(behind[0]):
        return any(sign in text[first:last] for sign in "€$£¥₽₹₩")
    word = behind[0].casefold()
    if len(word) > 1 and word in calendar()["units"]:
        return False
    return word in money or any(sign in text[first:last] for sign in "€$£¥₽₹₩")


def _is_part_of_date(text: str, first: int, last: int) -> bool:
    """Return whether a month or weekday is next to the figure: '12 March', 'Friday 12'."""
    number = _magnitude(text, first, last)
    if number is not None and LAST_SHORT_YEAR < number < FIRST_YEAR:
        return False  # '206 Mac & i': no day and no year
    table = calendar()
    before, behind = WORD.findall(text[:first])[-2:], WORD.findall(text[last:])[:2]
    near = [word.casefold() for word in (*before[-1:], *WORD.findall(text[first:last])[:3], *behind[:1])]
    months = any(word in table["months"] and _is_beside(text, word, first, last) for word in near)
    return months or any(len(word) > 3 and word in table["weekdays"] for word in near)


def _is_beside(text: str, word: str, first: int, last: int) -> bool:
    at = text.casefold().rfind(word, 0, last)
    if at >= 0 and first - at - len(word) <= 4:
        return True
    behind = text.casefold().find(word, last)
    return 0 <= behind - last <= 4


def _day_in(text: str, first: int, last: int) -> date | None:
    """Return the day, with its year, of a date that overlaps the stretch."""
    for pattern in (_ISO, _DAY_FIRST):
        for found in pattern.finditer(text):
            if found.start() < last and found.end() > first and found["y"]:
                return _day(int(found["y"]), int(found["m"]), int(found["d"] or 1))
    return _written_day(text, first, last)


def _last_day_in(text: str) -> date | None:
    """Return the last day with a year in a text: the entry ends then."""
    text = text[:MOST_CHARACTERS]  # each number is looked at with the whole text
    days = [day for found in NUMBER.finditer(text) if (day := _day_in(text, *found.span())) is not None]
    return max(days, default=None)


def _written_day(text: str, first: int, last: int) -> date | None:
    return next((day for *_, day in _written_days(text, first, last) if day is not None), None)


def day_without_year(line: str, start: int, end: int, seen: date) -> date | None:
    """Return the day of a date without a year that a stretch is part of, as near to the day `seen` as possible."""
    low = max(0, start - REACH)
    for month, day, _ in _written_days(line[low : end + REACH], start - low, end - low):
        days = (_day(year, month, day) for year in (seen.year - 1, seen.year, seen.year + 1))
        return min(filter(None, days), key=lambda one: abs(one - seen), default=None)
    return None


def _written_days(text: str, first: int, last: int) -> Iterator[tuple[int, int, date | None]]:
    """Yield month and day of the dates with the name of a month around a stretch, and the date where they have a year."""
    months = calendar()["months"]
    for found in WORD.finditer(text):
        month = months.get(found.group().casefold())
        if month is None or not (found.start() - 12 <= last and found.end() + 12 >= first):
            continue
        before = _DAY_BEFORE.search(text[max(0, found.start() - REACH) : found.start()])
        behind = _DAY_BEHIND.match(text[found.end() : found.end() + REACH])
        said = (before and before[1]) or (behind and behind[1])
        if said:
            year = behind and behind[2]
            yield month, int(said), _day(int(year), month, int(said)) if year else None


def _day(year: int, month: int, day: int) -> date | None:
    if month > 12 >= day:
        month, day = day, month
    try:
        return date(year if year > 99 else CENTURY + year, month, day)
    except ValueError:
        return None


def _clock_in(text: str, first: int, last: int) -> float | None:
    for pattern in (_CLOCK, _DOTTED_CLOCK, _HOUR):
        for found in pattern.finditer(text):
            if found.start() < last and found.end() > first:
                parts = found.groupdict()
                hour = int(parts["h"]) % 12 + 12 * (parts["half"].lower() == "p") if parts["half"] else int(parts["h"])
                return hour * 3_600.0 + int(parts.get("m") or 0) * 60 + int(parts.get("s") or 0)
    return None


class Span(NamedTuple):
    """A span of time; `seconds` is None if its unit is unknown."""

    seconds: float | None
    is_age: bool = False
    is_ahead: bool = False


class _Part(NamedTuple):
    """A number with its unit and position; 0 seconds if the word is no unit."""

    seconds: float
    start: int
    end: int
    is_unit: bool


def span_in(text: str, first: int, last: int) -> Span | None:
    """Return the span around a stretch, with all its units."""
    total, reaches, start, end = 0.0, False, -1, -1
    for part in islice(_parts(text), MOST_NUMBERS):
        touches = part.start < last and part.end + 1 > first
        if not part.is_unit:
            if touches and _is_said_around("past", "", text[part.end :]):
                return Span(None, is_age=True)  # '10 mins ago': a unit as no dictionary has it
            continue
        total += part.seconds
        reaches = reaches or touches
        start, end = (start if end >= 0 and part.start - end <= NEXT_UNIT else part.start), part.end
    if not reaches:
        return None
    is_age = _is_said_around("past", text[:start], text[end:])
    return Span(total, is_age, not is_age and _is_said_around("future", text[:start], text[end:]))


def _parts(text: str) -> Iterator[_Part]:
    units = calendar()["units"]
    for found in NUMBER.finditer(text):
        behind = _UNIT.match(text, found.end())
        if behind is None:
            continue
        name = _unit_at_start(behind[1].casefold())
        size = units.get(name) if len(name) > 1 or name not in _NO_UNITS else None
        length = (number_of(found.group()) or 0.0) * size if size is not None else 0.0
        yield _Part(length, found.start(), behind.start(1) + len(name), size is not None)


def _unit_at_start(name: str) -> str:
    """Return the unit that a word is, or begins with in scripts without spaces: 小时前."""
    units = calendar()["units"]
    if name in units or name.isascii() or not UNPARTED.match(name):
        return name
    return next((name[:end] for end in range(min(len(name), LONGEST_UNIT), 0, -1) if name[:end] in units), name)


def _is_said_around(tense: str, before: str, behind: str) -> bool:
    """Return whether a CLDR phrase surrounds a span: 'hace' before it, 'ago' after it."""
    before, behind = before[-SPAN_REACH:].casefold().rstrip(), behind[:SPAN_REACH].casefold().lstrip()
    firsts, lasts = WORD.findall(before)[-MOST_SAID:], WORD.findall(behind)[:MOST_SAID]
    heads, tails = [""], ["", *(" ".join(lasts[:end]) for end in range(1, len(lasts) + 1))]
    if not before or before[-1].isalpha():
        heads += [" ".join(firsts[at:]) for at in range(len(firsts))]
    if UNPARTED.match(behind):
        tails += [behind[:end] for end in range(1, MOST_SAID + 1)]
    phrases = calendar()[tense]
    return any(f"{head}|{tail}" in phrases for head in heads for tail in tails if head or tail)
