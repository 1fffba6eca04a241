"""`pagestrata settings`: what holds for all pages of an archive."""

from __future__ import annotations

from typing import Any

import click

from pagestrata.app.proving.stamping import checked_service
from pagestrata.cli.archive_options import format_option, open_existing
from pagestrata.cli.options import KEEP, SectionedCommand, Settings, option, with_settings
from pagestrata.cli.output import deliver_as
from pagestrata.model.visit_result import SKIPPED_DAYS
from pagestrata.notify.answer_links import checked_web_address
from pagestrata.schedule.budget import read_budget
from pagestrata.store.people.settings import NAMES
from pagestrata.store.upkeep.retention import Rule

skipped_days_option = option(
    "--skipped-days",
    section=KEEP,
    type=click.FloatRange(0, 36_500),
    metavar="N",
    help="How many days to keep the results of skipped visits; 0 keeps none.",
    show_default=f"{SKIPPED_DAYS:g}",
)


@click.command(cls=SectionedCommand)
@skipped_days_option
@click.option("--keep", metavar="RULE", help="Delete versions once a day by this rule: 'thin 7d:1d'; see `gc --keep`.")
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    metavar="P",
    help="Keep a version when its changes matter with at least this probability.",
    show_default="0.5",
)
@click.option("--budget", metavar="BUDGET", help="Default budget of `run`: 60/hour, 20min/hour.")
@click.option("--web-address", metavar="URL", help="Address of the web application, for links in notifications.")
@click.option(
    "--time-authority",
    "time_authorities",
    metavar="URL",
    multiple=True,
    help="Time-stamping authority for the log (RFC 3161), or ots+URL of an OpenTimestamps calendar. Repeatable. Replaces "
    "all authorities set before.",
)
@click.option(
    "--time-certificates",
    type=click.File("r"),
    help="File with the root certificates of the time authorities (PEM).",
    show_default="those in the stamp or on this machine",
)
@click.option(
    "--stamp-minutes",
    type=click.FloatRange(1, 100_000),
    metavar="N",
    help="Minutes between time stamps by `run`, if the log has new entries.",
    show_default="60",
)
@click.option(
    "--default",
    "defaults",
    type=click.Choice(NAMES),
    multiple=True,
    metavar="SETTING",
    help="Reset this setting, by its name in the answer. Repeatable.",
)
@format_option("text", "json")
@with_settings
def settings(
    shared: Settings,
    /,
    skipped_days: float | None,
    keep: str | None,
    threshold: float | None,
    budget: str | None,
    web_address: str | None,
    time_authorities: tuple[str, ...],
    time_certificates: Any,
    stamp_minutes: float | None,
    defaults: tuple[str, ...],
    form: str | None,
) -> None:
    """Show or change the settings for all pages. The settings of a page's watch override them.

    With --keep, `run` deletes versions without asking: `gc --keep RULE --dry-run` shows which. `train --feedback` sets
    the model, and --default model removes it.
    """
    if budget is not None:
        read_budget(budget)
    if keep is not None:
        Rule.parse(keep)
    values: dict[str, Any] = {"skipped_days": skipped_days, "keep": keep, "threshold": threshold, "budget": budget}
    values["stamp_minutes"] = stamp_minutes
    values["time_certificates"] = time_certificates.read() if time_certificates is not None else None
    if time_authorities:
        values["time_authorities"] = [checked_service(address) for address in time_authorities]
    if web_address is not None:
        values["web_address"] = checked_web_address(web_address)
    changed = {**dict.fromkeys(defaults), **{name: value for name, value in values.items() if value is not None}}
    with open_existing(shared, writing=bool(changed)) as archive:
        for name, value in changed.items():
            archive.settings.set(name, value)
        found: dict[str, Any] = archive.settings.all()
    deliver_as(form, {name: found.get(name) for name in NAMES})
