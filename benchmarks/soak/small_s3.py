"""A server that speaks as much of the S3 protocol as blobs need, can be stopped and started, and may ignore conditions."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class SmallS3:
    """Objects in memory, which stay while the server is away; it comes back on the port it had."""

    def __init__(self, *, ignores_conditions: bool = False) -> None:
        self.objects: dict[str, bytes] = {}
        self.ignores_conditions = ignores_conditions
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None
        self._port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        self._server = _Server(("127.0.0.1", self._port), _handler(self))
        self._port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()
            self._server = None


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is nobody's fault."""


def _handler(store: SmallS3) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def _answer(self, status: int, body: bytes = b"", **headers: str) -> None:
            self.send_response(status)
            length = headers.pop("length", str(len(body)))
            for name, value in {"Content-Length": length, "ETag": '"1"', "Connection": "close", **headers}.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Last-Modified", "Mon, 16 Nov 2026 12:00:00 GMT")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def do_PUT(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            is_kept = self.headers.get("If-None-Match") == "*" and not store.ignores_conditions
            if is_kept and self.path in store.objects:
                self._answer(412)
            else:
                store.objects[self.path] = data
                self._answer(200)

        def do_GET(self) -> None:
            found = store.objects.get(self.path)
            if "?" in self.path:
                self._answer(200, b"<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>")
            elif found is None:
                self._answer(404)
            elif asked := re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", "")):
                begin, last = int(asked[1]), min(int(asked[2]), len(found) - 1)
                self._answer(206, found[begin : last + 1], Content_Range=f"bytes {begin}-{last}/{len(found)}")
            else:
                self._answer(200, found, length=str(len(found)))

        def do_HEAD(self) -> None:
            self.do_GET()

        def do_POST(self) -> None:
            """Of all that may be posted, a list of objects to delete."""
            asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
            keys = re.findall("<Key>(.*?)</Key>", asked)
            for key in keys:
                store.objects.pop(f"{self.path.partition('?')[0]}/{key}", None)
            gone = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
            self._answer(200, f"<DeleteResult>{gone}</DeleteResult>".encode())

        def log_message(self, *_values: Any) -> None: ...

    return Handler
