"""A followed block: its history, its rules, and the progress of jobs that follow or correct it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.app.notifications import find_rule, send_sample
from pagestrata.app.trails import find_trail, remove_trail
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.follow.series import points_of, series_csv
from pagestrata.web.dependencies import Context, Editor, TrailInPath, Viewer
from pagestrata.web.file_answers import download
from pagestrata.web.job_list import TrailJob, trail_jobs_of
from pagestrata.web.templating import address, render
from pagestrata.web.views.alert_form import KINDS, channel_from, conditions_of_fields
from pagestrata.web.views.trail import AT_A_TIME, MOST_ENTRIES, trail_view
from pagestrata.web.views.watch_edit import usable_mail_server
from pagestrata.web.web_rules import add_web_rule, remember_address

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

router = APIRouter(include_in_schema=False)


LOOK_AGAIN_SECONDS = 3


@router.get("/trails/{trail_id}")
def trail(
    trail_id: str,
    request: Request,
    ctx: Context,
    viewer: Viewer,
    shown: Annotated[int, Query(ge=1, le=MOST_ENTRIES)] = AT_A_TIME,
    done: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """A block over time."""
    return _page(
        request, ctx, trail_id, shown=shown, notice=("ok", "The follower learned where it is.") if done else None
    )


def _page(request: Request, ctx: Context, trail_id: str, **values: Any) -> Response:
    values = {"entered": {}, "alert_kinds": KINDS, "has_mail_server": usable_mail_server() is not None, **values}
    view = trail_view(ctx.archive, trail_id, shown=values.pop("shown", AT_A_TIME))
    latest = ctx.archive.versions.latest(view.trail.url)
    jobs = [
        job
        for job in trail_jobs_of(request).about(view.trail.url)
        if job.trail == view.trail.id and not job.is_followed
    ]
    return render(request, "trail.html", view=view, latest=latest, jobs=jobs, moment_number=moment_number, **values)


@router.get("/trails/{trail_id}/pictures/{moment}.png")
def picture(trail_id: str, moment: int, ctx: Context, viewer: Viewer) -> Response:
    """The block at one of its entries; `moment` is in microseconds since 1970."""
    if not 0 <= moment < 2**53:
        raise NotFoundError("there is no picture from that time")
    found = ctx.archive.trails.picture(find_trail(ctx.archive, trail_id).id, EPOCH + timedelta(microseconds=moment))
    return Response(found, media_type="image/png", headers={"Cache-Control": "private, max-age=31536000, immutable"})


@router.get("/trails/{trail_id}/series.csv")
def series(ctx: Context, viewer: Viewer, found: TrailInPath) -> Response:
    """The number in the block over time."""
    entries = ctx.archive.trails.entries(found.id, with_pictures=False)
    points = points_of((entry.found_at, entry.text, entry.state, entry.confidence) for entry in entries)
    return download(series_csv(points).encode(), f"{found.id}.csv", media_type="text/csv; charset=utf-8")


@router.post("/trails/{trail_id}/rules")
def new_rule(
    request: Request,
    ctx: Context,
    editor: Editor,
    found: TrailInPath,
    channel: Annotated[str, Form(min_length=1, max_length=2000)],
    kind: Annotated[str, Form(max_length=20)] = "",
    above: Annotated[str, Form(max_length=40)] = "",
    below: Annotated[str, Form(max_length=40)] = "",
    words: Annotated[str, Form(max_length=500)] = "",
) -> Response:
    """Add an alert for the block. Without a kind, the address determines the kind of channel."""
    fields = {"kind": kind, "channel": channel, "above": above, "below": below, "words": words}
    try:
        named = channel_from(kind, channel.strip()) if kind else channel.strip()
        add_web_rule(ctx, editor, found.id, named, conditions=conditions_of_fields(fields))
    except UsageError as error:
        return _page(request, ctx, found.id, status=400, notice=("bad", str(error)), entered=fields)
    remember_address(ctx, request)
    return _back(found.id)


@router.post("/trails/{trail_id}/rules/{rule_id}/test")
def send_test_message(trail_id: str, rule_id: str, request: Request, ctx: Context, editor: Editor) -> Response:
    """Send a test message for a rule and show the result."""
    rule = find_rule(ctx.archive, rule_id)
    problem = send_sample(ctx.archive, rule, now=ctx.clock())
    notice = (
        ("bad", f"The test message could not be sent: {problem}") if problem else ("ok", "The test message was sent.")
    )
    return _page(request, ctx, trail_id, notice=notice)


@router.post("/trails/{trail_id}/rules/{rule_id}/remove")
def remove_rule(trail_id: str, rule_id: str, ctx: Context, editor: Editor) -> Response:
    """Remove an alert."""
    ctx.archive.outbox.remove_rule(find_rule(ctx.archive, rule_id).id)
    return _back(find_trail(ctx.archive, trail_id).id)


@router.post("/trails/{trail_id}/remove")
def remove(trail_id: str, ctx: Context, editor: Editor) -> Response:
    """Stop following the block, and forget its history and rules."""
    found = find_trail(ctx.archive, trail_id)
    remove_trail(ctx.archive, found.id)
    return RedirectResponse(address("/page", url=found.url), status_code=303)


def moment_number(when: datetime) -> int:
    """A moment as the addresses of pictures say it."""
    return (when - EPOCH) // timedelta(microseconds=1)


def _back(trail_id: str) -> Response:
    return RedirectResponse(f"/trails/{trail_id}", status_code=303)


def job_path(job: TrailJob) -> str:
    return f"/trails/jobs/{job.id}"


@router.get("/trails/jobs/{job_id}")
def show(request: Request, viewer: Viewer, job_id: Annotated[str, Path(pattern="^[0-9a-f]{16}$")]) -> Response:
    """Redirect to the trail when it exists; until then show a screen that reloads itself, or the error."""
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
