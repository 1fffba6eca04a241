"""`pagestrata watch`: the pages a person asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pagestrata.cli.archive_options import format_option, iso, open_existing
from pagestrata.cli.archive_settings import skipped_days_option
from pagestrata.cli.capture_options import given_capture, watch_capture_options
from pagestrata.cli.judge_options import SETTINGS as JUDGE_SETTINGS
from pagestrata.cli.judge_options import given_judging, judge_options, paper_option
from pagestrata.cli.output import as_json, deliver, deliver_as, reader_form
from pagestrata.cli.schedule_options import SETTINGS as SCHEDULE_SETTINGS
from pagestrata.cli.schedule_options import given_schedule, watch_schedule_options
from pagestrata.cli.segment_options import SETTINGS as SEGMENT_SETTINGS
from pagestrata.cli.segment_options import given_segmentation, segment_options
from pagestrata.cli.settings import Settings, shared_options

if TYPE_CHECKING:
    from pagestrata.model.records import Watch
    from pagestrata.store.archive import Archive

Function = TypeVar("Function", bound=Callable[..., Any])
RENDER_SETTINGS = ("render_every_visits", "render_every_hours")
KEEPING_SETTINGS = ("model", "judge", "skipped_days")
FAULT_SETTINGS = ("keep_errors", "failures_reported")
OTHER_SETTINGS = (
    *JUDGE_SETTINGS, *KEEPING_SETTINGS, *SEGMENT_SETTINGS, *RENDER_SETTINGS, *FAULT_SETTINGS, *SCHEDULE_SETTINGS,
    "capture", "signals",
)  # fmt: skip
SETTINGS = ("title", "tags", *OTHER_SETTINGS)
SITE_PAGES_SHOWN = 1000


@click.group()
def watch() -> None:
    """The pages you asked for: their names and tags, what matters on them and how they are cut.

    Tags gather pages for feeds and rules. Every visit to the page that says nothing else itself uses the threshold, the
    importance of blocks and operations, the judge or the trained model, and the segmenter, granularity and level given
    here. `train --url` and `train --tag` store a model with a watch; `watch edit --default model` forgets it. How often
    the page is visited is for `pagestrata run`.
    """


def setting_options(function: Function) -> Function:
    """--title, --tag, what matters on the page and how it is cut."""
    for option in (
        watch_capture_options,
        segment_options,
        judge_options,
        watch_schedule_options,
        paper_option,
        skipped_days_option,
        click.option(
            "--tag",
            "tags",
            multiple=True,
            metavar="NAME",
            help="Tags; see `feed tag:NAME`, `notify add tag:NAME`.",
        ),
        click.option("--title", metavar="WORDS", help="What messages call the page."),
        click.option(
            "--render-every-visits",
            type=click.IntRange(min=1),
            metavar="N",
            help="Open it in the browser at least once in N visits.  [default: 10]",
        ),
        click.option(
            "--render-every-hours",
            type=click.FloatRange(min=0, min_open=True),
            metavar="T",
            help="And at least once in T hours.  [default: 24]",
        ),
        click.option(
            "--keep-errors/--no-keep-errors", default=None, help="Keep versions of error pages and walls, too."
        ),
        click.option(
            "--failures-reported",
            type=click.IntRange(1, 50),
            metavar="N",
            help="Tell of faults after N in a row.  [default: 3]",
        ),
    ):
        function = option(function)
    return function


@watch.command()
@click.argument("url")
@setting_options
@click.option("--notify", "channel", metavar="CHANNEL", help="Tell this channel of every change; see `notify add`.")
@format_option("text", "json")
@shared_options
@click.pass_obj
def add(settings: Settings, /, url: str, channel: str | None, form: str | None, **values: Any) -> None:
    """Ask for a page.

    The answer is what was set on a terminal, and JSON with every setting elsewhere, unless --format says otherwise.
    """
    from pagestrata.app.telling.notifications import add_rule
    from pagestrata.app.watches import watch_for, web_address
    from pagestrata.store.archive import open_archive

    address = web_address(url)
    settings.say_archive()
    with open_archive(settings.archive_address) as archive:
        made = watch_for(archive, address, _given(values))
        if channel is not None:
            add_rule(archive, made.id, channel=channel, now=datetime.now(UTC))
        answer = _watch_json(archive, made)
    _deliver_watch(form, answer)


@watch.command(name="list")
@click.option("--tag", metavar="NAME", help="Those with this tag only.")
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
def list_watches(settings: Settings, /, tag: str | None, form: str) -> int:
    """List the pages."""
    with open_existing(settings) as archive:
        rows = [_watch_json(archive, found) for found in archive.watches.all()]
    rows = [row for row in rows if tag is None or tag in row["tags"]]
    lines = [f"{row['id']}  {row['url']}  {' '.join(row['tags'])}".rstrip() for row in rows]
    deliver(as_json(rows) if form == "json" else "".join(f"{line}\n" for line in lines))
    return 0 if rows else 1


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@format_option("text", "json")
@shared_options
@click.pass_obj
def show(settings: Settings, /, which: str, form: str | None) -> None:
    """Show one page's settings, the rules for it, the feeds it links to, and which pages of its site were found."""
    from pagestrata.app.watches import feeds_of, find_watch

    with open_existing(settings) as archive:
        found = find_watch(archive, which)
        linked = [feed.address for feed in feeds_of(archive, found.url)]
        answer = _watch_json(archive, found) | {"feeds": linked} | _site_json(archive, found)
    _deliver_watch(form, answer)


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@click.option(
    "--add", "adds", is_flag=True, help="Watch them too, with its tags: `run` visits the page when one changes."
)
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
def feeds(settings: Settings, /, which: str, adds: bool, form: str) -> int:
    """List the feeds that a page links to; a feed can be watched, visited and followed as any page."""
    from pagestrata.app.watches import feeds_of, find_watch, watch_for

    with open_existing(settings, writing=adds) as archive:
        found = find_watch(archive, which)
        linked = feeds_of(archive, found.url)
        rows = [{"url": feed.address, "title": feed.title} for feed in linked]
        for row in rows:
            if adds:
                given = {"title": row["title"], "tags": list(found.settings.tags), "signals": found.url}
                watch_for(archive, row["url"], {name: value for name, value in given.items() if value})
            row["watched"] = archive.watches.of(row["url"]) is not None  # type: ignore[assignment]
    lines = [f"{row['url']}  {row['title']}".rstrip() for row in rows]
    deliver(as_json(rows) if form == "json" else "".join(f"{line}\n" for line in lines))
    return 0 if rows else 1


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@setting_options
@click.option(
    "--default", "defaults", type=click.Choice(SETTINGS), multiple=True, help="Take this setting away. Repeatable."
)
@format_option("text", "json")
@shared_options
@click.pass_obj
def edit(settings: Settings, /, which: str, defaults: tuple[str, ...], form: str | None, **values: Any) -> None:
    """Change settings; those not named stay."""
    from pagestrata.app.planning.sites import fit_site
    from pagestrata.app.watches import change_watch, find_watch

    changes = dict.fromkeys(defaults) | _given(values)
    with open_existing(settings, writing=True) as archive:
        changed = change_watch(archive, find_watch(archive, which), changes)
        fit_site(archive, changed)
        answer = _watch_json(archive, changed)
    _deliver_watch(form, answer)


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@format_option("text", "json")
@shared_options
@click.pass_obj
def pause(settings: Settings, /, which: str, form: str | None) -> None:
    """Leave a page alone; `watch edit --resume` lets `run` visit it again."""
    from pagestrata.app.watches import change_watch, find_watch

    with open_existing(settings, writing=True) as archive:
        answer = _watch_json(archive, change_watch(archive, find_watch(archive, which), {"paused": True}))
    _deliver_watch(form, answer)


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
def remove(settings: Settings, /, which: str, form: str) -> None:
    """Forget a page and its rules; its versions stay in the archive."""
    from pagestrata.app.watches import find_watch, remove_watch

    with open_existing(settings, writing=True) as archive:
        found = find_watch(archive, which)
        remove_watch(archive, found)
    deliver_as(form, {"removed": found.id, "url": found.url})


