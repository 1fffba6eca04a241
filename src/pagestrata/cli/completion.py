"""`pagestrata completion`: the shell completes commands and options.

Click writes the scripts. Here they are put where each shell reads them: fish has a folder for that; bash and zsh get a
file of ours and one line in their start file, which is added once.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from pagestrata.cli.options import shared_options
from pagestrata.cli.output import complain, deliver
from pagestrata.errors import InputError, UsageError

SHELLS = ("bash", "zsh", "fish")
PROGRAM = "pagestrata"
_ZSH_START = "(( ${+functions[compdef]} )) || { autoload -Uz compinit && compinit }\n"
"""Without it zsh has no completion at all, and the script would stop at its first word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The script of a shell and the start file that reads it, or None if the shell finds the script itself."""

    script: Path
    start_file: Path | None


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.option(
    "--install", "installs", is_flag=True, help="Install the script where the shell finds it instead of printing it."
)
@shared_options
@click.pass_context
def completion(ctx: click.Context, /, shell: str | None, installs: bool) -> None:
    """Print a completion script for bash, zsh or fish. Without an argument, use the shell in $SHELL."""
    chosen = shell or shell_of(os.environ)
    script = completion_script(ctx.find_root().command, chosen)
    if not installs:
        deliver(script)
        return
    place = place_for(chosen, os.environ, home=Path.home())
    deliver(script, place.script)
    if place.start_file is not None:
        add_line(place.start_file, f'[ -r "{place.script}" ] && . "{place.script}"')
    complain(f"wrote {place.script}; start a new {chosen} to complete commands and options with Tab")


def shell_of(environment: Mapping[str, str]) -> str:
    """Return the shell of the user. Raises UsageError if it is not supported."""
    name = Path(environment.get("SHELL", "")).name
    if name not in SHELLS:
        why = f"{name} is not supported" if name else "$SHELL is not set"
        raise UsageError(f"{why}; name one: {', '.join(SHELLS)}")
    return name


def completion_script(command: click.Command, shell: str) -> str:
    """What a shell reads to complete this program's commands."""
    found = get_completion_class(shell)
    assert found is not None, f"Click knows no {shell}"
    made = found(command, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE")
    script = made.source_template % made.source_vars()  # `source()` would start bash and ask for its version
    return script if shell != "zsh" else script.replace("\n", f"\n{_ZSH_START}", 1)


def place_for(shell: str, environment: Mapping[str, str], *, home: Path) -> Place:
    """Return where the script of a shell belongs, by the XDG variables and ZDOTDIR."""
    if shell == "fish":
        settings = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
        return Place(script=settings / "fish" / "completions" / f"{PROGRAM}.fish", start_file=None)
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    folder = Path(environment.get("ZDOTDIR") or home) if shell == "zsh" else home
    return Place(script=data / PROGRAM / f"completion.{shell}", start_file=folder / f".{shell}rc")


def add_line(file: Path, line: str) -> None:
    """Add a line to the end of a file unless it is there. Raises InputError if the file cannot be written."""
    try:
        text = file.read_text("utf-8", "surrogateescape") if file.exists() else ""
        if line not in text.splitlines():
            separator = "" if not text or text.endswith("\n") else "\n"
            with file.open("a", encoding="utf-8", errors="surrogateescape") as opened:
                opened.write(f"{separator}{line}\n")
    except OSError as error:
        raise InputError(f"cannot write {file}: {error.strerror}; add this line to it yourself: {line}") from error
