"""The stream of what happens, for open screens."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from pagestrata.errors import PagestrataError
from pagestrata.web.dependencies import Context, Viewer, person_of

router = APIRouter(include_in_schema=False)


@router.get("/events")
async def events(request: Request, ctx: Context, viewer: Viewer) -> StreamingResponse:
    """Server-sent events: `visit` (url, kept), `job` (id, url, state, error) and `preview` (id)."""
    stream = while_allowed(request, ctx.events.listen(person=viewer.name))
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def while_allowed(request: Request, lines: AsyncIterator[str]) -> AsyncIterator[str]:
    """The lines until their reader may no longer read: a session ends, a token is revoked, a user is removed."""
    async for line in lines:
        if not await run_in_threadpool(_may_read, request):
            return
        yield line


def _may_read(request: Request) -> bool:
    try:
        return person_of(request) is not None
    except PagestrataError:
        return False
