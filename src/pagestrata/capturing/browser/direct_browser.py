"""A Chromium that we speak to ourselves, with as much of Playwright's interface as a capture uses.

A page is set up as Playwright sets it up, to the letter, so that both give the same pictures: viewport, fonts by default,
media features, user agent, cookies, no service workers, no downloads. A page that another one opens is closed before it
loads anything. `can_show` says which captures go this way; steps and stored logins need Playwright.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from pagestrata.capturing.browser.devtools_pipe import (
    CLOSED,
    DevToolsError,
    DevToolsPipe,
    DevToolsSession,
    DevToolsTimeoutError,
    browser_errors,
)
from pagestrata.capturing.options import CaptureOptions

BLANK_SECONDS = 5.0
_FONTS = {
    "standard": "Times New Roman", "fixed": "Monospace", "serif": "Times New Roman", "sansSerif": "Arial",
    "cursive": "Comic Sans MS", "fantasy": "Impact",
}  # fmt: skip
_SYSTEMS = (
    ("Android", re.compile(r"Android (\d+(?:\.\d+)?(?:\.\d+)?)")),
    ("iOS", re.compile(r"iPhone OS (\d+(?:_\d+)?)")),
    ("iOS", re.compile(r"iPad; CPU OS (\d+(?:_\d+)?)")),
    ("macOS", re.compile(r"Mac OS X (\d+(?:_\d+)?(?:_\d+)?)")),
    ("Windows", re.compile(r"Windows\D+(\d+(?:\.\d+)?(?:\.\d+)?)")),
)
_ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
_HOLD_ALL = {"patterns": [{"urlPattern": "*", "requestStage": "Request"}]}
_ON_ARM = frozenset({"Android", "iOS"})
_NO_SERVICE_WORKERS = (
    "(() => { if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => {}; })();"
)


def can_show(options: CaptureOptions) -> bool:
    """Whether a page can be captured without Playwright."""
    return sys.platform == "linux" and not options.steps and options.storage_state is None


class DirectBrowser:
    """A browser that was started and answers through its pipe."""

    def __init__(self, pipe: DevToolsPipe, product: str) -> None:
        self.pipe = pipe
        self.version = product.partition("/")[2]
        self._contexts: dict[str, DirectContext] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    @classmethod
    async def meet(cls, pipe: DevToolsPipe) -> DirectBrowser:
        """Ask a started browser who it is. Raises DevToolsError when it is none, or is gone."""
        browser = cls(pipe, (await pipe.root.send("Browser.getVersion"))["product"])
        pipe.root.on("Target.attachedToTarget", browser._attached)
        pipe.root.on("Target.detachedFromTarget", browser._detached)
        await pipe.root.send("Target.setAutoAttach", _ATTACH)
        return browser

    def is_connected(self) -> bool:
        return self.pipe.is_open

    async def new_browser_cdp_session(self) -> DevToolsSession:
        """A session with the browser itself; one that is gone raises DevToolsError."""
        await self.pipe.root.send("Browser.getVersion")
        return self.pipe.root

    async def new_context(self, **options: Any) -> DirectContext:
        """A context as Playwright makes it with these options: those of `context_options` that `can_show` allows."""
        made = await self.pipe.root.send("Target.createBrowserContext", {"disposeOnDetach": True})
        context = DirectContext(self, made["browserContextId"], options)
        self._contexts[context.context_id] = context
        forbidden = {"behavior": "deny", "browserContextId": context.context_id}
        await self.pipe.root.send("Browser.setDownloadBehavior", forbidden)
        return context

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something on the side: whatever it is about may be gone before it is done."""
        task = asyncio.get_running_loop().create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def forget(self, context: DirectContext) -> None:
        self._contexts.pop(context.context_id, None)

    def _attached(self, event: dict[str, Any]) -> None:
        target, session = event["targetInfo"], self.pipe.session(event["sessionId"])
        context = self._contexts.get(target.get("browserContextId", ""))
        if context is not None and target["type"] == "page":
            context.attached(target["targetId"], session)
        else:
            self.start(self._let_go(session))

    async def _let_go(self, session: DevToolsSession) -> None:
        await session.send("Runtime.runIfWaitingForDebugger")
        await self.pipe.root.send("Target.detachFromTarget", {"sessionId": session.session_id})

    def _detached(self, event: dict[str, Any]) -> None:
        self.pipe.forget(event["sessionId"])
        for context in self._contexts.values():
            context.detached(event["sessionId"])


