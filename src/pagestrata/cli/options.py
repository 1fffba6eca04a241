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


def option(*names: str, section: str = "", rare: bool = False, **settings: Any) -> Callable[[Function], Function]:
    """`click.option` with a section of the help screen."""
    return click.option(*names, cls=SectionOption, section=section, rare=rare, **settings)


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
