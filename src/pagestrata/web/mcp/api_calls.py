"""Calls of the HTTP API inside the same process, in the name of who asks.

Every tool and resource is answered by the API: its checks of tokens, roles and values, its limits and its log of changes hold
without being written twice. A call goes through the whole application, as if it came from outside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.types import ASGIApp, Message

from pagestrata.errors import PagestrataError
from pagestrata.web.api.route import PREFIX

_OF_THIS_REQUEST = frozenset(
    {"content-length", "content-type", "transfer-encoding", "accept", "accept-encoding", "if-none-match", "if-match"}
)
"""Headers that say something about the message of the protocol, not about who sends it."""


class RefusedError(PagestrataError):
    """The API answered with an error; its sentence says why."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class ApiCalls:
    """The API as the sender of a request sees it; without a request (standard input), as the user who started the program."""

    def __init__(self, app: ASGIApp, request: Request | None = None) -> None:
        self._app = app
        self._scope: dict[str, Any] = {"scheme": "http", "client": None, "server": ("localhost", 80), "state": {}}
        self._headers: list[tuple[bytes, bytes]] = [(b"host", b"localhost")]
        self.base = ""  # where a browser finds the application that was asked, if it was asked over HTTP
        if request is not None:
            known = request.scope
            self._scope |= {name: known.get(name) for name in ("scheme", "client", "server")}
            self._scope["state"] = {name: value for name, value in known.get("state", {}).items() if name == "peer"}
            self._headers = [pair for pair in known["headers"] if pair[0].decode("latin-1") not in _OF_THIS_REQUEST]
            self.base = str(request.base_url).rstrip("/")

    async def get(self, path: str, **query: Any) -> Any:
        """The answer to GET, read from JSON; parameters that are None are not sent."""
        return json.loads(await self.read(path, **query))

    async def read(self, path: str, **query: Any) -> bytes:
        """The answer to GET as it is. Raises RefusedError for an error."""
        written = {name: _written(value) for name, value in query.items() if value is not None}
        return await self._send("GET", path, urlencode(written), b"")

    async def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Request a change. Raises RefusedError if it is rejected."""
        return json.loads(await self._send("POST", path, "", json.dumps(body).encode()))

    async def _send(self, method: str, path: str, query: str, body: bytes) -> bytes:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "path": PREFIX + path,
            "raw_path": quote(PREFIX + path).encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [*self._headers, *([(b"content-type", b"application/json")] if body else [])],
            **self._scope,
            "state": dict(self._scope["state"]),
        }
        status, answer = 500, bytearray()

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                answer.extend(message.get("body", b""))

        await self._app(scope, receive, send)
        if status >= 400:
            raise RefusedError(status, _sentence(bytes(answer)))
        return bytes(answer)


def _written(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _sentence(answer: bytes) -> str:
    try:
        return str(json.loads(answer)["detail"])
    except (ValueError, KeyError, TypeError):
        return answer.decode("utf-8", "replace").strip()[:500] or "the archive gave no answer"
