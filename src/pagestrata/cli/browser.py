"""`pagestrata browser`: is there one, and how to get one."""

from __future__ import annotations

import click


@click.group()
def browser() -> None:
    """Check for or install the browser that captures pages."""


@browser.command()
@click.option("--browser", "executable", metavar="PATH", help="Check this one instead of the one found.")
def check(executable: str | None) -> None:
    """Say which browser is used and whether it can capture a page."""
    from pagestrata.capture.check_browser import check_browser

    found = check_browser(executable)
    click.echo(f"{found.path}: {found.version}; captured a test page in {found.seconds:.1f} s")


@browser.command()
def install() -> None:
    """Install a Chromium, unless a browser is there already."""
    from pagestrata.capture.find_browser import browser_version, find_browser
    from pagestrata.capture.install_browser import install_browser
    from pagestrata.errors import BrowserError

    try:
        path = find_browser()
    except BrowserError:
        click.echo(install_browser(), err=True)
        path = find_browser()
    click.echo(f"{path}: {browser_version(path)}")