class DirectContext:
    """A browser context with one page of ours."""

    def __init__(self, browser: DirectBrowser, context_id: str, options: dict[str, Any]) -> None:
        self._browser = browser
        self._options = options
        self._expected: asyncio.Future[tuple[str, DevToolsSession]] | None = None
        self._page: DirectPage | None = None
        self.context_id = context_id

    def on(self, event: str, handler: Callable[[Any], Any]) -> None:
        """Pages that the page opens are closed here, before anybody could be told of them."""

    async def add_cookies(self, cookies: Sequence[Mapping[str, Any]]) -> None:
        """Give the pages of this context cookies, each with a url, or with a domain and a path. Raises DevToolsError."""
        given = {"cookies": [_with_place(cookie) for cookie in cookies], "browserContextId": self.context_id}
        await self._browser.pipe.root.send("Storage.setCookies", given)

    async def new_page(self) -> DirectPage:
        self._expected = asyncio.get_running_loop().create_future()
        wanted = {"url": "about:blank", "browserContextId": self.context_id}
        await self._browser.pipe.root.send("Target.createTarget", wanted)
        target, session = await self._expected
        self._page = DirectPage(self._browser, target, session)
        await self._page.set_up(self._options)
        return self._page

    async def new_cdp_session(self, page: DirectPage) -> DevToolsSession:
        """One more session with the page: a picture asked for in the one that set the size would be scaled twice."""
        wanted = {"targetId": page.target, "flatten": True}
        made = await self._browser.pipe.root.send("Target.attachToTarget", wanted)
        return self._browser.pipe.session(made["sessionId"])

    async def close(self) -> None:
        self._browser.forget(self)
        await self._browser.pipe.root.send("Target.disposeBrowserContext", {"browserContextId": self.context_id})

    def attached(self, target: str, session: DevToolsSession) -> None:
        if self._expected is not None and not self._expected.done():
            self._expected.set_result((target, session))
        elif self._page is None or self._page.target != target:
            self._browser.start(self._close_other(target, session))

    async def _close_other(self, target: str, session: DevToolsSession) -> None:
        """Close a page that ours opened, before it loads anything.

        It must run before it is closed: its wait for a debugger stops all pages of its process, ours among them, and
        a page that is closed while it waits never ends that. Its requests are held before it runs. Commands of different
        sessions overtake each other on a busy machine, so each one is answered before the next is sent.
        """
        for method, given in (("Fetch.enable", _HOLD_ALL), ("Runtime.runIfWaitingForDebugger", {})):
            with contextlib.suppress(DevToolsError):  # it may have closed itself
                await session.send(method, given)
        await self._browser.pipe.root.send("Target.closeTarget", {"targetId": target})

    def detached(self, session_id: str) -> None:
        if self._page is not None and self._page.session.session_id == session_id:
            self._page.closed()


