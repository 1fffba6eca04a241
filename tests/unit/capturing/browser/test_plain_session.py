from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from pagestrata.capturing.browser.plain_session import PlainSession


class Public:
    """Playwright's own object, and what may be behind it."""

    def __init__(self, behind: object = None) -> None:
        self._impl_obj = behind
        self.heard: list[str] = []

    async def send(self, method: str, params: dict[str, Any] | None = None) -> tuple[str, str]:
        return "public", method

    def on(self, event: str, handler: Callable[..., Any]) -> None:
        self.heard.append(event)


class Behind(Public):
    async def send(self, method: str, params: dict[str, Any] | None, timeout: float | None) -> tuple[str, str]:  # type: ignore[override]
        return "behind", method


class Stranger(Public):
    async def send(self, method: str, other: int) -> tuple[str, str]:  # type: ignore[override]
        return "stranger", method


@pytest.mark.parametrize(("behind", "is_asked"), [(Behind(), True), (Stranger(), False), (None, False)])
def test_the_object_behind_is_asked_where_it_is_known(behind: Public | None, is_asked: bool) -> None:
    public = Public(behind)
    session = PlainSession(public)
    assert asyncio.run(session.send("Page.enable")) == ("behind" if is_asked else "public", "Page.enable")
    session.on("Page.loaded", print)
    assert (behind.heard if behind is not None and is_asked else public.heard) == ["Page.loaded"]
