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
_WHEN = (
    rf"(?:{_YEAR}-\d\d-\d\d|{_YEAR}-\d\d|{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?|{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?(?!\d)"
    rf"|(?:last\s+)?{_MONTH}(?:\s+{_YEAR})?|{_YEAR}|today|yesterday|(?:last\s+)?(?:{'|'.join(_WEEKDAYS)})"
    r"|(?:last|this)\s+(?:week|month|year)|\d{1,4}\s+(?:hour|day|week|month|year)s?\s+ago)"
)
_BETWEEN = re.compile(rf"\b(?:between|from)\s+({_WHEN})\s+(?:and|to|until|till)\s+({_WHEN})(?!\w)", re.IGNORECASE)
_SINCE = re.compile(rf"\b(?:since|from|after)\s+({_WHEN})(?:\s+on)?(?!\w)", re.IGNORECASE)
_UNTIL = re.compile(rf"\b(?:until|till|before|up\s+to)\s+({_WHEN})(?!\w)", re.IGNORECASE)
_LAST = re.compile(
    r"\b(?:in|during|over|within)?\s*(?:the\s+)?(?:last|past)\s+(?:(\d{1,4})\s+)?(hour|day|week|month|year)s?\b",
    re.IGNORECASE,
)
_IN = re.compile(rf"(?:\b(?:in|on|during|of)\s+)?(?<![\w.])({_WHEN})(?!\w)", re.IGNORECASE)
_BARE_NUMBER = re.compile(rf"{_YEAR}")
_LENGTHS = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
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
    return _without(text, found), Span(since=_span_of(found[1], now).since, until=_span_of(found[2], now).until)


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
    """'in the last 3 days'; 'last week' is the one of the calendar."""
    found = _LAST.search(text)
    if found is None or not (found[1] or found[2].lower() in {"hour", "day"}):
        return None
    return _without(text, found), Span(since=now - int(found[1] or 1) * _LENGTHS[found[2].lower()], until=now)


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
    said = " ".join(words.lower().replace(",", " ").split())
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if found := re.fullmatch(r"(\d{1,4}) (hour|day|week|month|year)s? ago", said):
        moment = now - int(found[1]) * _LENGTHS[found[2]]
        return _day(moment if found[2] == "hour" else moment.replace(hour=0, minute=0, second=0, microsecond=0))
    if said in {"today", "yesterday"}:
        return _day(today if said == "today" else today - timedelta(days=1))
    if found := re.fullmatch(r"(last|this) (week|month|year)", said):
        return _calendar(today, found[2], back=found[1] == "last")
    if (name := said.removeprefix("last ")) in _WEEKDAYS:
        back = (today.weekday() - _WEEKDAYS.index(name)) % 7 or 7
        return _day(today - timedelta(days=back))
    return _dated(said.removeprefix("last "), today)


def _day(begin: datetime) -> Span:
    return Span(since=begin, until=begin + timedelta(days=1) - _INSTANT)


def _calendar(today: datetime, unit: str, *, back: bool) -> Span:
    if unit == "week":
        begin = today - timedelta(days=today.weekday() + 7 * back)
        return Span(since=begin, until=begin + timedelta(weeks=1) - _INSTANT)
    if unit == "year":
        return _year(today.year - back)
    before = today.replace(day=1) - timedelta(days=1)
    return _month(before.year, before.month) if back else _month(today.year, today.month)


def _year(year: int) -> Span:
    return Span(since=datetime(year, 1, 1, tzinfo=UTC), until=datetime(year + 1, 1, 1, tzinfo=UTC) - _INSTANT)


def _month(year: int, month: int) -> Span:
    following = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    return Span(since=datetime(year, month, 1, tzinfo=UTC), until=following - _INSTANT)


def _dated(said: str, today: datetime) -> Span:
    """A date as digits or with the name of its month; without a year the last one that has begun."""
    if found := re.fullmatch(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", said):
        return _numbered(int(found[1]), int(found[2] or 0), int(found[3] or 0))
    name = next(word[:3] for word in said.split() if word[:1].isalpha() and word != "of")
    month = [known[:3] for known in _MONTHS].index(name) + 1
    year = re.search(rf"\b{_YEAR}\b", said)
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", said)
    chosen = int(year[0]) if year else today.year - ((month, int(day[1]) if day else 1) > (today.month, today.day))
    return _numbered(chosen, month, int(day[1]) if day else 0)


def _numbered(year: int, month: int, day: int) -> Span:
    """A day, a month where the day is 0, a year where the month is. A day that does not exist is taken as its month."""
    if not 1 <= month <= 12:
        return _year(year)
    if not day:
        return _month(year, month)
    try:
        return _day(datetime(year, month, day, tzinfo=UTC))
    except ValueError:
        return _month(year, month)
