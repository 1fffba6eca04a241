"""One browser, its guard, and the thread that talks to both.

The thread has its own event loop, so that callers may be plain code, threads or a program with an event loop of its own.
A page that hangs, or needs too much memory, is ended by killing its browser, and the next capture gets a fresh one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from datetime import datetime
from typing import Any, TypeVar

from pagestrata.capturing.browser.devtools_pipe import browser_errors, browser_errors_and
from pagestrata.capturing.browser.direct_browser import can_show
from pagestrata.capturing.browser.driver import Driver, silence_lost_driver
from pagestrata.capturing.browser.find import check_is_browser
from pagestrata.capturing.browser.page import PageCapture, PageCrashedError
from pagestrata.capturing.browser.process import BrowserProcess
from pagestrata.capturing.browser.traffic import Responder
from pagestrata.capturing.guard.proxy import GuardProxy
from pagestrata.capturing.guard.routes import rules_for
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError, CaptureError, PageTimeoutError
from pagestrata.model.snapshot import Snapshot

CLOSE_SECONDS = 5.0
PING_SECONDS = 5.0
WEIGH_SECONDS = 0.4  # between two looks at the browser's memory
WORN_SHARE = 0.5  # of the memory ceiling: a browser above it gets no further page

T = TypeVar("T")


class Worker:
    """Captures one page at a time. Not for several threads at once: the pool sees to that."""

    def __init__(self, executable: str, *, pages_per_browser: int, memory_ceiling_mb: float) -> None:
        self._executable = executable
        self._pages_per_browser = pages_per_browser
        self._memory_ceiling_mb = memory_ceiling_mb
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._driver = Driver()
        self._guard: GuardProxy | None = None
        self._process: BrowserProcess | None = None
        self._pages = 0
        self._is_overweight = False

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
            self._loop.set_exception_handler(silence_lost_driver)
            self._thread = threading.Thread(target=self._loop.run_forever, name="pagestrata-browser", daemon=True)
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _capture(
        self, url: str, options: CaptureOptions, responder: Responder | None, captured_at: datetime | None
    ) -> Snapshot:
        rules = rules_for(options, recorded=responder is not None)
        guard, process = await self._ensure_browser(directly=can_show(options))
        gate = guard.admit(rules)
        capture = PageCapture(process.browser, url, options, responder, captured_at, gate=gate)
        self._pages += 1
        watching = asyncio.get_running_loop().create_task(self._watch_over(process, capture))
        try:
            async with asyncio.timeout(options.page_seconds):
                return await self._translated(capture, url)
        except TimeoutError as error:
            await self._drop_browser()
            raise PageTimeoutError(
                f"{url} was not finished after {options.page_seconds:g} s and its browser was ended; "
                "allow more with --timeout, or leave its scripts out with --no-javascript"
            ) from error
        except CaptureError as error:
            if isinstance(error, BrowserError) or self._is_overweight:
                await self._drop_browser()
            raise
        finally:
            watching.cancel()
            await self._close_context(capture)
            await guard.dismiss(gate)

    async def _watch_over(self, process: BrowserProcess, capture: PageCapture) -> None:
        """Kill the browser as soon as it needs more memory than it may; give up the capture when there is none.

        Not every call to a browser that is gone comes back.
        """
        while process.is_alive:
            if await asyncio.to_thread(process.is_above, self._memory_ceiling_mb):
                self._is_overweight = True
                await asyncio.to_thread(process.kill)
            else:
                await asyncio.sleep(WEIGH_SECONDS)
        capture.abandon()

    async def _translated(self, capture: PageCapture, url: str) -> Snapshot:
        """Run the capture and say in our own words why it failed when Playwright raises."""
        try:
            return await capture.run()
        except PageCrashedError as error:
            raise await self._loss(url) or BrowserError(
                f"the page's process crashed while {url} was captured; try again"
            ) from error
        except browser_errors() as error:
            await asyncio.sleep(0.05)  # the end of a process shows a moment after the loss of its connection
            if loss := await self._loss(url):
                raise loss from error
            if capture.crashed or "crashed" in error.message.lower():
                raise BrowserError(f"the page's process crashed while {url} was captured; try again") from error
            if capture.page is not None and capture.page.is_closed():
                raise CaptureError(
                    f"{url} closed itself before it could be captured; capture it without JavaScript"
                ) from error
            said = error.message.splitlines()[0] if error.message else type(error).__name__
            raise CaptureError(f"{url} could not be captured: {said}; try again") from error

    async def _loss(self, url: str) -> CaptureError | None:
        """What to say when the browser is gone; None when it is there."""
        if self._is_overweight:
            return self._overweight_error(url)
        if await self._is_lost():
            await self._driver.stop()  # it may be what died
            return BrowserError(f"the browser died while it captured {url}; try again")
        return None

    def _overweight_error(self, url: str) -> CaptureError:
        """A page that a fresh browser could not hold will not do better; with others before it, it may."""
        kind = CaptureError if self._pages == 1 else BrowserError
        return kind(
            f"the browser needed more than {self._memory_ceiling_mb:.0f} MB for {url} and was ended; "
            "leave its scripts out with --no-javascript"
        )

    async def _is_lost(self) -> bool:
        """Whether there is no longer a browser, or nobody who talks to it."""
        if self._process is None or not self._process.is_alive:
            return True
        try:
            async with asyncio.timeout(PING_SECONDS):
                await (await self._process.browser.new_browser_cdp_session()).detach()
        except browser_errors_and(TimeoutError):
            return True
        return False

    async def _close_context(self, capture: PageCapture) -> None:
        if self._process is None or capture.context is None:
            return
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await capture.context.close()
        except browser_errors_and(TimeoutError):
            await self._drop_browser()

    async def _ensure_browser(self, *, directly: bool = False) -> tuple[GuardProxy, BrowserProcess]:
        """A browser that can show the page. One behind Playwright's driver shows all of them, `directly` or not."""
        if self._guard is None:
            self._guard = GuardProxy()
            await self._guard.start()
        process = self._process
        if process is not None and ((process.is_direct and not directly) or await self._is_worn_out(process)):
            await self._drop_browser()
        if self._process is None:
            self._process = await self._started(self._guard, directly=directly)
            self._pages, self._is_overweight = 0, False
        return self._guard, self._process

    async def _started(self, guard: GuardProxy, *, directly: bool) -> BrowserProcess:
        if directly:
            await asyncio.to_thread(check_is_browser, self._executable)
            return await BrowserProcess.start(None, self._executable, proxy=guard.server)
        _, playwright = await asyncio.gather(
            asyncio.to_thread(check_is_browser, self._executable), self._driver.playwright()
        )
        try:
            return await BrowserProcess.start(playwright, self._executable, proxy=guard.server)
        except BrowserError:
            await self._driver.stop()  # it may be what died
            raise

    async def _is_worn_out(self, process: BrowserProcess) -> bool:
        if not process.is_alive or not process.browser.is_connected():
            await self._driver.stop()  # it may be what died
            return True
        return self._pages >= self._pages_per_browser or process.is_above(self._memory_ceiling_mb * WORN_SHARE)

    async def _drop_browser(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await asyncio.to_thread(process.kill)

    async def _shut_down(self) -> None:
        await self._drop_browser()
        await self._driver.stop()
        if self._guard is not None:
            await self._guard.close()
            self._guard = None
        left = asyncio.all_tasks() - {asyncio.current_task()}  # done on the side of a capture, and of no use any more
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=CLOSE_SECONDS)
