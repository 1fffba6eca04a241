"""A loopback service that takes notifications as JSON, for tests of what gets out."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    """What came in, and how to answer the next one."""

    port: int = 0
    status: int = 200
    on_message: Callable[[], None] = lambda: None
    messages: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)  # of the header Idempotency-Key

    @property
    def channel(self) -> str:
        return f"json://someone:pa55word@127.0.0.1:{self.port}/inbox/t0ken"


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            is_json = self.headers["content-type"] == "application/json"
            receiver.messages.append(json.loads(body) if is_json else {"raw": body})
            receiver.keys.append(self.headers["Idempotency-Key"])
            receiver.on_message()
            self.send_response(receiver.status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
