"""Visits: the history of past visits, and requests for new ones."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Path, Query, Request
from pydantic import Field

from pagestrata.formats.urls import web_address
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.web.api.route import (
    CHANGING,
    LONGEST_URL,
    PREFIX,
    AfterMoment,
    Limit,
    Text,
    moment_of,
    router,
)
from pagestrata.web.api.shapes import Body, Page, Shape, VisitShape, listed
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.job_list import VisitJob, visit_jobs_of

visits = router("visits")


class AskedVisit(Body):
    """A visit to start."""

    url: Annotated[str, Field(min_length=1, max_length=LONGEST_URL, description="Address of the page.")]
    force: bool = Field(default=False, description="Keep a version even if nothing that matters changed.")


class VisitJobShape(Shape):
    """A requested visit. `visit` is its result."""

    id: str
    url: Text
    asked_at: datetime
    state: Literal["waiting", "running", "done", "failed"]
    error: Text | None
    visit: VisitShape | None
    href: str

    @classmethod
    def of(cls, job: VisitJob) -> VisitJobShape:
        return cls.from_record(job, href=f"{PREFIX}/visits/jobs/{job.id}")


@visits.get("/visits")
def list_visits(
    ctx: Context,
    viewer: Viewer,
    url: Annotated[str, Query(min_length=1, max_length=LONGEST_URL, description="Address of the page.")],
    after: AfterMoment = None,
    limit: Limit = 50,
) -> Page[VisitShape]:
    """List the visits to a page, newest first."""
    found = ctx.archive.visits.of(url, before=moment_of(after), limit=limit + 1)
    return listed(found, limit, VisitShape.from_record, lambda visit: to_microseconds(visit.visited_at))


@visits.post("/visits", status_code=202, responses=CHANGING)
def start_visit(request: Request, ctx: Context, editor: Editor, body: AskedVisit) -> VisitJobShape:
    """Start a visit to a page. Answers at once; `href` of the answer reports its progress."""
    return VisitJobShape.of(visit_jobs_of(request).start(web_address(body.url), force=body.force))


@visits.get("/visits/jobs")
def list_jobs(request: Request, viewer: Viewer, limit: Limit = 50) -> Page[VisitJobShape]:
    """List the visits requested since the server started, newest first."""
    return Page(items=[VisitJobShape.of(job) for job in visit_jobs_of(request).recent()[:limit]], next=None)


@visits.get("/visits/jobs/{job_id}")
def show_job(request: Request, viewer: Viewer, job_id: Annotated[str, Path(pattern="^[0-9a-f]{16}$")]) -> VisitJobShape:
    """Return the state of a requested visit."""
    return VisitJobShape.of(visit_jobs_of(request).find(job_id))
