"""/mcp: assistants over HTTP. Who may come in is checked here; what they ask is answered by the API, in their own name."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.types import Receive, Scope, Send

from pagestrata.errors import NotFoundError
from pagestrata.web.dependencies import Viewer
from pagestrata.web.security.audit import ASSISTANTS

router = APIRouter(include_in_schema=False)


class _Passed(Response):
    """An answer that the SDK of the protocol gives."""

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
