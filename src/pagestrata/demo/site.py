"""The demo newspaper as a server on the loopback address.

    with ChangingSite() as site:
        ...visit site.url...
        site.apply("new headline")

Answers depend on the state alone, so a visit without a change in between gets the same bytes, the same ETag and, when it asks
conditionally, `304 Not Modified`. Only the random verse, while it is shown, differs in each request.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from types import ModuleType
from typing import Any, NamedTuple, Self

from pagestrata.demo import classic, modern
from pagestrata.demo.content import CHANGES, SiteState
from pagestrata.demo.images import LOGO, ad_svg, photo_png

Version = tuple[str, Callable[[], None]]

SCENARIO = (
    ("first visit", ()),
    ("nothing", ()),
    ("rotating ad", ("rotating ad",)),
    ("clock and counter", ("clock", "view counter")),
    ("new headline", ("noise", "new headline")),
    ("fixed typo", ("noise", "fixed typo")),
    ("edited article", ("noise", "edited article")),
    ("swapped image", ("noise", "swapped image")),
    ("random verse", ("noise", "verses by lot")),
    ("moved section", ("noise", "verses by lot", "moved block")),
    ("cookie banner", ("noise", "cookie banner")),
    ("price", ("noise", "cookies accepted", "price")),
    ("redesign", ("noise", "redesign")),
    ("server error", ("server error",)),
    ("restored", ("restored", "noise", "new headline")),
)
"""The versions that `pagestrata demo` visits: a name and the changes that lead to it."""


class Answer(NamedTuple):
    """The response for a path."""

    status: int
    content_type: str
    body: bytes


class ChangingSite:
    """A site to visit while it changes. Use it as a context manager; several can run side by side."""

    def __init__(self) -> None:
        self.state = SiteState()
        self.requests: list[str] = []  # paths asked for, in order
        self._lock = threading.Lock()
        self._modified: dict[str, tuple[str, datetime]] = {}
        site = self

        class Handler(_Handler):
            changing_site = site

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """The front page; `url + 'article/ferry'` and `url + 'shop'` are pages too."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def apply(self, *names: str) -> None:
        """Make changes by name (see `content.CHANGES`). Raises KeyError for an unknown name."""
        with self._lock:
            for name in names:
                CHANGES[name](self.state)

    def reset(self) -> None:
        """Return to the first version."""
        with self._lock:
            self.state = SiteState()

    def scenario(self) -> list[Version]:
        """The versions of the demo in order: the name of each, and a function that makes its changes."""
        return [(name, lambda names=changes: self.apply(*names)) for name, changes in SCENARIO]  # type: ignore[misc]

    def answer(self, path: str) -> Answer:
        """The current response for a path."""
        with self._lock:
            if path == "/" and self.state.verse is not None:
                self.state.verse += 1
            state = replace(self.state, headlines=list(self.state.headlines))
        return _answer(state, path)

    def validators(self, path: str, body: bytes) -> tuple[str, datetime]:
        """ETag and time of the last change, which is later for every changed body."""
        etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        with self._lock:
            known = self._modified.get(path)
            if known is None or known[0] != etag:
                earliest = known[1] + timedelta(seconds=1) if known else self.state.clock
                self._modified[path] = (etag, max(earliest, self.state.clock).replace(microsecond=0))
            return self._modified[path]


def _answer(state: SiteState, path: str) -> Answer:
    asset = _asset(state, path)
    if asset is not None:
        return asset
    if state.status != 200:
        title = "Not found" if state.status == 404 else "Internal server error"
        return _html(state.status, f"<!DOCTYPE html><title>{title}</title><h1>{state.status} {title}</h1>")
    design: ModuleType = modern if state.design == "modern" else classic
    if path == "/":
        return _html(200, design.home(state))
    if path == "/article/ferry":
        return _html(200, design.article(state))
    if path == "/shop":
        return _html(200, design.shop(state))
    if path == "/fares":
        return _html(200, classic.fares(state))
    if path == "/talk":
        return _html(200, classic.talk(state))
    if path == "/broken":
        return _html(500, "<!DOCTYPE html><title>Error</title><h1>500 Internal server error</h1>")
    return _html(404, "<!DOCTYPE html><title>Not found</title><h1>404 Not found</h1>")


def _asset(state: SiteState, path: str) -> Answer | None:
    if path in {"/classic.css", "/modern.css"}:
        body = (files("pagestrata.demo") / "assets" / path[1:]).read_bytes()
        return Answer(200, "text/css; charset=utf-8", body)
    if path == "/photo.png":
        return Answer(200, "image/png", photo_png(state.photo))
    if path == "/logo.svg":
        return Answer(200, "image/svg+xml", LOGO.encode())
    if path.startswith("/ads/") and path[5:-4].isdecimal():
        return Answer(200, "image/svg+xml", ad_svg(int(path[5:-4])).encode())
    return None


def _html(status: int, text: str) -> Answer:
    return Answer(status, "text/html; charset=utf-8", text.encode())


class _Handler(BaseHTTPRequestHandler):
    changing_site: ChangingSite
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        self._send(with_body=True)

    def do_HEAD(self) -> None:
        self._send(with_body=False)

    def _send(self, *, with_body: bool) -> None:
        site, path = self.changing_site, self.path.partition("?")[0]
        site.requests.append(path)
        status, content_type, body = site.answer(path)
        etag, modified = site.validators(path, body)
        if status == 200 and self._is_current(etag, modified):
            status, body = 304, b""
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        if status in {200, 304}:
            self.send_header("ETag", etag)
            self.send_header("Last-Modified", format_datetime(modified, usegmt=True))
        self.end_headers()
        if with_body and body:
            self.wfile.write(body)

    def _is_current(self, etag: str, modified: datetime) -> bool:
        wanted = self.headers.get("If-None-Match")
        if wanted is not None:
            return etag in wanted or wanted.strip() == "*"
        since = self.headers.get("If-Modified-Since")
        try:
            return since is not None and modified <= parsedate_to_datetime(since)
        except (ValueError, TypeError):
            return False

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
        """Quiet: the demo prints its own table."""
