"""One page in one browser: from the address to the `Snapshot`."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from pagestrata.capturing.browser.consent import pass_walls
from pagestrata.capturing.browser.context import context_options, cookies_for
from pagestrata.capturing.browser.devtools_pipe import (
    DevToolsSession,
    DevToolsTimeoutError,
    browser_errors,
    browser_timeouts,
)
from pagestrata.capturing.browser.failures import load_error
from pagestrata.capturing.browser.hidden_words import CUT_SHORT
from pagestrata.capturing.browser.isolated_world import World, is_navigation
from pagestrata.capturing.browser.plain_session import PlainSession
from pagestrata.capturing.browser.settle import Settled, settle, wait_for
from pagestrata.capturing.browser.steps import refused_login, take_steps
from pagestrata.capturing.browser.traffic import Responder, Traffic
from pagestrata.capturing.browser.uncover import uncover
from pagestrata.capturing.certificates import shown_certificates
from pagestrata.capturing.dom.node_table import CAPTURE_PARAMETERS, read_domsnapshot
from pagestrata.capturing.dom.row_tree import has_elements, is_error_page
from pagestrata.capturing.dom.true_tree import needs_true_tree, read_true_tree, tree_depth
from pagestrata.capturing.guard.routes import PagePass
from pagestrata.capturing.options import MEGABYTE, CaptureOptions
from pagestrata.capturing.recorded.fixed_time import fixed_time_script
from pagestrata.errors import BrowserError, CaptureError, PageTimeoutError, StepFailedError
from pagestrata.model.snapshot import Snapshot

MOST_DIALOGS = 20
ASK_SECONDS = 1.0
SCREENSHOT_SECONDS = 30
DEEPEST_TRUE_TREE = 150
WIDEST_PX = 20_000
MOST_PIXELS = 89_000_000
"""Of a screenshot: larger ones are neither drawn in time nor opened by those who compare them."""
BLANK_ATTEMPTS, BLANK_PAUSE_SECONDS = 20, 0.1
_COUNT_NODES = "() => document.getElementsByTagName('*').length"


class PageCrashedError(Exception):
    """The process that showed the page is gone."""


class PageCapture:
    """The capture of one page. `browser` is Playwright's; `context` is open until the caller closes it."""

    def __init__(
        self,
        browser: Any,
        url: str,
        options: CaptureOptions,
        responder: Responder | None,
        captured_at: datetime | None,
        *,
        gate: PagePass,
    ) -> None:
        self._browser = browser
        self._url = url
        self._options = options
        self._responder = responder
        self._captured_at = captured_at
        self._gate = gate
        self._seconds: dict[str, float] = {}
        self._notes: list[str] = []
        self._picture_px = options.height_cap_px
        self._dialogs = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self.context: Any = None
        self.page: Any = None
        self.crashed = False
        self._work: asyncio.Task[Snapshot] | None = None

    async def run(self) -> Snapshot:
        """Capture. Playwright's own errors come through: the caller knows whether the browser is still there.

        A crashed page answers no call, so a crash ends the work: PageCrashedError.
        """
        self._work = asyncio.get_running_loop().create_task(self._run())
        try:
            return await self._work
        except asyncio.CancelledError:
            if self.crashed:
                raise PageCrashedError from None
            self._work.cancel()
            raise

    async def open(self) -> tuple[World, Traffic]:
        """Open and load the page, and leave it open for somebody who acts on it. The caller stops the traffic."""
        session = await self._open()
        frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        world, traffic = World(session, frame), Traffic(session, frame, self._url, self._options, None, self._gate)
        await traffic.start()
        await self._load(traffic, world)
        return world, traffic

    async def _run(self) -> Snapshot:
        started, own = time.monotonic(), time.thread_time()
        with self._timed("open"):
            session = await self._open()
        frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        world = World(session, frame)
        traffic = Traffic(session, frame, self._url, self._options, self._responder, self._gate)
        await traffic.start()
        try:
            snapshot = await self._capture(session, world, traffic)
        finally:
            await traffic.stop()
        self._seconds["own"] = time.thread_time() - own
        self._seconds["browser"] = time.monotonic() - started - self._seconds["own"]
        return snapshot

    async def _open(self) -> Any:
        self.context = await self._browser.new_context(**await context_options(self._browser, self._options))
        if self._options.cookies:
            await self.context.add_cookies(cookies_for(self._url, self._options.cookies))
        self.page = await self.context.new_page()
        self.page.on("crash", lambda _: self.abandon())
        self.context.on("page", lambda popup: self._start(popup.close()))
        made = await self.context.new_cdp_session(self.page)
        session = made if isinstance(made, DevToolsSession) else PlainSession(made)
        session.on("Page.javascriptDialogOpening", lambda _: self._on_dialog(session))
        await session.send("Page.enable")
        if self._responder is not None and self._captured_at is not None:
            script = fixed_time_script(self._captured_at)
            await session.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        return session

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def abandon(self) -> None:
        """There is nothing left to capture: `run` ends with PageCrashedError."""
        self.crashed = True
        if self._work is not None:
            self._work.cancel()

    def _on_dialog(self, session: Any) -> None:
        """Playwright dismisses each dialog; a page that opens them without end has its scripts stopped."""
        self._dialogs += 1
        if self._dialogs == MOST_DIALOGS:
            self._notes.append(f"the page opened more than {MOST_DIALOGS} dialogs: its scripts were stopped")
            self._start(session.send("Emulation.setScriptExecutionDisabled", {"value": True}))
            self._start(session.send("Runtime.terminateExecution"))

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        started = time.monotonic()
        try:
            yield
        finally:
            self._seconds[name] = self._seconds.get(name, 0.0) + time.monotonic() - started

    async def _capture(self, session: Any, world: World, traffic: Traffic) -> Snapshot:
        with self._timed("load"):
            await self._load(traffic, world)
        noting = asyncio.get_running_loop().create_task(self._certificates(traffic))
        try:
            return await self._captured(session, world, traffic, noting)
        finally:
            noting.cancel()

    async def _captured(self, session: Any, world: World, traffic: Traffic, noting: asyncio.Task[None]) -> Snapshot:
        options = self._options
        if traffic.not_markup:
            await noting
            return self._without_blocks(traffic)
        with self._timed("settle"):
            if options.wait_for:
                await wait_for(world, options.wait_for, seconds=options.load_seconds, url=self._url)
            failed = await self._take_steps(world)
            if options.refuse_consent and options.javascript:
                self._notes += await pass_walls(world)
            settled = await settle(world, traffic, options)
            self._notes += settled.notes
            failed = failed or await refused_login(world, options.steps, url=self._url)
        await noting
        taken = await self._take(session, world, traffic, settled)
        if failed is not None:
            raise StepFailedError(str(failed), snapshot=taken) from failed
        return taken

    async def _take_steps(self, world: World) -> StepFailedError | None:
        """Take the steps; the failure of one, with which the page is taken as it is, to be looked at."""
        limit = min(self._options.load_seconds, self._options.page_seconds / 3)  # time is left to take the picture
        try:
            await take_steps(self.page, world, self._options.steps, seconds=limit, url=self._url)
        except StepFailedError as error:
            return error
        return None

    async def _load(self, traffic: Traffic, world: World) -> None:
        limit = self._options.load_seconds
        deadline = time.monotonic() + limit
        try:
            await self.page.goto(self._url, wait_until="commit", timeout=limit * 1000)
            await self._wait_until_loaded(world, deadline)
        except browser_timeouts() as error:
            if traffic.document is None:
                raise PageTimeoutError(
                    f"{self._url} did not answer within {limit:g} s; try again later, or allow more with --timeout"
                ) from error
            self._notes.append(f"{CUT_SHORT} of {limit:g} s: some resources had not come")
        except browser_errors() as error:
            if traffic.too_large:
                raise CaptureError(
                    f"{self._url} is larger than {self._options.max_page_bytes / MEGABYTE:.0f} MB and was not loaded; "
                    "raise the limit max_page_bytes to capture it"
                ) from error
            if traffic.broke_off:
                raise CaptureError(
                    f"{self._url} could not be loaded: the transfer broke off ({traffic.broke_off}); try again later"
                ) from error
            if self.page.is_closed() or self.crashed or "has been closed" in error.message:
                raise
            if not traffic.not_markup:
                unreached = self._gate.unreached(traffic.unreached_url or self._url)
                raise load_error(self._url, error.message, unreached) from error

    async def _wait_until_loaded(self, world: World, deadline: float) -> None:
        """A page that begins a download while it loads never reports its end to Playwright: it is asked, too."""
        while True:
            left = max(0.1, deadline - time.monotonic())
            try:
                await self.page.wait_for_load_state("load", timeout=min(left, ASK_SECONDS) * 1000)
                return
            except browser_timeouts():
                if left <= ASK_SECONDS:
                    raise
            try:
                async with asyncio.timeout(left):
                    if await world.evaluate("() => document.readyState") == "complete":
                        return
            except TimeoutError as error:
                raise DevToolsTimeoutError("the page does not answer") from error

    async def _certificates(self, traffic: Traffic) -> None:
        """Note which certificates the server of the page shows, while the page settles."""
        document = traffic.document
        if document is None or self._responder is not None or not document.server_address:
            return
        parts = urlsplit(document.url)
        if parts.scheme == "https" and parts.hostname:
            shown = await shown_certificates(document.server_address, parts.hostname, parts.port or 443)
            latest = traffic.document or document  # a page may load itself again meanwhile
            if latest.server_address == document.server_address:
                traffic.document = replace(latest, certificates=shown)

    def _without_blocks(self, traffic: Traffic) -> Snapshot:
        document = traffic.document
        assert document is not None
        self._notes.append(f"no blocks: the page is not HTML ({document.header('content-type') or 'unknown type'})")
        return self._snapshot(traffic, url=document.url, title="", page_size=(0.0, 0.0))

    async def _take(self, session: Any, world: World, traffic: Traffic, settled: Settled) -> Snapshot:
        count = await world.evaluate(_COUNT_NODES)
        if count > self._options.max_nodes:
            raise CaptureError(
                f"{self._url} has {count} elements, more than {self._options.max_nodes}; "
                "raise the limit max_nodes to capture it"
            )
        with self._timed("snapshot"):
            answer = await self._bulk_answer(session)
            true_tree = await self._true_tree(session, answer)
        if is_error_page(answer["documents"][0], answer["strings"]):
            raise CaptureError(f"{self._url} led to an address that could not be loaded; capture the intended address")
        failed = sum(is_error_page(document, answer["strings"]) for document in answer["documents"])
        if failed:
            self._notes.append(f"{failed} frames could not be loaded")
        (width, height), full_height = self._page_size(settled), max(settled.size[1], float(self._options.viewport[1]))
        picture = None
        if self._options.screenshot:
            with self._timed("screenshot"):
                if self._options.refuse_consent:  # else the person wants the page with what covers it
                    self._notes += await uncover(world)
                picture = await self._picture(session, width, self._picture_height(width, height))
        with self._timed("decode"):
            nodes, dom = read_domsnapshot(
                answer,
                page_size=(width, height),
                true_tree=true_tree,
                scripting=self._options.javascript,
            )
        document = answer["documents"][0]
        return self._snapshot(
            traffic,
            url=answer["strings"][document["documentURL"]],
            title=answer["strings"][document["title"]] if document["title"] >= 0 else "",
            page_size=(width, height),
            height_capped=full_height > height,
            nodes=nodes,
            dom=dom,
            screenshot_png=picture,
        )

    async def _bulk_answer(self, session: Any) -> dict[str, Any]:
        """The whole page in one answer. While a page reloads itself it is blank for moments: it is asked again."""
        for _ in range(BLANK_ATTEMPTS):
            try:
                answer: dict[str, Any] = await session.send("DOMSnapshot.captureSnapshot", CAPTURE_PARAMETERS)
                if has_elements(answer["documents"][0]):
                    return answer
            except browser_errors() as error:
                if not is_navigation(error.message):
                    raise
            await asyncio.sleep(BLANK_PAUSE_SECONDS)
        raise CaptureError(
            f"{self._url} was blank whenever it was looked at: it holds no element, or reloads itself without end; "
            "capture the address it leads to, or without JavaScript"
        )

    def _page_size(self, settled: Settled) -> tuple[float, float]:
        """Width and height that are captured: all of the page, but of one that goes on for ever."""
        (page_width, page_height), viewport = settled.size, self._options.viewport
        full_width = max(page_width, float(viewport[0]))
        width, height = min(full_width, float(WIDEST_PX)), max(page_height, float(viewport[1]))
        if full_width > width:
            self._notes.append(f"the page is {full_width:.0f} px wide; what is beyond {width:.0f} px was left out")
        return width, height if settled.depth_px is None else min(height, float(settled.depth_px))

    def _picture_height(self, width: float, height: float) -> float:
        """How far down the picture reaches. Below it a page has blocks, texts, links and addresses, but no pixels."""
        options = self._options
        most = max(options.viewport[1], int(MOST_PIXELS // (width * options.device_pixel_ratio**2)))
        self._picture_px = min(options.height_cap_px, most)
        if height > self._picture_px:
            self._notes.append(f"the page is {height:,.0f} px high; its picture ends at {self._picture_px:,} px")
        return min(height, float(self._picture_px))

    async def _true_tree(self, session: Any, answer: dict[str, Any]) -> dict[str, Any] | None:
        document = answer["documents"][0]
        if not needs_true_tree(document, answer["strings"]):
            return None
        if tree_depth(document) > DEEPEST_TRUE_TREE:  # the answer is as deep as the tree, too deep to be read
            self._notes.append("the serialised DOM is without its templates: the page is nested too deeply")
            return None
        return await read_true_tree(session)

    async def _picture(self, session: Any, width: float, height: float) -> bytes:
        """The full-page picture. A browser that does not finish drawing is stuck, not slow: another one will do."""
        try:
            async with asyncio.timeout(SCREENSHOT_SECONDS):
                return await _screenshot(session, width, height, self._options.device_pixel_ratio)
        except TimeoutError as error:
            raise BrowserError(
                f"the browser did not finish drawing {self._url} within {SCREENSHOT_SECONDS} s; try again"
            ) from error

    def _snapshot(self, traffic: Traffic, **values: Any) -> Snapshot:
        document = traffic.document
        return Snapshot(
            **{"nodes": None, "dom": "", "screenshot_png": None, **values},
            requested_url=self._url,
            redirects=tuple(traffic.redirects),
            status=document.status if document else 0,
            headers=document.headers if document else (),
            captured_at=self._captured_at or datetime.now(UTC),
            viewport=self._options.viewport,
            device_pixel_ratio=self._options.device_pixel_ratio,
            height_cap_px=self._picture_px,
            responses=traffic.responses(),
            notes=(*self._notes, *traffic.notes),
            software=f"Chromium/{self._browser.version}",
            seconds=self._seconds,
        )


async def _quietly(work: Any) -> None:
    """For what is done on the side of a capture: the page may be gone before it is done."""
    try:
        await work
    except browser_errors():
        return


async def _screenshot(session: Any, width: float, height: float, scale: float) -> bytes:
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
    # packed fast, not small: whoever keeps the picture packs it again
    wanted = {"format": "png", "captureBeyondViewport": True, "optimizeForSpeed": True, "clip": clip}
    answer = await session.send("Page.captureScreenshot", wanted)
    return base64.b64decode(answer["data"])
