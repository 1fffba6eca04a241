"""The application on its port, archived content on another, until a signal ends it.

A client that opens connections and says nothing, or a letter at a time, must not keep others out. Where there are too many, the
oldest one that asks for nothing is closed; only where all are at work is the new one refused.

A new server warms up before its first reader comes, which saves them half a second: templates are compiled, and two small
versions are compared, weighed and judged. That loads the model and the libraries that nothing else needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any, ClassVar

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from pagestrata.deciding.sides import Side
from pagestrata.errors import PagestrataError, UsageError
from pagestrata.judging.findings import heard_pair
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.replay.messages import ReplayRequest
from pagestrata.report.diff_groups import groups_of
from pagestrata.visit.judge import AS_LEARNED, judge
from pagestrata.visit.shown.shown_record import key_of
from pagestrata.web.context import WebContext
from pagestrata.web.security.hosts import asks_for_another_site
from pagestrata.web.security.identify import trusts_everybody, users_are_asked
from pagestrata.web.security.peers import Networks, Peer, is_forwarded, is_in, place_of
from pagestrata.web.templating import environment
from pagestrata.web.views.dashboard import PageListQuery, dashboard

HEAD_SECONDS = 10.0
"""For the whole head of a request, from the first moment of a connection on."""
MOST_FROM_ONE_PLACE = 100
MOST_AT_ALL = 400


class Connection(H11Protocol):
    """A connection of uvicorn with limits. Trusted proxies serve many clients, so only the total limit applies to them."""

    trusted_proxies: ClassVar[Networks] = ()
    head_seconds: ClassVar[float] = HEAD_SECONDS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        server = (self.server[0], self.server[1]) if self.server and self.server[1] is not None else None
        self.app_state: dict[str, Any] = {**self.app_state, "peer": Peer(self.client, server)}
        self.place = place_of(self.client[0] if self.client else "")
        self.made_at = self.loop.time()
        self._head_timer: asyncio.TimerHandle | None = None
        self._wait_for_head()
        if not is_in(self.client[0] if self.client else "", self.trusted_proxies):
            self._make_room((each for each in self._others() if each.place == self.place), MOST_FROM_ONE_PLACE)
        self._make_room(self._others(), MOST_AT_ALL)

    @property
    def is_waiting(self) -> bool:
        """Return whether the client has no request in progress."""
        return self.cycle is None or self.cycle.response_complete

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.is_waiting:
            self._forget_timer()
        elif self._head_timer is None and not self.transport.is_closing():
            self._wait_for_head()

    def on_response_complete(self) -> None:
        is_half_read = self.conn.their_state is h11.SEND_BODY
        super().on_response_complete()
        if is_half_read:
            self.transport.close()  # it was answered before it was complete: the rest is not read

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_timer()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self.transport.close)

    def _forget_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _others(self) -> Iterable[Connection]:
        return (each for each in self.connections if isinstance(each, Connection) and each is not self)

    def _make_room(self, others: Iterable[Connection], most: int) -> None:
        """If there are too many of these connections, close the oldest idle one, or this one if none is idle."""
        found = [each for each in others if not each.transport.is_closing()]
        if len(found) < most:
            return
        waiting = [each for each in found if each.is_waiting]
        oldest = min(waiting, key=lambda each: each.made_at, default=self)
        oldest.transport.abort()


CLOSING_SECONDS = 3.0  # for answers under way when the server ends


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises UsageError if the port or the address is not available."""
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
    """A uvicorn server that ends by `stop` only; the command handles signals."""

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
        """Shut down. The event streams of open screens are closed first, as they would never end."""
        self._context.events.close()
        await super().shutdown(sockets)


@contextlib.contextmanager
def in_background(server: Any) -> Iterator[None]:
    """A context in which a WSGI server answers in its own thread."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, name="replay", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


@contextlib.contextmanager
def ended_by_signals(server: Server) -> Iterator[None]:
    """A context in which the first interrupt ends the server gracefully, and a second one at once."""
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


class ReplayDoor:
    """Admits clients with a ticket and, if there are no users, programs of the user who runs the server.

    A ticket is also asked of a page of another site that loads archived content as a part of itself: that it loads, or not,
    would tell the site what is archived. Archived pages count as another site to their own parts, and have tickets.
    """

    def __init__(self, context: Callable[[], WebContext]) -> None:
        self._context = context

    def admits(self, ticket: str, request: ReplayRequest) -> bool:
        context = self._context()
        if trusts_everybody(context) or context.tickets.is_valid(ticket):
            return True
        if users_are_asked(context) or is_forwarded(request.headers) or asks_for_another_site(request.headers):
            return False
        return Peer(request.client, request.server).is_ours

    def new_ticket(self) -> str:
        return self._context().tickets.new()


def warm_up(app: FastAPI | None = None) -> None:
    """Load what screens need, before the first reader comes. May be called again.

    Of an application the list of pages is read once: its statements are compiled then.
    """
    for name in (
        "pagestrata.store.history.contents",
        "PIL.WebPImagePlugin",
    ):  # the last makes the small pictures on the list
        importlib.import_module(name)
    if app is not None:
        with contextlib.suppress(PagestrataError):  # said to who asks for it
            dashboard(app.state.context.archive, PageListQuery(), now=app.state.context.clock())
    for name in environment().list_templates():
        environment().get_template(name)
    old, new = _side("Updated 3 minutes ago: 12 boats left"), _side("Updated 5 minutes ago: 14 ships left the harbour")
    verdict = judge(old, new)
    heard_pair(old.tree, new.tree, verdict.delta)
    groups_of(old.tree, new.tree, verdict.delta, verdict.weights)
    key_of(AS_LEARNED)
    keep_out_of_collections()


def keep_out_of_collections() -> None:
    """Exempt all loaded objects from garbage collection: they stay, and each pass over them takes a tenth of a second."""
    gc.collect()
    gc.freeze()


def _side(text: str) -> Side:
    block = Block(ref="1", text=text, role="article", box=Box(0, 0, 400, 100), importance=1.0)
    return Side(tree=BlockTree(blocks=(block,), page_size=(400.0, 100.0)))
