"""`pagestrata settings`: what holds for all pages of an archive."""

from __future__ import annotations

from typing import Any

import click

from pagestrata.app.web_address import checked_web_address
from pagestrata.cli.archive_options import format_option, open_existing
from pagestrata.cli.output import deliver_as
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.model.findings import SKIPPED_DAYS
from pagestrata.schedule.budget import read_budget
from pagestrata.store.people.settings import NAMES
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
    "--threshold",
    type=click.FloatRange(0, 1),
    help="The probability that a change matters above which a version is kept.  [default: 0.5]",
)
@click.option("--budget", metavar="BUDGET", help="What `run` may spend where it is not told: 60/hour, 20min/hour.")
@click.option("--web-address", metavar="URL", help="Where the web application is, for links in messages.")
@click.option(
    "--default", "defaults", type=click.Choice(NAMES), multiple=True, help="Take this setting away. Repeatable."
)
@format_option("text", "json")
@shared_options
@click.pass_obj
def settings(
    given: Settings,
    /,
    skipped_days: float | None,
    keep: str | None,
    threshold: float | None,
    budget: str | None,
    web_address: str | None,
    defaults: tuple[str, ...],
    form: str | None,
) -> None:
    """Show what holds for all pages, and change it. What a page's watch says goes before it.

    With --keep, `run` drops the versions that the rule does not keep, once a day and without asking; look first with
    `gc --keep RULE --dry-run`. The model is the one that `train --feedback` stored for all pages; --default model forgets it.
    """
    if budget is not None:
        read_budget(budget)
    if keep is not None:
        Rule.parse(keep)
    values = {"skipped_days": skipped_days, "keep": keep, "threshold": threshold, "budget": budget}
    if web_address is not None:
        values["web_address"] = checked_web_address(web_address)
    changed = {**dict.fromkeys(defaults), **{name: value for name, value in values.items() if value is not None}}
    with open_existing(given, writing=bool(changed)) as archive:
        for name, value in changed.items():
            archive.settings.set(name, value)
        found: dict[str, Any] = archive.settings.all()
    deliver_as(form, {name: found.get(name) for name in NAMES})
