"""The application on its port, archived content on another, until somebody ends it."""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from pagestrata.errors import UsageError
from pagestrata.web.connections import Connection
from pagestrata.web.context import WebContext

CLOSING_SECONDS = 3.0  # for answers under way when the server ends


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises UsageError for a port or an address that cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        raise UsageError(
            f"cannot listen on {host}:{port} ({error.strerror or error}); choose another --port"
        ) from error
    # Inherited by every connection. asyncio sets it only for sockets that name their protocol; without it the body of a
    # short answer waits for the receipt of its head, 40 ms with most systems.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


class Server(uvicorn.Server):
    """uvicorn, ended by `stop` alone: signals are the command's business."""

    def __init__(self, app: FastAPI) -> None:
        self._context: WebContext = app.state.context
        trusted = self._context.trusted_proxies

        class OwnConnection(Connection):
            trusted_proxies = trusted

        super().__init__(
            uvicorn.Config(
                app,
                http=OwnConnection,
                ws="none",
                loop="asyncio",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(trusted),
                forwarded_allow_ips=[str(network) for network in trusted],
                timeout_graceful_shutdown=int(CLOSING_SECONDS),
            )
        )

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Open screens are let go first: their streams would never end by themselves."""
        self._context.events.close()
        await super().shutdown(sockets)


@contextlib.contextmanager
def in_background(server: Any) -> Iterator[None]:
    """While it lasts: a WSGI server answers in a thread of its own."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, name="replay", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


@contextlib.contextmanager
def ended_by_signals(server: Server) -> Iterator[None]:
    """While it lasts: the first interrupt ends the server in order, another one at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_number: int, _frame: FrameType | None) -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
