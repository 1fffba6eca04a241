"""Whether the application answers, for whoever watches it. It says nothing about what the archive holds."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from pagestrata.web.dependencies import Context

router = APIRouter(include_in_schema=False)


@router.get("/health")
def health(ctx: Context) -> JSONResponse:
    """200 while the archive can be read; an error of the archive answers 503."""
    ctx.archive.settings.get("skipped_days")
    return JSONResponse({"alive": True})
