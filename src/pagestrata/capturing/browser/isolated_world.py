"""Our own corner of a page's JavaScript: an isolated world that the page's scripts can neither see nor break.

Frames of other origins have worlds of their own: they live in the same process (see `process.FLAGS`), so the page's
session reaches them. All of this works with the page's scripts switched off, too.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pagestrata.capturing.browser.devtools_pipe import browser_errors, browser_errors_and
from pagestrata.errors import CaptureError

WORLD = "pagestrata"
MOST_FRAMES = 100
_ATTEMPTS = 20
_PAUSE_SECONDS = 0.05


def is_navigation(said: str) -> bool:
    """Whether the browser could not do something because the page loads another document, or itself again."""
    return "context" in said.lower() or "navigated or closed" in said


class World:
    """Evaluates functions in the main frame. A navigation in between is no error: the world is made again."""

    def __init__(self, session: Any, frame: str) -> None:
        self._session = session
        self._frame = frame
        self._context: int | None = None

    async def evaluate(self, function: str, *arguments: object, is_promised: bool = False) -> Any:
        """The value of `function(...arguments)`, as JSON would carry it; with `is_promised`, the one it promises."""
        expression = f"({function})({', '.join(map(json.dumps, arguments))})"
        for attempt in range(_ATTEMPTS):
            try:
                answer = await self._session.send(
                    "Runtime.evaluate",
                    {
                        "expression": expression,
                        "contextId": await self._context_id(),
                        "returnByValue": True,
                        "awaitPromise": is_promised,
                    },
                )
            except browser_errors() as error:
                self._context = None
                if not is_navigation(error.message) or attempt == _ATTEMPTS - 1:
                    raise
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            if "exceptionDetails" in answer:
                details = answer["exceptionDetails"]
                said = details.get("exception", {}).get("description", details.get("text", ""))
                raise CaptureError(f"a script of ours failed in the page ({said[:200]}); please report the address")
            return answer["result"].get("value")
        raise AssertionError("unreachable")

    async def hears_of(self, kind: str) -> bool:
        """Whether scripts of the page listen for such events on its window or document; False where that cannot be told.

        Listeners are those of one world: the page's own window is asked for by its name, which no script can redefine.
        """
        try:
            for name in ("window", "document"):
                target = await self._session.send("Runtime.evaluate", {"expression": name, "objectGroup": WORLD})
                place = {"objectId": target["result"]["objectId"]}
                found = await self._session.send("DOMDebugger.getEventListeners", place)
                if any(listener["type"] == kind for listener in found["listeners"]):
                    return True
        except browser_errors_and(KeyError):
            return False
        return False

    async def frames_below(self) -> list[World]:
        """Worlds in the frames of the page, whatever their origin."""
        tree = (await self._session.send("Page.getFrameTree"))["frameTree"]
        found: list[World] = []
        waiting = list(tree.get("childFrames", ()))
        while waiting and len(found) < MOST_FRAMES:
            frame = waiting.pop(0)
            found.append(World(self._session, frame["frame"]["id"]))
            waiting += frame.get("childFrames", ())
        return found

    async def _context_id(self) -> int:
        if self._context is None:
            answer = await self._session.send(
                "Page.createIsolatedWorld",
                {"frameId": self._frame, "worldName": WORLD},
            )
            self._context = int(answer["executionContextId"])
        return self._context
