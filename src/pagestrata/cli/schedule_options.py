"""The options that say when pages are visited: of one page for `watch`, of all of them for `run` and `plan`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.app.planning.planning import Planner

Function = TypeVar("Function", bound=Callable[..., Any])
SCOPE_SETTINGS = ("scope", "scope_depth", "scope_include", "scope_exclude", "scope_pages")
SETTINGS = ("interval_seconds", "paused", "window", "robots", "page_weight", *SCOPE_SETTINGS)
_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "w": 604800}
_INTERVAL = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]*)")
LEAST_INTERVAL_SECONDS = 10
POLICIES = ("urgency", "uniform", "proportional", "optimum", "lambda", "frequency")


def watch_schedule_options(function: Function) -> Function:
    """--interval, --pause, --window, --robots, --page-weight and the scope; `given_schedule` reads them."""
    for option in (
        click.option(
            "--max-pages",
            "scope_pages",
            type=click.IntRange(1, 1_000_000),
            metavar="N",
            help="With --scope: at most so many pages.  [default: 1000]",
        ),
        click.option(
            "--exclude", "scope_exclude", multiple=True, metavar="RE2", help="With --scope: not these addresses."
        ),
        click.option(
            "--include", "scope_include", multiple=True, metavar="RE2", help="With --scope: these addresses only."
        ),
        click.option(
            "--depth",
            "scope_depth",
            type=click.IntRange(0, 100),
            metavar="N",
            help="With --scope: at most so many links away.  [default: 10]",
        ),
        click.option(
            "--scope",
            type=click.Choice(["page", "prefix", "host"]),
            help="What `run` visits: this page, what lies below it, or its whole host.  [default: page]",
        ),
        click.option(
            "--page-weight",
            type=click.FloatRange(0, 100, min_open=True),
            help="How much the page matters beside others, for `run`.  [default: 1]",
        ),
        click.option(
            "--robots",
            type=click.Choice(["obey", "ignore"]),
            help="What `run` does with the site's robots.txt.  [default: obey]",
        ),
        click.option("--window", metavar="HOURS", help="When `run` may visit it: 'Mon-Fri 08:00-18:00 Europe/Berlin'."),
        click.option("--pause/--resume", "paused", default=None, help="Whether `run` leaves it alone."),
        click.option(
            "--interval", metavar="TIME|auto", help="How often `run` visits it: 30m, 6h, 1d.  [default: auto]"
        ),
    ):
        function = option(function)
    return function


def given_schedule(values: dict[str, Any]) -> dict[str, Any]:
    """The settings that were given; None takes one away."""
    from pagestrata.crawl.scopes import check_scope_patterns
    from pagestrata.crawl.windows import read_window

    found: dict[str, Any] = {}
    if values["interval"] is not None:
        found["interval_seconds"] = read_interval(values["interval"])
    if values["window"] is not None:
        read_window(values["window"])
    patterns = {name: list(values[name]) for name in ("scope_include", "scope_exclude") if values[name]}
    check_scope_patterns([pattern for listed in patterns.values() for pattern in listed])
    if values["scope"] is not None:
        found["scope"] = None if values["scope"] == "page" else values["scope"]
    plain = ("paused", "window", "robots", "page_weight", "scope_depth", "scope_pages")
    return found | patterns | {name: values[name] for name in plain if values[name] is not None}


def read_interval(text: str) -> int | None:
    """Seconds; None for 'auto'. Raises UsageError with examples."""
    if text.strip().lower() == "auto":
        return None
    found = _INTERVAL.fullmatch(text.strip().lower())
    unit = _UNITS.get(found[2] or "s") if found else None
    seconds = int(float(found[1]) * unit) if found and unit else 0
    if seconds < LEAST_INTERVAL_SECONDS:
        raise UsageError(
            f"--interval {text[:40]!r} is no interval; write 30m, 6h, 1d or auto, at least {LEAST_INTERVAL_SECONDS} seconds"
        )
    return seconds


def planner_options(function: Function) -> Function:
    """--budget and --policy; `take_planner` reads them."""
    for option in (
        click.option(
            "--policy", type=click.Choice(POLICIES), default="urgency", show_default=True, help="Who is next."
        ),
        click.option(
            "--budget",
            metavar="BUDGET",
            help="What all visits may cost: 60/hour, 1000/day, 20min/hour (of work), 200MB/hour.  [default: 60/hour]",
        ),
    ):
        function = option(function)
    return function


def take_planner(values: dict[str, Any], *, kept: str | None = None) -> Planner:
    """The planner that the options ask for; `kept` is the budget of the archive, for where none is given."""
    from pagestrata.app.planning.planning import DEFAULT_BUDGET, Planner
    from pagestrata.schedule.budget import read_budget

    budget, policy = values.pop("budget") or kept, values.pop("policy")
    return Planner(budget=read_budget(budget) if budget is not None else DEFAULT_BUDGET, policy=policy)
