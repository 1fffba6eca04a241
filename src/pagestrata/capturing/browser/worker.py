"""One browser and the thread that talks to it.

The thread has its own event loop and Playwright driver, so that callers may be plain code, threads or a program with an
event loop of its own. The browser process is ours (see `process`): a page that hangs is ended by killing its browser,
and the next capture gets a fresh one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from datetime import datetime
from typing import Any, TypeVar

from pagestrata.capturing.browser.page import PageCapture, PageCrashedError
from pagestrata.capturing.browser.process import BrowserProcess
from pagestrata.capturing.browser.traffic import Responder
from pagestrata.capturing.guard.routes import Routes
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError, CaptureError, PageTimeoutError
from pagestrata.model.snapshot import Snapshot

CLOSE_SECONDS = 5.0
GRACE_SECONDS = 40.0  # for starting the browser and for ending it, on top of a page's own limit

T = TypeVar("T")


class Worker:
    """Captures one page at a time. Not for several threads at once: the pool sees to that."""

    def __init__(self, executable: str, *, pages_per_browser: int, memory_ceiling_mb: float) -> None:
        self._executable = executable
        self._pages_per_browser = pages_per_browser
        self._memory_ceiling_mb = memory_ceiling_mb
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._playwright: Any = None
        self._process: BrowserProcess | None = None
        self._browser: Any = None
        self._pages = 0
        self._routes = Routes()

    @property
    def process(self) -> BrowserProcess | None:
        return self._process

    def memory_mb(self) -> float:
        process = self._process
        return process.memory_mb() if process is not None else 0.0

    def capture(
        self, url: str, options: CaptureOptions, responder: Responder | None, captured_at: datetime | None
    ) -> Snapshot:
        return self._run(self._capture(url, options, responder, captured_at))

    def close(self) -> None:
        """End browser, driver and thread. May be called twice."""
        if self._loop is None or self._thread is None:
            return
        self._run(self._shut_down())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._loop = self._thread = None

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="pagestrata-browser", daemon=True)
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _capture(
        self, url: str, options: CaptureOptions, responder: Responder | None, captured_at: datetime | None
    ) -> Snapshot:
        await self._ensure_browser()
        route = self._routes.route(options, recorded=responder is not None)
        capture = PageCapture(self._browser, url, options, responder, captured_at, route=route)
        self._pages += 1
        try:
            async with asyncio.timeout(options.page_seconds):
                return await self._translated(capture, url)
        except TimeoutError as error:
            await self._drop_browser()
            raise PageTimeoutError(
                f"{url} was not finished after {options.page_seconds:g} s and its browser was ended; "
                "raise the page limit, or capture it without JavaScript"
            ) from error
        except BrowserError:
            await self._drop_browser()
            raise
        finally:
            await self._close_context(capture)

    async def _translated(self, capture: PageCapture, url: str) -> Snapshot:
        """Run the capture and say in our own words why it failed when Playwright raises."""
        from playwright.async_api import Error

        try:
            return await capture.run()
        except PageCrashedError as error:
            raise BrowserError(f"the page's process crashed while {url} was captured; try again") from error
        except Error as error:
            await asyncio.sleep(0.05)  # the end of a process shows a moment after the loss of its connection
            if self._process is None or not self._process.is_alive or not self._browser.is_connected():
                raise BrowserError(f"the browser died while it captured {url}; try again") from error
            if capture.crashed or "crashed" in error.message.lower():
                raise BrowserError(f"the page's process crashed while {url} was captured; try again") from error
            if capture.page is not None and capture.page.is_closed():
                raise CaptureError(
                    f"{url} closed itself before it could be captured; capture it without JavaScript"
                ) from error
            said = error.message.splitlines()[0] if error.message else type(error).__name__
            raise CaptureError(f"{url} could not be captured: {said}; try again") from error

    async def _close_context(self, capture: PageCapture) -> None:
        if self._process is None or capture.context is None:
            return
        from playwright.async_api import Error

        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await capture.context.close()
        except (TimeoutError, Error):
            await self._drop_browser()

    async def _ensure_browser(self) -> None:
        if self._process is not None and self._is_worn_out(self._process):
            await self._drop_browser()
        if self._process is not None:
            return
        from playwright.async_api import Error, async_playwright

        if self._playwright is None:
            self._playwright = await async_playwright().start()
        self._process = await asyncio.to_thread(BrowserProcess, self._executable)
        self._pages = 0
        try:
            self._browser = await self._playwright.chromium.connect_over_cdp(
                self._process.endpoint, timeout=GRACE_SECONDS * 1000
            )
        except Error as error:
            await self._drop_browser()
            said = error.message.splitlines()[0]
            raise BrowserError(
                f"the browser {self._executable} does not answer ({said}); run `pagestrata browser check`"
            ) from error

    def _is_worn_out(self, process: BrowserProcess) -> bool:
        return (
            not process.is_alive
            or not self._browser.is_connected()
            or self._pages >= self._pages_per_browser
            or process.memory_mb() > self._memory_ceiling_mb
        )

    async def _drop_browser(self) -> None:
        process, self._process, self._browser = self._process, None, None
        if process is not None:
            await asyncio.to_thread(process.kill)

    async def _shut_down(self) -> None:
        await self._drop_browser()
        if self._playwright is not None:
            await self._playwright.stop()
            self._playwright = None
        await asyncio.to_thread(self._routes.close)
