"""Browsers kept ready, with hard limits: pages per browser, memory, and a wall clock per page."""

from __future__ import annotations

import queue
from dataclasses import replace
from datetime import datetime
from types import TracebackType

from pagestrata.capturing.browser.find import find_browser
from pagestrata.capturing.browser.hidden_words import hides_its_words, shows_nothing_yet, with_words
from pagestrata.capturing.browser.traffic import Responder
from pagestrata.capturing.browser.worker import Worker
from pagestrata.capturing.guard.routes import check_before
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError, PageTimeoutError, UsageError
from pagestrata.model.snapshot import Snapshot


class BrowserPool:
    """A context manager around some browsers; `capture` may be called from several threads.

    Browsers start with the first capture that needs one, are replaced after `pages_per_browser` pages, above
    `memory_ceiling_mb` of resident memory, and whenever one had to be killed.
    """

    def __init__(
        self,
        executable: str | None = None,
        *,
        browsers: int = 1,
        pages_per_browser: int = 50,
        memory_ceiling_mb: float = 2048,
    ) -> None:
        if browsers < 1 or pages_per_browser < 1:
            raise UsageError("a browser pool needs at least one browser and one page per browser")
        path = find_browser(executable)
        self._workers = [
            Worker(path, pages_per_browser=pages_per_browser, memory_ceiling_mb=memory_ceiling_mb)
            for _ in range(browsers)
        ]
        self._idle: queue.LifoQueue[Worker] = queue.LifoQueue()
        for worker in self._workers:
            self._idle.put(worker)

    def __enter__(self) -> BrowserPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all browsers. The pool may be used again: the next capture starts a new one."""
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
        """Capture one page. With a responder every request is answered by it and nothing reaches the network.

        A browser that dies is replaced and the page tried once more. A page that shows next to nothing, though its source
        has much to read, is taken again without scripts; so is one that shows nothing when the time to load it is over.
        Raises PageTimeoutError where it shows nothing then either: an empty page is not what the address has to show.
        """
        chosen = options or CaptureOptions()
        if responder is None:
            check_before(url, chosen)
        taken = self._capture(url, chosen, responder, captured_at)
        if chosen.javascript and not chosen.steps and not chosen.wait_for and hides_its_words(taken):
            plain = self._capture(url, replace(chosen, javascript=False), responder, captured_at)
            taken = with_words(taken, plain)
        if shows_nothing_yet(taken):
            raise PageTimeoutError(
                f"{url} showed nothing within {chosen.load_seconds:g} s, because it was still loading; "
                "try again later, or allow more with --timeout"
            )
        return taken

    def _capture(
        self, url: str, chosen: CaptureOptions, responder: Responder | None, captured_at: datetime | None
    ) -> Snapshot:
        worker = self._idle.get()
        try:
            try:
                return worker.capture(url, chosen, responder, captured_at)
            except BrowserError:
                return worker.capture(url, chosen, responder, captured_at)
        finally:
            self._idle.put(worker)

    @property
    def is_direct(self) -> bool:
        """Whether browsers run now, all of them without Playwright's driver."""
        running = [worker.process for worker in self._workers if worker.process is not None]
        return bool(running) and all(process.is_direct for process in running)

    def memory_mb(self) -> float:
        """Resident memory of all browsers that run now."""
        return sum(worker.memory_mb() for worker in self._workers)
