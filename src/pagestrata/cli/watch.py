"""`pagestrata watch`: watched pages and their settings."""

from __future__ import annotations

import functools
from collections import ChainMap
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from pagestrata.cli.archive_options import format_option, iso, open_existing, output_option
from pagestrata.cli.capture_options import watch_capture_options
from pagestrata.cli.import_files import import_ as import_files
from pagestrata.cli.judge_options import SETTINGS as JUDGE_SETTINGS
from pagestrata.cli.judge_options import judge_setting_options, paper_option
from pagestrata.cli.options import (
    KEEP,
    LOOK,
    NOTIFY,
    Function,
    SectionedGroup,
    Settings,
    as_stored,
    option,
    option_group,
    option_record,
    shared_options,
    with_settings,
)
from pagestrata.cli.output import deliver, deliver_as, deliver_rows, reader_form
from pagestrata.cli.schedule_options import SETTINGS as SCHEDULE_SETTINGS
from pagestrata.cli.schedule_options import watch_schedule_options
from pagestrata.cli.segment_options import SETTINGS as SEGMENT_SETTINGS
from pagestrata.cli.segment_options import segment_setting_options
from pagestrata.cli.settings import skipped_days_option
from pagestrata.cli.watch_steps import steps
from pagestrata.formats.urls import web_address

if TYPE_CHECKING:
    from pagestrata.model.records import Watch
    from pagestrata.store.archive import Archive

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

RENDER_SETTINGS = ("render_every_visits", "render_every_hours")
KEEPING_SETTINGS = ("model", "judge", "skipped_days")
FAULT_SETTINGS = ("keep_errors", "failures_reported")
WISH_SETTINGS = ("only_if", "only_if_overrules")
OTHER_SETTINGS = (
    *JUDGE_SETTINGS, *KEEPING_SETTINGS, *SEGMENT_SETTINGS, *RENDER_SETTINGS, *FAULT_SETTINGS, *WISH_SETTINGS, *SCHEDULE_SETTINGS,
    "capture", "signals",
)  # fmt: skip
SETTINGS = ("title", "tags", *OTHER_SETTINGS)
SITE_PAGES_SHOWN = 1000


@click.group(cls=SectionedGroup)
def watch() -> None:
    """Manage the pages that you watch: their tags, their schedule and what matters on them.

    `pagestrata run` visits watched pages on schedule. Every visit to a watched page uses the settings of its watch
    unless the command line overrides them. Tags group pages for feeds and notification rules.
    """


watch.add_command(steps)


def setting_options(function: Function) -> Function:
    """All settings of a watch. The command receives `changes`, the settings that were given by their names."""
    other = option_record(
        "other",
        as_stored,
        option(
            "--failures-reported", section=NOTIFY, rare=True, type=click.IntRange(1, 50), metavar="N",
            help="Notify of a fault after N failed visits in a row.", show_default="3",
        ),
        option(
            "--only-if-overrules/--no-only-if-overrules", section=NOTIFY, rare=True, default=None,
            help="Let --only-if suppress notifications of prices, dates and similar facts too.",
        ),
        option(
            "--only-if", section=NOTIFY, metavar="TEXT",
            help="Notify only if your language model finds this true; changed texts are sent to it.",
        ),
        option(
            "--keep-errors/--no-keep-errors", section=KEEP, default=None,
            help="Keep error pages, logins and bot checks as versions.",
        ),
        option(
            "--render-every-visits", section=LOOK, rare=True, type=click.IntRange(min=1), metavar="N",
            help="Render the page at least once in N visits.", show_default="10",
        ),
        option(
            "--render-every-hours", section=LOOK, rare=True, type=click.FloatRange(min=0, min_open=True), metavar="T",
            help="Render the page at least once in T hours.", show_default="24",
        ),
        click.option("--title", metavar="TEXT", help="Name of the page in messages."),
        click.option(
            "--tag", "tags", multiple=True, metavar="NAME",
            help="Tag for feeds and rules: `feed tag:NAME`, `notify add tag:NAME`. Repeatable.",
        ),
        skipped_days_option,
        paper_option,
    )  # fmt: skip
    settings = option_group(
        other, watch_schedule_options, judge_setting_options, segment_setting_options, watch_capture_options
    )

    @functools.wraps(function)
    def command(*values: Any, **options: Any) -> Any:
        groups = [options.pop(name) for name in ("other", "judging", "segmentation", "schedule", "capture")]
        return function(*values, changes=dict(ChainMap(*groups)), **options)

    return settings(cast("Function", command))


@watch.command()
@click.argument("url")
@setting_options
@option(
    "--notify",
    "channel",
    section=NOTIFY,
    metavar="CHANNEL",
    help="Notify this channel of every change; see `notify add`.",
)
@format_option("text", "json")
@with_settings
def add(settings: Settings, /, url: str, channel: str | None, form: str | None, changes: dict[str, Any]) -> None:
    """Watch a page: `pagestrata run` will visit it on schedule.

    Text answers list the settings that are set, JSON answers all settings.
    """
    from pagestrata.app.notifications import add_rule
    from pagestrata.app.watches import watch_for
    from pagestrata.store.archive import open_archive

    address = web_address(url)
    settings.say_archive()
    with open_archive(settings.archive_address) as archive:
        made = watch_for(archive, address, changes)
        if channel is not None:
            add_rule(archive, made.id, channel=channel, now=datetime.now(UTC))
        answer = _watch_json(archive, made)
    _deliver_watch(form, answer)


