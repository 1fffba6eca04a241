"""`pagestrata doctor`: what this machine has and misses."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from pagestrata.cli.archive_options import format_option
from pagestrata.cli.options import SectionedCommand
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options

if TYPE_CHECKING:
    from pagestrata.model.check_results import CheckResult

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

_WIDTH = 23


@click.command(cls=SectionedCommand)
@click.option("--proxy", metavar="URL", help="Test this proxy, as for `visit --proxy`.")
@click.option("--no-browser", is_flag=True, help="Do not start the browser, and so do not check its sandbox and fonts.")
@format_option("text", "json", default="text")
@shared_options
@click.pass_context
def doctor(ctx: click.Context, /, proxy: str | None, no_browser: bool, form: str) -> int:
    """Check whether this machine has everything that Pagestrata needs. Exit 1 if something is missing."""
    from pagestrata.app.doctor.examination import doctor as examine
    from pagestrata.app.doctor.examination import is_healthy

    settings = ctx.find_object(Settings) or Settings()
    found = examine(
        archive=settings.archive_address, browser=settings.browser, proxy=proxy, opens_browser=not no_browser
    )
    healthy = is_healthy(found)
    if form == "json":
        deliver(as_json({"healthy": healthy, "results": [asdict(result) for result in found]}))
    else:
        deliver("".join(map(_line, found)))
    return 0 if healthy else 1


def _line(result: CheckResult) -> str:
    line = f"{result.state:<8}{result.name:<{_WIDTH}} {result.found}\n"
    return f"{line}{' ' * (9 + _WIDTH)}do: {result.advice}\n" if result.advice else line
