"""When messages are sent (at once, hourly or daily, never in quiet hours), and digests of several messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from html import escape
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pagestrata.errors import UsageError
from pagestrata.notify.messages import LONGEST_MESSAGE, PICTURE_PLACE, Message

Rhythm = Literal["at once", "hourly", "daily"]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours:
    """No messages are sent from `start` to `end`, which may be after midnight."""

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
        """When a message created at this time is sent, in the time zone of the recipient."""
        moment = created.astimezone(self.zone)
        if self.rhythm == "hourly":
            moment = moment.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        elif self.rhythm == "daily":
            today = moment.replace(hour=self.daily_at.hour, minute=self.daily_at.minute, second=0, microsecond=0)
            moment = today if today >= moment else today + timedelta(days=1)
        return self.after_quiet(moment)

    def after_quiet(self, moment: datetime) -> datetime:
        """This moment, or the end of the quiet hours that it falls into."""
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
    """Parse quiet hours such as '22:00-07:00'."""
    start, dash, end = text.partition("-")
    if not dash:
        raise UsageError(f"{text!r} is not a range of hours; write it like 22:00-07:00")
    quiet = QuietHours(start=parse_time(start), end=parse_time(end))
    if quiet.start == quiet.end:
        raise UsageError(f"the quiet hours {text!r} start and end at the same time; write them like 22:00-07:00")
    return quiet


def parse_time(text: str) -> time:
    """Parse a time of day such as '22:30'."""
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
    """Several messages as one, grouped by page, the most important first. A single message stays as it is."""
    if not messages:
        raise UsageError("a digest needs at least one message; send nothing instead")
    if len(messages) == 1:
        return messages[0]
    pages = by_page(messages)
    ordered = [message for page in pages for message in page]
    is_html = any(message.is_html for message in messages)
    pictured = next((message for message in ordered if message.picture_png), None)
    body = _html(pages, pictured) if is_html else _plain(pages)
    more = len(ordered) - 1
    return Message(
        key="digest:" + ",".join(sorted(message.key for message in messages)),
        title=f"{ordered[0].title}; and {more} more change{'s' * (more > 1)}",
        body=body if is_html else body[:LONGEST_MESSAGE],
        is_html=is_html,
        picture_png=pictured.picture_png if pictured else None,
    )


def by_page(messages: Sequence[Message]) -> list[list[Message]]:
    """The messages grouped by page (without a page: each alone), pages and messages sorted by importance; the sort is stable."""
    pages: dict[str, list[Message]] = {}
    for message in messages:
        pages.setdefault(message.page or message.key, []).append(message)
    for page in pages.values():
        page.sort(key=lambda message: -message.weight)
    return sorted(pages.values(), key=lambda page: -page[0].weight)


def _plain(pages: Sequence[Sequence[Message]]) -> str:
    lines = "\n".join(_plain_contents(page) for page in pages)
    return f"{lines}\n\n" + "\n\n".join(f"{message.title}\n{message.body}" for page in pages for message in page)


def _plain_contents(page: Sequence[Message]) -> str:
    if len(page) == 1:
        return f"- {page[0].title}"
    return "\n".join([f"- {page[0].page}", *(f"  - {message.title}" for message in page)])


def _html(pages: Sequence[Sequence[Message]], pictured: Message | None) -> str:
    items = "".join(_html_contents(page) for page in pages)
    parts = [
        f"<h2>{escape(message.title)}</h2>\n{_as_html(message, keeps_picture=message is pictured)}"
        for page in pages
        for message in page
    ]
    return f"<ul>{items}</ul>\n" + "\n".join(parts)


def _html_contents(page: Sequence[Message]) -> str:
    titles = [f"<li>{escape(message.title)}</li>" for message in page]
    return titles[0] if len(page) == 1 else f"<li>{escape(page[0].page)}<ul>{''.join(titles)}</ul></li>"


def _as_html(message: Message, *, keeps_picture: bool) -> str:
    """The message as HTML. A mail shows one picture, so only one message keeps its placeholder."""
    if not message.is_html:
        return f"<pre>{escape(message.body)}</pre>"
    return message.body if keeps_picture else message.body.replace(PICTURE_PLACE, "")
