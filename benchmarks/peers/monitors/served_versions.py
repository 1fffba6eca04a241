"""A history on loopback, one version at a time: the page and its files as they were then.

Addresses of the page's own site are turned to this server, so that its files come from the recording. Answers have ETags, as
most servers send them. What the recording lacks is 404; other hosts are nowhere, as the benchmark runs without a network.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.formats.urls import parse_time

TEXTS = ("text/html", "text/css", "javascript")


class Answer(NamedTuple):
    """What the server says to a path."""

    status: int
    kind: str
    body: bytes


AnswerAt = Callable[[str, int], Answer]
"""The answer to a path at the version of a number."""


class Versions(Protocol):
    """Versions of one page, oldest first, and how long its server thinks about the page."""

    @property
    def site(self) -> str: ...

    @property
    def path(self) -> str: ...

    @property
    def count(self) -> int: ...

    @property
    def delay_seconds(self) -> float: ...

    def label(self, number: int) -> str: ...

    def answers(self) -> AnswerAt: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Recorded versions of one page; `labels` say of a pair of neighbours whether the later one matters."""

    site: str
    url: str
    recording: Path
    times: tuple[str, ...]
    labels: dict[tuple[str, str], str]
    delay_seconds: float = 0.0

    @property
    def path(self) -> str:
        parts = urlsplit(self.url)
        return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    @property
    def count(self) -> int:
        return len(self.times)

    def label(self, number: int) -> str:
        """'fact', 'noise', or '' where nobody labelled what changed since the version before."""
        if number == 0:
            return ""
        found = self.labels.get((self.times[number - 1], self.times[number]), "")
        return {"similar": "noise", "dissimilar": "fact"}.get(found, "")

    def answers(self) -> AnswerAt:
        """Open the recording."""
        index, lock = WarcIndex.open(self.recording), threading.Lock()  # the index reads one file
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(self.url))

        def answer(path: str, number: int) -> Answer:
            with lock:
                found = index.lookup(origin + path, parse_time(self.times[number]))
                if found is None:
                    return Answer(404, "text/plain", b"not recorded")
                response = index.read(found).as_response()
            kind = response.header("content-type") or "application/octet-stream"
            is_text = any(text in kind for text in TEXTS)
            return Answer(
                response.status, kind, response.body.replace(origin.encode(), b"") if is_text else response.body
            )

        return answer


@dataclass(slots=True, kw_only=True)
class VersionServer:
    """Answers with the version whose number is `shown`; counts what it sends."""

    url: str
    shown: int = 0
    sent_bytes: int = 0
    page_answers: int = 0
    """How often the page itself, not one of its files, was sent or said to be 'not modified'."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, size: int, *, is_page: bool) -> None:
        with self._lock:
            self.sent_bytes += size
            self.page_answers += is_page


@contextmanager
def serving_versions(versions: Versions) -> Iterator[VersionServer]:
    """The server of a history, until the block ends."""
    answers = versions.answers()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer(has_body=True)

        def do_HEAD(self) -> None:
            self._answer(has_body=False)

        def _answer(self, *, has_body: bool) -> None:
            is_page = self.path == versions.path
            status, kind, body = answers(self.path, server.shown)
            if is_page:
                time.sleep(versions.delay_seconds)
            tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
            is_known = status == 200 and tag in (self.headers.get("If-None-Match") or "")
            self.send_response(304 if is_known else status)
            self.send_header("ETag", tag)
            if not is_known:
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
            if has_body:
                server.count(0 if is_known else len(body), is_page=is_page)  # before whoever asked can go on
            self.end_headers()
            if has_body and not is_known:
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Silence."""

    listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener.daemon_threads = True
    server = VersionServer(url=f"http://127.0.0.1:{listener.server_address[1]}{versions.path}")
    thread = threading.Thread(target=listener.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()
