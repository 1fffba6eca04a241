"""The addresses under which archived content was always found.

Archived pages themselves are shown on another origin only: here is a redirect to it. TimeMaps, CDX and feeds hold no archived
markup and are answered here.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.errors import NotFoundError
from pagestrata.replay.messages import ReplayRequest
from pagestrata.web.dependencies import Context, ReplayOrigin, Viewer

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
    """Archived content, where it is shown."""
    if not origin:
        raise NotFoundError("archived content is served only by `pagestrata serve`")
    return RedirectResponse(f"{origin}{_target(request)}", status_code=307)


def _target(request: Request) -> str:
    """Path and query exactly as sent, escapes and all."""
    path = request.scope.get("raw_path") or request.url.path.encode()
    query = request.scope["query_string"]
    return (path.partition(b"?")[0] + (b"?" + query if query else b"")).decode("latin-1")
