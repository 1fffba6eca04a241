"""Replay as a WSGI application, and a small threaded server for it on this machine only."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import threading
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from socketserver import ThreadingMixIn
from typing import Any, Generic, TypeVar
from urllib.parse import quote
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from pagestrata.errors import UsageError
from pagestrata.interfaces import ArchiveReader
from pagestrata.replay import own_pages
from pagestrata.replay.feeds import FeedSource
from pagestrata.replay.messages import ReplayRequest, ReplayResponse
from pagestrata.replay.routes import Replay

T = TypeVar("T")
Environ = dict[str, Any]
StartResponse = Callable[[str, list[tuple[str, str]]], Any]
Admits = Callable[[str, ReplayRequest], bool]
"""Whether a client with this ticket ('' for none) may make this request."""
WsgiApp = Callable[[Environ, StartResponse], Iterable[bytes]]

REQUEST_SECONDS = 60.0
TICKET_PATH = "/t/"
MOST_REQUESTS = 32  # at work at once; those above wait for their turn
_CLIENT, _SERVER = "pagestrata.client", "pagestrata.server"  # both ends of the connection
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})


def replay_app(
    archive: ArchiveReader,
    *,
    allowed_hosts: frozenset[str] = frozenset(),
    feeds: FeedSource | None = None,
    request_seconds: float = REQUEST_SECONDS,
    admits: Admits | None = None,
    new_ticket: Callable[[], str] | None = None,
) -> WsgiApp:
    """A WSGI application over one archive.

    With `allowed_hosts` requests for any other host name are refused: otherwise a web site whose name is pointed at
    this machine could read the archive from the visitor's own browser (DNS rebinding). A request that takes longer
    than `request_seconds` is answered with 503. With `admits`, who asks must show a ticket in front of the path,
    `/t/<ticket>/web/…`; it is asked with '' for a request without one. A browser that is admitted without gets one from
    `new_ticket`: the parts of the page that it opens are asked for in the page's name, and need it.
    """
    answers = limited_answers(
        archive, feeds=feeds, request_seconds=request_seconds, admits=admits, new_ticket=new_ticket
    )

    def app(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        host = str(environ.get("HTTP_HOST", ""))
        if allowed_hosts and _name_of(host) not in allowed_hosts:
            response = own_pages.message(421, "This archive does not answer for that host name.")
        else:
            response = answers(_request(environ, host))
        return _send(response, environ["REQUEST_METHOD"], start_response)

    return app


def limited_answers(
    archive: ArchiveReader,
    *,
    feeds: FeedSource | None = None,
    request_seconds: float = REQUEST_SECONDS,
    admits: Admits | None = None,
    new_ticket: Callable[[], str] | None = None,
) -> Callable[[ReplayRequest], ReplayResponse]:
    """Answers to requests, each within a time; for servers that are not WSGI."""
    replay = Replay(archive, feeds=feeds)
    limited = TimeLimit(request_seconds, most_at_once=MOST_REQUESTS)

    def answer(request: ReplayRequest) -> ReplayResponse:
        ticket = _ticket(request.target)
        if admits is not None and not admits(ticket, request):
            return own_pages.message(403, "This address is no longer valid; open the page again in the application.")
        if new_ticket is not None and not ticket and request.headers.get("sec-fetch-mode") == "navigate":
            place = f"{TICKET_PATH}{new_ticket()}{request.target}"
            return own_pages.message(307, "This page is served from a separate address.", ("Location", place))
        chosen = replay.mounted_at(f"{TICKET_PATH}{ticket}/web") if ticket and admits is not None else replay
        return limited(lambda: chosen.respond(request)) or own_pages.message(
            503, "This takes too long; ask for less, or try again later."
        )

    return answer


def _ticket(target: str) -> str:
    return target.removeprefix(TICKET_PATH).partition("/")[0] if target.startswith(TICKET_PATH) else ""


def _name_of(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _request(environ: Environ, host: str) -> ReplayRequest:
    headers = {key[5:].replace("_", "-").lower(): str(v) for key, v in environ.items() if key.startswith("HTTP_")}
    root = f"{environ.get('wsgi.url_scheme', 'http')}://{host}" if host else ""
    return ReplayRequest(
        method=environ["REQUEST_METHOD"],
        target=_target(environ),
        root=root,
        headers=headers,
        client=environ.get(_CLIENT),
        server=environ.get(_SERVER),
    )


def _target(environ: Environ) -> str:
    """Path and query as the client sent them; a server that keeps only the unescaped path loses %2F and the like."""
    raw = environ.get("REQUEST_URI") or environ.get("RAW_URI")
    if raw:
        return str(raw)
    path = quote(str(environ.get("PATH_INFO", "/")).encode("latin-1", "replace"), safe="/:=&~+!$,;'@()*[]|")
    query = environ.get("QUERY_STRING", "")
    return f"{path}?{query}" if query else path


def _send(response: ReplayResponse, method: str, start_response: StartResponse) -> Iterable[bytes]:
    try:
        phrase = HTTPStatus(response.status).phrase
    except ValueError:
        phrase = "Archived"
    headers = [*response.headers, ("Content-Length", str(len(response.body)))]
    start_response(f"{response.status} {phrase}", headers)
    return [] if method == "HEAD" else [response.body]


class _Handler(WSGIRequestHandler):
    """Keeps the target as it was sent, and does not log requests."""

    server_version = "Pagestrata"
    sys_version = ""
    timeout = 30  # seconds for a client to send its request

    def get_environ(self) -> Environ:
        environ = super().get_environ()
        environ["REQUEST_URI"] = self.path
        environ[_CLIENT], environ[_SERVER] = self.client_address[:2], self.connection.getsockname()[:2]
        return environ

    def parse_request(self) -> bool:
        is_understood = super().parse_request()
        self.server.heads.is_read(self.connection)  # type: ignore[attr-defined] # ours
        return is_understood

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the base class's
        pass


class _Server(ThreadingMixIn, WSGIServer):
    """A thread per connection; `Heads` limits their number."""

    daemon_threads = True
    request_queue_size = 128  # clients that wait to be accepted

    def __init__(self, *values: Any, **named: Any) -> None:
        self.heads = Heads()
        super().__init__(*values, **named)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self.heads.begin(request):
            super().process_request(request, client_address)
        else:
            super().shutdown_request(request)

    def shutdown_request(self, request: Any) -> None:
        self.heads.end(request)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        super().service_actions()
        self.heads.close_late_ones()


def replay_server(
    archive: ArchiveReader,
    *,
    host: str = "127.0.0.1",
    port: int = 8080,
    feeds: FeedSource | None = None,
    admits: Admits | None = None,
    new_ticket: Callable[[], str] | None = None,
) -> WSGIServer:
    """A server ready to `serve_forever()`.

    Only loopback addresses are served, for archives hold other people's pages, unless `admits` looks at tickets.
    """
    is_here = is_loopback(host)
    if not is_here and admits is None:
        raise UsageError(
            f"replay listens on loopback addresses only, not {host}; use a reverse proxy to publish an archive"
        )
    hosts = _LOOPBACK_NAMES | {host.lower()} if is_here else frozenset()
    app = replay_app(archive, allowed_hosts=hosts, feeds=feeds, admits=admits, new_ticket=new_ticket)
    try:
        return make_server(host, port, app, server_class=_Server, handler_class=_Handler)
    except OSError as error:
        raise UsageError(f"cannot listen on {host}:{port} ({error.strerror}); choose another --port") from error


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens there."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class TimeLimit:
    """Runs work in threads of its own, not more than `most_at_once`, and waits at most `seconds` for each."""

    def __init__(self, seconds: float, *, most_at_once: int) -> None:
        self._seconds = seconds
        self._places = threading.BoundedSemaphore(most_at_once)

    def __call__(self, work: Callable[[], T]) -> T | None:
        """Return or raise what the work does; None if it is not finished in time, or if no slot is free.

        Overdue work continues, and keeps its slot, until it ends by itself: a thread cannot be stopped.
        """
        deadline = time.monotonic() + self._seconds
        if not self._places.acquire(timeout=self._seconds):
            return None
        task = _Task(work, self._places.release)
        task.start()
        task.join(max(0.0, deadline - time.monotonic()))
        if task.is_alive():
            return None
        if task.error is not None:
            raise task.error
        return task.result


class _Task(threading.Thread, Generic[T]):
    def __init__(self, work: Callable[[], T], done: Callable[[], None]) -> None:
        super().__init__(name="pagestrata-request", daemon=True)  # an overdue one does not keep the program from ending
        self._work, self._done = work, done
        self.result: T | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self._work()
        except BaseException as error:  # noqa: BLE001 # raised again where the answer is awaited
            self.error = error
        finally:
            self._done()


HEAD_SECONDS = 10.0
MOST_CONNECTIONS = 128


class Heads:
    """The open connections whose requests are still incomplete, limited in number and time. Thread-safe.

    Each connection has a thread: a client that opens many connections, or sends a byte at a time, would use them all up.
    """

    def __init__(
        self,
        *,
        most: int = MOST_CONNECTIONS,
        seconds: float = HEAD_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._lock = threading.Lock()
        self._waiting: dict[socket.socket, float] = {}  # since when, the oldest first
        self._at_work: set[socket.socket] = set()

    def begin(self, connection: socket.socket) -> bool:
        """Whether there is room for a connection; if not, the oldest idle connection is closed to make room."""
        with self._lock:
            if len(self._waiting) + len(self._at_work) >= self._most:
                oldest = next(iter(self._waiting), None)
                if oldest is None:
                    return False
                self._close(oldest)
            self._waiting[connection] = self._clock()
            return True

    def is_read(self, connection: socket.socket) -> None:
        """Note that the request has been read."""
        with self._lock:
            if self._waiting.pop(connection, None) is not None:
                self._at_work.add(connection)

    def end(self, connection: socket.socket) -> None:
        with self._lock:
            self._waiting.pop(connection, None)
            self._at_work.discard(connection)

    def close_late_ones(self) -> None:
        """Close the connections that sent no request in time."""
        with self._lock:
            earliest = self._clock() - self._seconds
            for connection in [each for each, since in self._waiting.items() if since < earliest]:
                self._close(connection)

    def _close(self, connection: socket.socket) -> None:
        """Shut a connection down; the thread reading from it then ends."""
        self._waiting.pop(connection, None)
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