class DirectPage:
    """One page: it is led to an address, and says when it has loaded. All else is asked in a session of one's own."""

    def __init__(self, browser: DirectBrowser, target: str, session: DevToolsSession) -> None:
        self._browser = browser
        self.target = target
        self._frame = ""
        self._documents: set[str] = set()
        self._has_loaded = False
        self._is_closed = False
        self._news = asyncio.Event()
        self._on_crash: Callable[[Any], Any] | None = None
        self.session = session

    async def set_up(self, options: dict[str, Any]) -> None:
        """Make the page what Playwright makes it, and let it begin."""
        session = self.session
        session.on("Page.frameNavigated", self._navigated)
        session.on("Page.loadEventFired", lambda _: self._load_fired())
        session.on("Page.javascriptDialogOpening", self._dialog)
        session.on("Inspector.targetCrashed", lambda _: self._on_crash and self._on_crash(self))
        window = (await session.send("Browser.getWindowForTarget"))["windowId"]
        if agent := options.get("user_agent"):
            await self._name_workers(session, agent)
        commands = [
            session.send("Page.enable"),
            session.send("Page.getFrameTree"),
            *(session.send(method, given) for method, given in _settings(options, window)),
            session.send("Runtime.runIfWaitingForDebugger"),
        ]
        frame = (await asyncio.gather(*commands))[1]["frameTree"]["frame"]
        self._frame = frame["id"]
        if frame["url"] in {"", ":"}:  # the blank page is still on its way, and would come in the way of another
            await self._until(lambda: bool(self._documents), BLANK_SECONDS * 1000)

    def on(self, event: str, handler: Callable[[Any], Any]) -> None:
        """Have a handler called when the process of the page is gone; of nothing else anybody is told."""
        if event == "crash":
            self._on_crash = handler

    def is_closed(self) -> bool:
        return self._is_closed or not self._browser.is_connected()

    async def close(self) -> None:
        await self._browser.pipe.root.send("Target.closeTarget", {"targetId": self.target})
        self.closed()

    async def goto(self, url: str, *, wait_until: str, timeout: float) -> None:
        """Begin to show an address, within milliseconds. Raises DevToolsError where it cannot be shown."""
        if wait_until != "commit":
            raise ValueError(f"pages are waited for until 'commit', not {wait_until!r}")
        try:
            async with asyncio.timeout(timeout / 1000):
                wanted = {"url": url, "frameId": self._frame, "referrerPolicy": "unsafeUrl"}
                answer = await self.session.send("Page.navigate", wanted)
        except TimeoutError as error:
            raise DevToolsTimeoutError(f"{url} did not answer in time") from error
        if reason := answer.get("errorText"):
            raise DevToolsError(f"{reason} at {url}")
        loader = answer.get("loaderId")
        await self._until(lambda: not loader or loader in self._documents, timeout)

    async def wait_for_load_state(self, state: str, *, timeout: float) -> None:
        """Wait until the page has loaded, for so many milliseconds. Raises DevToolsTimeoutError."""
        if state != "load":
            raise ValueError(f"pages are waited for until 'load', not {state!r}")
        await self._until(lambda: self._has_loaded, timeout)

    def closed(self) -> None:
        self._is_closed = True
        self._news.set()

    async def _until(self, is_so: Callable[[], bool], milliseconds: float) -> None:
        try:
            async with asyncio.timeout(milliseconds / 1000):
                while not is_so():
                    if self.is_closed():
                        raise DevToolsError(CLOSED)
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError as error:
            raise DevToolsTimeoutError("the page did not get that far in time") from error

    async def _name_workers(self, session: DevToolsSession, agent: str) -> None:
        """Have workers that start below a page or a worker say the user agent in their client hints, too."""

        async def begin(worker: DevToolsSession) -> None:
            given = worker.send("Emulation.setUserAgentOverride", _named(agent))
            below = self._name_workers(worker, agent)
            await asyncio.gather(given, below, worker.send("Runtime.runIfWaitingForDebugger"), return_exceptions=True)

        pipe = self._browser.pipe
        session.on(
            "Target.attachedToTarget", lambda event: self._browser.start(begin(pipe.session(event["sessionId"])))
        )
        session.on("Target.detachedFromTarget", lambda event: pipe.forget(event["sessionId"]))
        await session.send("Target.setAutoAttach", _ATTACH)

    def _navigated(self, event: dict[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            self._documents.add(event["frame"]["loaderId"])
            self._has_loaded = False
            self._news.set()

    def _load_fired(self) -> None:
        self._has_loaded = True
        self._news.set()

    def _dialog(self, event: dict[str, Any]) -> None:
        """No is said to all dialogs, and yes to one that would keep the page from going on."""
        answer = {"accept": event.get("type") == "beforeunload"}
        self._browser.start(self.session.send("Page.handleJavaScriptDialog", answer))


def _settings(options: dict[str, Any], window: int) -> list[tuple[str, dict[str, Any]]]:
    """What Playwright tells a new page, in its order."""
    size = {"width": options["viewport"]["width"], "height": options["viewport"]["height"]}
    upright = {"angle": 0, "type": "landscapePrimary"}
    screen = {"screenWidth": size["width"], "screenHeight": size["height"], "screenOrientation": upright}
    features = {
        "prefers-color-scheme": "light", "prefers-reduced-motion": options["reduced_motion"], "forced-colors": "none",
        "prefers-contrast": "no-preference",
    }  # fmt: skip
    found: list[tuple[str, dict[str, Any]]] = [
        ("Emulation.setFocusEmulationEnabled", {"enabled": True}),
        ("Browser.setWindowBounds", {"windowId": window, "bounds": size}),
        (
            "Emulation.setDeviceMetricsOverride",
            {"mobile": False, **size, **screen, "deviceScaleFactor": options["device_scale_factor"]},
        ),
        ("Page.setFontFamilies", {"fontFamilies": _FONTS}),
        (
            "Emulation.setEmulatedMedia",
            {"media": "", "features": [{"name": name, "value": value} for name, value in features.items()]},
        ),
        ("Page.addScriptToEvaluateOnNewDocument", {"source": _NO_SERVICE_WORKERS, "runImmediately": True}),
    ]
    if agent := options.get("user_agent"):
        found.insert(0, ("Emulation.setUserAgentOverride", _named(agent)))
    if not options["java_script_enabled"]:
        found.insert(0, ("Emulation.setScriptExecutionDisabled", {"value": True}))
    return found


def _named(agent: str) -> dict[str, Any]:
    return {"userAgent": agent, "userAgentMetadata": user_agent_metadata(agent)}


def user_agent_metadata(agent: str) -> dict[str, Any]:
    """What a browser with that user agent says in its client hints, as Playwright derives it."""
    system, version = "Linux" if "linux" in agent.lower() else "Windows", ""
    for name, pattern in _SYSTEMS:
        if found := pattern.search(agent):
            system, version = name, found[1]
            break
    is_arm = system in _ON_ARM or (system == "macOS" and "Intel" not in agent) or "ARM" in agent
    return {
        "mobile": False, "model": "", "architecture": "arm" if is_arm else "x86", "platform": system,
        "platformVersion": version,
    }  # fmt: skip


def _with_place(cookie: Mapping[str, Any]) -> dict[str, Any]:
    """A cookie with the domain and path that its url stands for, as Playwright completes it."""
    if "url" not in cookie:
        return dict(cookie)
    parts = urlsplit(cookie["url"])
    folder = (parts.path or "/").rpartition("/")[0] + "/"
    return {**cookie, "domain": parts.hostname or "", "path": folder, "secure": parts.scheme == "https"}


async def _quietly(work: Coroutine[Any, Any, Any]) -> None:
    try:
        await work
    except browser_errors():
        return
