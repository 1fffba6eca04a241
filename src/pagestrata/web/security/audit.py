"""Every change that was made is written down: who, what, when."""

from __future__ import annotations

import asyncio
import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pagestrata.errors import ArchiveError
from pagestrata.web.context import WebContext
from pagestrata.web.security.hosts import SAFE_METHODS
from pagestrata.web.security.logins import Person

log = logging.getLogger(__name__)

ASSISTANTS = "/mcp"
"""Assistants send their questions by POST. What they change goes through the API, where it is noted."""
NOBODY_IN_PARTICULAR = "this machine"


class AuditLog:
    """ASGI middleware: records successful changes in the audit log, and invalidates shared pages."""

    def __init__(self, app: ASGIApp, *, context: WebContext) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS or scope["path"] == ASSISTANTS:
            await self._app(scope, receive, send)
            return
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._context.shared_pages.changed_here()  # before who changed something can ask for a page again
            await send(message)

        await self._app(scope, receive, sending)
        person = scope.get("state", {}).get("person")
        if person is not None and status < 400:
            await asyncio.to_thread(self._note, person, scope["method"], scope["path"])

    def _note(self, person: Person, method: str, path: str) -> None:
        try:
            self._context.archive.accounts.note(
                person.name or NOBODY_IN_PARTICULAR, method, path, now=self._context.clock()
            )
        except ArchiveError as error:
            log.warning("%s %s by %s could not be written down: %s", method, path, person.name, error)
