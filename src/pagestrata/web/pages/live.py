"""The stream of what happens, for open screens."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from pagestrata.web.dependencies import Context, Viewer

router = APIRouter(include_in_schema=False)


@router.get("/events")
async def events(ctx: Context, viewer: Viewer) -> StreamingResponse:
    """Server-sent events: `visit` (url, kept) and `job` (id, url, state, error)."""
    return StreamingResponse(ctx.events.listen(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
