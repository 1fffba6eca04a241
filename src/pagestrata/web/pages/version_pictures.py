"""Pictures of versions and of their blocks. They hold pixels only, so they may come from the application's own origin; a version
never changes, so browsers may cache them.
"""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from pagestrata.web.dependencies import Context, Viewer
from pagestrata.web.views import version_pictures
from pagestrata.web.views.thumbnails import media_type_of

KEEPING = "private, max-age=31536000, immutable"

router = APIRouter(include_in_schema=False)


KEPT = {"Cache-Control": "private, max-age=86400, immutable"}


@router.get("/versions/{version_id}/picture/{band}.jpg")
def picture(version_id: str, band: int, request: Request, ctx: Context, viewer: Viewer) -> Response:
    """One band of the page, from 0 at the top."""
    version = ctx.archive.versions.named(version_id)
    return _kept(
        request, f"{version.id}-{band}", "image/jpeg", lambda: version_pictures.picture_band(ctx.archive, version, band)
    )


@router.get("/versions/{version_id}/blocks/{ref}.jpg")
def block(version_id: str, ref: str, request: Request, ctx: Context, viewer: Viewer) -> Response:
    """One block."""
    version = ctx.archive.versions.named(version_id)
    return _kept(
        request,
        f"{version.id}-{ref}",
        "image/jpeg",
        lambda: version_pictures.block_picture(ctx.archive, version, ref),
    )


@router.get("/versions/{version_id}/sketch.svg")
def sketch(version_id: str, request: Request, ctx: Context, viewer: Viewer) -> Response:
    """The blocks of a version, drawn: what is shown where it has no picture."""
    version = ctx.archive.versions.named(version_id)
    return _kept(
        request, f"{version.id}-sketch", "image/svg+xml", lambda: version_pictures.sketch(ctx.archive, version)
    )


def _kept(request: Request, name: str, kind: str, make: Callable[[], bytes]) -> Response:
    tag = f'"{name}"'.encode("ascii", "replace").decode()
    headers = {"Cache-Control": KEEPING, "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(make(), media_type=kind, headers=headers)


@router.get("/thumbnails/{version_id}")
def thumbnail(version_id: str, ctx: Context, viewer: Viewer) -> Response:
    """The top of a version, small: WebP, or SVG for what has no screenshot."""
    made = ctx.thumbnails.of(ctx.archive, version_id)
    return Response(made, media_type=media_type_of(made), headers=KEPT)
