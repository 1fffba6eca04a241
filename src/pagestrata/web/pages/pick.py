"""Choosing a block on a version: to follow it from there on, to correct where a followed one is, or to ignore it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.marks import set_block_importance
from pagestrata.app.trails import find_trail
from pagestrata.errors import UsageError
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.pages.trail_jobs import job_path, trail_jobs_of
from pagestrata.web.templating import address, render
from pagestrata.web.views.picking import picked_block, picker_of
from pagestrata.web.views.version_pictures import bands_of

Ref = Annotated[str, Form(min_length=1, max_length=200)]

router = APIRouter(include_in_schema=False)
LONGEST_PATH = 8000
"""Of an element 250 levels deep."""


@router.get("/pick/{version_id}")
def pick(
    version_id: str,
    request: Request,
    ctx: Context,
    viewer: Viewer,
    block: Annotated[str, Query(max_length=200)] = "",
    correct: Annotated[str, Query(max_length=60)] = "",
) -> Response:
    """A version to point at. With `correct`, the place of a followed block is asked for."""
    version = ctx.archive.versions.named(version_id)
    picker = picker_of(ctx.archive, version)
    return render(
        request,
        "pick.html",
        picker=picker,
        picked=picked_block(ctx.archive, version, block) if block else None,
        trail=find_trail(ctx.archive, correct) if correct else None,
        bands=bands_of(picker.pane.height),
    )


@router.get("/pick/{version_id}/preview")
def preview(
    version_id: str,
    request: Request,
    ctx: Context,
    viewer: Viewer,
    block: Annotated[str, Query(min_length=1, max_length=200)],
) -> Response:
    """What a block says, and what it said in the versions before."""
    version = ctx.archive.versions.named(version_id)
    return render(request, "parts/picked.html", picked=picked_block(ctx.archive, version, block), version=version)


@router.post("/pick/{version_id}/follow")
def follow(
    version_id: str,
    request: Request,
    ctx: Context,
    editor: Editor,
    block: Ref,
    name: Annotated[str, Form(max_length=300)] = "",
) -> Response:
    """Follow a block from this version on, behind the answer: the versions are rendered again for that."""
    version = ctx.archive.versions.named(version_id)
    job = trail_jobs_of(request).follow(version, Choice(block=block), name=name.strip())
    return RedirectResponse(job_path(job), status_code=303)


@router.post("/pick/{version_id}/correct")
def correct(
    version_id: str,
    request: Request,
    ctx: Context,
    editor: Editor,
    trail: Annotated[str, Form(min_length=1, max_length=60)],
    block: Annotated[str, Form(max_length=200)] = "",
    path: Annotated[str, Form(max_length=LONGEST_PATH)] = "",
) -> Response:
    """Say where a followed block is on this version, by a ref or a path; its follower learns from that, behind the answer."""
    if bool(block) is bool(path):
        raise UsageError("say where the block is with either its ref or its path")
    version, known = ctx.archive.versions.named(version_id), find_trail(ctx.archive, trail)
    job = trail_jobs_of(request).correct(known.id, version, Choice(block=block) if block else Choice(path=path))
    return RedirectResponse(job_path(job), status_code=303)


@router.post("/pick/{version_id}/ignore")
def ignore(version_id: str, ctx: Context, editor: Editor, block: Ref) -> Response:
    """Never tell about a block."""
    version = ctx.archive.versions.named(version_id)
    set_block_importance(ctx.archive, version.url, block, 0.0)
    return RedirectResponse(address("/page", url=version.url), status_code=303)
