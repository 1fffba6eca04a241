"""When a message may go out: at once, at the next full hour, once a day, and never in the quiet hours.

All times are computed from the arguments; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from typing import Literal

from pagestrata.errors import UsageError
from pagestrata.notify.messages import Message

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
    zone: tzinfo

    def release_at(self, created: datetime) -> datetime:
        """When a message created then goes out, in the zone of the person."""
        moment = created.astimezone(self.zone)
        if self.rhythm == "hourly":
            moment = moment.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        elif self.rhythm == "daily":
            today = moment.replace(hour=self.daily_at.hour, minute=self.daily_at.minute, second=0, microsecond=0)
            moment = today if today >= moment else today + timedelta(days=1)
        if self.quiet is not None and self.quiet.covers(moment.timetz().replace(tzinfo=None)):
            end = moment.replace(hour=self.quiet.end.hour, minute=self.quiet.end.minute, second=0, microsecond=0)
            moment = end if end > moment else end + timedelta(days=1)
        return moment


def parse_time(text: str) -> time:
    """'22:30' as a time of day."""
    try:
        return time.fromisoformat(text.strip())
    except ValueError as error:
        raise UsageError(f"{text!r} is not a time of day; write it like 22:30") from error


def digest(messages: Sequence[Message]) -> Message:
    """Several messages as one. A single message stays as it is."""
    if not messages:
        raise UsageError("a digest needs at least one message; send nothing instead")
    if len(messages) == 1:
        return messages[0]
    titles = "\n".join(f"- {message.title}" for message in messages)
    bodies = "\n\n".join(f"{message.title}\n{message.body}" for message in messages)
    return Message(
        key="digest:" + ",".join(sorted(message.key for message in messages)),
        title=f"{len(messages)} changes",
        body=f"{titles}\n\n{bodies}",
        picture_png=next((message.picture_png for message in messages if message.picture_png), None),
    )
