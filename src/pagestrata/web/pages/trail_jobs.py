"""A block that is about to be followed, or corrected: how far that is. Its address can be loaded again at any time."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.web.dependencies import Viewer
from pagestrata.web.templating import address, render
from pagestrata.web.trail_jobs import TrailJob, TrailJobs

LOOK_AGAIN_SECONDS = 3

router = APIRouter(include_in_schema=False)


def trail_jobs_of(request: Request) -> TrailJobs:
    found: TrailJobs = request.app.state.trail_jobs
    return found


def job_path(job: TrailJob) -> str:
    return f"/trails/jobs/{job.id}"


@router.get("/trails/jobs/{job_id}")
def show(request: Request, viewer: Viewer, job_id: Annotated[str, Path(pattern="^[0-9a-f]{16}$")]) -> Response:
    """The trail when it is there; before that a screen that looks again by itself, or why there is none."""
    job = trail_jobs_of(request).find(job_id)
    if job.state == "done":
        done = "corrected" if job.kind == "correct" else None
        return RedirectResponse(address(f"/trails/{job.trail}", done=done), status_code=303)
    shown = render(request, "trail_wait.html", status=_status(job), job=job)
    if not job.is_over:
        shown.headers["Refresh"] = str(LOOK_AGAIN_SECONDS)
    return shown


def _status(job: TrailJob) -> int:
    if job.state != "failed":
        return 200
    return 409 if job.is_followed else 502
