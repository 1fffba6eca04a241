"""`pagestrata feed`: what changed, as an Atom feed."""

from __future__ import annotations

from pathlib import Path

import click

from pagestrata.cli.archive_options import open_existing
from pagestrata.cli.output import deliver
from pagestrata.cli.settings import Settings, shared_options


@click.command()
@click.argument("subject", required=False, metavar="[URL|TRAIL|WATCH|tag:NAME]")
@click.option("--root", metavar="URL", default="", help="Where `pagestrata serve` is reached: entries lead there.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@shared_options
@click.pass_obj
def feed(settings: Settings, /, subject: str | None, root: str, output: Path | None) -> None:
    """Write an Atom feed of everything that changed, or of a page, a followed block, a watch or a tag."""
    from pagestrata.app.feeds import ArchiveFeeds, feed_named

    with open_existing(settings) as archive:
        kind, name = feed_named(archive, subject)
        document = ArchiveFeeds(archive).document(kind, name, root=root.rstrip("/"))
    deliver(document.body, output)
