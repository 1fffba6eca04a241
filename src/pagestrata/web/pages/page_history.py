"""The history of one page: its versions, its visits, its followed blocks, and how often each block changes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.app.sentences import sentences_of
from pagestrata.errors import UsageError
from pagestrata.formats.urls import web_address
from pagestrata.store.archive import Archive
from pagestrata.web.dependencies import Context, Viewer
from pagestrata.web.job_list import trail_jobs_of
from pagestrata.web.templating import render_shared
from pagestrata.web.views.history import (
    AT_A_TIME,
    PLOT_HEIGHT,
    PLOT_WIDTH,
    SPANS,
    PageHistory,
    heat_map,
    page_history,
    removed_after,
)
from pagestrata.web.views.version_pictures import bands_of

SHOWS = ("versions", "visits", "faults", "heat")

router = APIRouter(include_in_schema=False)


@router.get("/page")
def page(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    url: Annotated[str, Query(min_length=1, max_length=8000)],
    show: Annotated[str, Query()] = "versions",
    span: Annotated[str, Query()] = "year",
    before: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """A page over time. `before` begins a list at versions or visits before that moment."""
    moment = moment_from(before)
    chosen = show if show in SHOWS else "versions"
    jobs = trail_jobs_of(request).about(web_address(url))

    def values() -> dict[str, Any]:
        history = page_history(ctx.archive, web_address(url), now=ctx.clock(), span=span)
        return {
            "history": history,
            "show": chosen,
            "span": span if span in SPANS else "year",
            "spans": SPANS,
            "before": moment,
            "at_a_time": AT_A_TIME,
            "plot_width": PLOT_WIDTH,
            "plot_height": PLOT_HEIGHT,
            "jobs": jobs,
            **_listed(ctx.archive, history, chosen, moment),
        }

    return render_shared(request, "page.html", values, extra_key=repr(jobs))


@router.get("/change")
def change(
    ctx: Context,
    viewer: Viewer,
    url: Annotated[str, Query(min_length=1, max_length=8000)],
    at: Annotated[str, Query(min_length=8, max_length=40, pattern="^[0-9]{8,14}(-[0-9]{1,18})?$")],
    show: Literal["change", "version"] = "change",
) -> Response:
    """Redirect to a version or its comparison with the one before. Messages link here, since they know only its time."""
    version = ctx.archive.versions.at(web_address(url), at)
    before = ctx.archive.versions.before(version.url, version.captured_at - timedelta(microseconds=1))
    place = (
        f"/compare/{before.id}/{version.id}" if before is not None and show == "change" else f"/versions/{version.id}"
    )
    return RedirectResponse(place, status_code=303)


def _listed(archive: Archive, history: PageHistory, show: str, before: datetime | None) -> dict[str, Any]:
    """What is shown below the plots: versions, visits, or what keeps changing."""
    found: dict[str, Any] = {"versions": [], "visits": [], "heat": None, "sentences": {}, "removed": {}}
    if show == "versions":
        found["versions"] = archive.listings.versions(history.url, before=before, limit=AT_A_TIME + 1)
        found["removed"] = removed_after(archive.versions.removed(history.url), found["versions"])
        found["sentences"] = sentences_of(archive, found["versions"][:AT_A_TIME])
    elif show == "visits":
        found["visits"] = archive.visits.of(history.url, before=before, limit=AT_A_TIME)
    elif show == "faults":
        found["visits"] = archive.visits.failed(history.url, before=before, limit=AT_A_TIME)
    elif history.latest is not None:
        pane, areas = heat_map(archive, history.latest)
        found["heat"] = {"pane": pane, "areas": areas, "bands": bands_of(pane.picture_height)}
    return found


def moment_from(text: str) -> datetime | None:
    """Return the moment after which a list continues. Raises UsageError if it is invalid."""
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"{text[:40]!r} is not a time; start at the first page of the list") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)
