"""A small proxy between the browser and the network that lets only vetted addresses through.

A page can make the browser request any address, names can resolve differently between a check and a connection, and
the browser makes requests of its own: for missing certificates, updates, or to see whether it is online. So the whole
browser has no network but this proxy on the loopback address, which looks each name up itself, refuses what the page's
rules do not allow, and connects to the address it has checked.

Every page has a pass (user name and password) that only its browser context knows, so that other users of the machine
cannot use the guard. Requests without a pass come from the browser itself or a stranger. While a page is visited they get
certificates from public hosts, which secure connections may need, and nothing else.

Servers that could not be reached are answered with a mark and no text (see `messages`), and noted in the page's pass.
"""

from __future__ import annotations

import asyncio
import hmac
import ssl
from dataclasses import dataclass
from typing import Any

import h11

from pagestrata.capturing.guard.addresses import Address, resolve_public
from pagestrata.capturing.guard.messages import ProxyRequest, own_answer, read_request, without_hops
from pagestrata.capturing.guard.peers import STEP_BYTES, Peer
from pagestrata.capturing.guard.routes import PagePass, PageRules, Unreached, Upstream
from pagestrata.errors import CaptureError, InputError, PagestrataError, RefusedError

_LOST = (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.CancelledError, h11.ProtocolError)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardLimits:
    """What one browser may cost."""

    connections: int = 256
    head_bytes: int = 256 * 1024
    connect_seconds: float = 20.0
    idle_seconds: float = 90.0
    certificate_bytes: int = 64 * 1024


