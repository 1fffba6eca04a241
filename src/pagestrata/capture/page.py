"""One page in one browser: from the address to the `Snapshot`."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from pagestrata.capture.domsnapshot import CAPTURE_PARAMETERS, read_domsnapshot
from pagestrata.capture.options import CaptureOptions
from pagestrata.capture.settle import settle
from pagestrata.capture.traffic import Responder, Traffic
from pagestrata.errors import CaptureError, PageTimeoutError
from pagestrata.model.snapshot import Snapshot

CLOSED_PROXY = "http://127.0.0.1:9"  # nobody listens: what a recording does not answer goes nowhere


class PageCapture:
    """The capture of one page. `browser` is Playwright's; the context made here is closed at the end."""

    def __init__(
        self,
        browser: Any,
        url: str,
        options: CaptureOptions,
        responder: Responder | None,
        captured_at: datetime | None,
        *,
        proxy: str | None,
    ) -> None:
        self._browser = browser
        self._url = url
        self._options = options
        self._responder = responder
        self._captured_at = captured_at
        self._proxy = proxy
        self._seconds: dict[str, float] = {}
        self._notes: list[str] = []

    async def run(self) -> Snapshot:
        started, own = time.monotonic(), time.thread_time()
        context = await self._browser.new_context(**self._context_options())
        try:
            snapshot = await self._capture(context)
        finally:
            await context.close()
        own_seconds = time.thread_time() - own
        self._seconds["own"] = own_seconds
        self._seconds["browser"] = time.monotonic() - started - own_seconds
        return snapshot

    def _context_options(self) -> dict[str, Any]:
        width, height = self._options.viewport
        found: dict[str, Any] = {
            "viewport": {"width": width, "height": height},
            "device_scale_factor": self._options.device_pixel_ratio,
            "java_script_enabled": self._options.javascript,
            "extra_http_headers": dict(self._options.headers),
            "service_workers": "block",
            "accept_downloads": False,
            "reduced_motion": "reduce",
            "locale": "en-US",
        }
        if self._proxy:
            found["proxy"] = {"server": self._proxy, "bypass": "<-loopback>"}
        if self._options.storage_state is not None:
            found["storage_state"] = str(self._options.storage_state)
        if self._options.user_agent:
            found["user_agent"] = self._options.user_agent
        return found

    async def _capture(self, context: Any) -> Snapshot:
        page = await context.new_page()
        page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.dismiss()))
        session = await context.new_cdp_session(page)
        frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        traffic = Traffic(session, frame, self._options, self._responder)
        await traffic.start()
        try:
            with self._timed("load"):
                await self._load(page, traffic)
            if traffic.not_markup:
                return self._without_blocks(traffic)
            with self._timed("settle"):
                self._notes += await settle(page, traffic, self._options)
            return await self._take(page, session, traffic)
        finally:
            await traffic.stop()

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        started = time.monotonic()
        try:
            yield
        finally:
            self._seconds[name] = self._seconds.get(name, 0.0) + time.monotonic() - started

    async def _load(self, page: Any, traffic: Traffic) -> None:
        from playwright.async_api import Error
        from playwright.async_api import TimeoutError as PlaywrightTimeout

        limit = self._options.load_seconds
        started = time.monotonic()
        try:
            await page.goto(self._url, wait_until="commit", timeout=limit * 1000)
            left = max(0.1, limit - (time.monotonic() - started))
            await page.wait_for_load_state("load", timeout=left * 1000)
        except PlaywrightTimeout as error:
            if traffic.document is None:
                raise PageTimeoutError(
                    f"{self._url} did not answer within {limit:g} s; try later or raise the load limit"
                ) from error
            self._notes.append(f"loading stopped at its cap of {limit:g} s")
        except Error as error:
            if not traffic.not_markup:
                raise CaptureError(f"{self._url} could not be loaded: {error.message}") from error

    def _without_blocks(self, traffic: Traffic) -> Snapshot:
        document = traffic.document
        assert document is not None
        kind = document.header("content-type") or "unknown type"
        self._notes.append(f"no blocks: the page is not HTML ({kind})")
        return self._snapshot(traffic, url=document.url, title="", page_size=(0.0, 0.0))

    async def _take(self, page: Any, session: Any, traffic: Traffic) -> Snapshot:
        with self._timed("snapshot"):
            answer = await session.send("DOMSnapshot.captureSnapshot", CAPTURE_PARAMETERS)
        document = answer["documents"][0]
        width = max(float(document["contentWidth"]), float(self._options.viewport[0]))
        full_height = max(float(document["contentHeight"]), float(self._options.viewport[1]))
        height = min(full_height, float(self._options.height_cap_px))
        with self._timed("decode"):
            nodes, dom = read_domsnapshot(answer, page_size=(width, height))
        picture = None
        if self._options.screenshot:
            with self._timed("screenshot"):
                picture = await _screenshot(session, width, height)
        return self._snapshot(
            traffic,
            url=page.url,
            title=answer["strings"][document["title"]] if document["title"] >= 0 else "",
            page_size=(width, height),
            height_capped=full_height > height,
            nodes=nodes,
            dom=dom,
            screenshot_png=picture,
        )

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
            height_cap_px=self._options.height_cap_px,
            responses=traffic.responses() if self._options.record_responses else traffic.responses()[:1],
            notes=(*self._notes, *traffic.notes),
            seconds=self._seconds,
        )


async def _screenshot(session: Any, width: float, height: float) -> bytes:
    answer = await session.send(
        "Page.captureScreenshot",
        {
            "format": "png",
            "captureBeyondViewport": True,
            "optimizeForSpeed": False,
            "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
        },
    )
    return base64.b64decode(answer["data"])
