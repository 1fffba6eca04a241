"""One page of every hostile kind, for the soak: what it does, and whether a capture of it comes to an end with a page.

The attacks themselves have their own tests; here they come one after another, and nothing of one may disturb the next.
"""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from attacks.canaries import message
from attacks.markup import ATTACKS
from attacks.requests import page_with_all

HOST = "http://far.invalid"
SECRET = "http://127.0.0.2:9/"
_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class HostilePage:
    """`answers` by path, the page itself under '/'; `words` are seen when it was captured, '' when it cannot be."""

    kind: str
    answers: Mapping[str, bytes]
    words: str = "words"
    options: Mapping[str, Any] = field(default_factory=dict)


def _page(kind: str, markup: str, *, words: str = "words", more: Mapping[str, bytes] | None = None) -> HostilePage:
    body = f"<!doctype html><title>page</title><p>words</p>{markup}"
    return HostilePage(kind=kind, answers={"/": message(body), **(more or {})}, words=words)


def _packed(size: int) -> bytes:
    body = gzip.compress(b"/" * size)
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


HUNGRY = HostilePage(
    kind="takes all memory",
    answers={
        "/": message(
            "<p>words<script>const kept = []; function more() {"
            "kept.push(new Uint8Array(16 * 2 ** 20).fill(kept.length + 1)); if (kept.length < 500) setTimeout(more, 5)}"
            "more()</script>"
        )
    },
    words="",
    options={"wait_for": "#never", "load_seconds": 300.0},
)
HUNG = HostilePage(
    kind="hangs",
    answers={"/": message("<p>words<script>while (true) {}</script>")},
    words="",
    options={"page_seconds": 3.0},
)
_FILE = message(b"PK\x03\x04", kind="application/zip", more="Content-Disposition: attachment; filename=x.zip\r\n")
_LOGIN = message("<p>who?", status="401 Who", more='WWW-Authenticate: Basic realm="x"\r\n')
_MOVED = message("", status="302 Found", more=f"Location: {SECRET}\r\n")

PAGES = (
    _page("plain", ""),
    _page("requests of every kind", page_with_all(SECRET.rstrip("/"))),
    HostilePage(kind="redirects inside", answers={"/": _MOVED}, words=""),
    _page("goes inside by itself", f"<script>location = '{SECRET}'</script>"),
    _page("compressed bomb", "<script src=/bomb></script>", more={"/bomb": _packed(30 * _MEGABYTE)}),
    HostilePage(kind="odd status", answers={"/": message("<p>words", status="999 Odd")}),
    _page("login prompts", "<img src=/in><iframe src=/in></iframe>", more={"/in": _LOGIN}),
    _page("download", "<script>location = '/file'</script>", more={"/file": _FILE}),
    _page("dialogs", "<script>for (let i = 0; i < 9; i++) alert(i); confirm(''); prompt('')</script>"),
    _page("pop-ups", "<script>for (let i = 0; i < 20; i++) window.open('/?' + i)</script>"),
    _page("deep nesting", "<div>" * 2000 + "deep"),
    _page("many frames", "<iframe srcdoc='<p>frame'></iframe>" * 30),
    _page("grows for ever", "<script>setInterval(() => document.body.append('x'), 20)</script>"),
    _page("workers", "<script>for (let i = 0; i < 20; i++) new Worker(URL.createObjectURL(new Blob(["
          "'setInterval(() => 0, 1)'])))</script>"),
    _page("large canvas", "<canvas width=3000 height=3000></canvas><script>for (const c of document.querySelectorAll("
          "'canvas')) c.getContext('2d').fillRect(0, 0, 3000, 3000)</script>"),
    *(_page(f"script vectors {start}", "".join(ATTACKS[start : start + 12]), words="") for start in range(0, len(ATTACKS), 12)),
)  # fmt: skip


@contextmanager
def dripping(begin: bytes) -> Iterator[str]:
    """A server that answers with these bytes, and then a byte every twentieth of a second, for ever."""
    ended = threading.Event()

    def drip(server: socket.socket) -> None:
        with suppress(OSError), server.accept()[0] as client:
            client.sendall(begin)
            while not ended.wait(0.05):
                client.sendall(b"0")

    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        thread = threading.Thread(target=drip, args=(server,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        finally:
            ended.set()
            thread.join()
