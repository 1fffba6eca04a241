"""Crawler traps, addresses that a site generates without end: calendars, sessions, repeating paths, growing queries.

Some addresses are recognised alone (`trap_in`), others only together: a calendar has a page for every month, a shop one for every
combination of filters. They share a shape, the address without numbers, dates and values, and the number of pages of one
shape is limited (`most_of_shape`): the more parameters a query has, the fewer.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime
from urllib.parse import SplitResult, urlsplit

LONGEST_ADDRESS = 1_000
LONGEST_QUERY = 300
DEEPEST_PATH = 16
MOST_PARAMETERS = 8
MOST_SAME_PARAMETER = 3
MOST_SAME_SEGMENT = 3
MOST_REPEATS = 2  # times that a part of a path may follow itself: /a/b/a/b is allowed, /a/b/a/b/a/b is not
LONGEST_REPEATED = 4
YEARS_AHEAD = 1
FIRST_YEAR = 1990
MOST_DATES = 60  # pages of one shape that differ in dates of their query: five years of months
FEWEST_OF_SHAPE = 20

_DATE = re.compile(
    r"(?<!\d)(?P<year>[12]\d{3})[-/_.]?(?P<month>0[1-9]|1[0-2])(?:[-/_.]?(?P<day>0[1-9]|[12]\d|3[01]))?(?!\d)"
)
_YEAR_FIELD = re.compile(r"(?i)(?:^|[&;])(?:year|yr|y|jahr|annee|ano)=(\d{1,6})(?=$|[&;])")
_DATE_FIELD = re.compile(
    r"(?i)(?:^|[&;])[^=&;]*(?:date|day|week|month|year|cal|datum|monat|jahr|tag)[^=&;]*=[^&;]*\d|=[12]\d{3}-\d\d"
)
_NUMBER = re.compile(r"\d+")
_RANDOM = re.compile(r"(?i)[0-9a-f]{16,}|[0-9a-z_-]{24,}")


def trap_in(url: str, *, now: datetime) -> str | None:
    """Why an address looks like a trap; None if it does not."""
    parts = urlsplit(url)
    if len(url) > LONGEST_ADDRESS:
        return "a very long address"
    return _path_trap(parts) or _query_trap(parts) or _far_date(parts, now)


def _path_trap(parts: SplitResult) -> str | None:
    segments = [segment for segment in parts.path.split("/") if segment]
    if len(segments) > DEEPEST_PATH:
        return "a very deep path"
    if _repeats(segments):
        return "a path that repeats itself"
    words = Counter(segment for segment in segments if not segment.isdecimal())
    return "a path that repeats itself" if max(words.values(), default=0) > MOST_SAME_SEGMENT else None


def _repeats(segments: list[str]) -> bool:
    """Whether a sequence of one to a few segments repeats itself too often."""
    for length in range(1, LONGEST_REPEATED + 1):
        whole = length * (MOST_REPEATS + 1)
        for begin in range(len(segments) - whole + 1):
            part = segments[begin : begin + length]
            if segments[begin : begin + whole] == part * (MOST_REPEATS + 1):
                return True
    return False


def _query_trap(parts: SplitResult) -> str | None:
    names = Counter(field.partition("=")[0] for field in re.split("[&;]", parts.query) if field)
    if len(parts.query) > LONGEST_QUERY or sum(names.values()) > MOST_PARAMETERS:
        return "a query that grows"
    return "a query that grows" if max(names.values(), default=0) > MOST_SAME_PARAMETER else None


def _far_date(parts: SplitResult, now: datetime) -> str | None:
    """A calendar is endless in both directions; dates of real pages are near today."""
    years = [int(found["year"]) for found in _DATE.finditer(f"{parts.path}?{parts.query}")]
    years += [int(found) for found in _YEAR_FIELD.findall(parts.query)]
    is_far = any(year > now.year + YEARS_AHEAD or year < FIRST_YEAR for year in years)
    return "a calendar far from today" if is_far else None


def shape_of(url: str) -> str:
    """The address without numbers, dates, random strings, and the values in its query."""
    parts = urlsplit(url)
    path = _NUMBER.sub("#", _RANDOM.sub("*", _DATE.sub("@", parts.path)))
    names = sorted({field.partition("=")[0] for field in re.split("[&;]", parts.query) if field})
    shape = f"{parts.netloc}{path}" + (f"?{'&'.join(names)}" if names else "")
    return f"{shape} (dates)" if _DATE_FIELD.search(parts.query) else shape


def most_of_shape(shape: str, most_pages: int) -> int:
    """The maximum number of pages of one shape for a site with a maximum of `most_pages`."""
    if shape.endswith(" (dates)"):
        return min(most_pages, MOST_DATES)
    _, mark, names = shape.partition("?")
    parameters = len(names.split("&")) if mark else 0
    if "*" in shape:
        parameters += 2
    return min(most_pages, max(FEWEST_OF_SHAPE, most_pages >> parameters))
