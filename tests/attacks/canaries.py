"""Servers for attacks: canaries that must not be reached, and a stand-in for the public Internet."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

PATIENCE_SECONDS = 120.0
"""How long a test waits for what is sure to come: the machine may be busy."""
INSIDE = "127.0.0.2"
"""A loopback alias: private as any other, and no other test listens there."""

Site = Callable[[str], bytes]


class Canary:
    """Notes every connection to it and the first bytes that come; answers that it was reached."""

    def __init__(self, address: str) -> None:
        try:
            self._listener = socket.create_server((address, 0))
        except OSError as error:
            pytest.skip(f"this machine has no loopback alias {address} ({error})")
        self.address = address
        self.port = self._listener.getsockname()[1]
        self.touched: list[bytes] = []
        self.answer = message("REACHED", more="Access-Control-Allow-Origin: *\r\n")
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._serve)]
        self._threads[0].start()

    @property
    def origin(self) -> str:
        return f"http://{self.address}:{self.port}"

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(connection)
            self._threads.append(threading.Thread(target=self._talk, args=(connection,), daemon=True))
            self._threads[-1].start()

    def _talk(self, connection: socket.socket) -> None:
        """Answer one connection, beside the others: whoever connects and is slow to ask keeps nobody waiting."""
        with connection, suppress(OSError):
            connection.settimeout(PATIENCE_SECONDS)
            first = connection.recv(65536)
            self.touched.append(first)
            connection.sendall(self.answer)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(30)


class Internet:
    """A proxy that plays every public host: `site` answers an absolute address with the bytes of an HTTP message.

    Secure connections end here too, with the certificate of `tls`; without one they are refused. With `own_tls` the proxy
    itself is spoken to over https.
    """

    def __init__(self, site: Site, tls: ssl.SSLContext | None = None, own_tls: ssl.SSLContext | None = None) -> None:
        self._site, self._tls, self._own_tls = site, tls, own_tls
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.proxy = f"{'http' if own_tls is None else 'https'}://127.0.0.1:{self.port}"
        self.asked: list[tuple[str, dict[str, str]]] = []
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._begin(self._serve)

    def _begin(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(connection)
            self._begin(self._talk, connection)

    def _talk(self, connection: socket.socket) -> None:
        with suppress(OSError, ValueError, IndexError), connection:
            if self._own_tls is None:
                self._listen_to(connection)
                return
            with self._own_tls.wrap_socket(connection, server_side=True) as secure:
                self._listen_to(secure)

    def _listen_to(self, connection: socket.socket) -> None:
        head = _head(connection)
        target = head[0].split(" ")[1]
        self.asked.append((target, _headers(head)))
        if not head[0].startswith("CONNECT"):
            self._answer(connection, target)
        elif self._tls is None:
            connection.sendall(b"HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n")
        else:
            connection.sendall(b"HTTP/1.1 200 Fine\r\n\r\n")
            with self._tls.wrap_socket(connection, server_side=True) as secure:
                path = _head(secure)[0].split(" ")[1]
                self._answer(secure, f"https://{target}{path}")

    def _answer(self, connection: socket.socket, url: str) -> None:
        connection.sendall(self._site(url))
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(5)
        while connection.recv(65536):
            pass

    @property
    def addresses(self) -> list[str]:
        return [address for address, _ in self.asked]

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(30)


def _head(connection: socket.socket) -> list[str]:
    raw = b""
    while b"\r\n\r\n" not in raw:
        part = connection.recv(65536)
        if not part:
            raise ValueError("the client went away")
        raw += part
    return raw.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")


def _headers(head: list[str]) -> dict[str, str]:
    return {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}


def message(body: str | bytes, *, kind: str = "text/html", status: str = "200 OK", more: str = "") -> bytes:
    """An HTTP answer with its length."""
    raw = body.encode() if isinstance(body, str) else body
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(raw)}\r\n{more}Connection: close\r\n\r\n"
    return head.encode() + raw


@contextmanager
def canary(address: str = INSIDE) -> Iterator[Canary]:
    found = Canary(address)
    try:
        yield found
    finally:
        found.close()


@contextmanager
def internet(
    site: Site, tls: ssl.SSLContext | None = None, own_tls: ssl.SSLContext | None = None
) -> Iterator[Internet]:
    found = Internet(site, tls, own_tls)
    try:
        yield found
    finally:
        found.close()
