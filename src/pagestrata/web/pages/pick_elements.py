"""The elements of a version to point at. The version is rendered again for that, which takes some seconds."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from pagestrata.app.picking import picked_element
from pagestrata.errors import CaptureError, NotFoundError
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Snapshot
from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Context, Editor
from pagestrata.web.templating import render
from pagestrata.web.views.elements import LONGEST_PATH, block_around, choice_of, elements_json
from pagestrata.web.views.picking import sightings_of

Row = Annotated[int | None, Query(ge=0, le=10_000_000)]
ElementPath = Annotated[str, Query(max_length=LONGEST_PATH)]
Rectangle = Annotated[str, Query(max_length=100)]
Words = Annotated[str, Query(max_length=500)]

router = APIRouter(include_in_schema=False)


@router.get("/pick/{version_id}/elements")
def elements(version_id: str, ctx: Context, editor: Editor) -> Response:
    """All elements with their boxes; 202 while the version is being rendered."""
    version = ctx.archive.versions.named(version_id)
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
    version_id: str,
    request: Request,
    ctx: Context,
    editor: Editor,
    row: Row = None,
    path: ElementPath = "",
    within: Rectangle = "",
    text: Words = "",
) -> Response:
    """One element in full: what it says, what number it will read, what else may be meant."""
    version = ctx.archive.versions.named(version_id)
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
    """The version, None while it is being rendered. Raises CaptureError where it cannot be."""
    rendering = ctx.renderings.of(ctx.visits, version)
    if rendering.error:
        raise CaptureError(rendering.error)
    return rendering.snapshot
