"""`pagestrata follow`: blocks that are found again in every version, and their history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pagestrata.cli.archive_options import format_option, open_existing
from pagestrata.cli.capture_options import capture_options_beside_blocks, open_session
from pagestrata.cli.notify_options import read_rule, rule_options
from pagestrata.cli.output import as_json, deliver, deliver_as, reader_form
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import NotFoundError, UsageError

if TYPE_CHECKING:
    from pagestrata.app.chosen_blocks import Choice
    from pagestrata.follow.series import Point
    from pagestrata.model.records import Trail, TrailEntry

Function = TypeVar("Function", bound=Callable[..., Any])


@click.group()
def follow() -> None:
    """Follow a block across versions and redesigns."""


def choice_options(function: Function) -> Function:
    """--select, --xpath, --text, --at, --block, --path and --first."""
    for option in (
        click.option("--first", is_flag=True, help="Take the first of several matches."),
        click.option("--path", metavar="PATH", help="A tag path like body[1]/div[2]."),
        click.option(
            "--block", metavar="REF", help="A block of the page, like 1.2.3: `pagestrata segment` shows them."
        ),
        click.option("--at", metavar="X,Y", help="A point on the page, in CSS pixels."),
        click.option("--text", metavar="WORDS", help="The innermost element with these words."),
        click.option("--xpath", metavar="XPATH", help="An XPath expression."),
        click.option("--select", "css", metavar="CSS", help="A CSS selector."),
    ):
        function = option(function)
    return function


def _choice(values: dict[str, Any]) -> Choice:
    from pagestrata.app.chosen_blocks import Choice

    at = values.pop("at")
    return Choice(
        at=_point(at) if at else None,
        **{name: values.pop(name) for name in ("css", "xpath", "text", "path", "block", "first")},
    )


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError as error:
        raise UsageError(f"{text!r} is not a point; write it like --at 120,340") from error
    return x, y


@follow.command()
@click.argument("url")
@choice_options
@click.option("--name", metavar="WORDS", help="What messages call the block.")
@click.option("--notify", "channel", metavar="CHANNEL", help="Tell this channel; the rules say when.")
@rule_options
@capture_options_beside_blocks
@format_option("text", "json")
@shared_options
@click.pass_obj
def add(
    settings: Settings, /, url: str, name: str | None, channel: str | None, form: str | None, **values: Any
) -> None:
    """Begin to follow a block of a page."""
    from pagestrata.app.sources import parse_source
    from pagestrata.app.telling.notifications import add_rule
    from pagestrata.app.trails import follow_block

    choice, rule = _choice(values), read_rule(values)
    if channel is None and any(rule.values()):
        raise UsageError("rules say when to tell somebody; say whom with --notify CHANNEL")
    with open_session(settings, values, creates_archive=parse_source(url).kind == "live") as session:
        trail = follow_block(session, url, choice, name=name)
        entry = session.archive.trails.entries(trail.id, last=1)[-1]
        answer = {"id": trail.id, **_entry_json(entry)}
        if channel is not None:
            answer["rule"] = add_rule(session.archive, trail.id, channel=channel, now=datetime.now(UTC), **rule).id
    if reader_form(form) == "json":
        deliver(as_json(answer))
    else:
        told = f"; rule {answer['rule']} tells {channel}" if channel is not None else ""
        deliver(f"{trail.id}  following {name or trail.url}: {entry.text[:100] or entry.path}{told}\n")


@follow.command(name="list")
@click.argument("url", required=False)
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
def list_trails(settings: Settings, /, url: str | None, form: str) -> int:
    """List the followed blocks, of one page or of all."""
    with open_existing(settings) as archive:
        rows = [
            {**_trail_json(trail), **_last(archive.trails.entries(trail.id, last=1, with_pictures=False))}
            for trail in archive.trails.of(url)
        ]
    lines = [
        f"{row['id']}  {row.get('state', '-'):9}  {row['name'] or row['url']}  {str(row.get('text', ''))[:60]}"
        for row in rows
    ]
    deliver(as_json(rows) if form == "json" else "".join(f"{line}\n" for line in lines))
    return 0 if rows else 1


@follow.command()
@click.argument("trail")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Write the block's last picture, PNG.")
@format_option("text", "json")
@shared_options
@click.pass_obj
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
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@shared_options
@click.pass_obj
def history(settings: Settings, /, trail: str, form: str, output: Path | None) -> int:
    """Every version of a followed block; a number in it as a table (csv) or a plot (svg, png)."""
    from pagestrata.app.trails import find_trail
    from pagestrata.follow.series import points_of, series_csv

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
@capture_options_beside_blocks
@format_option("text", "json")
@shared_options
@click.pass_obj
def correct(settings: Settings, /, trail: str, form: str | None, **values: Any) -> None:
    """Say where a followed block really is; the follower learns from it."""
    from pagestrata.app.trails import correct_trail, find_trail

    choice = _choice(values)
    with open_session(settings, values, creates_archive=False) as session:
        snapshot = session.snapshot(find_trail(session.archive, trail).url)
        entry = correct_trail(session.archive, trail, snapshot, choice, version=None)
        session.tell_news()
    deliver_as(form, _entry_json(entry))


@follow.command()
@click.argument("trail")
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
def remove(settings: Settings, /, trail: str, form: str) -> None:
    """Stop following a block and forget its history and its rules."""
    from pagestrata.app.trails import find_trail, remove_trail

    with open_existing(settings, writing=True) as archive:
        found = find_trail(archive, trail)
        remove_trail(archive, found.id)
    deliver_as(form, {"removed": found.id, "url": found.url, "name": found.origin.get("name") or ""})


@follow.command()
@click.argument("sources", nargs=-1, required=True, metavar="FIRST NEXT…")
@click.option("--blind", is_flag=True, help="Hide every id and reference to one from the follower (evaluation).")
@click.option(
    "--method",
    metavar="METHOD",
    default="best",
    show_default=True,
    help="best, a model of the paper (apm, cpm) or a baseline (area, path, content, context, textl, editd, similo).",
)
@choice_options
@capture_options_beside_blocks
@format_option("text", "json")
@shared_options
@click.pass_obj
def replay(
    settings: Settings, /, sources: tuple[str, ...], blind: bool, method: str, form: str | None, **values: Any
) -> int:
    """Follow a block through recorded versions, offline.

    One WARC alone: all its versions in time order. URL@TIME alone: that archived version and all later ones;
    URL@FROM..TO: those in between.
    """
    from pagestrata.app.trails import replay_sources
    from pagestrata.follow.methods import METHODS

    if method not in METHODS:
        raise UsageError(f"unknown method {method!r}; choose one of {', '.join(METHODS)}")
    choice = _choice(values)
    with open_session(settings, values, creates_archive=False) as session:
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
    return {
        "id": trail.id,
        "url": trail.url,
        "name": trail.origin.get("name") or "",
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
