"""What all commands share: the settings and options of every one, the sections of the help screen, options as records.

Rare options appear only on `--help-all`.
"""

from __future__ import annotations

import functools
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from pagestrata.formats.terminal_text import terminal_text

Function = TypeVar("Function", bound=Callable[..., Any])

WHICH_BLOCK = "Which block"
WHEN = "When to visit"
SITE = "More pages of the site"
KEEP = "What to keep"
LOOK = "How to open the page"
CUT = "How to cut it into blocks"
NETWORK = "Network"
NOTIFY = "Notifications"
OUTPUT = "Output"
SECTIONS = (WHICH_BLOCK, WHEN, SITE, KEEP, LOOK, CUT, NETWORK, NOTIFY, OUTPUT)
"""Titles in the order of the screen, below the options that have no section."""
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FILE_PATH = click.Path(dir_okay=False, path_type=Path)
FOLDER_PATH = click.Path(file_okay=False, path_type=Path)
"""Types of options that name a file to read, a file and a folder."""
_ALL = "pagestrata.help_all"


class SectionOption(click.Option):
    """An option that knows its section of the help screen, and whether only `--help-all` shows it."""

    def __init__(self, *names: Any, section: str = "", rare: bool = False, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.section = section
        self.rare = rare


def option(*names: str, section: str = "", rare: bool = False, **settings: Any) -> Callable[[Function], Function]:
    """`click.option` with a section of the help screen."""
    return click.option(*names, cls=SectionOption, section=section, rare=rare, **settings)


def off_option(*names: str, section: str, help: str) -> Callable[[Function], Function]:  # noqa: A002 - as click has it
    """A rare option that sets its parameter to False."""
    return option(*names, section=section, rare=True, is_flag=True, flag_value=False, default=None, help=help)


def option_group(*options: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Several options as one decorator; the help screen lists them in this order."""

    def decorate(function: Function) -> Function:
        for each in reversed(options):
            function = each(function)
        return function

    return decorate


def rarely_needed(options: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Show these options only on `--help-all`: for a command that can do without them."""

    def decorate(function: Function) -> Function:
        before = len(getattr(function, "__click_params__", ()))
        function = options(function)
        for parameter in function.__click_params__[before:]:  # type: ignore[attr-defined]
            parameter.rare = True
        return function

    return decorate


def option_record(
    name: str, build: Callable[[dict[str, Any]], object], *options: Callable[[Function], Function]
) -> Callable[[Function], Function]:
    """Several options as one decorator; the command receives `name`, which `build` makes of their values by parameter."""

    def decorate(function: Function) -> Function:
        declared: Any = option_group(*options)(lambda: None)  # type: ignore[arg-type]
        wanted = list(dict.fromkeys(parameter.name for parameter in declared.__click_params__))

        @functools.wraps(function)
        def command(*values: Any, **others: Any) -> Any:
            record = build({parameter: others.pop(parameter) for parameter in wanted})
            return function(*values, **others, **{name: record})

        return option_group(*options)(cast("Function", command))

    return decorate


def given(values: dict[str, Any]) -> dict[str, Any]:
    """The values of the options that were given."""
    return {name: value for name, value in values.items() if value is not None and value != ()}


def as_stored(values: dict[str, Any]) -> dict[str, Any]:
    """The values that were given, as an archive stores them: a repeated option as a list."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in given(values).items()}


class SectionedCommand(click.Command):
    """A command whose help screen has sections; `--help-all` is added where an option is rare."""

    def __init__(self, *names: Any, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.context_settings.setdefault("show_default", True)
        hidden = sum(_is_rare(parameter) for parameter in self.params)
        if hidden:
            self.params.append(_help_all(hidden))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows: dict[str, list[tuple[str, str]]] = {title: [] for title in ("Options", *SECTIONS, "Help")}
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Option) and (ctx.meta.get(_ALL) or not _is_rare(parameter)):
                record = help_row(parameter, ctx)
                if record is not None:
                    rows[_section(parameter)].append(record)
        for title, records in rows.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class SectionedGroup(click.Group):
    """A group of such commands."""

    command_class = SectionedCommand


def help_row(option: click.Option, ctx: click.Context) -> tuple[str, str] | None:
    """Return the names and the help of an option, with its range and default in words; None if it is hidden."""
    record = option.get_help_record(ctx)
    if record is None:
        return None
    default = option.get_help_extra(ctx).get("default", "")
    if default in {'""', "()", "[]"}:
        default = ""
    default = default.removeprefix("(").removesuffix(")")
    notes = (_range(option.type), f"default: {default}" if default else "", "required" if option.required else "")
    shown = "; ".join(note for note in notes if note)
    return record[0], f"{option.help or ''} [{shown}]".strip() if shown else option.help or ""


def _range(kind: click.ParamType[Any]) -> str:
    """The limits of a number; '' for any other type, and for numbers that only have to be positive."""
    if not isinstance(kind, click.IntRange | click.FloatRange) or kind.max is None:
        return ""
    return f"at most {kind.max:.9g}" if kind.min_open else f"{kind.min:.9g} to {kind.max:.9g}"


def _is_rare(parameter: click.Parameter) -> bool:
    return getattr(parameter, "rare", False)


def _section(parameter: click.Parameter) -> str:
    if {"--help", "--help-all"} & set(parameter.opts):
        return "Help"
    return (isinstance(parameter, SectionOption) and parameter.section) or "Options"


def _help_all(hidden: int) -> click.Option:
    def show(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            ctx.meta[_ALL] = True
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()

    return click.Option(
        ["--help-all"], is_flag=True, is_eager=True, expose_value=False, callback=show,
        help=f"Show all options ({hidden} more) and exit.",
    )  # fmt: skip


_FORM = "pagestrata: %(message)s"


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
    """Makes control codes visible: messages contain addresses and text of pages."""

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
    repeated = functools.partial(click.option, expose_value=False, callback=_remember, hidden=True)
    return option_group(
        repeated("--archive", metavar="DIR_OR_URL"),
        repeated("--browser", metavar="PATH"),
        repeated("--allow-private", is_flag=True),
        repeated("--verbose", "-v", is_flag=True),
        repeated("--debug", is_flag=True),
    )(function)


def with_settings(function: Callable[..., Any]) -> Callable[..., Any]:
    """Accept the shared options, and pass the `Settings` as the first argument."""
    return shared_options(click.pass_obj(function))
