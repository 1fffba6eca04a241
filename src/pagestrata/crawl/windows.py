"""Visiting hours of a page: 'Mon-Fri 08:00-18:00 Europe/Berlin'.

Hours are local time: when clocks go forward, a window that begins in the lost hour begins with the next one; when they go
back, the repeated hour is in a window both times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from pagestrata.errors import UsageError

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FORM = re.compile(
    r"(?:(?P<days>[a-z,\s-]+?)\s+)?(?P<begin>\d{1,2}:\d\d)\s*-\s*(?P<end>\d{1,2}:\d\d)(?:\s+(?P<zone>[A-Za-z0-9_+/-]+))?",
    re.IGNORECASE,
)
_EXAMPLE = "write it like 08:00-18:00, Mon-Fri 08:00-18:00 or Sat,Sun 22:00-06:00 Europe/Berlin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Hours on some days; a window that ends before it begins continues to the next morning."""

    days: frozenset[int]
    begin_minute: int
    end_minute: int
    zone: str = "UTC"

    def is_open(self, moment: datetime) -> bool:
        here = moment.astimezone(ZoneInfo(self.zone))
        minute, day = here.hour * 60 + here.minute, here.weekday()
        if self.begin_minute < self.end_minute:
            return day in self.days and self.begin_minute <= minute < self.end_minute
        since_yesterday = (day - 1) % 7 in self.days and minute < self.end_minute
        return since_yesterday or (day in self.days and minute >= self.begin_minute)

    def next_open(self, moment: datetime) -> datetime:
        """This moment, or the first one after it in the window."""
        if self.is_open(moment):
            return moment
        start = moment.astimezone(UTC).replace(second=0, microsecond=0)
        for minutes in range(1, 8 * 24 * 60 + 1):
            if self.is_open(start + timedelta(minutes=minutes)):
                return start + timedelta(minutes=minutes)
        return moment  # unreachable: every week has an open hour


def read_window(text: str) -> Window:
    """Read a window from text. Raises UsageError with examples."""
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"{text[:60]!r} is not a time window; {_EXAMPLE}")
    begin, end = (_minute(found[name], text) for name in ("begin", "end"))
    if begin == end:
        raise UsageError(f"{text[:60]!r} is an empty time window; {_EXAMPLE}")
    zone = found["zone"] or "UTC"
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, KeyError) as error:
        raise UsageError(f"{zone[:40]!r} is not a time zone; {_EXAMPLE}") from error
    return Window(days=_days(found["days"], text), begin_minute=begin, end_minute=end, zone=zone)


def _minute(clock: str, text: str) -> int:
    hour, minute = (int(part) for part in clock.split(":"))
    if hour > 24 or minute > 59 or hour * 60 + minute > 24 * 60:
        raise UsageError(f"{clock} in {text[:60]!r} is not a time of day; {_EXAMPLE}")
    return hour * 60 + minute


def _days(listed: str | None, text: str) -> frozenset[int]:
    if not listed:
        return frozenset(range(7))
    found: set[int] = set()
    for part in listed.lower().replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        if first[:3] not in DAYS or (dash and last[:3] not in DAYS):
            raise UsageError(f"{part[:20]!r} in {text[:60]!r} are not days of the week; {_EXAMPLE}")
        begin = DAYS.index(first[:3])
        length = (DAYS.index(last[:3]) - begin) % 7 if dash else 0
        found |= {(begin + day) % 7 for day in range(length + 1)}
    return frozenset(found)
