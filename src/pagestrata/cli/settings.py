"""What a person set for this run, and the options that every command understands."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from pagestrata.cli.options import option_group
from pagestrata.formats.terminal_text import terminal_text

_FORM = "pagestrata: %(message)s"
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(slots=True, kw_only=True)
class Settings:
    """Shared settings, accepted before or after the command's name; the last one wins."""

    archive: str | None = None
    browser: str | None = None
    allow_private: bool = False
    verbose: bool = False
    debug: bool = False

    @property
    def archive_address(self) -> str:
        return self.archive or str(default_archive_folder())

    def say_archive(self) -> None:
        """Prints to standard error which archive is used if none was named."""
        if not self.archive:
            click.echo(f"pagestrata: using the archive {self.archive_address}", err=True)


def default_archive_folder() -> Path:
    """The archive used when none is named: in the user's data folder (XDG on Unix)."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "pagestrata" / "archive"


class _TerminalFormatter(logging.Formatter):
    """Messages hold addresses and words of pages: nothing in them may steer the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return terminal_text(super().format(record))


def set_up_logging(*, verbose: bool) -> None:
    """Messages go to standard error, so that standard output holds the answer alone."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_TerminalFormatter(_FORM) if sys.stderr.isatty() else logging.Formatter(_FORM))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler])
    # It warns of browsers that end after the loop that started them, as all do when a command is stopped.
    logging.getLogger("asyncio").setLevel(logging.ERROR)


def _remember(ctx: click.Context, parameter: click.Parameter, value: Any) -> None:
    settings = ctx.find_object(Settings)
    if settings is not None and value not in (None, False):
        setattr(settings, str(parameter.name), value)
        if parameter.name == "verbose":
            logging.getLogger().setLevel(logging.INFO)


def shared_options(function: Function) -> Function:
    """Accept --archive, --browser, --allow-private, --verbose and --debug after the command's name too."""
    return option_group(
        click.option("--archive", metavar="DIR_OR_URL", expose_value=False, callback=_remember, hidden=True),
        click.option("--browser", metavar="PATH", expose_value=False, callback=_remember, hidden=True),
        click.option("--allow-private", is_flag=True, expose_value=False, callback=_remember, hidden=True),
        click.option("--verbose", "-v", is_flag=True, expose_value=False, callback=_remember, hidden=True),
        click.option("--debug", is_flag=True, expose_value=False, callback=_remember, hidden=True),
    )(function)
