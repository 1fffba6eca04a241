"""Spans of time in plain words: 'since October', 'last week', 'between 1 March and 5 April 2026', 'in the last 3 days'."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_MONTHS = re.findall(r"\w+", "january february march april may june july august september october november december")
_WEEKDAYS = re.findall(r"\w+", "monday tuesday wednesday thursday friday saturday sunday")
_MONTH = (
    rf"(?:{'|'.join(f'{name[:3]}(?:{name[3:]})?' if name != 'september' else 'sept?(?:ember)?' for name in _MONTHS)})"
)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?:19|20)\d\d"
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple of": 2, "a couple of": 2, "three": 3, "few": 3, "a few": 3, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_COUNT = rf"(?:\d{{1,4}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_UNIT = r"(minute|hour|day|week|fortnight|month|quarter|year)s?"
_HOURS = {"morning": (5, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 30)}
"""Of parts of the day; a night ends on the next one."""
_PART = rf"(?:{'|'.join(_HOURS)})"
_CLOCK = r"(?:noon|midnight|(?:[01]?\d|2[0-3]):[0-5]\d|(?:1[0-2]|0?[1-9])\s*[ap]\.?m\b\.?)"
_DATE = (
    rf"(?:{_YEAR}-\d\d-\d\d|{_YEAR}-\d\d|{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?|{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?(?!\d)"
    rf"|(?:last\s+)?{_MONTH}(?:\s+{_YEAR})?|{_YEAR}|(?:the\s+)?day\s+before\s+yesterday|(?:last|this)\s+{_PART}|tonight"
    rf"|(?:today|yesterday)(?:\s+{_PART})?|(?:last\s+)?(?:{'|'.join(_WEEKDAYS)})"
    rf"|(?:last|this|the)\s+weekend|(?:last|this)\s+(?:week|month|quarter|year)|{_COUNT}\s+{_UNIT.replace('(', '(?:')}\s+ago)"
)
_WHEN = rf"(?:{_DATE}(?:,?\s+(?:at\s+)?{_CLOCK})?|{_CLOCK}(?:\s+(?:on\s+)?{_DATE})?)"
_BETWEEN = re.compile(rf"\b(?:between|from)\s+({_WHEN})\s+(?:and|to|until|till)\s+({_WHEN})(?!\w)", re.IGNORECASE)
_SINCE = re.compile(rf"\b(?:since|from|after)\s+({_WHEN})(?:\s+on)?(?!\w)", re.IGNORECASE)
_UNTIL = re.compile(rf"(?<!day )\b(?:until|till|before|up\s+to)\s+({_WHEN})(?!\w)", re.IGNORECASE)
_LAST = re.compile(
    rf"\b(?:in|during|over|within)?\s*(the\s+)?(last|past)\s+(?:({_COUNT})\s+)?{_UNIT}\b",
    re.IGNORECASE,
)
_IN = re.compile(rf"(?:\b(?:in|on|during|of|over|earlier|so\s+far)\s+)?(?<![\w.])({_DATE})(?!\w)", re.IGNORECASE)
_BARE_NUMBER = re.compile(rf"{_YEAR}")
_LENGTHS = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "fortnight": timedelta(weeks=2),
    "month": timedelta(days=30),
    "quarter": timedelta(days=91),
    "year": timedelta(days=365),
}
_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From when to when, both included; None is not limited."""

    since: datetime | None = None
    until: datetime | None = None


Taken = tuple[str, Span]
"""A text without its words about time, and the span they mean."""


def take_span(text: str, *, now: datetime) -> Taken | None:
    """The text without its words about time, and the span they mean; None without valid ones."""
    return _between(text, now) or _open_ended(text, now) or _last_ones(text, now) or _whole(text, now)


def _between(text: str, now: datetime) -> Taken | None:
    found = _BETWEEN.search(text)
    if found is None:
        return None
    end = _span_of(found[2], now)
    begin = _span_of(found[1], now)
    if end.until is not None and re.fullmatch(_CLOCK, found[1], re.IGNORECASE):
        begin = Span(since=_at_clock(found[1], end.until))  # 'between 11:00 and 12:00 yesterday'
    return _without(text, found), Span(since=begin.since, until=end.until)


def _open_ended(text: str, now: datetime) -> Taken | None:
    """'since …', 'until …', or both."""
    left, begin, end = text, None, None
    if since := _SINCE.search(left):
        left, begin = _without(left, since), _span_of(since[1], now).since
    if until := _UNTIL.search(left):
        named = _span_of(until[1], now)
        is_before = until[0].lower().startswith("before")
        left, end = _without(left, until), named.since - _INSTANT if is_before and named.since else named.until
    return (left, Span(since=begin, until=end)) if since or until else None


def _last_ones(text: str, now: datetime) -> Taken | None:
    """'in the last 3 days', 'the past week'; 'last week' is the one of the calendar."""
    found = _LAST.search(text)
    if found is None:
        return None
    the, last, count, unit = (part.lower().strip() if part else "" for part in found.groups())
    if not (the or count or last == "past" or unit in {"minute", "hour", "day"}):
        return None
    return _without(text, found), Span(since=now - _number(count or "1") * _LENGTHS[unit], until=now)


def _number(words: str) -> int:
    """A number in digits or in a word."""
    text = " ".join(words.lower().split())
    return int(text) if text.isdecimal() else _NUMBERS[text]


def _whole(text: str, now: datetime) -> Taken | None:
    """A day, month, year or week."""
    found = _IN.search(text)
    return (_without(text, found), _span_of(found[1], now)) if found is not None and _means_time(found) else None