@watch.command()
@click.option("--tag", metavar="NAME", help="Those with this tag only.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@format_option("text", "json", default="json")
@shared_options
@click.pass_obj
def export(settings: Settings, /, tag: str | None, output: Path | None, form: str) -> int:
    """Write the pages with all that was set for them, for `watch import` in another archive. Rules and models stay here.

    As text: the addresses alone, one a line, which `watch import` and most other programs read.
    """
    from pagestrata.formats.watch_lists import write_watch_list

    with open_existing(settings) as archive:
        found = [watch for watch in archive.watches.all() if tag is None or tag in watch.settings.tags]
    if form == "text":
        deliver("".join(f"{watch.url}\n" for watch in found), output)
    else:
        deliver(write_watch_list([(watch.url, watch.settings.to_json()) for watch in found]) + b"\n", output)
    return 0 if found else 1


@watch.command(name="import")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(exists=True, path_type=Path))
@format_option("text", "json")
@shared_options
@click.pass_context
def import_(ctx: click.Context, /, files: tuple[Path, ...], form: str | None) -> int:
    """Take pages from a list, a sitemap or another monitor's file; the same as `pagestrata import`."""
    from pagestrata.cli.import_files import import_ as import_files

    words = [*(["--format", form] if form else []), *map(str, files)]
    with import_files.make_context("import", words, parent=ctx) as inner:
        code: int = import_files.invoke(inner)
    return code


def _deliver_watch(form: str | None, answer: dict[str, Any]) -> None:
    """All of it to programs; to people what was set, since three dozen empty settings hide it."""
    is_set = {name: value for name, value in answer.items() if value not in (None, [], {}, "")}
    deliver_as(form, answer if reader_form(form) == "json" else is_set)


def _given(values: dict[str, Any]) -> dict[str, Any]:
    named = {"title": values["title"], "tags": list(values["tags"]) or None}
    named |= {name: values[name] for name in (*RENDER_SETTINGS, *FAULT_SETTINGS, "judge", "skipped_days")}
    given = {name: value for name, value in named.items() if value is not None}
    return given | given_judging(values) | given_segmentation(values) | given_schedule(values) | given_capture(values)


def _site_json(archive: Archive, found: Watch) -> dict[str, Any]:
    """How many pages of a site were found, and the first of them; nothing for a watch of one page."""
    if found.settings.scope is None:
        return {}
    pages = archive.site_pages.of_site(found.id, limit=SITE_PAGES_SHOWN)
    listed = [{"url": page.url, "depth": page.depth, "found": iso(page.found_at)} for page in pages]
    return {"site_pages": archive.site_pages.count(found.id), "pages": listed}


def _watch_json(archive: Archive, found: Watch) -> dict[str, Any]:
    from pagestrata.app.learning import model_facts
    from pagestrata.app.telling.notifications import rules_of

    given = found.settings.to_json()
    given["model"] = model_facts(archive, found.settings.model)
    return {
        "id": found.id,
        "url": found.url,
        "title": found.settings.title,
        "tags": list(found.settings.tags),
        **{name: given.get(name) for name in OTHER_SETTINGS},
        "rules": [rule.id for rule in rules_of(archive, found)],
    }
