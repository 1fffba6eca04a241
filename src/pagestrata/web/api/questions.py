"""Questions to the whole archive: search, reports, the plan and what other budgets would have caught."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import Query, Response
from pydantic import BeforeValidator

from pagestrata.model.blocks import ROLES
from pagestrata.web.api.route import (
    LONGEST_WORDS,
    PREFIX,
    AfterNumber,
    Limit,
    PageUrl,
    Since,
    Until,
    refusal,
    router,
)
from pagestrata.web.api.shapes import (
    EffectsShape,
    FoundBlockShape,
    FoundPageShape,
    NextVisitShape,
    PlanShape,
    ReportShape,
    SearchShape,
)
from pagestrata.web.dependencies import Context, Viewer
from pagestrata.web.file_answers import download
from pagestrata.web.views.plan import (
    LEAST_BUDGET,
    MOST_BUDGET,
    budget_effects,
    plan_view,
)
from pagestrata.web.views.reports import Table, report_csv, report_of
from pagestrata.web.views.search import MOST_HITS, FoundPage, search_answer

questions = router("questions")


def _day(value: Any) -> Any:
    """Accept only days in ISO 8601 (2026-01-31)."""
    if isinstance(value, str) and not (len(value) == 10 and value[4] == value[7] == "-"):
        raise ValueError("write a day like 2026-01-31")
    return value


DayOf = Annotated[date, BeforeValidator(_day)]
BudgetPerHour = Annotated[float, Query(ge=LEAST_BUDGET, le=MOST_BUDGET, description="Visits per hour.")]


@questions.get("/search")
def search(
    ctx: Context,
    viewer: Viewer,
    q: Annotated[
        str,
        Query(
            min_length=1,
            max_length=LONGEST_WORDS,
            pattern=r"[^\W_]",
            description='Words that must all occur. Use "…" for a phrase and * at the end of a word for any ending.',
        ),
    ],
    url: PageUrl = None,
    role: Annotated[
        str | None, Query(description="Only blocks of this role.", json_schema_extra={"enum": [*ROLES]})
    ] = None,
    since: Since = None,
    until: Until = None,
    changed: Annotated[bool, Query(description="Only blocks that appeared, or got this text, in the period.")] = False,
    after: AfterNumber = None,
    limit: Limit = 50,
) -> SearchShape:
    """Search the text of all versions. Lists matching blocks by page, newest first."""
    if role is not None and role not in ROLES:
        return refusal(422, f"unknown role {role[:60]!r}; use one of {', '.join(ROLES)}")  # type: ignore[return-value]
    begin = min(after or 0, MOST_HITS)
    options: dict[str, Any] = {"url": url, "block": role, "since": since, "until": until, "changed": changed}
    found = search_answer(ctx.archive, q, after=begin, limit=limit, **options)
    more = found.next_after
    return SearchShape(words=q, items=[_found_page(page) for page in found.pages], next=more)


def _found_page(page: FoundPage) -> FoundPageShape:
    blocks = [
        FoundBlockShape.from_record(block, picture=f"{PREFIX}/versions/{block.version}/blocks/{block.ref}/picture")
        for block in page.blocks
    ]
    return FoundPageShape.from_record(page, blocks=blocks)


@questions.get("/reports")
def report(
    ctx: Context,
    viewer: Viewer,
    since: Annotated[DayOf | None, Query(description="First day. Default: 29 days before the last.")] = None,
    until: Annotated[DayOf | None, Query(description="Last day. Default: today.")] = None,
) -> ReportShape:
    """Count visits and changes by day (UTC), site and role, over at most a year."""
    found = report_of(ctx.archive, since=since, until=until, today=ctx.clock().date())
    return ReportShape.from_record(found, roles=dict(found.roles))


@questions.get(
    "/reports/{table}.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}, "description": "The table."}},
)
def report_table(
    ctx: Context,
    viewer: Viewer,
    table: Table,
    since: Annotated[DayOf | None, Query()] = None,
    until: Annotated[DayOf | None, Query()] = None,
) -> Response:
    """Download a table of the report as CSV."""
    found = report_of(ctx.archive, since=since, until=until, today=ctx.clock().date())
    name = f"pagestrata-{table}-{found.since}-{found.until}.csv"
    return download(report_csv(found, table).encode(), name, media_type="text/csv; charset=utf-8")


@questions.get("/plan")
def plan(
    ctx: Context, viewer: Viewer, budget: BudgetPerHour = 60.0, after: AfterNumber = None, limit: Limit = 50
) -> PlanShape:
    """List the next visits that `run` would make with this budget, and why. Changes nothing."""
    view = plan_view(ctx.archive, now=ctx.clock(), budget_per_hour=budget, after=after or 0, limit=limit)
    items = [NextVisitShape.of(visit, view.now) for visit in view.visits]
    return PlanShape.from_record(view, budget_per_hour=view.budget.per_hour, items=items, next=view.next_after)


@questions.get("/plan/effects")
def plan_effects(
    ctx: Context,
    viewer: Viewer,
    budget: BudgetPerHour = 60.0,
    days: Annotated[float, Query(ge=1, le=90, description="Length of the period in days.")] = 30.0,
) -> EffectsShape:
    """Estimate the share of recent changes that budgets from 1/16 to 4 times this one would have caught."""
    found = budget_effects(ctx.archive, now=ctx.clock(), budget_per_hour=budget, days=days)
    return EffectsShape.from_record(found, days=days)
