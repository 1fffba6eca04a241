"""Clients that send endless bodies, or never finish a request, before they log in."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from attacks.canaries import PATIENCE_SECONDS
from pagestrata.web.security.bodies import MOST_OF_ANYBODY, MOST_OF_PEOPLE, BodyLimit
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import EVERYBODY_HERE
from pagestrata.web.serving import MOST_FROM_ONE_PLACE, Connection
from web_fixtures import NOW, client_of, running, web_client, web_context

LARGE = 300_000_000
BUFFERS = 16_000_000
"""Bytes that the buffers of a connection may hold."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[tuple[str, int]]:
    with running(tmp_path, needs_login=True) as (found, _context):
        host, _, port = found.removeprefix("http://").partition(":")
        yield host, int(port)


def sent_until_refused(address: tuple[str, int], head: str, part: bytes) -> tuple[int, str]:
    """How many bytes the server let in, and the beginning of its answer."""
    sent = 0
    with socket.create_connection(address, timeout=PATIENCE_SECONDS) as client:
        client.sendall(head.encode())
        client.settimeout(5)
        try:
            while sent < LARGE:
                client.sendall(part)
                sent += len(part)
        except OSError:
            pass
        client.settimeout(PATIENCE_SECONDS)
        try:
            return sent, client.recv(1000).decode()
        except OSError:
            return sent, ""


@pytest.mark.parametrize(
    "kind", ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]
)
@pytest.mark.parametrize("path", ["/api/v1/visits", "/login"])
def test_a_large_body_is_refused_before_it_is_read(address: tuple[str, int], path: str, kind: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\nContent-Length: {LARGE}\r\n\r\n"
    sent, answer = sent_until_refused(address, head, b"a" * 65536)
    assert sent < BUFFERS
    assert answer.startswith("HTTP/1.1 413") or not answer  # a client that goes on sending may miss it


def test_one_that_does_not_say_how_large_it_is_is_counted(address: tuple[str, int]) -> None:
    head = "POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    sent, _ = sent_until_refused(address, head, b"10000\r\n" + b"a" * 65536 + b"\r\n")
    assert sent < BUFFERS


def test_who_waits_for_the_answer_gets_it(address: tuple[str, int]) -> None:
    for extra in ("", "Expect: 100-continue\r\n"):
        with socket.create_connection(address, timeout=PATIENCE_SECONDS) as client:
            client.sendall(
                f"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\n{extra}Content-Length: {LARGE}\r\n\r\n".encode()
            )
            answer = client.recv(1000).decode()
        assert answer.startswith("HTTP/1.1 413")
        assert "connection: close" in answer.lower()


def test_people_may_send_more_but_not_everything(tmp_path: Path) -> None:
    with web_context(tmp_path) as context, client_of(context) as client:
        _, secret = make_token(context.archive, EVERYBODY_HERE, label="t", scope="write", now=NOW)
        good, bad = {"Authorization": f"Bearer {secret}"}, {"Authorization": "Bearer ps_guess"}
        large = json.dumps({"url": "a" * (MOST_OF_ANYBODY + 1)})
        assert client.post("/api/v1/visits", content=large, headers=good).status_code == 422
        assert client.post("/api/v1/visits", content=large, headers=bad).status_code == 413
        huge = json.dumps({"url": "a" * (MOST_OF_PEOPLE + 1)})
        assert client.post("/api/v1/visits", content=huge, headers=good).status_code == 413


def test_a_body_that_does_not_arrive_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BodyLimit.__init__.__kwdefaults__, "seconds", 1.0)
    with running(tmp_path, needs_login=True) as (found, _context):
        host, _, port = found.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS) as client:
            client.sendall(b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nname=")
            assert client.recv(1000).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nX-Slow: "])
def test_a_head_that_does_not_arrive_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(Connection, "head_seconds", 1.0)
    with running(tmp_path) as (found, _context):
        host, _, port = found.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS) as client:
            client.sendall(begun)
            until = time.monotonic() + PATIENCE_SECONDS
            is_over = False
            while not is_over and time.monotonic() < until:  # a letter at a time does not make it last longer
                try:
                    client.settimeout(0.3)
                    is_over = client.recv(100) == b""
                except TimeoutError:
                    client.sendall(b"a" if begun else b"")
                except OSError:
                    is_over = True
            assert is_over


def test_connections_that_say_nothing_keep_nobody_out(tmp_path: Path) -> None:
    with running(tmp_path) as (found, context):
        host, _, port = found.removeprefix("http://").partition(":")
        for place in (int(port), int(context.replay_port or 0)):
            silent = [
                socket.create_connection((host, place), timeout=PATIENCE_SECONDS)
                for _ in range(MOST_FROM_ONE_PLACE + 50)
            ]
            client = http.client.HTTPConnection(host, place, timeout=PATIENCE_SECONDS)
            client.request("GET", "/")
            assert client.getresponse().status == 200
            client.close()
            until = time.monotonic() + PATIENCE_SECONDS
            while sum(map(_is_closed, silent)) < 22 and time.monotonic() < until:
                time.sleep(0.05)
            assert sum(map(_is_closed, silent)) >= 22  # the oldest went
            for each in silent:
                each.close()


def _is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_a_body_where_none_is_wanted_is_limited_too(tmp_path: Path) -> None:
    with web_client(tmp_path) as client:
        assert client.request("GET", "/", content=b"a" * (MOST_OF_PEOPLE + 1)).status_code == 413
