"""Choose a block or an element of a version: to follow it, to correct a followed one, or to ignore it.

For elements the version is rendered again, which takes some seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import BaseModel, Field

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.marks import set_block_importance
from pagestrata.app.picking import picked_element
from pagestrata.app.trails import find_trail
from pagestrata.errors import CaptureError, NotFoundError, UsageError
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Snapshot
from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Context, Editor, VersionInPath, Viewer
from pagestrata.web.job_list import trail_jobs_of
from pagestrata.web.pages.trail import job_path
from pagestrata.web.security.logins import Person
from pagestrata.web.templating import address, render
from pagestrata.web.views.alert_form import KINDS, NewAlert, alert_on_block
from pagestrata.web.views.elements import (
    LONGEST_PATH,
    block_around,
    choice_of,
    elements_json,
    picked_block,
    picker_of,
    sightings_of,
)
from pagestrata.web.views.version_pictures import bands_of
from pagestrata.web.web_rules import add_web_rule, check_web_alert, remember_address

Ref = Annotated[str, Form(min_length=1, max_length=200)]

router = APIRouter(include_in_schema=False)


Row = Annotated[int | None, Query(ge=0, le=10_000_000)]
ElementPath = Annotated[str, Query(max_length=LONGEST_PATH)]
Rectangle = Annotated[str, Query(max_length=100)]
Words = Annotated[str, Query(max_length=500)]


@router.get("/pick/{version_id}")
def pick(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    version: VersionInPath,
    block: Annotated[str, Query(max_length=200)] = "",
    path: Annotated[str, Query(max_length=LONGEST_PATH)] = "",
    correct: Annotated[str, Query(max_length=60)] = "",
) -> Response:
    """Show a version to choose an element on. With `correct`, choose the position of a followed block."""
    return _screen(request, ctx, version, block=block, path=path, trail_id=correct)


def _screen(
    request: Request,
    ctx: WebContext,
    version: Version,
    *,
    block: str = "",
    path: str = "",
    trail_id: str = "",
    sent: Mapping[str, str] | None = None,
    notice: tuple[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Show the picker; `sent` is a rejected form, and `notice` explains why."""
    picker = picker_of(ctx.archive, version)
    newest = ctx.archive.versions.latest(version.url)
    return render(
        request,
        "pick.html",
        status=status,
        picker=picker,
        picked=picked_block(ctx.archive, version, block) if block else None,
        path=path,
        trail=find_trail(ctx.archive, trail_id) if trail_id else None,
        bands=bands_of(picker.pane.picture_height),
        has_elements=ctx.session is not None,
        newest=newest.id if newest is not None else "",
        alert_kinds=KINDS,
        entered=sent or {},
        notice=notice,
    )


@router.get("/pick/{version_id}/preview")
def preview(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    version: VersionInPath,
    block: Annotated[str, Query(min_length=1, max_length=200)],
) -> Response:
    """Show the text of a block, now and in earlier versions."""
    return render(request, "parts/picked.html", picked=picked_block(ctx.archive, version, block), version=version)


class NewFollow(BaseModel):
    """The form that follows a block, or an element by its path."""

    block: str = Field(default="", max_length=200)
    path: str = Field(default="", max_length=LONGEST_PATH)
    seen: str = Field(default="", max_length=16)  # the mark of what was shown of it
    newest: str = Field(default="", max_length=60)  # the newest version when the picker was opened
    name: str = Field(default="", max_length=300)
    followed_as: Literal["", "place", "item"] = ""
    alert_kind: str = Field(default="mail", max_length=20)
    alert_to: str = Field(default="", max_length=2000)
    above: str = Field(default="", max_length=40)
    below: str = Field(default="", max_length=40)
    words: str = Field(default="", max_length=500)


@router.post("/pick/{version_id}/follow")
def follow(
    request: Request, ctx: Context, editor: Editor, version: VersionInPath, form: Annotated[NewFollow, Form()]
) -> Response:
    """Follow a block from this version on, in the background, since the versions have to be rendered again."""
    if not (form.block or form.path):
        raise UsageError("choose what to follow first, in the picture or in the list")
    newest = ctx.archive.versions.latest(version.url)
    if newest is not None and form.newest == version.id != newest.id:
        return _changed_meanwhile(request, ctx, version, newest, form)
    try:
        alert = alert_on_block(form.model_dump())
        if alert is not None:
            check_web_alert(ctx, editor, alert)
    except UsageError as error:
        return _screen(
            request, ctx, version, block=form.block if not form.path else "", path=form.path,
            sent=form.model_dump(), notice=("bad", str(error)), status=400,
        )  # fmt: skip
    followed_as = form.followed_as or None
    by_path = Choice(path=form.path, seen=form.seen or None, followed_as=followed_as)
    job = trail_jobs_of(request).follow(
        version,
        by_path if form.path else Choice(block=form.block, followed_as=followed_as),
        name=form.name.strip(),
        opened=ctx.renderings.ready(version.id),
        tell=partial(_tell, ctx, editor, alert),
    )
    if alert is not None:
        remember_address(ctx, request)
    return RedirectResponse(job_path(job), status_code=303)


