"""`pagestrata feed`: what changed, for feed readers."""

from __future__ import annotations

from pathlib import Path

import click

from pagestrata.app.feeds import ArchiveFeeds, feed_named
from pagestrata.cli.archive_options import format_option, iso, open_existing, output_option
from pagestrata.cli.options import SectionedCommand, Settings, with_settings
from pagestrata.cli.output import as_json, deliver
from pagestrata.notify.feed import json_feed


@click.command(cls=SectionedCommand)
@click.argument("subject", required=False, metavar="[URL|TRAIL|WATCH|tag:NAME]")
@click.option("--root", metavar="URL", default="", help="Address of the web application, for links in entries.")
@output_option
@format_option("atom", "text", "json", default="atom")
@with_settings
def feed(settings: Settings, /, subject: str | None, root: str, output: Path | None, form: str) -> None:
    """Write a feed of all changes, or of a page, a followed block, a watch or a tag.

    atom and json (JSON Feed) are for feed readers; text has one line per change.
    """

    with open_existing(settings) as archive:
        kind, name = feed_named(archive, subject)
        feeds, base = ArchiveFeeds(archive), root.rstrip("/")
        if form == "atom":
            return deliver(feeds.document(kind, name, root=base).body, output)
        title, entries = feeds.entries(kind, name, root=base)
    if form == "json":
        return deliver(as_json(json_feed(entries, title=title)), output)
    return deliver("".join(f"{iso(entry.time)}  {entry.title}  {entry.url}\n" for entry in entries), output)
