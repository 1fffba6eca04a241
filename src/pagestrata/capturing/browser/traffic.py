"""The requests of one page: answered from a recording, or recorded on their way from the network.

CDP `Fetch` is used rather than the Network domain's bodies: it hands over the bytes as the server meant them (content
coding undone, character set untouched) and it also sees every hop of a redirect.
"""

from __future__ import annotations

import asyncio
import base64
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from pagestrata.capturing.browser.bodies import BODY_SECONDS, TooLargeError, announced_bytes, counted_body, whole_body
from pagestrata.capturing.browser.devtools_pipe import browser_errors
from pagestrata.capturing.given_headers import public_headers, with_given_headers
from pagestrata.capturing.guard.messages import MARK_HEADER
from pagestrata.capturing.guard.routes import PagePass
from pagestrata.capturing.options import CaptureOptions
from pagestrata.model.header_text import readable_header
from pagestrata.model.snapshot import Redirect, Response

Responder = Callable[[str, str], Response | None]

MARKUP_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain"})
MOST_LOADS = 2
"""Times that a page may be loaded from one address."""
MOST_NAVIGATIONS = 20
"""Times that a page may be loaded from any address, redirects apart."""
_RELOADS = "the page loads itself again and again: that was stopped, and it was taken as it was"
STUCK_SECONDS = 3.0  # a request that takes longer (long polling, a dead host) no longer counts as the page being busy
_ENDLESS_TYPES = frozenset({"Media", "EventSource", "WebSocket", "Ping", "Preflight", "Prefetch"})
_CODING_HEADERS = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"})
_REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})
_BODILESS_STATUSES = frozenset({204, 205, 304})
_SHOWABLE_STATUSES = range(200, 600)  # the browser takes no other from us
_EMPTY_FRAME = b'<!doctype html><html data-pagestrata="unreachable"></html>'
_BINARY_STARTS = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04")


