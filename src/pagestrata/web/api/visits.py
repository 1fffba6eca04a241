"""Visits: what happened at those there were, and asking for one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

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
from pagestrata.web.api.shapes import Page, VisitShape
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.job_list import VisitJob, VisitJobs

visits = router("visits")


class AskedVisit(BaseModel):
    """A visit to make."""

    model_config = ConfigDict(extra="forbid", strict=True)

    url: Annotated[str, Field(min_length=1, max_length=LONGEST_URL, description="The address of the page.")]
    force: bool = Field(default=False, description="Keep a version whatever the changes are worth.")


class VisitJobShape(BaseModel):
    """A visit that was asked for; `visit` is what came of it."""

    id: str
    url: Text
    asked_at: datetime
    state: Literal["waiting", "running", "done", "failed"]
    error: Text | None
    visit: VisitShape | None
    href: str

    @classmethod
    def of(cls, job: VisitJob) -> VisitJobShape:
        return cls(
            id=job.id,
            url=job.url,
            asked_at=job.asked_at,
            state=job.state,
            error=job.error,
            visit=VisitShape.of(job.visit) if job.visit is not None else None,
            href=f"{PREFIX}/visits/jobs/{job.id}",
        )


def _jobs(request: Request) -> VisitJobs:
    found: VisitJobs = request.app.state.visit_jobs
    return found


@visits.get("/visits")
def list_visits(
    ctx: Context,
    viewer: Viewer,
    url: Annotated[str, Query(min_length=1, max_length=LONGEST_URL, description="The address of the page.")],
    after: AfterMoment = None,
    limit: Limit = 50,
) -> Page[VisitShape]:
    """The visits to a page, newest first."""
    found = ctx.archive.visits.of(url, before=moment_of(after), limit=limit + 1)
    more = to_microseconds(found[limit - 1].visited_at) if len(found) > limit else None
    return Page(items=[VisitShape.of(visit) for visit in found[:limit]], next=more)


@visits.post("/visits", status_code=202, responses=CHANGING)
def start_visit(request: Request, ctx: Context, editor: Editor, asked: AskedVisit) -> VisitJobShape:
    """Visit a page. The answer comes at once; ask its `href` how the visit went."""
    return VisitJobShape.of(_jobs(request).start(web_address(asked.url), force=asked.force))


@visits.get("/visits/jobs")
def list_jobs(request: Request, viewer: Viewer, limit: Limit = 50) -> Page[VisitJobShape]:
    """The visits that were asked for since the server started, the last first."""
    return Page(items=[VisitJobShape.of(job) for job in _jobs(request).recent()[:limit]], next=None)


@visits.get("/visits/jobs/{job_id}")
def show_job(request: Request, viewer: Viewer, job_id: Annotated[str, Path(pattern="^[0-9a-f]{16}$")]) -> VisitJobShape:
    """How a visit that was asked for went."""
    return VisitJobShape.of(_jobs(request).find(job_id))
