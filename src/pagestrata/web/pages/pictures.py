"""Pictures that we made of versions. They hold pixels only, so they may come from the application's own origin."""

from __future__ import annotations

from fastapi import APIRouter, Response

from pagestrata.web.dependencies import Context, Viewer
from pagestrata.web.views.thumbnails import media_type_of

KEPT = {"Cache-Control": "private, max-age=86400, immutable"}

router = APIRouter(include_in_schema=False)


@router.get("/thumbnails/{version_id}")
def thumbnail(version_id: str, ctx: Context, viewer: Viewer) -> Response:
    """The top of a version, small: WebP, or SVG for what has no screenshot."""
    made = ctx.thumbnails.of(ctx.archive, version_id)
    return Response(made, media_type=media_type_of(made), headers=KEPT)