class Traffic:
    """Listens to one page's CDP session; `open_requests` and `quiet_since` tell when the network is idle."""

    def __init__(
        self, session: Any, frame: str, url: str, options: CaptureOptions, responder: Responder | None, gate: PagePass
    ) -> None:
        self._session = session
        self._frame = frame
        self._url = url
        self._options = options
        self._responder = responder
        self._gate = gate
        self._tasks: set[asyncio.Task[Any]] = set()
        self._open: dict[str, float] = {}
        self._resources: list[Response] = []
        self._challenged: set[str] = set()
        self._first_urls: dict[str, str] = {}  # of each request, before redirects
        self._loads: Counter[str] = Counter()  # how often the page itself was asked for, by address
        self.quiet_since = 0.0
        self.document: Response | None = None
        self.unreached_url: str | None = None  # what kept the page itself from being loaded, after redirects
        self.redirects: list[Redirect] = []
        self.notes: list[str] = []
        self.not_markup = False  # the page itself is a PDF, a picture, ...: taken as bytes, not shown
        self.too_large = False  # the page was refused for its size
        self.broke_off = ""  # how much of the page came, where its transfer ended too early

    async def start(self) -> None:
        self._touch()
        self._session.on("Fetch.requestPaused", lambda event: self._begin(self._handle(event)))
        self._session.on("Fetch.authRequired", lambda event: self._begin(self._authenticate(event)))
        self._session.on("Network.requestWillBeSent", self._on_request)
        self._session.on("Network.loadingFinished", self._on_finished)
        self._session.on("Network.loadingFailed", self._on_finished)
        await self._session.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
        await self._session.send("Fetch.enable", {"patterns": self._patterns(), "handleAuthRequests": True})

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def open_requests(self) -> int:
        oldest = asyncio.get_running_loop().time() - STUCK_SECONDS
        return sum(started > oldest for started in self._open.values())

    @property
    def scripts_may_run(self) -> bool:
        policy = (self.document.header("content-security-policy") or "") if self.document else ""
        return "script-src 'none'" not in policy

    def responses(self) -> tuple[Response, ...]:
        """The page first, then its resources in the order in which they came."""
        return (*((self.document,) if self.document else ()), *self._resources)

    def _patterns(self) -> list[dict[str, str]]:
        if self._responder is not None:
            return [{"urlPattern": "*", "requestStage": "Request"}]
        # who is asked for a password (our guard asks, and so may any server) is known for requests paused before they go
        asked = {"urlPattern": "*", "requestStage": "Request"}
        recorded = {"urlPattern": "*", "requestStage": "Response"}
        return [
            asked,
            recorded if self._options.record_responses else {**recorded, "resourceType": "Document"},
        ]

    def _on_request(self, event: dict[str, Any]) -> None:
        self._first_urls.setdefault(event["requestId"], event["request"]["url"])
        if event.get("type") not in _ENDLESS_TYPES and not event["request"]["url"].startswith(("data:", "blob:")):
            self._open[event["requestId"]] = asyncio.get_running_loop().time()
            self._touch()

    def _on_finished(self, event: dict[str, Any]) -> None:
        if self._open.pop(event["requestId"], None) is not None:
            self._touch()

    def _touch(self) -> None:
        self.quiet_since = asyncio.get_running_loop().time()

    @property
    def _gives_headers(self) -> bool:
        return bool(self._options.headers or self._options.headers_for)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, browser_errors()):  # else the request went away in between
            self.notes.append(f"a request could not be handled ({type(error).__name__}: {error})")

    async def _handle(self, event: dict[str, Any]) -> None:
        if reason := self._unreached_reason(event):
            await self._report_unreached(event, reason)
        elif "responseStatusCode" in event:
            await self._record(event)
        elif self._is_loaded_too_often(event):
            await self._send("Fetch.failRequest", event, errorReason="Aborted")
        elif event["resourceType"].lower() in {kind.lower() for kind in self._options.blocked_resource_types}:
            await self._send("Fetch.failRequest", event, errorReason="BlockedByClient")
        elif self._responder is not None:
            await self._answer(event, self._responder)
        elif self._gives_headers:
            request = event["request"]
            given = with_given_headers(request["headers"], request["url"], self._url, self._options)
            headers = [{"name": name, "value": value} for name, value in given]
            await self._send("Fetch.continueRequest", event, headers=headers)
        else:
            await self._send("Fetch.continueRequest", event)

    def _is_loaded_too_often(self, event: dict[str, Any]) -> bool:
        """Return whether the page navigates without end: to one address a third time, or to ever new ones.

        One reload is usual: with a cookie just set, for example.
        """
        if not self._is_page(event) or "redirectedRequestId" in event:
            return False
        url = event["request"]["url"]
        self._loads[url] += 1
        is_endless = self._loads[url] > MOST_LOADS or self._loads.total() > MOST_NAVIGATIONS
        if self.document is None or not is_endless:
            return False
        if _RELOADS not in self.notes:
            self.notes.append(_RELOADS)
        return True

    async def _authenticate(self, event: dict[str, Any]) -> None:
        """The guard gets the page's pass, once; a site's login prompt is cancelled, so that its answer is shown."""
        answer = {"response": "CancelAuth"}
        if event["authChallenge"]["source"] == "Proxy" and event["requestId"] not in self._challenged:
            self._challenged.add(event["requestId"])
            answer = {
                "response": "ProvideCredentials",
                "username": self._gate.username,
                "password": self._gate.password,
            }
        await self._send("Fetch.continueWithAuth", event, authChallengeResponse=answer)

    def _unreached_reason(self, event: dict[str, Any]) -> str | None:
        """Why the server was not reached, when it was not: by the guard's mark, its notes, or in the browser's words."""
        for header in event.get("responseHeaders", ()):
            mark, _, reason = header["value"].partition(" ")
            if header["name"].lower() == MARK_HEADER.lower() and mark == self._gate.mark:
                return str(reason)
        if "responseErrorReason" not in event:
            return None
        noted = self._gate.unreached(event["request"]["url"])
        return noted.reason if noted else str(event["responseErrorReason"])

    async def _report_unreached(self, event: dict[str, Any], reason: str) -> None:
        """No word of ours or the browser's becomes content: a frame stays empty, a page that went on stays itself."""
        url = event["request"]["url"]
        if event["resourceType"] != "Document":
            await self._fail(event, reason)
        elif not self._is_page(event):
            self.notes.append(f"a frame could not be loaded and is empty: {url} ({reason})")
            headers = (("Content-Type", "text/html"),)
            await self._fulfil(event, Response(url=url, status=200, headers=headers, body=_EMPTY_FRAME))
        elif self.document is None:
            self.unreached_url = url
            await self._fail(event, reason)
        else:
            self.notes.append(f"the page led to {url}, which could not be loaded ({reason}); it was taken as it was")
            await self._send("Fetch.failRequest", event, errorReason="Aborted")

    async def _fail(self, event: dict[str, Any], reason: str) -> None:
        if "responseErrorReason" in event:  # the browser has an error of its own, which says more
            await self._send("Fetch.continueRequest", event)
        else:
            await self._send("Fetch.failRequest", event, errorReason=reason)

    async def _send(self, method: str, event: dict[str, Any], **parameters: Any) -> dict[str, Any]:
        answer: dict[str, Any] = await self._session.send(method, {"requestId": event["requestId"], **parameters})
        return answer

    def _is_page(self, event: dict[str, Any]) -> bool:
        return event["resourceType"] == "Document" and event.get("frameId") == self._frame

    async def _answer(self, event: dict[str, Any], responder: Responder) -> None:
        """Answer from the recording, or refuse."""
        request = event["request"]
        try:
            answer = responder(request["method"], request["url"])
        except Exception:
            await self._send("Fetch.failRequest", event, errorReason="Failed")
            raise
        if answer is None and self._is_page(event):
            await self._report_unreached(event, "AddressUnreachable")
        elif answer is None:
            await self._send("Fetch.failRequest", event, errorReason="BlockedByClient")
        elif self._keep(event, replace(answer, resource_type=event["resourceType"].lower())):
            await self._fulfil(event, answer)
        else:
            await self._send("Fetch.failRequest", event, errorReason="Aborted")

    async def _fulfil(self, event: dict[str, Any], response: Response) -> None:
        sent = ((n, readable_header(v)) for n, v in response.headers if n.lower() not in _CODING_HEADERS)
        headers = [{"name": readable_header(name), "value": value} for name, value in sent]
        body = base64.b64encode(response.body).decode("ascii")
        status = response.status if response.status in _SHOWABLE_STATUSES or _is_redirect(response) else 500
        await self._send("Fetch.fulfillRequest", event, responseCode=status, responseHeaders=headers, body=body)

    async def _record(self, event: dict[str, Any]) -> None:
        """Take down a response that comes from the network, and let it go on to the page."""
        headers = tuple((h["name"], h["value"]) for h in event.get("responseHeaders", ()))
        response = Response(
            url=event["request"]["url"], status=event["responseStatusCode"], headers=headers, body=b"",
            method=event["request"]["method"], resource_type=event["resourceType"].lower(),
            server_address=self._gate.server_address(event["request"]["url"]),
            request_headers=public_headers(event["request"]["headers"], self._options),
        )  # fmt: skip
        if _is_redirect(response):
            self._keep(event, response)
            await self._send("Fetch.continueResponse", event)
        elif self._is_page(event):
            await self._record_page(event, response)
        else:
            await self._record_resource(event, response)

    async def _record_page(self, event: dict[str, Any], response: Response) -> None:
        most = self._options.max_page_bytes
        try:
            if (announced_bytes(response) or 0) > most:
                raise TooLargeError
            body = await counted_body(self._session, event["requestId"], most_bytes=most)
        except TooLargeError:
            self.too_large = True
            await self._send("Fetch.failRequest", event, errorReason="Aborted")
            return
        if self.document is None and (missing := self._missing(response, len(body))):
            self.broke_off = missing
            await self._send("Fetch.failRequest", event, errorReason="Aborted")
            return
        if self._keep(event, replace(response, body=body)):
            await self._fulfil(event, replace(response, body=body))
        else:
            await self._send("Fetch.failRequest", event, errorReason="Aborted")

    def _missing(self, response: Response, size: int) -> str:
        """How much of the page came where its transfer ended too early, else ''. The browser itself does not say so."""
        announced = announced_bytes(response)
        if announced is not None and size < announced and response.status not in _BODILESS_STATUSES:
            return f"{size} of {announced} bytes came"
        return f"{size} bytes came" if response.url.partition("#")[0] in self._gate.broken_off else ""

    async def _record_resource(self, event: dict[str, Any], response: Response) -> None:
        """Keep a resource unless it is a stream or too large; what is too large is shown where its size is known."""
        most, size = self._options.max_resource_bytes, announced_bytes(response)
        if _is_endless(event, response):
            await self._send("Fetch.continueResponse", event)
        elif size is None and response.status not in _BODILESS_STATUSES:
            await self._record_counted(event, response, most)
        elif size is not None and size > most:
            self.notes.append(f"{response.url} not kept: {size} bytes, more than {most}")
            await self._send("Fetch.continueResponse", event)
        else:
            self._keep(event, replace(response, body=await whole_body(self._session, event["requestId"])))
            await self._send("Fetch.continueResponse", event)

    async def _record_counted(self, event: dict[str, Any], response: Response, most: int) -> None:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await counted_body(self._session, event["requestId"], most_bytes=most)
        except (TooLargeError, TimeoutError) as error:
            why = f"more than {most} bytes" if isinstance(error, TooLargeError) else f"no end after {BODY_SECONDS:g} s"
            self.notes.append(f"{response.url} neither kept nor shown: {why}")
            await self._send("Fetch.failRequest", event, errorReason="Aborted")
            return
        self._keep(event, replace(response, body=body))
        await self._fulfil(event, replace(response, body=body))

    def _keep(self, event: dict[str, Any], response: Response) -> bool:
        """Take down the response; False when it is the page itself and cannot be shown."""
        if _is_redirect(response):
            if self._is_page(event):
                location = response.header("location") or ""
                self.redirects.append(Redirect(url=response.url, status=response.status, location=location))
            return True
        if not self._is_page(event):
            if self._options.record_responses:
                first = self._first_urls.get(event.get("networkId", ""), response.url)
                self._resources.append(replace(response, redirected_from=first if first != response.url else ""))
            return True
        if self.document is not None and not _is_markup(response):
            self.notes.append(f"the page led to a download, which was not taken: {response.url}")
            return False
        self.document = response
        self.too_large = len(response.body) > self._options.max_page_bytes
        self.not_markup = not _is_markup(response)
        return not (self.not_markup or self.too_large)


def _is_redirect(response: Response) -> bool:
    return response.status in _REDIRECT_STATUSES and bool(response.header("location"))


def _is_endless(event: dict[str, Any], response: Response) -> bool:
    return event["resourceType"] in _ENDLESS_TYPES or "event-stream" in (response.header("content-type") or "")


def _is_markup(response: Response) -> bool:
    """Whether the browser shows the body as a document. Without a type the first bytes decide, as in the browser."""
    if (response.header("content-disposition") or "").strip().lower().startswith("attachment"):
        return False
    kind = (response.header("content-type") or "").partition(";")[0].strip().lower()
    if kind:
        return kind in MARKUP_TYPES
    return not response.body.startswith(_BINARY_STARTS) and b"\0" not in response.body[:512]