def _changed_meanwhile(
    request: Request, ctx: WebContext, version: Version, newest: Version, form: NewFollow
) -> Response:
    """Show the new version to choose again. What was entered is kept."""
    problem = (
        "The page changed while you were choosing, so nothing is followed yet. Check your choice on the new version, then "
        "follow it again."
    )
    has_block = newest.id != version.id and form.block in ctx.archive.contents.tree(newest).by_ref()
    return _screen(
        request, ctx, newest, block=form.block if has_block and not form.path else "", path=form.path,
        sent=form.model_dump(), notice=("warn", problem), status=409,
    )  # fmt: skip


def _tell(ctx: WebContext, editor: Person, alert: NewAlert | None, trail_id: str) -> None:
    if alert is not None:
        add_web_rule(ctx, editor, trail_id, alert.channel, conditions=alert.conditions)


@router.post("/pick/{version_id}/correct")
def correct(
    version_id: str,
    request: Request,
    ctx: Context,
    editor: Editor,
    trail: Annotated[str, Form(min_length=1, max_length=60)],
    block: Annotated[str, Form(max_length=200)] = "",
    path: Annotated[str, Form(max_length=LONGEST_PATH)] = "",
    seen: Annotated[str, Form(max_length=16)] = "",
) -> Response:
    """Correct the position of a followed block on this version, by a ref or a path, in the background."""
    if bool(block) is bool(path):
        raise UsageError("name the block by its ref or by its path, not by both")
    version, known = ctx.archive.versions.named(version_id), find_trail(ctx.archive, trail)
    choice = Choice(block=block) if block else Choice(path=path, seen=seen or None)
    job = trail_jobs_of(request).correct(known.id, version, choice, opened=ctx.renderings.ready(version.id))
    return RedirectResponse(job_path(job), status_code=303)


@router.post("/pick/{version_id}/ignore")
def ignore(ctx: Context, editor: Editor, version: VersionInPath, block: Ref) -> Response:
    """Ignore a block."""
    set_block_importance(ctx.archive, version.url, block, 0.0)
    return RedirectResponse(address("/page", url=version.url), status_code=303)


@router.get("/pick/{version_id}/elements")
def elements(ctx: Context, editor: Editor, version: VersionInPath) -> Response:
    """All elements with their boxes; 202 while the version is being rendered."""
    snapshot = rendered(ctx, version)
    if snapshot is None:
        return JSONResponse({"state": "opening"}, status_code=202)
    return JSONResponse(elements_json(snapshot), headers={"Cache-Control": "no-store"})


@router.get("/pick/{version_id}/rendered.png")
def picture(version_id: str, ctx: Context, editor: Editor) -> Response:
    """The picture of the rendering: it shows the elements where they are."""
    snapshot = ctx.renderings.ready(ctx.archive.versions.named(version_id).id)
    if snapshot is None or snapshot.screenshot_png is None:
        raise NotFoundError("this version is not rendered, or has no picture")
    return Response(snapshot.screenshot_png, media_type="image/png", headers={"Cache-Control": "private, max-age=600"})


@router.get("/pick/{version_id}/element")
def element(
    request: Request,
    ctx: Context,
    editor: Editor,
    version: VersionInPath,
    row: Row = None,
    path: ElementPath = "",
    within: Rectangle = "",
    text: Words = "",
) -> Response:
    """One element in full: its text, its number, and alternatives."""
    snapshot = rendered(ctx, version)
    if snapshot is None:
        return Response(status_code=202)
    picked = picked_element(snapshot, choice_of(snapshot, row=row, path=path, within=within, text=text))
    around = block_around(ctx.archive.contents.tree(version), picked.box)
    return render(
        request,
        "parts/picked_element.html",
        picked=picked,
        version=version,
        block=around.ref if around is not None else "",
        sightings=sightings_of(ctx.archive, version, around.ref) if around is not None else [],
    )


def rendered(ctx: WebContext, version: Version) -> Snapshot | None:
    """The version, None while it is being rendered. Raises CaptureError if rendering failed."""
    rendering = ctx.renderings.of(ctx.visits, version)
    if rendering.error:
        raise CaptureError(rendering.error)
    return rendering.content
