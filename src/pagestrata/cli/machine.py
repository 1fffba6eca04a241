"""`pagestrata doctor`, `browser` and `systemd`: what this machine lacks, its browser, and a service."""

from __future__ import annotations

import sys
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagestrata.cli.archive_options import format_option
from pagestrata.cli.options import FILE_PATH, SectionedCommand, SectionedGroup, Settings, shared_options
from pagestrata.cli.output import as_json, complain, deliver

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
    """Install Chromium and the system libraries it needs.

    An existing browser is used instead of a new one.
    """
    from pagestrata.capturing.browser.find import browser_version, find_browser
    from pagestrata.capturing.browser.install import set_up_browser

    for line in set_up_browser():
        click.echo(line, err=True)
    path = find_browser()
    version = browser_version(path)
    deliver(as_json({"path": path, "version": version}) if form == "json" else f"{path}: {version}\n")


HOMES = ("/home", "/root", "/run/user")
"""What ProtectHome= hides."""


@click.command()
@click.option(
    "--user", "of_user", is_flag=True, help="Write a user service (systemctl --user) instead of a system service."
)
@click.option("-o", "--output", type=FILE_PATH, help="Output file.")
@shared_options
def systemd(of_user: bool, output: Path | None) -> None:
    """Write a systemd unit that runs `serve --run` with as few privileges as the browser needs."""
    program = program_words(sys.argv[0], sys.executable)
    if not of_user and is_in_a_home(program[0]):
        complain(
            f"{program[0]} is in a home folder, which a system service may not read; "
            "install Pagestrata under /opt, or write a user service with --user"
        )
    deliver(unit(program, of_user=of_user), output)


def program_words(called: str, interpreter: str) -> list[str]:
    """The command that starts this program in a service: its own path, else a module of this interpreter."""
    path = Path(called).absolute()
    is_ours = path.name == "pagestrata" and path.is_file()
    return [str(path)] if is_ours else [interpreter, "-m", "pagestrata"]


def is_in_a_home(program: str) -> bool:
    """Whether a service of the machine could not read the program, or the interpreter that a link leads to."""
    places = {Path(program), Path(program).resolve()}
    return any(place.is_relative_to(home) for place in places for home in HOMES)


def unit(program: list[str], *, of_user: bool) -> str:
    """The text of the unit that starts this program."""
    name = "pagestrata-user.service" if of_user else "pagestrata.service"
    text = (files("pagestrata.cli") / "units" / name).read_text("utf-8")
    return text.replace("@PROGRAM@", " ".join(_quoted(word) for word in program))


def _quoted(word: str) -> str:
    """A word of a command as systemd reads it: % begins a specifier and $ a variable."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return escaped if escaped == word and " " not in word else f'"{escaped}"'
