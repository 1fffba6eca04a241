"""HEAD requests, answered like GET without a body.

FastAPI answers HEAD only on routes that name it, but link checkers and uptime monitors ask for screens with HEAD.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    """ASGI middleware: runs the GET route for a HEAD request and drops the body; a stream ends after its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        has_started = False

        async def receive_until_started() -> Message:
            return {"type": "http.disconnect"} if has_started else await receive()

        async def send_head(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                has_started = True

        await self._app({**scope, "method": "GET"}, receive_until_started, send_head)
