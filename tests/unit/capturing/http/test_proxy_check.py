from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pagestrata.capturing.http.proxy_check import proxy_name, proxy_problem

PASSWORD = base64.b64encode(b"reader:p@ss").decode()


@contextmanager
def proxy(answer: bytes | None = None) -> Iterator[int]:
    """A proxy that wants the password, or says only `answer`; its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)

        def serve() -> None:
            with server.accept()[0] as connection:
                asked = connection.recv(4000).decode()
                status = b"502 Bad Gateway" if PASSWORD in asked else b"407 Proxy Authentication Required"
                connection.sendall(b"HTTP/1.1 " + status + b"\r\n\r\n" if answer is None else answer)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            thread.join()


def test_a_proxy_that_needs_a_password_says_so_and_is_shown_without_it() -> None:
    with proxy() as port:
        assert proxy_problem(f"http://127.0.0.1:{port}") == (
            "it asks for a password", f"write it as http://USER:PASSWORD@127.0.0.1:{port}",
        )  # fmt: skip
    with proxy() as port:
        problem = proxy_problem(f"http://reader:wrong@127.0.0.1:{port}")
        assert problem is not None
        assert problem[0] == "it refuses the password"
        assert "wrong" not in problem[1]
    with proxy() as port:
        assert proxy_problem(f"http://reader:p%40ss@127.0.0.1:{port}") is None


def test_something_else_on_its_port_is_no_proxy() -> None:
    with proxy(b"SSH-2.0-server\r\n") as port:
        problem = proxy_problem(f"127.0.0.1:{port}")
    assert problem is not None
    assert problem[0] == "it does not answer as a proxy does"


def test_a_proxy_that_is_away_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for scheme in ("http", "socks5"):
        problem = proxy_problem(f"{scheme}://127.0.0.1:{port}")
        assert problem is not None
        assert "does not answer" in problem[0]


@pytest.mark.parametrize("address", ["http://", "http://host:notaport", "http://[::1"])
def test_addresses_without_sense_are_told(address: str) -> None:
    problem = proxy_problem(address)
    assert problem is not None
    assert "makes no sense" in problem[0]


def test_the_name_hides_the_password() -> None:
    assert proxy_name("http://reader:secret@proxy.example:3128/") == "http://proxy.example:3128"
    assert proxy_name("socks5://proxy.example") == "socks5://proxy.example:1080"
