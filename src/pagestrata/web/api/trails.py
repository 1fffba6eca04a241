"""Followed blocks: where each was in every version, and its picture."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.trails import follow_block, remove_trail
from pagestrata.errors import NotFoundError
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.web.api.route import (
    CHANGING,
    NAME,
    PREFIX,
    VERSION_ID,
    AfterId,
    AfterMoment,
    Limit,
    PageUrl,
    etag_of,
    moment_of,
    names_etag,
    refusal,
    router,
)
from pagestrata.web.api.shapes import Page, TrailEntryShape, TrailShape
from pagestrata.web.dependencies import Context, Editor, Viewer

trails = router("trails")

TrailId = Annotated[str, Path(pattern=NAME)]


class NewTrail(BaseModel):
    """A block to follow: of a version, by its ref or by a CSS selector."""

    model_config = ConfigDict(extra="forbid", strict=True)

    version: Annotated[str, Field(pattern=VERSION_ID)]
    block: Annotated[str, Field(pattern=r"^[0-9A-Za-z.]{1,200}$", description="Its ref.")] | None = None
    css: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    name: Annotated[str, Field(max_length=200, description="What messages call it.")] | None = None


@trails.get("/trails")
def list_trails(
    ctx: Context, viewer: Viewer, url: PageUrl = None, after: AfterId = None, limit: Limit = 50
) -> Page[TrailShape]:
    """Followed blocks in the order of their ids, with where each was seen last."""
    found = ctx.archive.listings.trails(after=after or "", limit=limit + 1, url=url)
    more = found[limit - 1].id if len(found) > limit else None
    return Page(items=[_shown(ctx.archive, trail) for trail in found[:limit]], next=more)


def _shown(archive: Archive, trail: Trail) -> TrailShape:
    entries = archive.trails.entries(trail.id, last=1, with_pictures=False)
    return TrailShape.of(trail, entries[-1] if entries else None)


def trail_with_id(archive: Archive, name: str) -> Trail:
    """The trail with exactly this id."""
    found = archive.trails.with_id(name)
    if found is None:
        raise NotFoundError(f"no block is followed under {name[:60]!r}")
    return found


@trails.post("/trails", status_code=201, responses=CHANGING, response_model=TrailShape)
def add_trail(ctx: Context, editor: Editor, asked: NewTrail, response: Response) -> Any:
    """Follow a block from a version on, through all later ones."""
    if (asked.block is None) == (asked.css is None):
        return refusal(400, "name the block by `block` or by `css`, one of both")
    version = ctx.archive.versions.named(asked.version)
    choice = Choice(block=asked.block, css=asked.css)
    made = follow_block(ctx.visits, f"{version.url}@{version.id}", choice, name=asked.name or None)
    response.headers["location"] = f"{PREFIX}/trails/{made.id}"
    return _shown(ctx.archive, made)


@trails.get("/trails/{trail_id}")
def show_trail(ctx: Context, viewer: Viewer, trail_id: TrailId) -> TrailShape:
    """One followed block."""
    return _shown(ctx.archive, trail_with_id(ctx.archive, trail_id))


@trails.delete("/trails/{trail_id}", status_code=204, responses=CHANGING)
def delete_trail(ctx: Context, editor: Editor, trail_id: TrailId) -> Response:
    """Stop following a block; its history and its rules are forgotten."""
    remove_trail(ctx.archive, trail_with_id(ctx.archive, trail_id).id)
    return Response(status_code=204)


@trails.get("/trails/{trail_id}/entries")
def list_entries(
    ctx: Context, viewer: Viewer, trail_id: TrailId, after: AfterMoment = None, limit: Limit = 50
) -> Page[TrailEntryShape]:
    """Where the block was, newest first."""
    trail = trail_with_id(ctx.archive, trail_id)
    before = moment_of(after)
    found = ctx.archive.trails.entries(trail.id, last=limit + 1, before=before, with_pictures=False)
    newest_first = list(reversed(found))
    more = to_microseconds(newest_first[limit - 1].found_at) if len(found) > limit else None
    return Page(items=[TrailEntryShape.of(entry) for entry in newest_first[:limit]], next=more)


@trails.get(
    "/trails/{trail_id}/picture",
    response_class=Response,
    responses={
        200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}, "description": "A picture."}
    },
)
def show_picture(request: Request, ctx: Context, viewer: Viewer, trail_id: TrailId) -> Response:
    """The last picture that was taken of the block."""
    entries = ctx.archive.trails.entries(trail_with_id(ctx.archive, trail_id).id, last=20)
    picture = _newest_picture(entries)
    if picture is None:
        raise NotFoundError(f"there is no picture of {trail_id}; visit its page to take one")
    headers = {"etag": etag_of(picture)}
    if names_etag(request.headers.get("if-none-match"), headers["etag"]):
        return Response(status_code=304, headers=headers)
    return Response(picture, media_type="image/png", headers=headers)


def _newest_picture(entries: Any) -> bytes | None:
    listed: list[TrailEntry] = [entry for entry in entries if entry.picture_png is not None]
    return listed[-1].picture_png if listed else None
