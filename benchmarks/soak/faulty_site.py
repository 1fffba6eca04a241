"""A site on several loopback ports, each a host of its own, whose pages are feeds and faults; it notes who asked when."""

from __future__ import annotations

import contextlib
import gzip
import select
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FEED = """<?xml version='1.0'?><rss version='2.0'><channel><title>News of {name}</title><link>http://site.test/</link>
<description>What happens</description><item><title>The bridge is open again</title><guid>1</guid></item>
<item><title>{news}</title><guid>2</guid></item></channel></rss>"""
ROBOTS = b"User-agent: *\nDisallow: /denied/\n"
CAPTCHA = b"""<html><title>Just a moment...</title><body><h1>Checking your browser</h1><p>Please complete the security check to
continue. Verify you are human.</p><div class='g-recaptcha'></div></body></html>"""
FAULTS = ("slow", "hanging", "error", "unavailable", "broken", "redirected", "loop", "denied", "captcha", "gone")
HANGS_SECONDS = 60.0
ASKS_SECONDS = 5
"""For which a host asks to be left alone: all daemons do, also after a kill, so a longer one would outlast a short soak."""


@dataclass(slots=True)
class Asked:
    """One request for a page: monotonic seconds of its begin, and of when it began to be answered; 0: it has not been.

    Who asked cannot have ended before, however late a thread of this busy program comes to write it down.
    """

    port: int
    path: str
    begin: float
    end: float = 0.0


@dataclass(slots=True)
class Log:
    """All requests in the order in which they came."""

    asked: list[Asked] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, port: int, path: str) -> Asked:
        with self._lock:
            self.asked.append(entry := Asked(port, path, time.monotonic()))
        return entry

    def impolite(self, delay_seconds: float) -> list[str]:
        """Where a host was asked for another page before its pause was over, or for two at once."""
        found, last = [], dict[int, Asked]()
        for entry in list(self.asked):
            before = last.get(entry.port)
            if before is not None and page_of(before.path) != page_of(entry.path):
                pause = entry.begin - before.end if before.end else -1.0
                if pause < delay_seconds:
                    found.append(f"{entry.path} {pause:.3f} s after {before.path} on port {entry.port}")
            last[entry.port] = entry
        return found


def page_of(path: str) -> str:
    """The page that a request is part of: a redirect and its target are one visit."""
    return path.partition("?")[0].replace("/target/", "/redirected/")


class Handler(BaseHTTPRequestHandler):
    log: Log
    entry: Asked | None = None
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        with contextlib.suppress(OSError):  # whoever asked was killed
            self._answer()

    def _answer(self) -> None:
        kind = self.path.split("/")[1]
        if kind == "robots.txt":
            self._send(200, ROBOTS, "text/plain")
            return
        if kind not in {"feed", "target", *FAULTS}:
            self._send(404, b"", "text/plain")  # icons and the like
            return
        self.entry = self.log.begin(self.server.server_address[1], self.path)
        if kind == "hanging":
            self.entry.end = self.entry.begin  # it is never answered
        self._page(kind)

    def _page(self, kind: str) -> None:
        if kind == "slow":
            self.log.ended.wait(0.5)
        elif kind == "hanging":
            select.select([self.connection], [], [], HANGS_SECONDS)  # until whoever asked gives up
        if kind in {"feed", "target", "slow", "denied"}:
            # One feed in ten has other news every few seconds; the others stay as they are.
            lively = kind == "feed" and self.path.endswith("0/feed.xml")
            news = f"Report number {int(time.monotonic() / 5)}" if lively else "Nothing new"
            self._send(
                200, FEED.format(name=self.path, news=news).encode(), "application/rss+xml", validators=not lively
            )
        elif kind in {"redirected", "loop"}:
            target = self.path.replace("/redirected/", "/target/") if kind == "redirected" else self.path
            self._send(302, b"", "text/html", Location=target)
        elif kind == "broken":
            self._send(
                200, gzip.compress(b"<p>cut off" * 100)[:-20] + b"?", "text/html", **{"Content-Encoding": "gzip"}
            )
        elif kind == "captcha":
            self._send(403, CAPTCHA, "text/html")
        elif kind == "unavailable":
            self._send(503, b"<h1>Back soon</h1>", "text/html", **{"Retry-After": f"{ASKS_SECONDS}"})
        else:
            status = {"gone": 404, "hanging": 500}.get(kind, 500)
            self._send(status, b"<h1>This did not work</h1>", "text/html")

    def _send(self, status: int, body: bytes, kind: str, *, validators: bool = False, **headers: str) -> None:
        if validators and self.headers.get("If-None-Match") == '"same"':
            status, body = 304, b""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        if validators:
            self.send_header("ETag", '"same"')
        for name, value in headers.items():
            self.send_header(name, value)
        if self.entry is not None and not self.entry.end:
            self.entry.end = time.monotonic()
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_: object) -> None: ...


@contextlib.contextmanager
def faulty_site(hosts: int) -> Iterator[tuple[list[str], Log]]:
    """The addresses of the hosts and the log, while it lasts."""
    log = Log()
    handler = type("LoggedHandler", (Handler,), {"log": log})
    servers = [_Server(("127.0.0.1", 0), handler) for _ in range(hosts)]
    threads = [threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True) for server in servers]
    for thread in threads:
        thread.start()
    try:
        yield [f"http://127.0.0.1:{server.server_address[1]}" for server in servers], log
    finally:
        log.ended.set()
        for server, thread in zip(servers, threads, strict=True):
            server.shutdown()
            server.server_close()
            thread.join()
