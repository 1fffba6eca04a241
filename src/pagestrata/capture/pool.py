"""Browsers kept ready, with hard limits: pages per browser, memory, and a wall clock per page.

One worker per browser: a thread with its own event loop and Playwright driver, so that callers may be plain code, threads
or a program with an event loop of its own. The browser process is ours (see `process`): a page that hangs is ended by
killing its browser, and the next capture gets a fresh one.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Coroutine
from datetime import datetime
from types import TracebackType
from typing import Any, TypeVar

from pagestrata.capture.find_browser import find_browser
from pagestrata.capture.options import CaptureOptions
from pagestrata.capture.page import CLOSED_PROXY, PageCapture
from pagestrata.capture.process import BrowserProcess
from pagestrata.capture.traffic import Responder
from pagestrata.errors import BrowserError, PageTimeoutError
from pagestrata.model.snapshot import Snapshot

T = TypeVar("T")


class BrowserPool:
    """A context manager; `capture` may be called from several threads."""

    def __init__(
        self,
        executable: str | None = None,
        *,
        browsers: int = 1,
        pages_per_browser: int = 50,
        memory_ceiling_mb: float = 2048,
    ) -> None:
        self._executable = find_browser(executable)
        self._idle: queue.LifoQueue[_Worker] = queue.LifoQueue()
        self._workers = [_Worker(self._executable, pages_per_browser, memory_ceiling_mb) for _ in range(browsers)]
        for worker in self._workers:
            self._idle.put(worker)

    def __enter__(self) -> BrowserPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        for worker in self._workers:
            worker.close()

    def capture(
        self,
        url: str,
        options: CaptureOptions | None = None,
        *,
        responder: Responder | None = None,
        captured_at: datetime | None = None,
    ) -> Snapshot:
        """Capture one page. With a responder every request is answered by it and nothing reaches the network."""
        worker = self._idle.get()
        try:
            return worker.capture(url, options or CaptureOptions(), responder, captured_at)
        finally:
            self._idle.put(worker)


class _Worker:
    def __init__(self, executable: str, pages_per_browser: int, memory_ceiling_mb: float) -> None:
        self._executable = executable
        self._pages_per_browser = pages_per_browser
        self._memory_ceiling_mb = memory_ceiling_mb
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._playwright: Any = None
        self._process: BrowserProcess | None = None
        self._browser: Any = None
        self._pages = 0

    def capture(
        self, url: str, options: CaptureOptions, responder: Responder | None, captured_at: datetime | None
    ) -> Snapshot:
        try:
            return self._run(self._capture(url, options, responder, captured_at))
        except BrowserError:
            return self._run(self._capture(url, options, responder, captured_at))  # once more with a fresh browser

    def close(self) -> None:
        if self._loop is None:
            return
        self._run(self._shut_down())
        self._loop.call_soon_threadsafe(self._loop.stop)
        assert self._thread is not None
        self._thread.join()
        self._loop.close()
        self._loop = None

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
        proxy = CLOSED_PROXY if responder is not None else options.proxy
        capture = PageCapture(self._browser, url, options, responder, captured_at, proxy=proxy)
        self._pages += 1
        try:
            async with asyncio.timeout(options.page_seconds):
                return await capture.run()
        except TimeoutError as error:
            await self._drop_browser()
            raise PageTimeoutError(
                f"{url} was not finished after {options.page_seconds:g} s and its browser was ended; "
                "raise the page limit or capture it without JavaScript"
            ) from error
        except Exception:
            if self._process is None or not self._process.is_alive:
                await self._drop_browser()
                raise BrowserError(f"the browser died while it captured {url}; try again") from None
            raise

    async def _ensure_browser(self) -> None:
        if self._process is not None and (
            not self._process.is_alive
            or self._pages >= self._pages_per_browser
            or self._process.memory_mb() > self._memory_ceiling_mb
        ):
            await self._drop_browser()
        if self._process is None:
            if self._playwright is None:
                from playwright.async_api import async_playwright

                self._playwright = await async_playwright().start()
            self._process = await asyncio.to_thread(BrowserProcess, self._executable)
            self._browser = await self._playwright.chromium.connect_over_cdp(self._process.endpoint)
            self._pages = 0

    async def _drop_browser(self) -> None:
        process, self._process, self._browser = self._process, None, None
        if process is not None:
            await asyncio.to_thread(process.kill)

    async def _shut_down(self) -> None:
        await self._drop_browser()
        if self._playwright is not None:
            await self._playwright.stop()
            self._playwright = None
