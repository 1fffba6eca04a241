"""Followed blocks: where each was in every version, and its picture."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Path, Request, Response
from pydantic import Field

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.trails import remove_trail
from pagestrata.errors import NotFoundError
from pagestrata.model.records import Trail
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.web.api.elements import PATH
from pagestrata.web.api.route import (
    CHANGING,
    NAME,
    PREFIX,
    VERSION_ID,
    AfterId,
    AfterMoment,
    Limit,
    PageUrl,
    Text,
    moment_of,
    refusal,
    router,
)
from pagestrata.web.api.shapes import Body, Page, Shape, TrailEntryShape, TrailShape, listed
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.file_answers import etag_of, file_answer
from pagestrata.web.job_list import TrailJob, trail_jobs_of
from pagestrata.web.views.elements import LONGEST_PATH

trails = router("trails")

TrailId = Annotated[str, Path(pattern=NAME)]


ONE_WAY = "name the block by `block`, `path` or `css`, one of them"


class NewCorrection(Body):
    """A block of a version by its ref, or an element by its path or a CSS selector."""

    version: Annotated[str, Field(pattern=VERSION_ID)]
    block: Annotated[str, Field(pattern=r"^[0-9A-Za-z.]{1,200}$", description="Ref of the block.")] | None = None
    css: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    path: (
        Annotated[str, Field(max_length=LONGEST_PATH, pattern=PATH, description="Path that `…/element` returned.")]
        | None
    ) = None
    seen: (
        Annotated[
            str,
            Field(
                pattern="^[0-9a-f]{16}$", description="Mark that `…/element` returned. Answers 409 if the text differs."
            ),
        ]
        | None
    ) = None

    def choice(self, followed_as: Literal["place", "item"] | None = None) -> Choice | None:
        """Return the choice, or None unless exactly one of the fields is set."""
        if sum(way is not None for way in (self.block, self.css, self.path)) != 1:
            return None
        return Choice(block=self.block, css=self.css, path=self.path, seen=self.seen, followed_as=followed_as)


class NewTrail(NewCorrection):
    """A block to follow."""

    name: Annotated[str, Field(max_length=200, description="Name in messages.")] | None = None
    followed_as: (
        Annotated[Literal["place", "item"], Field(description="For a block in a list: follow its place, or the item.")]
        | None
    ) = None


class TrailJobShape(Shape):
    """A request to follow or correct a block. `trail` is the id of the block once it is known."""

    id: str
    kind: Literal["follow", "correct"]
    url: Text
    version: str
    asked_at: datetime
    state: Literal["waiting", "running", "done", "failed"]
    error: Text | None
    versions_seen: int = Field(description="Number of later versions examined so far.")
    versions: int = Field(description="Number of later versions, or 0 if not known yet.")
    trail: str | None
    href: str

    @classmethod
    def of(cls, job: TrailJob) -> TrailJobShape:
        href = f"{PREFIX}/trail-jobs/{job.id}"
        return cls.from_record(job, versions_seen=job.seen, trail=job.trail or None, href=href)


@trails.get("/trails")
def list_trails(
    ctx: Context, viewer: Viewer, url: PageUrl = None, after: AfterId = None, limit: Limit = 50
) -> Page[TrailShape]:
    """List the followed blocks, ordered by id, with the place where each was last seen."""
    found = ctx.archive.listings.trails(after=after or "", limit=limit + 1, url=url)
    return listed(found, limit, lambda trail: _shown(ctx.archive, trail), lambda trail: trail.id)


def _shown(archive: Archive, trail: Trail) -> TrailShape:
    entries = archive.trails.entries(trail.id, last=1, with_pictures=False)
    return TrailShape.of(trail, entries[-1] if entries else None)


def trail_with_id(archive: Archive, name: str) -> Trail:
    """The trail with exactly this id."""
    found = archive.trails.with_id(name)
    if found is None:
        raise NotFoundError(f"no block is followed under {name[:60]!r}")
    return found


@trails.post("/trails", status_code=202, responses=CHANGING, response_model=TrailJobShape)
def add_trail(request: Request, ctx: Context, editor: Editor, body: NewTrail) -> Any:
    """Follow a block from a version through all later ones. Answers at once; `href` of the answer reports progress."""
    choice = body.choice(body.followed_as)
    if choice is None:
        return refusal(400, ONE_WAY)
    version = ctx.archive.versions.named(body.version)
    opened = ctx.renderings.ready(version.id)
    _refuse_stale(choice, opened)
    return TrailJobShape.of(trail_jobs_of(request).follow(version, choice, name=body.name or "", opened=opened))


def _refuse_stale(choice: Choice, opened: Snapshot | None) -> None:
    """Refuse a stale choice at once if the version is already rendered; otherwise the job refuses it."""
    if opened is not None and choice.seen is not None:
        choice.row(opened)


@trails.get("/trail-jobs")
def list_trail_jobs(request: Request, viewer: Viewer, limit: Limit = 50) -> Page[TrailJobShape]:
    """List the requests to follow or correct blocks since the server started, newest first."""
    return Page(items=[TrailJobShape.of(job) for job in trail_jobs_of(request).recent()[:limit]], next=None)


@trails.get("/trail-jobs/{job_id}")
def show_trail_job(
    request: Request, viewer: Viewer, job_id: Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
) -> TrailJobShape:
    """Return the progress of a request to follow or correct a block."""
    return TrailJobShape.of(trail_jobs_of(request).find(job_id))


@trails.post("/trails/{trail_id}/corrections", status_code=202, responses=CHANGING, response_model=TrailJobShape)
def correct_trail(request: Request, ctx: Context, editor: Editor, trail_id: TrailId, body: NewCorrection) -> Any:
    """Say where the block is on a version, so that following learns from it. Answers at once."""
    choice = body.choice()
    if choice is None:
        return refusal(400, ONE_WAY)
    trail, version = trail_with_id(ctx.archive, trail_id), ctx.archive.versions.named(body.version)
    opened = ctx.renderings.ready(version.id)
    _refuse_stale(choice, opened)
    return TrailJobShape.of(trail_jobs_of(request).correct(trail.id, version, choice, opened=opened))


@trails.get("/trails/{trail_id}")
def show_trail(ctx: Context, viewer: Viewer, trail_id: TrailId) -> TrailShape:
    """Return a followed block."""
    return _shown(ctx.archive, trail_with_id(ctx.archive, trail_id))


@trails.delete("/trails/{trail_id}", status_code=204, responses=CHANGING)
def delete_trail(ctx: Context, editor: Editor, trail_id: TrailId) -> Response:
    """Stop following a block, and delete its history and rules."""
    remove_trail(ctx.archive, trail_with_id(ctx.archive, trail_id).id)
    return Response(status_code=204)


@trails.get("/trails/{trail_id}/entries")
def list_entries(
    ctx: Context, viewer: Viewer, trail_id: TrailId, after: AfterMoment = None, limit: Limit = 50
) -> Page[TrailEntryShape]:
    """List the places where a followed block was found, newest first."""
    trail = trail_with_id(ctx.archive, trail_id)
    found = ctx.archive.trails.entries(trail.id, last=limit + 1, before=moment_of(after), with_pictures=False)
    return listed(found[::-1], limit, TrailEntryShape.from_record, lambda entry: to_microseconds(entry.found_at))


@trails.get(
    "/trails/{trail_id}/picture",
    response_class=Response,
    responses={
        200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}, "description": "A picture."}
    },
)
def show_picture(request: Request, ctx: Context, viewer: Viewer, trail_id: TrailId) -> Response:
    """Return the last picture of a followed block."""
    entries = ctx.archive.trails.entries(trail_with_id(ctx.archive, trail_id).id, last=20)
    picture = next((entry.picture_png for entry in reversed(entries) if entry.picture_png is not None), None)
    if picture is None:
        raise NotFoundError(f"there is no picture of {trail_id}; visit its page to take one")
    return file_answer(request, etag_of(picture), lambda: picture, media_type="image/png", headers={})
