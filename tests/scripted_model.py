"""A language model for tests: a loopback server that speaks the protocol and answers as a script says."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[list[dict[str, str]]], str]


@dataclass
class ScriptedModel:
    """What was asked, and how the next question is answered; `raw` goes out instead of a proper answer."""

    script: Script
    address: str = ""
    status: int = 200
    raw: bytes | None = None
    seconds: float = 0.0
    tokens: int = 100
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


@contextmanager
def scripted_model(script: Script) -> Iterator[ScriptedModel]:
    model = ScriptedModel(script=script)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            model.asked.append(asked)
            model.keys.append(self.headers.get("authorization", ""))
            time.sleep(model.seconds)
            said = {"choices": [{"message": {"role": "assistant", "content": model.script(asked["messages"])}}]}
            body = (
                model.raw
                if model.raw is not None
                else json.dumps({**said, "usage": {"total_tokens": model.tokens}}).encode()
            )
            try:
                self.send_response(model.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                pass  # who asked has gone

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.address = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
