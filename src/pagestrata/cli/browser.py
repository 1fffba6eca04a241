"""`pagestrata browser`: is there one, and how to get one."""

from __future__ import annotations

import click

from pagestrata.cli.archive_options import format_option
from pagestrata.cli.options import SectionedGroup
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.group(cls=SectionedGroup)
def browser() -> None:
    """Check or install the browser that renders pages."""


@browser.command()
@format_option("text", "json", default="text")
@shared_options
@click.pass_context
def check(ctx: click.Context, /, form: str) -> None:
    """Show which browser is used and whether it can capture a page."""
    from pagestrata.capturing.browser.check import check_browser

    settings = ctx.find_object(Settings)
    found = check_browser(settings.browser if settings else None)
    if form == "json":
        deliver(as_json({"path": found.path, "version": found.version, "seconds": round(found.seconds, 3)}))
    else:
        deliver(f"{found.path}: {found.version}; captured a test page in {found.seconds:.1f} s\n")


@browser.command()
@format_option("text", "json", default="text")
@shared_options
def install(form: str) -> None:
    """Install Chromium if there is no browser, and the system libraries it needs."""
    from pagestrata.capturing.browser.find import browser_version, find_browser
    from pagestrata.capturing.browser.install import set_up_browser

    for line in set_up_browser():
        click.echo(line, err=True)
    path = find_browser()
    version = browser_version(path)
    deliver(as_json({"path": path, "version": version}) if form == "json" else f"{path}: {version}\n")
