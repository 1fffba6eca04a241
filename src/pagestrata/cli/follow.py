"""`pagestrata follow`: blocks that are found again in every version, and their history."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.app.sources import parse_source
from pagestrata.cli.archive_options import format_option, open_existing, output_option
from pagestrata.cli.capture_options import capture_options_without_block, open_session
from pagestrata.cli.notify_options import RuleOptions, rule_options
from pagestrata.cli.options import (
    FILE_PATH,
    NOTIFY,
    WHICH_BLOCK,
    Function,
    SectionedGroup,
    Settings,
    option,
    option_record,
    rarely_needed,
    with_settings,
)
from pagestrata.cli.output import as_json, deliver, deliver_as, deliver_rows, reader_form
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.follow.series import Point, points_of, series_csv
from pagestrata.model.plain_numbers import number_as_written

if TYPE_CHECKING:
    from pagestrata.app.chosen_blocks import Choice
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.follow.memory import FollowAs
    from pagestrata.model.records import Trail, TrailEntry

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.group(cls=SectionedGroup)
def follow() -> None:
    """Follow a block of a page across versions and redesigns."""


class Coordinates(click.ParamType[tuple[float, ...]]):
    """Numbers with commas between them, as many as `name` has."""

    def __init__(self, name: str, what: str) -> None:
        self.name, self._what = name, what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        try:
            numbers = tuple(float(part) for part in str(value).split(","))
        except ValueError:
            numbers = ()
        if len(numbers) != self.name.count(",") + 1:
            self.fail(f"{value!r} is not {self._what}", param, ctx)
        return numbers


def choice_options(function: Function) -> Function:
    """--select, --xpath, --text, --at, --within, --block, --path and --first. The command receives `choice`."""
    return option_record(
        "choice",
        _choice,
        option("--select", "css", section=WHICH_BLOCK, metavar="CSS", help="CSS selector."),
        option("--xpath", section=WHICH_BLOCK, metavar="XPATH", help="XPath expression."),
        option("--text", section=WHICH_BLOCK, metavar="WORDS", help="The innermost element with this text."),
        option(
            "--at", section=WHICH_BLOCK, type=Coordinates("X,Y", "a point; write it like --at 120,340"),
            help="Point on the page, in CSS pixels.",
        ),
        option(
            "--within", section=WHICH_BLOCK,
            type=Coordinates("X,Y,W,H", "a rectangle; write it like --within 120,340,200,80"),
            help="Rectangle on the page, in CSS pixels.",
        ),
        option(
            "--block", section=WHICH_BLOCK, metavar="REF",
            help="Ref of a block, such as 1.2.3; `pagestrata segment` lists them.",
        ),
        option("--path", section=WHICH_BLOCK, metavar="PATH", help="Tag path, such as body[1]/div[2]."),
        option("--first", section=WHICH_BLOCK, is_flag=True, help="If several elements match, take the first."),
    )(function)  # fmt: skip


def _choice(values: dict[str, Any]) -> Choice:
    from pagestrata.app.chosen_blocks import Choice

    return Choice(**values)


@follow.command()
@click.argument("url")
@choice_options
@rarely_needed(capture_options_without_block)
@format_option("text", "json")
@with_settings
def look(settings: Settings, /, url: str, choice: Choice, page: CaptureOptions, form: str | None) -> None:
    """Preview a block without following it.

    Shows its text, its number and the parts that are noise.
    """
    from pagestrata.app.picking import picked_element

    with open_session(settings, page, creates_archive=False) as session:
        found = picked_element(session.snapshot(url), choice)
    answer = asdict(found) | {"box": list(found.box) if found.box is not None else None}
    if reader_form(form) == "json":
        deliver(as_json({name: value for name, value in answer.items() if name not in {"row", "mark", "holds_more"}}))
        return
    number = found.number
    lines = [f"{found.kind} at {found.path}", f"text: {found.text[:300] or 'nothing'}"]
    lines += (
        [f"number: {number_as_written(number.value, found.text)} {number.unit}".rstrip()] if number is not None else []
    )
    lines += [f"{found.of_list} of a list: add --as place or --as item"] if found.of_list else []
    lines += [f"keeps changing: {text}" for text in found.noise]
    lines += [f"without it: --path '{found.smaller.path}' ({found.smaller.text[:100]})"] if found.smaller else []
    lines += [f"contains: --path '{part.path}' ({part.text[:100]})" for part in found.parts]
    deliver("".join(f"{line}\n" for line in lines))


@follow.command()
@click.argument("url")
@choice_options
@click.option("--name", metavar="WORDS", help="Name of the block in messages.")
@option(
    "--as",
    "followed_as",
    section=WHICH_BLOCK,
    type=click.Choice(["place", "item"]),
    help="In a list, follow the position (place), or the item wherever it moves (item).",
)
@option(
    "--notify", "channel", section=NOTIFY, metavar="CHANNEL", help="Notify this channel of changes; see `notify add`."
)
@rule_options
@rarely_needed(capture_options_without_block)
@format_option("text", "json")
@with_settings
def add(
    settings: Settings,
    /,
    url: str,
    choice: Choice,
    name: str | None,
    followed_as: FollowAs | None,
    channel: str | None,
    rule: RuleOptions,
    page: CaptureOptions,
    form: str | None,
) -> None:
    """Start following a block of a page."""
    from pagestrata.app.chosen_blocks import place_words
    from pagestrata.app.notifications import add_rule
    from pagestrata.app.trails import find_trail, follow_block

    choice = replace(choice, followed_as=followed_as)
    if channel is None and not rule.is_empty:
        raise UsageError("notification options need a channel; add --notify CHANNEL")
    with open_session(settings, page, creates_archive=parse_source(url).kind == "live") as session:
        trail = follow_block(session, url, choice, name=name, ask=_ask if is_asked(form) else None)
        entry = session.archive.trails.entries(trail.id, last=1)[-1]
        trail = find_trail(session.archive, trail.id)
        answer = {"id": trail.id, "place": place_words(trail), **_entry_json(entry)}
        if channel is not None:
            made = add_rule(
                session.archive, trail.id, channel=channel, now=datetime.now(UTC),
                conditions=rule.conditions, timing=rule.timing, template=rule.template,
            )  # fmt: skip
            answer["rule"] = made.id
    if reader_form(form) == "json":
        deliver(as_json(answer))
    else:
        notified = f"; rule {answer['rule']} notifies {channel}" if channel is not None else ""
        place = f" ({answer['place']})" if answer["place"] else ""
        deliver(f"{trail.id}  following {name or trail.url}: {entry.text[:100] or entry.path}{place}{notified}\n")


def is_asked(form: str | None) -> bool:
    """Return whether a person is at the terminal and can be asked."""
    return reader_form(form) == "text" and sys.stdin.isatty()


def _ask(words: str) -> FollowAs | None:
    """Whether the place of an item or the item itself is meant."""
    answer = click.prompt(
        f"This is {words} of a list. Follow this place, whatever it contains, or this item, wherever it moves?",
        type=click.Choice(["place", "item"]),
        default="item",
        err=True,
    )
    return "place" if answer == "place" else "item"


@follow.command(name="list")
@click.argument("url", required=False)
@format_option("text", "json", default="text")
@with_settings
def list_trails(settings: Settings, /, url: str | None, form: str) -> int:
    """List the followed blocks of a page, or of all pages."""
    with open_existing(settings) as archive:
        rows = [
            {**_trail_json(trail), **_last(archive.trails.entries(trail.id, last=1, with_pictures=False))}
            for trail in archive.trails.of(url)
        ]
    lines = [
        f"{row['id']}  {row.get('state', '-'):9}  {row['name'] or row['url']}  {str(row.get('text', ''))[:60]}"
        for row in rows
    ]
    return deliver_rows(form, rows, lines)


@follow.command()
@click.argument("trail")
@click.option("--picture", type=FILE_PATH, help="Save the latest screenshot of the block to this file (PNG).")
@format_option("text", "json")
@with_settings
def show(settings: Settings, /, trail: str, picture: Path | None, form: str | None) -> int:
    """Show where a followed block is now. Exit 1 when it is lost."""
    from pagestrata.app.trails import find_trail

    with open_existing(settings) as archive:
        found = find_trail(archive, trail)
        entries = archive.trails.entries(found.id, with_pictures=picture is not None)
    if picture is not None:
        deliver(_last_picture(entries, found), picture)
    deliver_as(form, {**_trail_json(found), **_last(entries), "versions": len(entries)})
    return 1 if entries and entries[-1].state == "lost" else 0


@follow.command()
@click.argument("trail")
@format_option("text", "json", "csv", "svg", "png", default="text")
@output_option
@with_settings
def history(settings: Settings, /, trail: str, form: str, output: Path | None) -> int:
    """List the versions of a followed block, or plot its number.

    The formats csv, svg and png contain the number over time.
    """
    from pagestrata.app.trails import find_trail

    with open_existing(settings) as archive:
        found = find_trail(archive, trail)
        entries = archive.trails.entries(found.id, with_pictures=False)
    points = points_of((entry.found_at, entry.text, entry.state, entry.confidence) for entry in entries)
    if form == "csv":
        deliver(series_csv(points), output)
    elif form in {"svg", "png"}:
        deliver(_plot(points, title=f"{found.origin.get('name') or ''} {found.url}".strip(), form=form), output)
    elif form == "json":
        rows = [{**_entry_json(entry), "value": p.value} for entry, p in zip(entries, points, strict=True)]
        deliver(as_json(rows), output)
    else:
        deliver("".join(f"{_line(entry)}\n" for entry in entries), output)
    return 0 if entries else 1


def _plot(points: list[Point], *, title: str, form: str) -> str | bytes:
    from pagestrata.report.trail_picture import trail_picture
    from pagestrata.report.trail_plot import Sample, trail_plot

    samples = [Sample(point.time, point.value, point.state) for point in points]
    return trail_plot(samples, title=title) if form == "svg" else trail_picture(samples, title=title)


@follow.command()
@click.argument("trail")
@choice_options
@rarely_needed(capture_options_without_block)
@format_option("text", "json")
@with_settings
def correct(settings: Settings, /, trail: str, choice: Choice, page: CaptureOptions, form: str | None) -> None:
    """Correct the position of a followed block.

    The follower learns from the correction.
    """
    from pagestrata.app.trails import correct_trail, find_trail

    with open_session(settings, page, creates_archive=False) as session:
        snapshot = session.snapshot(find_trail(session.archive, trail).url)
        entry = correct_trail(session.archive, trail, snapshot, choice, version=None)
        session.send_messages()
    deliver_as(form, _entry_json(entry))


@follow.command()
@click.argument("trail")
@format_option("text", "json", default="text")
@with_settings
def remove(settings: Settings, /, trail: str, form: str) -> None:
    """Stop following a block and delete its history and rules."""
    from pagestrata.app.trails import find_trail, remove_trail

    with open_existing(settings, writing=True) as archive:
        found = find_trail(archive, trail)
        remove_trail(archive, found.id)
    deliver_as(form, {"removed": found.id, "url": found.url, "name": found.origin.get("name") or ""})


@follow.command()
@click.argument("sources", nargs=-1, required=True, metavar="FIRST NEXT…")
@click.option("--blind", is_flag=True, help="Hide all id attributes from the follower, for evaluation.")
@click.option(
    "--method",
    metavar="METHOD",
    default="best",
    help="Follower: best, a pattern model (apm, cpm) or a baseline (area, path, content, context, textl, editd, similo).",
)
@choice_options
@rarely_needed(capture_options_without_block)
@format_option("text", "json")
@with_settings
def replay(
    settings: Settings,
    /,
    sources: tuple[str, ...],
    blind: bool,
    method: str,
    choice: Choice,
    page: CaptureOptions,
    form: str | None,
) -> int:
    """Follow a block through recorded versions, offline.

    A single WARC file stands for all its versions in time order, URL@TIME for that archived version and all later ones,
    and URL@FROM..TO for those in between.
    """
    from pagestrata.app.trails import replay_sources
    from pagestrata.follow.methods import METHODS

    if method not in METHODS:
        raise UsageError(f"unknown method {method!r}; choose one of {', '.join(METHODS)}")
    with open_session(settings, page, creates_archive=False) as session:
        answers = [
            {"source": source.text, "time": time.isoformat().replace("+00:00", "Z"), **found.as_json()}
            for source, time, found in replay_sources(session, sources, choice, blind=blind, method=method)
        ]
    deliver(
        as_json(answers) if reader_form(form) == "json" else "".join(f"{_replayed(answer)}\n" for answer in answers)
    )
    return 1 if answers[-1]["state"] == "lost" else 0


def _replayed(answer: dict[str, Any]) -> str:
    perhaps = "perhaps: " if answer["state"] == "uncertain" and answer["text"] else ""
    return f"{answer['time']}  {answer['state']:9} {answer['confidence']:4.2f}  {perhaps}{answer['text'][:100]}"


def _trail_json(trail: Trail) -> dict[str, Any]:
    from pagestrata.app.chosen_blocks import place_words

    return {
        "id": trail.id,
        "url": trail.url,
        "name": trail.origin.get("name") or "",
        "place": place_words(trail),
        "origin": {way: value for way, value in trail.origin.items() if way != "name"},
    }


def _last_picture(entries: Sequence[TrailEntry], trail: Trail) -> bytes:
    pictures = [entry.picture_png for entry in entries if entry.picture_png is not None]
    if not pictures:
        raise NotFoundError(f"there is no picture of {trail.id}; visit {trail.url} to take one")
    return pictures[-1]


def _last(entries: Any) -> dict[str, Any]:
    return _entry_json(entries[-1]) if entries else {}


def _entry_json(entry: TrailEntry) -> dict[str, Any]:
    return {
        "time": entry.found_at.isoformat(),
        "version": entry.version,
        "state": entry.state,
        "confidence": round(entry.confidence, 4),
        "gap": None if entry.gap is None else round(entry.gap, 4),
        "path": entry.path,
        "box": list(entry.box),
        "text": entry.text,
        "images": [image.address for image in entry.images or ()],
        "change": entry.change,
        "reasons": list(entry.reasons),
        "alerts": list(entry.alerts),
        **({} if entry.other is None else {"other": asdict(entry.other)}),
    }


def _line(entry: TrailEntry) -> str:
    change = f" [{entry.change}]" if entry.change else ""
    alerts = "".join(f"  (!) {alert}" for alert in entry.alerts)
    text = f"perhaps: {entry.text[:100]}" if entry.state == "uncertain" and entry.text else entry.text[:100]
    if entry.other is not None:
        text += f"  or ({entry.other.confidence:.2f}): {entry.other.text[:100] or entry.other.path[-100:]}"
    return f"{entry.found_at:%Y-%m-%d %H:%M}  {entry.state:9} {entry.confidence:4.2f}{change}  {text}{alerts}"
