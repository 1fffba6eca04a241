"""A DevTools session whose values arrive as they are.

Playwright looks at every single value of an answer for objects of its own, and at the signature of a handler for every
event. DevTools answers hold none, but hundreds of thousands of values, so we ask the object behind Playwright's wrapper
directly. Where another version of Playwright has no such object, its public one does the same, slower.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any


class PlainSession:
    """Sends commands and hears events, like Playwright's CDPSession."""

    def __init__(self, session: Any) -> None:
        self._session = session
        behind = getattr(session, "_impl_obj", None)
        self._arguments: dict[str, Any] | None = _arguments(behind)
        if self._arguments is not None:
            self._session = behind

    async def send(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """The answer to a command. Raises Playwright's Error."""
        return await self._session.send(method=method, params=params, **(self._arguments or {}))

    def on(self, event: str, handler: Callable[[dict[str, Any]], Any]) -> None:
        """Have a handler called with the parameters of each such event."""
        self._session.on(event, handler)


def _arguments(behind: Any) -> dict[str, Any] | None:
    """What else the object behind wants to be given with a command; None where we do not know it."""
    try:
        names = set(inspect.signature(behind.send).parameters)
    except (AttributeError, TypeError, ValueError):
        return None
    if not {"method", "params"} <= names <= {"method", "params", "timeout"} or not hasattr(behind, "on"):
        return None
    return {"timeout": None} if "timeout" in names else {}
