"""Requests of programs and open screens: archived content, events, assistants, and the health check.

Archived pages are served from another origin; requests for them are redirected there. TimeMaps, CDX and feeds contain no archived
markup and are answered here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from pagestrata.errors import NotFoundError, PagestrataError
from pagestrata.replay.messages import ReplayRequest
from pagestrata.web.dependencies import Context, ReplayOrigin, Viewer, person_of
from pagestrata.web.security.audit import ASSISTANTS

READING = ["GET", "HEAD"]

router = APIRouter(include_in_schema=False)


@router.api_route("/web/cdx", methods=READING)
@router.api_route("/web/timemap/{rest:path}", methods=READING)
@router.api_route("/cdx", methods=READING)
@router.api_route("/cdx/search/cdx", methods=READING)
@router.api_route("/feed/", methods=READING)
@router.api_route("/feed/{rest:path}", methods=READING)
def listed(request: Request, ctx: Context, viewer: Viewer) -> Response:
    """TimeMaps, CDX rows and Atom feeds."""
    answers = request.app.state.replay_answers
    root = str(request.base_url).rstrip("/")
    found = answers(ReplayRequest(target=_target(request), root=root, headers=dict(request.headers)))
    return Response(found.body, status_code=found.status, headers=dict(found.headers))


@router.api_route("/web/{rest:path}", methods=READING)
def moved(request: Request, origin: ReplayOrigin, viewer: Viewer) -> Response:
    """Redirect to archived content on its own origin."""
    if not origin:
        raise NotFoundError("archived content is served only by `pagestrata serve`")
    return RedirectResponse(f"{origin}{_target(request)}", status_code=307)


def _target(request: Request) -> str:
    """Path and query exactly as sent, escapes and all."""
    path = request.scope.get("raw_path") or request.url.path.encode()
    query = request.scope["query_string"]
    return (path.partition(b"?")[0] + (b"?" + query if query else b"")).decode("latin-1")


@router.get("/events")
async def events(request: Request, ctx: Context, viewer: Viewer) -> StreamingResponse:
    """Server-sent events: `visit` (url, kept), `job` (id, url, state, error) and `preview` (id)."""
    stream = while_allowed(request, ctx.events.listen(person=viewer.name))
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def while_allowed(request: Request, lines: AsyncIterator[str]) -> AsyncIterator[str]:
    """The lines of a stream, until its reader loses access: a session ends, a token is revoked, a user is removed."""
    async for line in lines:
        if not await run_in_threadpool(_may_read, request):
            return
        yield line


def _may_read(request: Request) -> bool:
    try:
        return person_of(request) is not None
    except PagestrataError:
        return False


class _Passed(Response):
    """An answer that the SDK of the protocol sends."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self._manager = request.app.state.assistants

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._manager.handle_request(scope, receive, send)


@router.post(ASSISTANTS)
async def answer_assistant(request: Request, viewer: Viewer) -> Response:
    """One message of the protocol."""
    if request.app.state.assistants is None:
        raise NotFoundError("the Model Context Protocol is off; start `pagestrata serve` with --mcp")
    return _Passed(request)


@router.get("/health")
def health(ctx: Context) -> JSONResponse:
    """200 while the archive can be read; an error of the archive answers 503."""
    ctx.archive.settings.get("skipped_days")
    return JSONResponse({"alive": True})
