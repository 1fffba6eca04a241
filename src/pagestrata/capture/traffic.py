"""The requests of one page: answered from a recording, or recorded on their way from the network.

CDP `Fetch` is used rather than the Network domain's bodies: it hands over the bytes as the server meant them (content
coding undone, character set untouched) and it also sees every hop of a redirect.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from typing import Any

from pagestrata.capture.options import CaptureOptions
from pagestrata.model.snapshot import Redirect, Response

Responder = Callable[[str, str], Response | None]

MARKUP_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain"})
_BODYLESS_TYPES = frozenset({"Media", "EventSource", "WebSocket", "Ping", "Preflight", "Prefetch"})
_HOP_HEADERS = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"})
_REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})


class Traffic:
    """Listens to one page's CDP session. `quiet_since` and `open_requests` tell when the network is idle."""

    def __init__(self, session: Any, frame: str, options: CaptureOptions, responder: Responder | None) -> None:
        self._session = session
        self._frame = frame
        self._options = options
        self._responder = responder
        self._tasks: set[asyncio.Task[None]] = set()
        self._open: set[str] = set()
        self.quiet_since = 0.0
        self.resources: list[Response] = []
        self.document: Response | None = None
        self.redirects: list[Redirect] = []
        self.notes: list[str] = []
        self.not_markup = False  # the page itself is a PDF, a picture, ...: taken as bytes, not shown
        self.too_large = 0  # bytes of a page that was refused for its size

    @property
    def open_requests(self) -> int:
        return len(self._open) + len(self._tasks)

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self.quiet_since = loop.time()
        self._session.on("Fetch.requestPaused", self._on_paused)
        self._session.on("Network.requestWillBeSent", self._on_request)
        self._session.on("Network.loadingFinished", self._on_finished)
        self._session.on("Network.loadingFailed", self._on_finished)
        await self._session.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
        await self._session.send("Fetch.enable", {"patterns": self._patterns()})

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def responses(self) -> tuple[Response, ...]:
        """The page first, then its resources in the order in which they came."""
        return (*((self.document,) if self.document else ()), *self.resources)

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
        if event.get("type") not in _BODYLESS_TYPES and not event["request"]["url"].startswith("data:"):
            self._open.add(event["requestId"])
            self._touch()

    def _on_finished(self, event: dict[str, Any]) -> None:
        self._open.discard(event["requestId"])
        self._touch()

    def _touch(self) -> None:
        self.quiet_since = asyncio.get_running_loop().time()

    def _on_paused(self, event: dict[str, Any]) -> None:
        task = asyncio.get_running_loop().create_task(self._handle(event))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._touch()
        if not task.cancelled():
            task.exception()  # the page went away in between: nothing is left to answer

    async def _handle(self, event: dict[str, Any]) -> None:
        if "responseStatusCode" in event:
            await self._record(event)
        elif "responseErrorReason" in event:
            await self._session.send("Fetch.continueRequest", {"requestId": event["requestId"]})
        elif self._is_blocked(event):
            await self._fail(event, "BlockedByClient")
        elif self._responder is not None:
            await self._answer(event, self._responder)
        else:
            await self._session.send("Fetch.continueRequest", {"requestId": event["requestId"]})

    def _is_blocked(self, event: dict[str, Any]) -> bool:
        return event["resourceType"].lower() in {kind.lower() for kind in self._options.blocked_resource_types}

    def _is_page(self, event: dict[str, Any]) -> bool:
        return event["resourceType"] == "Document" and event.get("frameId") == self._frame

    async def _fail(self, event: dict[str, Any], reason: str) -> None:
        await self._session.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": reason})

    async def _answer(self, event: dict[str, Any], responder: Responder) -> None:
        request = event["request"]
        answer = responder(request["method"], request["url"])
        if answer is None:
            await self._fail(event, "AddressUnreachable" if self._is_page(event) else "BlockedByClient")
            return
        headers = [{"name": n, "value": v} for n, v in answer.headers if n.lower() not in _HOP_HEADERS]
        if not await self._keep(event, answer):
            return
        await self._session.send(
            "Fetch.fulfillRequest",
            {
                "requestId": event["requestId"],
                "responseCode": answer.status,
                "responseHeaders": headers,
                "body": base64.b64encode(answer.body).decode("ascii"),
            },
        )

    async def _record(self, event: dict[str, Any]) -> None:
        headers = tuple((h["name"], h["value"]) for h in event.get("responseHeaders", ()))
        response = Response(
            url=event["request"]["url"], status=event["responseStatusCode"], headers=headers, body=b"",
            method=event["request"]["method"], resource_type=event["resourceType"].lower(),
        )  # fmt: skip
        body = await self._body(event, response)
        if body is not None:
            response = _with_body(response, body)
        if await self._keep(event, response):
            await self._session.send("Fetch.continueResponse", {"requestId": event["requestId"]})

    async def _body(self, event: dict[str, Any], response: Response) -> bytes | None:
        """The body, or None where there is none to have: a redirect, a stream, a resource over the limit."""
        is_page = self._is_page(event)
        if response.status in _REDIRECT_STATUSES and response.header("location"):
            return None
        if event["resourceType"] in _BODYLESS_TYPES or "event-stream" in (response.header("content-type") or ""):
            return None
        limit = self._options.max_page_bytes if is_page else self._options.max_resource_bytes
        if (announced := int(response.header("content-length") or 0)) > limit:
            if is_page:
                self.too_large = announced
            else:
                self.notes.append(f"{response.url} not kept: {announced} bytes, more than {limit}")
            return None
        answer = await self._session.send("Fetch.getResponseBody", {"requestId": event["requestId"]})
        body = answer["body"]
        return base64.b64decode(body) if answer["base64Encoded"] else body.encode("utf-8", "surrogatepass")

    async def _keep(self, event: dict[str, Any], response: Response) -> bool:
        """Note the response; False when the request has been ended here because the page is not to be shown."""
        location = response.header("location")
        if response.status in _REDIRECT_STATUSES and location:
            if self._is_page(event):
                self.redirects.append(Redirect(url=response.url, status=response.status, location=location))
            return True
        if not self._is_page(event):
            if self._options.record_responses:
                self.resources.append(response)
            return True
        self.document = response
        if len(response.body) > self._options.max_page_bytes:
            self.too_large = len(response.body)
        self.not_markup = not _is_markup(response)
        if self.not_markup or self.too_large:
            await self._fail(event, "Aborted")
            return False
        return True


def _with_body(response: Response, body: bytes) -> Response:
    return Response(
        url=response.url, status=response.status, headers=response.headers, body=body, method=response.method,
        resource_type=response.resource_type,
    )  # fmt: skip


def _is_markup(response: Response) -> bool:
    """Whether the browser shows the body as a document. Without a type the first bytes decide, as in the browser."""
    if (response.header("content-disposition") or "").strip().lower().startswith("attachment"):
        return False
    kind = (response.header("content-type") or "").partition(";")[0].strip().lower()
    if kind:
        return kind in MARKUP_TYPES
    return not response.body.startswith((b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04")) and (
        b"\0" not in response.body[:512]
    )


def _cdp_type(kind: str) -> str:
    return {"xhr": "XHR", "texttrack": "TextTrack", "eventsource": "EventSource", "websocket": "WebSocket"}.get(
        kind.lower(), kind.capitalize()
    )
