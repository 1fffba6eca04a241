"""A small proxy between the browser and the network that lets only vetted addresses through.

A page can ask the browser for any address, and names can change their meaning between a check and a connection. So the
browser gets no network of its own: it talks to this proxy on the loopback address, which looks each name up itself,
refuses private addresses, and connects to the very address it has vetted. It asks for a password that only the browser
knows, so that other users of the machine cannot use it.

A refused request is answered with 403 and the header `X-Pagestrata-Refused`; for https the browser does not show that
answer, so `refusal_of` tells the reason by host.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import secrets
import threading
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

from pagestrata.capturing.guard.addresses import Address, resolve_public
from pagestrata.capturing.guard.messages import (
    ProxyRequest,
    closing_answer,
    error_answer,
    parse_request,
    relay_body,
)
from pagestrata.capturing.http.vetted_transport import split_proxy
from pagestrata.errors import CaptureError, RefusedError

_STEP = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardLimits:
    """What one browser may cost."""

    connections: int = 256
    head_bytes: int = 64 * 1024
    head_seconds: float = 20.0
    connect_seconds: float = 20.0
    idle_seconds: float = 90.0


class GuardProxy:
    """A context manager: the proxy runs in a thread of its own while the block is open."""

    def __init__(
        self, *, allow_private: bool = False, upstream: str | None = None, limits: GuardLimits | None = None
    ) -> None:
        self.username = "pagestrata"
        self.password = secrets.token_urlsafe(24)
        self._allow_private = allow_private
        self._limits = limits or GuardLimits()
        self._upstream = split_proxy(upstream) if upstream else None
        if self._upstream and not self._upstream[0].startswith("http:"):
            raise CaptureError(f"the proxy {self._upstream[0]} cannot be used for the browser; give an http:// one")
        self._credential = "Basic " + _basic(self.username, self.password)
        self._refusals: dict[str, str] = {}
        self._connections = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="pagestrata-guard", daemon=True)
        self._port = 0

    @property
    def server(self) -> str:
        """The proxy's address, without its credentials."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def proxy_url(self) -> str:
        """The proxy's address with its credentials."""
        return f"http://{self.username}:{self.password}@127.0.0.1:{self._port}"

    def refusal_of(self, url: str) -> str | None:
        """Why the host of an address was refused; None when it was not."""
        return self._refusals.get((urlsplit(url).hostname or "").lower())

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._accept, "127.0.0.1", 0, limit=self._limits.head_bytes))
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._shut_down())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _shut_down(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._loop.shutdown_default_executor()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._connections += 1
        try:
            if self._connections > self._limits.connections:
                writer.write(error_answer(503, "too many connections at once"))
            else:
                await self._serve(reader, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # either side went away or fell silent; the connection is closed below
        finally:
            self._connections -= 1
            self._tasks.discard(task)
            await _close(writer)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(self._limits.head_seconds):
                request = parse_request(await reader.readuntil(b"\r\n\r\n"))
        except (ValueError, asyncio.LimitOverrunError) as error:
            writer.write(error_answer(400, f"bad request: {error}"))
            return
        if not hmac.compare_digest(request.credential.encode(), self._credential.encode()):
            writer.write(error_answer(407, "this proxy belongs to one browser"))
            return
        try:
            far_reader, far_writer = await self._connect(request)
        except RefusedError as error:
            self._refusals[request.host] = str(error)
            writer.write(error_answer(403, str(error), refused=True))
            return
        except (CaptureError, OSError, TimeoutError) as error:
            writer.write(error_answer(502, f"cannot reach {request.host}: {error}"))
            return
        try:
            await self._exchange(request, reader, writer, far_reader, far_writer)
        finally:
            await _close(far_writer)

    async def _connect(self, request: ProxyRequest) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        request.check()
        if self._upstream is None:
            return await self._connect_to(await self._vetted(request.host), request.port)
        try:
            await self._vetted(request.host)
        except RefusedError:
            raise
        except CaptureError:
            pass  # unknown here: behind some proxies only the proxy can look names up
        parts = urlsplit(self._upstream[0])
        return await self._connect_to([parts.hostname or ""], parts.port or 80)

    async def _vetted(self, host: str) -> list[Address]:
        return await self._loop.run_in_executor(None, lambda: resolve_public(host, allow_private=self._allow_private))

    async def _connect_to(
        self, addresses: list[Address] | list[str], port: int
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        failure: Exception | None = None
        for address in addresses:
            try:
                async with asyncio.timeout(self._limits.connect_seconds):
                    return await asyncio.open_connection(str(address), port, limit=self._limits.head_bytes)
            except (OSError, TimeoutError) as error:
                failure = failure or error
        raise failure or OSError("no address")

    async def _exchange(
        self,
        request: ProxyRequest,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        far_reader: asyncio.StreamReader,
        far_writer: asyncio.StreamWriter,
    ) -> None:
        credential = self._upstream and self._upstream[1]
        through = None if self._upstream is None else f"Basic {_basic(*credential)}" if credential else ""
        if not request.is_tunnel:
            far_writer.write(request.forwarded(through))
            await relay_body(request, reader, far_writer, self._limits.idle_seconds)
            writer.write(await closing_answer(far_reader, self._limits.idle_seconds))
            await self._relay(far_reader, writer)
            return
        if through is not None:
            far_writer.write(request.forwarded(through))
            answer = await far_reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            if b" 200" not in answer.partition(b"\r\n")[0]:
                return
        else:
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await self._tunnel(reader, writer, far_reader, far_writer)

    async def _tunnel(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        far_reader: asyncio.StreamReader,
        far_writer: asyncio.StreamWriter,
    ) -> None:
        activity = _Activity(self._loop.time())
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._relay(reader, far_writer, activity))
                group.create_task(self._relay(far_reader, writer, activity))
        except* (OSError, TimeoutError):
            pass  # one direction broke, so the other is of no use

    async def _relay(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, activity: _Activity | None = None
    ) -> None:
        """Pass bytes on until the source ends. A direction may be silent while the other is busy."""
        activity = activity or _Activity(self._loop.time())
        while True:
            try:
                async with asyncio.timeout(self._limits.idle_seconds):
                    data = await source.read(_STEP)
            except TimeoutError:
                if self._loop.time() - activity.at < self._limits.idle_seconds:
                    continue
                raise
            if not data:
                break
            activity.at = self._loop.time()
            async with asyncio.timeout(self._limits.idle_seconds):
                target.write(data)
                await target.drain()
        if target.can_write_eof():
            target.write_eof()


@dataclass(slots=True)
class _Activity:
    """When bytes last went either way through a tunnel."""

    at: float


def _basic(username: str, password: str) -> str:
    return base64.b64encode(f"{username}:{password}".encode()).decode("ascii")


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    try:
        await writer.wait_closed()
    except (OSError, asyncio.CancelledError):
        return  # the other side was faster