class GuardProxy:
    """The guard of one browser, in the event loop that `start` was called in."""

    def __init__(self, *, limits: GuardLimits | None = None) -> None:
        self._limits = limits or GuardLimits()
        self._passes: list[PagePass] = []
        self._tasks: dict[asyncio.Task[None], PagePass | None] = {}
        self._server: asyncio.Server | None = None

    @property
    def server(self) -> str:
        """The guard's address, as a browser's `--proxy-server` takes it."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=STEP_BYTES)

    async def close(self) -> None:
        """Close every connection. May be called twice."""
        if self._server is None:
            return
        self._server.close()
        await self._end(list(self._tasks))
        self._server = None

    def admit(self, rules: PageRules) -> PagePass:
        """Let one page through, as its rules say, until it is dismissed."""
        self._passes.append(PagePass(rules=rules))
        return self._passes[-1]

    async def dismiss(self, page: PagePass) -> None:
        """The pass is no longer valid, and what is still open on it is closed."""
        self._passes.remove(page)
        await self._end([task for task, owner in self._tasks.items() if owner is page])

    async def _end(self, tasks: list[asyncio.Task[None]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _peer(self, role: Any, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Peer:
        limits = self._limits
        return Peer(role, reader, writer, head_bytes=limits.head_bytes, idle_seconds=limits.idle_seconds)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks[task] = None
        browser = self._peer(h11.SERVER, reader, writer)
        conversation = _Conversation(browser)
        try:
            if len(self._tasks) > self._limits.connections:
                await browser.event()
                await browser.send(own_answer(503), h11.EndOfMessage())
            else:
                while await self._serve(conversation, task):
                    pass
        except _LOST:
            pass  # either side went away, fell silent or speaks no HTTP; the connections are closed below
        finally:
            del self._tasks[task]
            await conversation.close()

    async def _serve(self, conversation: _Conversation, task: asyncio.Task[None]) -> bool:
        """Answer one request; True when another may follow on the same connection."""
        browser = conversation.browser
        try:
            event = await browser.event()
            if not isinstance(event, h11.Request):
                return False
            request = read_request(event)
        except (ValueError, h11.RemoteProtocolError):
            await browser.send(own_answer(400), h11.EndOfMessage())
            return False
        page = self._admitted(request)
        if page is None:
            await browser.send(own_answer(407), h11.EndOfMessage())
            return await browser.next_request_may_follow()
        self._tasks[task] = page
        try:
            await self._reach(conversation, request, page)
            if not request.is_tunnel:
                return await self._forward(conversation, request, page)
            await self._open_tunnel(conversation, request, page.rules.upstream)
        except (_UnreachedError, PagestrataError) as error:
            return await _report_unreached(browser, request, page, error)
        await browser.send(h11.Response(status_code=200, headers=[], reason=b"Connection established"))
        await _relay_both(conversation, self._limits.idle_seconds)
        return False

    def _admitted(self, request: ProxyRequest) -> PagePass | None:
        for page in self._passes:
            if hmac.compare_digest(request.credential, page.credential):
                return page
        live = [page.rules for page in self._passes if not page.rules.recorded]
        if live and request.is_for_certificate:
            rules = PageRules(upstream=live[0].upstream, answer_bytes=self._limits.certificate_bytes)
            return PagePass(rules=rules)
        return None

    async def _reach(self, conversation: _Conversation, request: ProxyRequest, page: PagePass) -> Peer:
        """The connection to the request's server, or to the proxy behind us: the last one where it will do."""
        request.check()
        if page.rules.recorded:
            raise RefusedError(f"refused: a recorded page does not reach {request.host}")
        addresses = await _vetted(request.host, page)
        upstream, secure = page.rules.upstream, None
        goal = (request.host, request.port) if upstream is None else (upstream.host, upstream.port)
        if conversation.server is not None and conversation.goal == goal and conversation.server.is_open:
            conversation.is_used = True
            return conversation.server
        await conversation.hang_up()
        if upstream is not None:
            addresses = await _addresses_of_proxy(upstream.host)
            secure = ssl.create_default_context() if upstream.tls else None
        conversation.server = await self._connect(addresses, goal, secure)
        conversation.goal, conversation.is_used = goal, False
        if upstream is None:
            page.connected[goal] = conversation.server.address
        return conversation.server

    async def _connect(self, addresses: list[Address], goal: tuple[str, int], secure: ssl.SSLContext | None) -> Peer:
        """A connection to one of the addresses of `goal`, whose name a certificate has to show where it is `secure`."""
        failure: Exception | None = None
        name, port = goal[0] if secure is not None else None, goal[1]
        for address in addresses:
            try:
                async with asyncio.timeout(self._limits.connect_seconds):
                    streams = await asyncio.open_connection(
                        str(address), port, limit=STEP_BYTES, ssl=secure, server_hostname=name
                    )
                return self._peer(h11.CLIENT, *streams)
            except (OSError, TimeoutError) as error:
                failure = failure or error
        raise _UnreachedError from failure

    async def _forward(self, conversation: _Conversation, request: ProxyRequest, page: PagePass) -> bool:
        """Pass on a plain request and its answer; True when the connection to the browser may serve another."""
        answer = await self._answer(conversation, request, page)
        browser, server = conversation.browser, conversation.server
        if answer is None or server is None:
            return False
        if page.rules.upstream is not None and answer.status_code == 407:
            raise CaptureError("the proxy does not accept the credentials; check the option --proxy")
        headers = without_hops(answer.headers.raw_items())
        await browser.send(h11.Response(status_code=answer.status_code, headers=headers, reason=answer.reason))
        left = page.rules.answer_bytes
        while isinstance(event := await _next_part(server, request, page), h11.Data):
            if left is not None and (left := left - len(event.data)) < 0:
                return False
            await browser.send(event)
        await browser.send(event)
        if not server.next_cycle():
            await conversation.hang_up()
        return browser.next_cycle()

    async def _answer(self, conversation: _Conversation, request: ProxyRequest, page: PagePass) -> h11.Response | None:
        """The head of the server's answer; None if missing, or when it was passed on as it came.

        A server may close a connection it kept open just when it is used again: then it is asked on a new one.
        """
        upstream, server = page.rules.upstream, conversation.server
        asked = request.for_upstream(upstream.credential) if upstream else request.for_server()
        assert server is not None
        first = await conversation.browser.event()
        try:
            await _send_request(conversation.browser, server, asked, first)
            return await server.answer()
        except h11.RemoteProtocolError:
            if server.received.startswith(b"HTTP/"):  # browsers read more than h11 does
                await _pass_on_as_is(conversation, self._limits.idle_seconds)
                return None
        except ConnectionError:
            pass  # asked again, where that does no harm
        if not conversation.is_used or isinstance(first, h11.Data) or server.received:
            return None
        await conversation.hang_up()
        server = await self._reach(conversation, request, page)
        await server.send(asked, h11.EndOfMessage())
        return await server.answer()

    async def _open_tunnel(self, conversation: _Conversation, request: ProxyRequest, upstream: Upstream | None) -> None:
        await conversation.browser.event()  # the end of the request
        if upstream is None:
            return
        assert conversation.server is not None
        await conversation.server.send(request.for_upstream(upstream.credential), h11.EndOfMessage())
        answer = await conversation.server.answer()
        if answer is None or not 200 <= answer.status_code < 300:
            said = f"answered {answer.status_code}" if answer else "did not answer"
            raise CaptureError(f"the proxy {said} for {request.host}; check the option --proxy and its credentials")


class _UnreachedError(Exception):
    """No connection to a server; the cause says why."""


class _Conversation:
    """The browser's connection and, behind it, the server's that was used last."""

    def __init__(self, browser: Peer) -> None:
        self.browser = browser
        self.server: Peer | None = None
        self.goal: tuple[str, int] = ("", 0)
        self.is_used = False

    async def hang_up(self) -> None:
        server, self.server = self.server, None
        if server is not None:
            await server.close()

    async def close(self) -> None:
        await self.hang_up()
        await self.browser.close()