def _means_time(found: re.Match[str]) -> bool:
    """A year or 'may' alone may be anything; with a word before it, it is a time."""
    bare = found[1].lower()
    return found[0] != found[1] or not (_BARE_NUMBER.fullmatch(bare) or bare in {"may", "mar", "march", "sun", "sat"})


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}"


def _span_of(words: str, now: datetime) -> Span:
    """The whole of a day, month, year or week that words name."""
    text = " ".join(words.lower().replace(",", " ").split())
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if clock := re.search(rf"(?<![\w-]){_CLOCK}", text):
        return _moment(clock[0], re.sub(r"\b(?:at|on)\b", " ", _without(text, clock)).strip(), now)
    if found := re.fullmatch(rf"({_COUNT}) {_UNIT} ago", text):
        moment = now - _number(found[1]) * _LENGTHS[found[2]]
        is_short = found[2] in {"minute", "hour"}
        return _day(moment if is_short else moment.replace(hour=0, minute=0, second=0, microsecond=0))
    if found := re.fullmatch(rf"(last|this|today|yesterday) ({_PART})|tonight", text):
        return _part_of_day(found[1] or "this", found[2] or "night", today)
    days_back = {"today": 0, "yesterday": 1, "day before yesterday": 2}.get(text.removeprefix("the "))
    if days_back is not None:
        return _day(today - timedelta(days=days_back))
    if found := re.fullmatch(r"(last|this|the) (week|month|quarter|year|weekend)", text):
        return _calendar(today, found[2], back=found[1] == "last")
    if (name := text.removeprefix("last ")) in _WEEKDAYS:
        back = (today.weekday() - _WEEKDAYS.index(name)) % 7 or 7
        return _day(today - timedelta(days=back))
    return _dated(text.removeprefix("last "), today)


def _moment(clock: str, day: str, now: datetime) -> Span:
    """A moment of a day; without one of the last 24 hours."""
    begin = _span_of(day, now).since if day else None
    moment = _at_clock(clock, begin or now)
    moment -= timedelta(days=1) * (begin is None and moment > now)
    return Span(since=moment, until=moment)


def _at_clock(clock: str, day: datetime) -> datetime:
    """The moment of a day at which a clock shows that."""
    text = clock.lower().replace(".", "")
    hour, minute = {"noon": (12, 0), "midnight": (0, 0)}.get(text, (0, 0))
    if digits := re.match(r"(\d+)(?::(\d\d))?", text):
        hour, minute = int(digits[1]), int(digits[2] or 0)
        hour = hour % 12 + 12 * text.endswith("pm") if text.endswith("m") else hour
    return day.astimezone(UTC).replace(hour=hour, minute=minute, second=0, microsecond=0)


def _part_of_day(which: str, part: str, today: datetime) -> Span:
    """'this morning', 'yesterday evening', 'last night'."""
    first, last = _HOURS[part]
    day = today - timedelta(days=which in {"last", "yesterday"})
    return Span(since=day + timedelta(hours=first), until=day + timedelta(hours=last) - _INSTANT)


def _day(begin: datetime) -> Span:
    return Span(since=begin, until=begin + timedelta(days=1) - _INSTANT)


def _calendar(today: datetime, unit: str, *, back: bool) -> Span:
    if unit == "week":
        begin = today - timedelta(days=today.weekday() + 7 * back)
        return Span(since=begin, until=begin + timedelta(weeks=1) - _INSTANT)
    if unit == "weekend":  # until Friday the one before; on its own days it is this one
        is_now = today.weekday() >= 5
        begin = today - timedelta(days=(today.weekday() - 5) % 7 + 7 * (back and is_now))
        return Span(since=begin, until=begin + timedelta(days=2) - _INSTANT)
    if unit == "quarter":
        number = today.year * 4 + (today.month - 1) // 3 - back
        year, first = number // 4, number % 4 * 3 + 1
        return Span(since=_month(year, first).since, until=_month(year, first + 2).until)
    if unit == "year":
        return _year(today.year - back)
    before = today.replace(day=1) - timedelta(days=1)
    return _month(before.year, before.month) if back else _month(today.year, today.month)


def _year(year: int) -> Span:
    return Span(since=datetime(year, 1, 1, tzinfo=UTC), until=datetime(year + 1, 1, 1, tzinfo=UTC) - _INSTANT)


def _month(year: int, month: int) -> Span:
    following = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    return Span(since=datetime(year, month, 1, tzinfo=UTC), until=following - _INSTANT)


def _dated(text: str, today: datetime) -> Span:
    """A date as digits or with the name of its month; without a year the last one that has begun."""
    if found := re.fullmatch(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", text):
        return _numbered(int(found[1]), int(found[2] or 0), int(found[3] or 0))
    name = next(word[:3] for word in text.split() if word[:1].isalpha() and word != "of")
    month = [known[:3] for known in _MONTHS].index(name) + 1
    year = re.search(rf"\b{_YEAR}\b", text)
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", text)
    chosen = int(year[0]) if year else today.year - ((month, int(day[1]) if day else 1) > (today.month, today.day))
    return _numbered(chosen, month, int(day[1]) if day else 0)


def _numbered(year: int, month: int, day: int) -> Span:
    """A day, a month if the day is 0, or a year if the month is 0. A day that does not exist means its month."""
    if not 1 <= month <= 12:
        return _year(year)
    if not day:
        return _month(year, month)
    try:
        return _day(datetime(year, month, day, tzinfo=UTC))
    except ValueError:
        return _month(year, month)
