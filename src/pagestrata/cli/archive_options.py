"""What the commands that read an archive share: opening it, times and spans of time, the form of the answer."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

import click

from pagestrata.cli.options import FILE_PATH, OUTPUT, Function, Settings, option
from pagestrata.cli.output import complain
from pagestrata.errors import InputError, OlderArchiveError, UsageError
from pagestrata.formats.urls import parse_time

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


class Moment(click.ParamType[datetime]):
    """A time as 4 to 14 digits or in ISO 8601. As an end, a date means the end of that day."""

    name = "TIME"

    def __init__(self, *, is_end: bool = False) -> None:
        self._is_end = is_end

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        if isinstance(value, datetime):
            return value
        text = str(value).strip()
        try:
            moment = parse_time(text)
        except InputError as error:
            self.fail(str(error), param, ctx)
        return moment + _length(text) if self._is_end else moment


def _length(text: str) -> timedelta:
    """Return the length of the written time: a day for a date, a second for a time with seconds."""
    digits = sum(character.isdigit() for character in text.partition("+")[0])
    unit = timedelta(days=1) if digits == 8 else timedelta(seconds=1) if digits >= 14 else timedelta(microseconds=1)
    return unit - timedelta(microseconds=1)


def limit_option(default: int, what: str, *, most: int | None = None) -> Callable[[Function], Function]:
    """--limit: the maximum number of what is listed."""
    return click.option(
        "--limit", type=click.IntRange(1, most), default=default, metavar="N", help=f"Maximum number of {what} to show."
    )


def span_options(function: Function) -> Function:
    """--since and --until, both ends included."""

    @functools.wraps(function)
    def checked(*values: Any, **options: Any) -> Any:
        since, until = options["since"], options["until"]
        if since is not None and until is not None and since > until:
            raise UsageError(f"--since {iso(since)} is later than --until {iso(until)}; swap them")
        return function(*values, **options)

    since = click.option("--since", type=Moment(), help="Nothing before this time: 2026-03-01, 2026-03-01T14:30Z.")
    until = click.option("--until", type=Moment(is_end=True), help="Nothing after this time.")
    return cast("Function", since(until(checked)))


def say(message: str) -> None:
    """Explain an empty answer on standard error, if a person reads it."""
    complain(message)


def format_option(
    *forms: str, default: str | None = None, name: str = "form", usual: str = "text on a terminal, otherwise json"
) -> Callable[[Function], Function]:
    """--format, and --json for short where there is a JSON form; `name` is that of the parameter.

    Without a default the parameter is None and the command chooses, as `usual` says and `output.reader_form` does.
    """

    def decorate(function: Function) -> Function:
        if "json" in forms:
            short = option("--json", name, section=OUTPUT, flag_value="json", help="Same as --format json.")
            function = short(function)
        chosen = option(
            "--format", name, section=OUTPUT, type=click.Choice(forms), default=default, show_default=default or usual,
            help="Format of the answer.",
        )  # fmt: skip
        return chosen(function)

    return decorate


output_option = option("-o", "--output", section=OUTPUT, type=FILE_PATH, help="Output file.")


def open_existing(settings: Settings, *, writing: bool = False) -> Archive:
    """Open the archive of the settings. Does not create one; upgrades one of an older program."""
    from pagestrata.store.archive import open_archive

    settings.say_archive()
    place = settings.archive_address
    try:
        return open_archive(place, create=False, read_only=not writing)
    except OlderArchiveError:
        open_archive(place, create=False).close()
        return open_archive(place, create=False, read_only=True)


def require_page(archive: Archive, url: str) -> None:
    """Raises NotFoundError, with similar addresses, if the archive has no version of a page."""
    if not archive.versions.of(url):
        archive.versions.at(url, "latest")


def iso(when: datetime | None) -> str | None:
    """A time as JSON answers write it."""
    return None if when is None else when.astimezone(UTC).isoformat().replace("+00:00", "Z")


def to_the_second(moment: str) -> str:
    """A time of a JSON answer as text answers show it."""
    return re.sub(r"\.\d+Z$", "Z", moment)


def is_future(when: datetime) -> bool:
    """Whether the time of a capture is in the future, by this machine's clock."""
    return when > datetime.now(UTC)
