"""Our own corner of a page's JavaScript: an isolated world that the page's scripts can neither see nor break.

The world may reach into frames of other origins (they live in the same process, see `process.FLAGS`), so one call looks
after the whole page. It works with the page's scripts switched off, too.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pagestrata.errors import CaptureError

WORLD = "pagestrata"
_ATTEMPTS = 20
_PAUSE_SECONDS = 0.05


class World:
    """Evaluates functions in the main frame. A navigation in between is no error: the world is made anew."""

    def __init__(self, session: Any, frame: str) -> None:
        self._session = session
        self._frame = frame
        self._context: int | None = None

    async def evaluate(self, function: str, *arguments: object) -> Any:
        """The value of `function(...arguments)`, as JSON would carry it."""
        from playwright.async_api import Error

        expression = f"({function})({', '.join(map(json.dumps, arguments))})"
        for attempt in range(_ATTEMPTS):
            try:
                answer = await self._session.send(
                    "Runtime.evaluate",
                    {"expression": expression, "contextId": await self._context_id(), "returnByValue": True},
                )
            except Error as error:
                self._context = None
                if "context" not in error.message.lower() or attempt == _ATTEMPTS - 1:
                    raise
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            if "exceptionDetails" in answer:
                details = answer["exceptionDetails"]
                said = details.get("exception", {}).get("description", details.get("text", ""))
                raise CaptureError(f"a script of ours failed in the page ({said[:200]}); please report the address")
            return answer["result"].get("value")
        raise AssertionError("unreachable")

    async def _context_id(self) -> int:
        if self._context is None:
            answer = await self._session.send(
                "Page.createIsolatedWorld",
                {"frameId": self._frame, "worldName": WORLD, "grantUniveralAccess": True},
            )
            self._context = int(answer["executionContextId"])
        return self._context
