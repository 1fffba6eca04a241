"""`pagestrata settings`: what holds for all pages of an archive."""

from __future__ import annotations

from typing import Any

import click

from pagestrata.cli.archive_options import format_option, open_existing
from pagestrata.cli.output import deliver_as
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.model.findings import SKIPPED_DAYS
from pagestrata.store.settings import KEEP, NAMES
from pagestrata.store.settings import SKIPPED_DAYS as SKIPPED_DAYS_NAME
from pagestrata.store.upkeep.retention import Rule

skipped_days_option = click.option(
    "--skipped-days",
    type=click.FloatRange(0, 36_500),
    metavar="N",
    help=f"How long what a skipped visit found can be looked at; 0: not at all.  [default: {SKIPPED_DAYS:g}]",
)


@click.command()
@skipped_days_option
@click.option("--keep", metavar="RULE", help="Versions that `run` drops once a day: 'thin 7d:1d'; see `gc --keep`.")
@click.option(
    "--default", "defaults", type=click.Choice(NAMES), multiple=True, help="Take this setting away. Repeatable."
)
@format_option("text", "json", default="json")
@shared_options
@click.pass_obj
def settings(
    given: Settings, /, skipped_days: float | None, keep: str | None, defaults: tuple[str, ...], form: str
) -> None:
    """Show what holds for all pages, and change it. What a page's watch says goes before it.

    With --keep, `run` drops the versions that the rule does not keep, once a day and without asking; look first with
    `gc --keep RULE --dry-run`. The model is the one that `train --feedback` stored for all pages; --default model forgets it.
    """
    if keep is not None:
        Rule.parse(keep)
    changes = {SKIPPED_DAYS_NAME: skipped_days, KEEP: keep}
    changes = {name: value for name, value in changes.items() if value is not None}
    with open_existing(given, writing=bool(defaults or changes)) as archive:
        for name in defaults:
            archive.settings.set(name, None)
        for name, value in changes.items():
            archive.settings.set(name, value)
        found: dict[str, Any] = archive.settings.all()
    deliver_as(form, {name: found.get(name) for name in NAMES})