async def _vetted(host: str, page: PagePass) -> list[Address]:
    if host not in page.addresses:
        loop, allowed = asyncio.get_running_loop(), page.rules.allow_private
        try:
            found = await loop.run_in_executor(None, lambda: resolve_public(host, allow_private=allowed))
        except RefusedError:
            raise
        except CaptureError:
            if page.rules.upstream is None:
                raise
            found = []  # unknown here: behind some proxies only the proxy can look names up
        page.addresses[host] = found
    return page.addresses[host]


async def _addresses_of_proxy(host: str) -> list[Address]:
    """Where the proxy behind us is, which may be anywhere."""
    try:
        return await asyncio.get_running_loop().run_in_executor(None, lambda: resolve_public(host, allow_private=True))
    except CaptureError as error:
        raise _UnreachedError from error.__cause__


async def _report_unreached(browser: Peer, request: ProxyRequest, page: PagePass, error: Exception) -> bool:
    unreached = _explained(error.__cause__ if isinstance(error, _UnreachedError) else error, request.host)
    page.note(request.host, request.port, unreached)
    answer = own_answer(403 if unreached.is_refused else 502, mark=page.mark, reason=unreached.reason)
    await browser.send(answer, h11.EndOfMessage())
    return await browser.next_request_may_follow()


def _explained(error: BaseException | None, host: str) -> Unreached:
    message = f"cannot reach {host}: {error}"
    if isinstance(error, RefusedError):
        return Unreached(reason="BlockedByClient", message=str(error))
    if isinstance(error, InputError) or (isinstance(error, CaptureError) and error.__cause__ is not None):
        return Unreached(reason="NameNotResolved", message=str(error))
    if isinstance(error, TimeoutError):
        return Unreached(reason="TimedOut", message=message)
    if isinstance(error, ConnectionRefusedError):
        return Unreached(reason="ConnectionRefused", message=message)
    if isinstance(error, CaptureError | ssl.SSLError):
        return Unreached(reason="ConnectionFailed", message=message)
    return Unreached(reason="AddressUnreachable", message=message)


async def _send_request(browser: Peer, server: Peer, asked: h11.Request, event: Any) -> None:
    """Pass on a request and, from the event that follows its head, its body."""
    if isinstance(event, h11.EndOfMessage):
        await server.send(asked, event)  # in one piece
        return
    await server.send(asked)
    while isinstance(event, h11.Data):
        await server.send(event)
        event = await browser.event()
    await server.send(event)


async def _next_part(server: Peer, request: ProxyRequest, page: PagePass) -> Any:
    """More of an answer, or its end. An answer that ends too early is noted: a browser shows what came of it."""
    try:
        event = await server.event()
    except (OSError, TimeoutError, asyncio.IncompleteReadError, h11.ProtocolError):
        page.broken_off.add(request.target)
        raise
    if not isinstance(event, h11.Data | h11.EndOfMessage):
        page.broken_off.add(request.target)
    return event


async def _pass_on_as_is(conversation: _Conversation, idle_seconds: float) -> None:
    """An answer that is not quite HTTP: byte for byte, up to its end, which ends the browser's connection too."""
    assert conversation.server is not None
    target = conversation.browser.writer
    target.write(conversation.server.received)
    await _relay(conversation.server.reader, target, idle_seconds, _Activity())


async def _relay_both(conversation: _Conversation, idle_seconds: float) -> None:
    browser, server = conversation.browser, conversation.server
    assert server is not None
    server.writer.write(browser.trailing)
    browser.writer.write(server.trailing)
    activity = _Activity()
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_relay(browser.reader, server.writer, idle_seconds, activity))
            group.create_task(_relay(server.reader, browser.writer, idle_seconds, activity))
    except* (OSError, TimeoutError):
        pass  # one direction broke, so the other is of no use


class _Activity:
    """When bytes last went either way: a direction may be silent while the other is busy."""

    def __init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        self.at = self._clock()

    @property
    def silent_seconds(self) -> float:
        return self._clock() - self.at

    def touch(self) -> None:
        self.at = self._clock()


async def _relay(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, idle_seconds: float, activity: _Activity
) -> None:
    """Pass bytes on until the source ends."""
    while True:
        try:
            async with asyncio.timeout(idle_seconds):
                data = await source.read(STEP_BYTES)
        except TimeoutError:
            if activity.silent_seconds < idle_seconds:
                continue
            raise
        if not data:
            break
        activity.touch()
        target.write(data)
        async with asyncio.timeout(idle_seconds):
            await target.drain()
    if target.can_write_eof():
        target.write_eof()
