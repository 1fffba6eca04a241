"""Reports on a period, to read, to print and for spreadsheets."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Context, Viewer
from pagestrata.web.file_answers import download
from pagestrata.web.templating import address, render_shared
from pagestrata.web.views.reports import LONGEST_DAYS, SITES_SHOWN, Table, changes_of, report_csv, report_of

router = APIRouter(include_in_schema=False)

SPANS = ((7, "7 days"), (30, "30 days"), (90, "90 days"), (365, "a year"))
Day = Annotated[str, Query(max_length=10)]


@router.get("/reports")
def reports(request: Request, ctx: Context, viewer: Viewer, since: Day = "", until: Day = "") -> Response:
    """The report about some days, the last 30 where none are named."""
    return render_shared(request, "reports.html", lambda: _values(ctx, since, until))


def _values(ctx: WebContext, since: str, until: str) -> dict[str, Any]:
    today = ctx.clock().date()
    report = report_of(ctx.archive, since=day_from(since), until=day_from(until), today=today)
    spans = [
        (
            name,
            address("/reports", since=today - timedelta(days=days - 1)),
            report.since == today - timedelta(days=days - 1),
        )
        for days, name in SPANS
    ]
    csvs = [(table, address(f"/reports/{table}.csv", since=report.since, until=report.until))
            for table in ("days", "sites", "roles")]  # fmt: skip
    return {
        "report": report,
        "changes": changes_of(ctx.archive, report),
        "spans": spans,
        "csvs": csvs,
        "sites_shown": SITES_SHOWN,
        "longest": LONGEST_DAYS,
    }


@router.get("/reports/{table}.csv")
def table_file(ctx: Context, viewer: Viewer, table: Table, since: Day = "", until: Day = "") -> Response:
    """One table of it as a file."""
    report = report_of(ctx.archive, since=day_from(since), until=day_from(until), today=ctx.clock().date())
    name = f"pagestrata-{table}-{report.since}-{report.until}.csv"
    return download(report_csv(report, table).encode(), name, media_type="text/csv; charset=utf-8")


def day_from(text: str) -> date | None:
    """Return the day that a field of a form names, or None."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
