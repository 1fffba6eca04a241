"""When a message may go out: at once, at the next full hour, once a day, and never in the quiet hours.

All times are computed from the arguments; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from html import escape
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pagestrata.errors import UsageError
from pagestrata.notify.messages import LONGEST_MESSAGE, Message

Rhythm = Literal["at once", "hourly", "daily"]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours:
    """From `start` to `end` nobody is disturbed; the span may run over midnight."""

    start: time
    end: time

    def covers(self, moment: time) -> bool:
        if self.start <= self.end:
            return self.start <= moment < self.end
        return moment >= self.start or moment < self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    rhythm: Rhythm = "at once"
    daily_at: time = time(8, 0)
    quiet: QuietHours | None = None
    zone: tzinfo | None = None  # None: the machine's

    def release_at(self, created: datetime) -> datetime:
        """When a message created then goes out, in the zone of the person."""
        moment = created.astimezone(self.zone)
        if self.rhythm == "hourly":
            moment = moment.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        elif self.rhythm == "daily":
            today = moment.replace(hour=self.daily_at.hour, minute=self.daily_at.minute, second=0, microsecond=0)
            moment = today if today >= moment else today + timedelta(days=1)
        return self.after_quiet(moment)

    def after_quiet(self, moment: datetime) -> datetime:
        """The moment, or the end of the quiet hours it falls into."""
        moment = moment.astimezone(self.zone)
        if self.quiet is None or not self.quiet.covers(moment.timetz().replace(tzinfo=None)):
            return moment
        end = moment.replace(hour=self.quiet.end.hour, minute=self.quiet.end.minute, second=0, microsecond=0)
        return end if end > moment else end + timedelta(days=1)


def timing_from(settings: Mapping[str, Any]) -> Timing:
    """The timing in a rule's settings: rhythm, daily_at, quiet ('22:00-07:00') and zone ('Europe/Berlin')."""
    values: dict[str, Any] = {}
    for name, value in settings.items():
        if name == "rhythm" and value in get_args(Rhythm):
            values[name] = value
        elif name == "daily_at":
            values[name] = parse_time(value)
        elif name == "quiet":
            values[name] = parse_quiet(value)
        elif name == "zone":
            values[name] = _zone(value)
        else:
            raise UsageError(f"the timing {name!r} cannot be {value!r}; give rhythm, daily_at, quiet or zone")
    return Timing(**values)


def parse_quiet(text: str) -> QuietHours:
    """'22:00-07:00' as a span of the day."""
    start, dash, end = text.partition("-")
    if not dash:
        raise UsageError(f"{text!r} is not a span of the day; write it like 22:00-07:00")
    quiet = QuietHours(start=parse_time(start), end=parse_time(end))
    if quiet.start == quiet.end:
        raise UsageError(f"the quiet hours {text!r} begin when they end; write them like 22:00-07:00")
    return quiet


def parse_time(text: str) -> time:
    """'22:30' as a time of day."""
    try:
        return time.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError as error:
        raise UsageError(f"{text!r} is not a time of day; write it like 22:30") from error


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UsageError(f"{name!r} is not a time zone; write it like Europe/Berlin") from error


def digest(messages: Sequence[Message]) -> Message:
    """Several messages as one. A single message stays as it is."""
    if not messages:
        raise UsageError("a digest needs at least one message; send nothing instead")
    if len(messages) == 1:
        return messages[0]
    titles = "\n".join(f"- {message.title}" for message in messages)
    is_html = any(message.is_html for message in messages)
    if is_html:
        items = "".join(f"<li>{escape(message.title)}</li>" for message in messages)
        parts = [f"<h2>{escape(message.title)}</h2>\n{_as_html(message)}" for message in messages]
        body = f"<ul>{items}</ul>\n" + "\n".join(parts)
    else:
        body = f"{titles}\n\n" + "\n\n".join(f"{message.title}\n{message.body}" for message in messages)
    return Message(
        key="digest:" + ",".join(sorted(message.key for message in messages)),
        title=f"{len(messages)} changes",
        body=body if is_html else body[:LONGEST_MESSAGE],
        is_html=is_html,
        picture_png=next((message.picture_png for message in messages if message.picture_png), None),
    )


def _as_html(message: Message) -> str:
    return message.body if message.is_html else f"<pre>{escape(message.body)}</pre>"
