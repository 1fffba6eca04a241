"""`pagestrata systemd`: a unit with which systemd keeps the web application and its visits running."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import click

from pagestrata.cli.output import complain, deliver
from pagestrata.cli.settings import shared_options

HOMES = ("/home", "/root", "/run/user")
"""What ProtectHome= hides."""


@click.command()
@click.option(
    "--user", "of_user", is_flag=True, help="Write a user service (systemctl --user) instead of a system service."
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Output file.")
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
    """How a service starts this program: by its own path, else as a module of the interpreter that runs it."""
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