@watch.command(name="list")
@click.option("--tag", metavar="NAME", help="Only pages with this tag.")
@format_option("text", "json", default="text")
@with_settings
def list_watches(settings: Settings, /, tag: str | None, form: str) -> int:
    """List the watched pages."""
    with open_existing(settings) as archive:
        rows = [_watch_json(archive, found) for found in archive.watches.all()]
    rows = [row for row in rows if tag is None or tag in row["tags"]]
    lines = [f"{row['id']}  {row['url']}  {' '.join(row['tags'])}".rstrip() for row in rows]
    return deliver_rows(form, rows, lines)


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@format_option("text", "json")
@with_settings
def show(settings: Settings, /, which: str, form: str | None) -> None:
    """Show the settings of a watch.

    Also lists its notification rules, linked feeds and the pages found on its site.
    """
    from pagestrata.app.watches import feeds_of, find_watch

    with open_existing(settings) as archive:
        found = find_watch(archive, which)
        linked = [feed.address for feed in feeds_of(archive, found.url)]
        answer = _watch_json(archive, found) | {"feeds": linked} | _site_json(archive, found)
    _deliver_watch(form, answer)


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@click.option(
    "--add", "adds", is_flag=True, help="Also watch these feeds. A change in a feed makes `run` visit the page."
)
@format_option("text", "json", default="text")
@with_settings
def feeds(settings: Settings, /, which: str, adds: bool, form: str) -> int:
    """List the feeds that a page links to."""
    from pagestrata.app.watches import feeds_of, find_watch, watch_for

    with open_existing(settings, writing=adds) as archive:
        found = find_watch(archive, which)
        linked = feeds_of(archive, found.url)
        rows = [{"url": feed.address, "title": feed.title} for feed in linked]
        for row in rows:
            if adds:
                own = {"title": row["title"], "tags": list(found.settings.tags), "signals": found.url}
                watch_for(archive, row["url"], {name: value for name, value in own.items() if value})
            row["watched"] = archive.watches.of(row["url"]) is not None  # type: ignore[assignment]
    lines = [f"{row['url']}  {row['title']}".rstrip() for row in rows]
    return deliver_rows(form, rows, lines)


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@setting_options
@click.option(
    "--default",
    "defaults",
    type=click.Choice(SETTINGS),
    multiple=True,
    metavar="SETTING",
    help="Reset this setting, by its name in `watch show --json`. Repeatable.",
)
@format_option("text", "json")
@with_settings
def edit(
    settings: Settings, /, which: str, defaults: tuple[str, ...], form: str | None, changes: dict[str, Any]
) -> None:
    """Change settings of a watch. Settings that you do not give keep their values."""
    from pagestrata.app.planning.sites import fit_site
    from pagestrata.app.watches import change_watch, find_watch

    with open_existing(settings, writing=True) as archive:
        changed = change_watch(archive, find_watch(archive, which), dict.fromkeys(defaults) | changes)
        fit_site(archive, changed)
        answer = _watch_json(archive, changed)
    _deliver_watch(form, answer)


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@format_option("text", "json")
@with_settings
def pause(settings: Settings, /, which: str, form: str | None) -> None:
    """Stop scheduled visits to a page.

    `watch edit --resume` restarts them.
    """
    from pagestrata.app.watches import change_watch, find_watch

    with open_existing(settings, writing=True) as archive:
        answer = _watch_json(archive, change_watch(archive, find_watch(archive, which), {"paused": True}))
    _deliver_watch(form, answer)


@watch.command()
@click.argument("which", metavar="WATCH|URL")
@format_option("text", "json", default="text")
@with_settings
def remove(settings: Settings, /, which: str, form: str) -> None:
    """Remove a watch and its rules. The versions of the page stay in the archive."""
    from pagestrata.app.watches import find_watch, remove_watch

    with open_existing(settings, writing=True) as archive:
        found = find_watch(archive, which)
        remove_watch(archive, found)
    deliver_as(form, {"removed": found.id, "url": found.url})


@watch.command()
@click.option("--tag", metavar="NAME", help="Only pages with this tag.")
@output_option
@format_option("text", "json", default="json")
@with_settings
def export(settings: Settings, /, tag: str | None, output: Path | None, form: str) -> int:
    """Export watches and their settings.

    `watch import` reads them into another archive. Rules and models are not exported. The text format lists only the
    addresses, one per line.
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
    """Watch the pages of a list, a sitemap or another monitor."""
    words = [*(["--format", form] if form else []), *map(str, files)]
    with import_files.make_context("import", words, parent=ctx) as inner:
        code: int = import_files.invoke(inner)
    return code


def _deliver_watch(form: str | None, answer: dict[str, Any]) -> None:
    """Write all settings as JSON, but only those that are set as text: forty lines would hide them."""
    is_set = {name: value for name, value in answer.items() if value not in (None, [], {}, "")}
    deliver_as(form, answer if reader_form(form) == "json" else is_set)


def _site_json(archive: Archive, found: Watch) -> dict[str, Any]:
    """How many pages of a site were found, and the first of them; nothing for a watch of one page."""
    if found.settings.scope is None:
        return {}
    pages = archive.site_pages.of_site(found.id, limit=SITE_PAGES_SHOWN)
    listed = [{"url": page.url, "depth": page.depth, "found": iso(page.found_at)} for page in pages]
    return {"site_pages": archive.site_pages.count(found.id), "pages": listed}


def _watch_json(archive: Archive, found: Watch) -> dict[str, Any]:
    from pagestrata.app.learning import model_facts
    from pagestrata.app.notifications import rules_of

    stored = found.settings.to_json()
    stored["model"] = model_facts(archive, found.settings.model)
    return {
        "id": found.id,
        "url": found.url,
        "title": found.settings.title,
        "tags": list(found.settings.tags),
        **{name: stored.get(name) for name in OTHER_SETTINGS},
        "rules": [rule.id for rule in rules_of(archive, found)],
    }
