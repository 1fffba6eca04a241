"""The requests of one page: answered from a recording, or recorded on their way from the network.

CDP `Fetch` is used rather than the Network domain's bodies: it hands over the bytes as the server meant them (content
coding undone, character set untouched) and it also sees every hop of a redirect.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pagestrata.capturing.options import CaptureOptions
from pagestrata.model.snapshot import Redirect, Response

Responder = Callable[[str, str], Response | None]

MARKUP_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain"})
STUCK_SECONDS = 3.0  # a request that takes longer (long polling, a dead host) no longer counts as the page being busy
BODY_SECONDS = 20.0
_CHUNK_BYTES = 8 * 1024 * 1024
_ENDLESS_TYPES = frozenset({"Media", "EventSource", "WebSocket", "Ping", "Preflight", "Prefetch"})
_CODING_HEADERS = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"})
_REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})
_BINARY_STARTS = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04")


class Traffic:
    """Listens to one page's CDP session; `open_requests` and `quiet_since` tell when the network is idle."""

    def __init__(self, session: Any, frame: str, options: CaptureOptions, responder: Responder | None) -> None:
        self._session = session
        self._frame = frame
        self._options = options
        self._responder = responder
        self._tasks: set[asyncio.Task[Any]] = set()
        self._open: dict[str, float] = {}
        self._resources: list[Response] = []
        self.quiet_since = 0.0
        self.document: Response | None = None
        self.redirects: list[Redirect] = []
        self.notes: list[str] = []
        self.not_markup = False  # the page itself is a PDF, a picture, ...: taken as bytes, not shown
        self.too_large = False  # the page was refused for its size

    async def start(self) -> None:
        self._touch()
        self._session.on("Fetch.requestPaused", self._on_paused)
        self._session.on("Network.requestWillBeSent", self._on_request)
        self._session.on("Network.loadingFinished", self._on_finished)
        self._session.on("Network.loadingFailed", self._on_finished)
        await self._session.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
        await self._session.send("Fetch.enable", {"patterns": self._patterns()})

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
        blocked = [
            {"urlPattern": "*", "resourceType": _cdp_type(kind), "requestStage": "Request"}
            for kind in self._options.blocked_resource_types
        ]
        recorded = {"urlPattern": "*", "requestStage": "Response"}
        return [*blocked, recorded if self._options.record_responses else {**recorded, "resourceType": "Document"}]

    def _on_request(self, event: dict[str, Any]) -> None:
        if event.get("type") not in _ENDLESS_TYPES and not event["request"]["url"].startswith(("data:", "blob:")):
            self._open[event["requestId"]] = asyncio.get_running_loop().time()
            self._touch()

    def _on_finished(self, event: dict[str, Any]) -> None:
        if self._open.pop(event["requestId"], None) is not None:
            self._touch()

    def _touch(self) -> None:
        self.quiet_since = asyncio.get_running_loop().time()

    def _on_paused(self, event: dict[str, Any]) -> None:
        task = asyncio.get_running_loop().create_task(self._handle(event))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            from playwright.async_api import Error

            if not isinstance(error, Error):  # else the request went away in between: nothing is left to answer
                self.notes.append(f"a request could not be handled ({type(error).__name__}: {error})")

    async def _handle(self, event: dict[str, Any]) -> None:
        if "responseStatusCode" in event:
            await self._record(event)
        elif "responseErrorReason" in event:
            await self._send("Fetch.continueRequest", event)
        elif event["resourceType"].lower() in {kind.lower() for kind in self._options.blocked_resource_types}:
            await self._send("Fetch.failRequest", event, errorReason="BlockedByClient")
        elif self._responder is not None:
            await self._answer(event, self._responder)
        else:
            await self._send("Fetch.continueRequest", event)

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
        if answer is None:
            reason = "AddressUnreachable" if self._is_page(event) else "BlockedByClient"
            await self._send("Fetch.failRequest", event, errorReason=reason)
        elif self._keep(event, replace(answer, resource_type=event["resourceType"].lower())):
            await self._fulfil(event, answer)
        else:
            await self._send("Fetch.failRequest", event, errorReason="Aborted")

    async def _fulfil(self, event: dict[str, Any], response: Response) -> None:
        headers = [{"name": n, "value": v} for n, v in response.headers if n.lower() not in _CODING_HEADERS]
        body = base64.b64encode(response.body).decode("ascii")
        await self._send(
            "Fetch.fulfillRequest", event, responseCode=response.status, responseHeaders=headers, body=body
        )

    async def _record(self, event: dict[str, Any]) -> None:
        """Take down a response that comes from the network, and let it go on to the page."""
        headers = tuple((h["name"], h["value"]) for h in event.get("responseHeaders", ()))
        response = Response(
            url=event["request"]["url"], status=event["responseStatusCode"], headers=headers, body=b"",
            method=event["request"]["method"], resource_type=event["resourceType"].lower(),
        )  # fmt: skip
        if self._is_page(event) and not _is_redirect(response):
            body = await self._read_page(event, response)
            if body is not None and self._keep(event, replace(response, body=body)):
                await self._fulfil(event, replace(response, body=body))
            else:
                await self._send("Fetch.failRequest", event, errorReason="Aborted")
            return
        body = await self._read_resource(event, response)
        if body is not None or _is_redirect(response):
            self._keep(event, replace(response, body=body or b""))
        await self._send("Fetch.continueResponse", event)

    async def _read_page(self, event: dict[str, Any], response: Response) -> bytes | None:
        """The page's body, read in pieces so that one without end is noticed; None when it is over the limit."""
        limit = self._options.max_page_bytes
        pieces: list[bytes] = []
        size = _announced_bytes(response)
        if size <= limit:
            size = 0
            stream = (await self._send("Fetch.takeResponseBodyAsStream", event))["stream"]
            done = False
            while not done and size <= limit:
                answer = await self._session.send("IO.read", {"handle": stream, "size": _CHUNK_BYTES})
                data, done = answer["data"], answer["eof"]
                pieces.append(base64.b64decode(data) if answer.get("base64Encoded") else data.encode())
                size += len(pieces[-1])
            await self._session.send("IO.close", {"handle": stream})
        if size > limit:
            self.too_large = True
            return None
        return b"".join(pieces)

    async def _read_resource(self, event: dict[str, Any], response: Response) -> bytes | None:
        """The body, or None where there is none to have: a redirect, a stream, a resource over the limit."""
        if _is_redirect(response) or event["resourceType"] in _ENDLESS_TYPES:
            return None
        if "event-stream" in (response.header("content-type") or ""):
            return None
        limit = self._options.max_resource_bytes
        if (size := _announced_bytes(response)) > limit:
            self.notes.append(f"{response.url} not kept: {size} bytes, more than {limit}")
            return None
        async with asyncio.timeout(BODY_SECONDS):
            answer = await self._send("Fetch.getResponseBody", event)
        body = answer["body"]
        return base64.b64decode(body) if answer["base64Encoded"] else body.encode("utf-8", "surrogatepass")

    def _keep(self, event: dict[str, Any], response: Response) -> bool:
        """Take down the response; False when it is the page itself and cannot be shown."""
        if _is_redirect(response):
            if self._is_page(event):
                location = response.header("location") or ""
                self.redirects.append(Redirect(url=response.url, status=response.status, location=location))
            return True
        if not self._is_page(event):
            if self._options.record_responses:
                self._resources.append(response)
            return True
        self.document = response
        self.too_large = len(response.body) > self._options.max_page_bytes
        self.not_markup = not _is_markup(response)
        return not (self.not_markup or self.too_large)


def _is_redirect(response: Response) -> bool:
    return response.status in _REDIRECT_STATUSES and bool(response.header("location"))


def _announced_bytes(response: Response) -> int:
    value = response.header("content-length") or ""
    return int(value) if value.isdecimal() else 0


def _is_markup(response: Response) -> bool:
    """Whether the browser shows the body as a document. Without a type the first bytes decide, as in the browser."""
    if (response.header("content-disposition") or "").strip().lower().startswith("attachment"):
        return False
    kind = (response.header("content-type") or "").partition(";")[0].strip().lower()
    if kind:
        return kind in MARKUP_TYPES
    return not response.body.startswith(_BINARY_STARTS) and b"\0" not in response.body[:512]


def _cdp_type(kind: str) -> str:
    special = {"xhr": "XHR", "texttrack": "TextTrack", "eventsource": "EventSource", "websocket": "WebSocket"}
    return special.get(kind.lower(), kind.capitalize())
