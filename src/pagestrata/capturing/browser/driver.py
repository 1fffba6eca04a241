"""Playwright's driver, the program that stands between us and the browser.

It may die as a browser may. The calls in flight then fail as if the browser were gone, and Chromium ends itself when its
pipe is closed, so a browser that is found dead takes the driver that served it along: both are started again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pagestrata.capturing.browser.process import deep_stack
from pagestrata.capturing.browser.start_advice import driver_advice, driver_problem, driver_program
from pagestrata.capturing.browser.start_faults import Cause, StartFault, start_fault
from pagestrata.capturing.browser.system_packages import this_system
from pagestrata.errors import BrowserError

STOP_SECONDS = 5.0
COMPILED = "NODE_COMPILE_CACHE"
"""The variable that names the folder in which Node keeps what it made of the driver's source."""


class Driver:
    """The driver of one worker, started when it is first asked for."""

    def __init__(self) -> None:
        self._playwright: Any = None

    async def playwright(self) -> Any:
        """Playwright's own object. Raises BrowserError when the driver does not start."""
        if self._playwright is None:
            from playwright.async_api import async_playwright

            try:
                with deep_stack(), kept_compiled():
                    self._playwright = await async_playwright().start()
            except Exception as error:  # whatever Playwright raises, there is no driver
                raise BrowserError(await asyncio.to_thread(_start_problem, error)) from error
        return self._playwright

    async def stop(self) -> None:
        """End the driver, also one that is dead already. May be called twice."""
        playwright, self._playwright = self._playwright, None
        if playwright is not None:
            try:
                async with asyncio.timeout(STOP_SECONDS):
                    await playwright.stop()
            except Exception:  # noqa: BLE001 # a dead driver cannot say goodbye
                return


@contextlib.contextmanager
def kept_compiled() -> Iterator[None]:
    """A driver started inside finds its source compiled, a quarter of what its start takes; where a person has no folder
    for such things, or named one, that is left as it is."""
    home = os.environ.get("XDG_CACHE_HOME") or (Path(os.environ["HOME"]) / ".cache" if os.environ.get("HOME") else None)
    if home is None or COMPILED in os.environ:
        yield
        return
    os.environ[COMPILED] = str(Path(home) / "pagestrata" / "driver")
    try:
        yield
    finally:
        os.environ.pop(COMPILED, None)


def _start_problem(error: Exception) -> str:
    """Why the driver did not start: its program is asked, because Playwright's own words leave out what to do."""
    program, system = driver_program(), this_system()
    if fault := start_fault(program):
        return driver_problem(fault, system)
    advice = driver_advice(StartFault(program=program, cause=Cause.OTHER), system)
    return f"Playwright's driver does not start ({error}); {advice}"


def silence_lost_driver(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An exception handler for event loops: Playwright leaves one error unread when its driver dies."""
    if "reading from the driver" not in str(context.get("exception")):
        loop.default_exception_handler(context)
