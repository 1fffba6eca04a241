"""Another user of the machine connects to `pagestrata serve` on loopback, without user accounts."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

from archived_site import URL
from attacks.canaries import PATIENCE_SECONDS
from pagestrata.store.archive import open_archive
from web_fixtures import site_archive

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel who opened a connection")

NOBODY = 65534
ARCHIVED = f"/web/2026id_/{URL}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A server over an archive without users."""

    folder: Path
    port: int
    replay_port: int  # 0 where people have to log in first
    said: str  # after the line that names the address


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served") / "archive"
    site_archive(folder).close()
    with served_from(folder) as found:
        yield found


@contextmanager
def served_from(folder: Path, *options: str) -> Iterator[Served]:
    """`pagestrata serve` over an archive, as a process of its own."""
    command = [sys.executable, "-m", "pagestrata.cli.main", "--archive", str(folder), "serve", "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            port = int(server.stderr.readline().split("127.0.0.1:")[1].split("/")[0])
            moved = re.findall(r"location: http://127\.0\.0\.1:(\d+)", ask(port, "GET", ARCHIVED)[1])
            yield Served(folder=folder, port=port, replay_port=int(moved[0]) if moved else 0, said=_next_line(server))
        finally:
            server.terminate()
            server.wait(PATIENCE_SECONDS)


def _next_line(server: subprocess.Popen[str]) -> str:
    """What the server said since, without waiting for more."""
    assert server.stderr is not None
    os.set_blocking(server.stderr.fileno(), False)
    return server.stderr.readline() or ""


def ask(
    port: int, method: str, path: str, body: str = "", *, as_stranger: bool = False, **headers: str
) -> tuple[int, str]:
    """The status and text of an answer to a program of this user, or of another one."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    if as_stranger:
        client.sock = stranger_socket(port)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if body:
        sent["Content-Type"] = "application/x-www-form-urlencoded"
    client.request(method, path, body or None, sent)
    answer = client.getresponse()
    text = f"{answer.headers}{answer.read().decode('utf-8', 'replace')}"
    client.close()
    return answer.status, text


def stranger_socket(port: int) -> socket.socket:
    """A connection that another user opened: the kernel notes who makes a socket."""
    if os.geteuid() != 0:
        pytest.skip("only root may be another user")
    os.seteuid(NOBODY)
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)
    finally:
        os.seteuid(0)


def test_a_stranger_neither_reads_nor_writes(served: Served) -> None:
    assert ask(served.port, "GET", "/")[0] == 200
    for path in ("/", "/api/v1/pages", "/settings/channels", "/cdx?url=*.site.test", "/feed/", ARCHIVED):
        assert ask(served.port, "GET", path, as_stranger=True)[0] in {303, 401}, path
    for path, form in (
        ("/settings/channels", {"subject": URL, "channel": f"file:{served.folder.parent / '.bashrc'}"}),
        ("/users", {"name": "eve", "password": "a long password"}),
        ("/mcp", {}),
    ):
        assert ask(served.port, "POST", path, urlencode(form), as_stranger=True)[0] == 401
    with open_archive(served.folder) as opened:
        assert not opened.accounts.are_there()
        assert opened.outbox.rules() == []


def test_a_stranger_reads_no_archived_content_on_its_own_port(served: Served) -> None:
    assert ask(served.replay_port, "GET", ARCHIVED, as_stranger=True)[0] == 403
    assert ask(served.replay_port, "GET", ARCHIVED)[0] in {200, 302}


def test_who_was_given_the_start_link_gets_in(served: Served) -> None:
    link = re.search(r"/start\?key=\S+", served.said)
    assert link is not None, served.said
    assert ask(served.port, "GET", "/start?key=guess", as_stranger=True)[0] == 403
    status, text = ask(served.port, "GET", link.group(), as_stranger=True)
    assert status == 303
    cookie = re.findall(r"set-cookie: (pagestrata_start=\w+)", text)[0]
    assert ask(served.port, "GET", "/", as_stranger=True, Cookie=cookie)[0] == 200
    assert "start?key=" in ask(served.port, "GET", "/login", as_stranger=True)[1]  # says what to do


def test_a_proxy_of_the_owner_does_not_make_its_clients_the_owner(served: Served) -> None:
    for name in ("X_Forwarded_For", "Forwarded", "Via"):
        assert ask(served.port, "GET", "/api/v1/pages", **{name: "203.0.113.9"})[0] == 401
        assert ask(served.replay_port, "GET", ARCHIVED, **{name: "203.0.113.9"})[0] == 403
