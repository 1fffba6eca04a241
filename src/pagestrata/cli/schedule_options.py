"""The options that say when pages are visited: of one page for `watch`, of all of them for `run` and `plan`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.options import SITE, WHEN, Function, as_stored, option, option_group, option_record
from pagestrata.errors import UsageError
from pagestrata.schedule.budget import read_budget

if TYPE_CHECKING:
    from pagestrata.app.planning.planning import Planner
    from pagestrata.schedule.policies import Policy

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

SCOPE_SETTINGS = ("scope", "scope_depth", "scope_include", "scope_exclude", "scope_pages")
SETTINGS = ("interval_seconds", "paused", "window", "robots", "page_weight", *SCOPE_SETTINGS)
_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "w": 604800}
_INTERVAL = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]*)")
LEAST_INTERVAL_SECONDS = 10
POLICIES = ("urgency", "uniform", "proportional", "optimum", "lambda", "frequency")


def watch_schedule_options(function: Function) -> Function:
    """--interval, --pause, --window, --robots, --page-weight and the scope. The command receives `schedule`."""
    return option_record(
        "schedule",
        given_schedule,
        option(
            "--interval", section=WHEN, metavar="TIME|auto",
            help="Time between visits: 30m, 6h, 1d.", show_default="auto",
        ),
        option("--pause/--resume", "paused", section=WHEN, default=None, help="Stop or resume scheduled visits."),
        option(
            "--window", section=WHEN, metavar="HOURS",
            help="Only visit during these hours: 'Mon-Fri 08:00-18:00 Europe/Berlin'.",
        ),
        option(
            "--robots", section=WHEN, rare=True, type=click.Choice(["obey", "ignore"]),
            help="Whether scheduled visits obey the site's robots.txt.", show_default="obey",
        ),
        option(
            "--page-weight", section=WHEN, rare=True, type=click.FloatRange(0, 100, min_open=True), metavar="X",
            help="How important the page is compared with others when visits are planned.", show_default="1",
        ),
        option(
            "--scope", section=SITE, type=click.Choice(["page", "prefix", "host"]),
            help="Visit this page, all pages under its path, or its whole host.", show_default="page",
        ),
        option(
            "--depth", "scope_depth", section=SITE, rare=True, type=click.IntRange(0, 100), metavar="N",
            help="With --scope: follow at most N links from the page.", show_default="10",
        ),
        option(
            "--include", "scope_include", section=SITE, rare=True, multiple=True, metavar="RE2",
            help="With --scope: visit only addresses that match. Repeatable.",
        ),
        option(
            "--exclude", "scope_exclude", section=SITE, rare=True, multiple=True, metavar="RE2",
            help="With --scope: skip addresses that match. Repeatable.",
        ),
        option(
            "--max-pages", "scope_pages", section=SITE, rare=True, type=click.IntRange(1, 1_000_000), metavar="N",
            help="With --scope: visit at most N pages.", show_default="1000",
        ),
    )(function)  # fmt: skip


def given_schedule(values: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that were given; None resets one."""
    from pagestrata.crawl.scopes import check_scope_patterns
    from pagestrata.crawl.windows import read_window

    settings = as_stored(values)
    if "window" in settings:
        read_window(settings["window"])
    check_scope_patterns([*settings.get("scope_include", ()), *settings.get("scope_exclude", ())])
    if "interval" in settings:
        settings["interval_seconds"] = read_interval(settings.pop("interval"))
    if settings.get("scope") == "page":
        settings["scope"] = None
    return settings


def read_interval(text: str) -> int | None:
    """Seconds; None for 'auto'. Raises UsageError with examples."""
    if text.strip().lower() == "auto":
        return None
    found = _INTERVAL.fullmatch(text.strip().lower())
    unit = _UNITS.get(found[2] or "s") if found else None
    seconds = int(float(found[1]) * unit) if found and unit else 0
    if seconds < LEAST_INTERVAL_SECONDS:
        raise UsageError(
            f"--interval {text[:40]!r} is not an interval; write 30m, 6h, 1d or auto, at least {LEAST_INTERVAL_SECONDS} seconds"
        )
    return seconds


def planner_options(function: Function) -> Function:
    """--budget and --policy; `planner_of` reads them."""
    return option_group(
        option(
            "--budget", section=WHEN, metavar="BUDGET",
            help="Limit for all visits together: 60/hour, 1000/day, 20min/hour of work, 200MB/hour.", show_default="60/hour",
        ),
        option(
            "--policy", section=WHEN, rare=True, type=click.Choice(POLICIES), default="urgency",
            help="How to choose the next page to visit.",
        ),
    )(function)  # fmt: skip


def planner_of(budget: str | None, policy: Policy, *, kept: str | None = None) -> Planner:
    """Return the planner for these options; `kept` is the budget stored in the archive, the default."""
    from pagestrata.app.planning.planning import DEFAULT_BUDGET, Planner

    wanted = budget or kept
    return Planner(budget=read_budget(wanted) if wanted is not None else DEFAULT_BUDGET, policy=policy)
