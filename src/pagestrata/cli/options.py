"""What the options of all commands share: sections of the help screen, and records that commands receive.

Rare options appear only on `--help-all`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

import click

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
_ALL = "pagestrata.help_all"


class SectionOption(click.Option):
    """An option that knows its section of the help screen, and whether only `--help-all` shows it."""

    def __init__(self, *names: Any, section: str = "", rare: bool = False, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.section = section
        self.rare = rare


def option(*names: str, section: str, rare: bool = False, **settings: Any) -> Callable[[Function], Function]:
    """`click.option` with a section of the help screen."""
    return click.option(*names, cls=SectionOption, section=section, rare=rare, **settings)


def into_record(function: Function, name: str, build: Callable[..., object]) -> Function:
    """Give a command one argument, `name`, for the options that `build` takes as its own arguments."""
    wanted = tuple(inspect.signature(build).parameters)

    @functools.wraps(function)
    def command(*values: Any, **options: Any) -> Any:
        record = build(**{option: options.pop(option) for option in wanted if option in options})
        return function(*values, **options, **{name: record})

    return cast("Function", command)


class SectionedCommand(click.Command):
    """A command whose help screen has sections; `--help-all` is added where an option is rare."""

    def __init__(self, *names: Any, **settings: Any) -> None:
        super().__init__(*names, **settings)
        hidden = sum(_is_rare(parameter) for parameter in self.params)
        if hidden:
            self.params.append(_help_all(hidden))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows: dict[str, list[tuple[str, str]]] = {title: [] for title in ("Options", *SECTIONS, "Help")}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if (
                isinstance(parameter, click.Option)
                and record is not None
                and (ctx.meta.get(_ALL) or not _is_rare(parameter))
            ):
                rows[_section(parameter)].append(record)
        for title, records in rows.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class SectionedGroup(click.Group):
    """A group of such commands."""

    command_class = SectionedCommand


def _is_rare(parameter: click.Parameter) -> bool:
    return isinstance(parameter, SectionOption) and parameter.rare


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
        help=f"Show all options, {hidden} more, and exit.",
    )  # fmt: skip
