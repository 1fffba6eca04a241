"""The first screen: the watched pages."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pagestrata.web.dependencies import Context, Viewer
from pagestrata.web.templating import render

router = APIRouter(include_in_schema=False)


@router.get("/")
def dashboard(request: Request, ctx: Context, viewer: Viewer) -> Response:
    """The watched pages."""
    return render(request, "dashboard.html", watches=list(ctx.archive.watches.all())[:50])
