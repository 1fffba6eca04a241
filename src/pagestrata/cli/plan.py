"""`pagestrata plan`: the next visits, and why."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.app.planning.planning import left_undone
from pagestrata.app.planning.simulation import simulate
from pagestrata.cli.archive_options import (
    format_option,
    iso,
    limit_option,
    open_existing,
    output_option,
    say,
    to_the_second,
)
from pagestrata.cli.options import SectionedCommand, Settings, with_settings
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.schedule_options import planner_of, planner_options
from pagestrata.errors import UsageError
from pagestrata.model.plain_numbers import percent
from pagestrata.schedule.outcomes import own_weight, rates_of_blocks

if TYPE_CHECKING:
    from pagestrata.app.planning.planning import PlannedVisit, Planner
    from pagestrata.schedule.policies import Policy
    from pagestrata.schedule.replay import Replayed

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command(cls=SectionedCommand)
@click.option("--explain", is_flag=True, help="Say why each page is visited at that time.")
@limit_option(20, "pages")
@click.option(
    "--simulate",
    "days",
    type=click.FloatRange(0.01, 3660),
    metavar="DAYS",
    help="Try other budgets and policies on the last DAYS of the archive instead.",
)
@output_option
@planner_options
@format_option("text", "json", "svg", "png", default="text")
@with_settings
def plan(
    settings: Settings,
    /,
    explain: bool,
    limit: int,
    days: float | None,
    output: Path | None,
    form: str,
    budget: str | None,
    policy: Policy,
) -> int:
    """List the next visits that `run` would make with this budget, earliest first.

    The urgency of a page is the number of hours its newest version is expected to have been out of date, times the
    importance of its changes, divided by the cost of a visit.

    With --simulate, show how much of what changed would have been caught with budgets from a quarter of --budget to
    four times as much, for three policies, as a table or a curve (svg, png).
    """

    planner, now = planner_of(budget, policy), datetime.now(UTC)
    if days is not None:
        return _simulated(settings, planner, days, now, form, output)
    if form in {"svg", "png"}:
        raise UsageError(f"--format {form} is for --simulate DAYS; a plan is text or json")
    with open_existing(settings) as archive:
        visits = planner.next_visits(archive, now=now)
    if not visits:
        say("no page is watched yet; add one with `pagestrata watch add URL`")
    answer = {
        "now": iso(now),
        "budget": str(planner.budget),
        "policy": planner.policy,
        "pages": len(visits),
        "overdue": sum(visit.due.due_at <= now for visit in visits),
        "left_undone": left_undone(planner, [visit.due for visit in visits], now),
        "visits": [_described(visit) for visit in visits[:limit]],
    }
    deliver(as_json(answer) if form == "json" else _text(answer, explain=explain), output)
    return 0 if visits else 1


def _simulated(settings: Settings, planner: Planner, days: float, now: datetime, form: str, output: Path | None) -> int:
    if planner.budget.unit != "visits":
        raise UsageError("a simulation counts visits; give a budget like 60/hour")
    with open_existing(settings) as archive:
        found = simulate(archive, days=days, budget_per_hour=planner.budget.per_hour, now=now)
    deliver(_drawn(found, form, days), output)
    return 0


def _drawn(found: list[Replayed], form: str, days: float) -> bytes | str:
    from pagestrata.report.budget_plot import budget_png, budget_svg

    if form == "json":
        return as_json([asdict(each) for each in found])
    lines = {policy: [(each.budget_per_hour, each.caught) for each in found if each.policy == policy]
             for policy in dict.fromkeys(each.policy for each in found)}  # fmt: skip
    title = f"Share of what changed in {days:g} days that visits would have caught"
    if form == "svg":
        return budget_svg(lines, title=title)
    if form == "png":
        return budget_png(lines, title=title)
    rows = [f"{'policy':10}{'visits/hour':>12}{'caught':>9}{'staleness':>11}"]
    rows += [f"{e.policy:10}{e.budget_per_hour:12.3g}{percent(e.caught, 1):>9}{e.staleness:11.3f}" for e in found]
    return "".join(f"{row}\n" for row in rows)


def _described(visit: PlannedVisit) -> dict[str, Any]:
    due = visit.due
    return {
        "url": visit.watch.url,
        "due": iso(due.due_at),
        "last": iso(due.last_at) if due.last_at else None,
        "urgency": round(visit.urgency, 6),
        "period_hours": round(visit.period.total_seconds() / 3600, 4),
        "changes_per_day": round(visit.changes_per_day, 4),
        "importance": round(own_weight(due), 4),
        "blocks": [
            {
                "block": block.ref,
                "kind": block.kind,
                "changes_per_day": round(block.rate * 24, 4),
                "importance": block.worth,
            }
            for block in rates_of_blocks(due)
        ],
        "cost_seconds": round(due.cost, 3),
        "why": visit.why,
    }


def _text(answer: dict[str, Any], *, explain: bool) -> str:
    lines = []
    for visit in answer["visits"]:
        lines.append(f"{to_the_second(visit['due'])}  urgency {visit['urgency']:<8.3g}  {visit['url']}")
        lines += [f"    {visit['why']}"] if explain else []
    more = answer["pages"] - len(answer["visits"])
    lines += [f"and {more} more"] if more > 0 else []
    if answer["left_undone"]:
        lines.append(f"{answer['left_undone']} visits due within the hour exceed the budget of {answer['budget']}")
    return "".join(f"{line}\n" for line in lines)
