"""`pagestrata plan`: the next visits, and why."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, iso, open_existing, say
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.schedule_options import planner_options, take_planner
from pagestrata.cli.settings import Settings, shared_options

if TYPE_CHECKING:
    from pagestrata.app.planning import PlannedVisit, Planner


@click.command()
@click.option("--explain", is_flag=True, help="Say why each page is visited then.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="At most so many pages.")
@planner_options
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
def plan(settings: Settings, /, explain: bool, limit: int, form: str, **options: Any) -> int:
    """The next visits that `run` would make with this budget and policy, the earliest first. Nothing is changed.

    `urgency` is for how many hours the page has been stale as expected, times what its changes are worth, by what a visit
    costs.
    """
    planner, now = take_planner(options), datetime.now(UTC)
    with open_existing(settings) as archive:
        visits = planner.next_visits(archive, now=now)
    if not visits:
        say("no page is watched; `pagestrata watch add URL` asks for one")
    answer = {
        "now": iso(now),
        "budget": str(planner.budget),
        "policy": planner.policy,
        "pages": len(visits),
        "overdue": sum(visit.due.due_at <= now for visit in visits),
        "left_undone": left_undone(planner, visits, now),
        "visits": [_described(visit) for visit in visits[:limit]],
    }
    deliver(as_json(answer) if form == "json" else _text(answer, explain=explain))
    return 0 if visits else 1


def left_undone(planner: Planner, visits: list[PlannedVisit], now: datetime) -> int:
    """How many of the visits that are due within an hour the budget of that hour does not pay."""
    soon = [visit for visit in visits if visit.due.due_at <= now + timedelta(hours=1)]
    left, paid = planner.budget.per_hour, 0
    for visit in soon:
        left -= visit.due.cost if planner.budget.unit == "seconds" else 1.0
        paid += left >= 0
    return len(soon) - paid


def _described(visit: PlannedVisit) -> dict[str, Any]:
    due = visit.due
    return {
        "url": visit.watch.url,
        "due": iso(due.due_at),
        "last": iso(due.last_at) if due.last_at else None,
        "urgency": round(visit.urgency, 6),
        "period_hours": round(visit.period.total_seconds() / 3600, 4),
        "changes_per_day": round(due.rate * 24, 4),
        "importance": round(due.weight, 4),
        "cost_seconds": round(due.cost, 3),
        "why": visit.why,
    }


def _text(answer: dict[str, Any], *, explain: bool) -> str:
    lines = []
    for visit in answer["visits"]:
        lines.append(f"{visit['due']}  urgency {visit['urgency']:<9.4g}  {visit['url']}")
        lines += [f"    {visit['why']}"] if explain else []
    more = answer["pages"] - len(answer["visits"])
    lines += [f"and {more} more"] if more > 0 else []
    if answer["left_undone"]:
        lines.append(f"{answer['left_undone']} visits due within the hour are more than {answer['budget']} pays")
    return "".join(f"{line}\n" for line in lines)
