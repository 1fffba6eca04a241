"""A loopback server that answers as a test tells it, down to the byte."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

DRAIN_SECONDS = 2.0
Answer = Callable[["Asked"], bytes]


class Asked:
    """One request: its path and headers in lower case; `send` writes bytes before the answer."""

    def __init__(self, raw: bytes, connection: socket.socket) -> None:
        line, *rest = raw.decode("latin-1").split("\r\n")
        self.path = line.split(" ")[1]
        self.headers = {k.lower(): v for k, _, v in (header.partition(": ") for header in rest if header)}
        self.send = connection.sendall


class Server:
    def __init__(self, answer: Answer, tls: ssl.SSLContext | None) -> None:
        self._answer, self._tls = answer, tls
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://localhost:{self.port}/"
        self.asked: list[Asked] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        try:
            with connection:
                if self._tls is not None:
                    connection = self._tls.wrap_socket(connection, server_side=True)
                raw = b""
                while b"\r\n\r\n" not in raw:
                    part = connection.recv(65536)
                    if not part:
                        return
                    raw += part
                    if raw.startswith(b"\x16"):  # a TLS greeting, answered as plain servers do
                        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                        return
                asked = Asked(raw.partition(b"\r\n\r\n")[0], connection)
                self.asked.append(asked)
                connection.sendall(self._answer(asked))
                _end(connection)
        except OSError:
            return  # the client went away, which some tests are about

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(timeout=5)


def _end(connection: socket.socket) -> None:
    """End the answer, and read what is left of the request: a socket closed before that resets the connection."""
    with connection:
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(DRAIN_SECONDS)
        while connection.recv(65536):
            pass


@contextmanager
def serving(answer: Answer | bytes, *, tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Answer every request with the same bytes, or as a function says."""
    server = Server(answer if callable(answer) else lambda _: answer, tls)
    try:
        yield server
    finally:
        server.close()
