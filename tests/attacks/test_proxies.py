"""Reverse proxies, whose forwarded headers anyone can forge, and the proxies of visits, whose passwords must not leak."""

from __future__ import annotations

import http.client
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from archived_site import URL
from attacks.canaries import PATIENCE_SECONDS
from attacks.test_local_strangers import ARCHIVED, served_from
from attacks.test_local_strangers import ask as ask_directly
from command_line import call
from pagestrata.web import serving
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import EVERYBODY_HERE
from pagestrata.web.security.peers import read_networks
from pagestrata.web.serving import Connection
from web_fixtures import running, site_archive

linux = pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel who opened a connection")
EVIL = "evil.test"
FORWARDED_HEADERS = (
    "Forwarded", "Via", "X-Real-IP", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Proto",
    "X-Forwarded-Server",
)  # fmt: skip


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    """The ports of a server without users, and of its archived content."""
    folder = tmp_path_factory.mktemp("proxies") / "archive"
    site_archive(folder).close()
    with served_from(folder) as served:
        yield served.port, served.replay_port


@linux
@pytest.mark.parametrize("name", FORWARDED_HEADERS)
def test_who_comes_through_a_proxy_is_not_its_user(ports: tuple[int, int], name: str) -> None:
    """The owner's own proxy connects, but somebody else asks."""
    for port, path, refused in ((ports[0], "/api/v1/pages", 401), (ports[1], ARCHIVED, 403)):
        assert ask_directly(port, "GET", path)[0] in {200, 302}
        assert ask_directly(port, "GET", path, **{name: "203.0.113.9"})[0] == refused


@linux
def test_behind_a_trusted_proxy_people_log_in_even_on_loopback(tmp_path: Path) -> None:
    """It need not send headers that give it away."""
    folder = tmp_path / "archive"
    site_archive(folder).close()
    with served_from(folder, "--trusted-proxy", "127.0.0.1") as served:
        assert ask_directly(served.port, "GET", "/api/v1/pages")[0] == 401
        assert ask_directly(served.port, "GET", "/")[0] == 303
        assert ask_directly(served.port, "GET", ARCHIVED)[0] in {303, 401}


def test_no_forwarded_host_gets_into_an_address(tmp_path: Path) -> None:
    """Links, redirects and policies are made for the host that the web server asks for."""
    names = ("X_Forwarded_Host", "X_Original_Host", "X_Host", "X_Forwarded_Server", "X_Rewrite_URL", "X_Original_URL")
    spoofed = {**dict.fromkeys(names, EVIL), "Forwarded": f"for=203.0.113.9;host={EVIL};proto=http"}
    with running(tmp_path, needs_login=True, trusted_proxies=read_networks(["127.0.0.1"])) as (address, context):
        secret = make_token(context.archive, EVERYBODY_HERE, label="t", scope="read", now=context.clock())[1]
        spoofed["Authorization"] = f"Bearer {secret}"
        port = int(address.rpartition(":")[2])
        for path in ("/", "/login", f"/page?url={URL}", "/feed/", "/cdx?url=*.site.test", ARCHIVED, "/api/v1/pages"):
            for headers in (spoofed, {**spoofed, "Authorization": ""}):
                status, answer = ask_directly(port, "GET", path, **headers)
                assert status in {200, 302, 303, 401, 404}, (path, status)
                assert EVIL not in answer, path


@pytest.mark.parametrize("proto", ["javascript", "https\t", "https, http", "file", "HTTPS://x", ""])
def test_only_http_and_https_are_schemes(tmp_path: Path, proto: str) -> None:
    with running(tmp_path, needs_login=True, trusted_proxies=read_networks(["127.0.0.1"])) as (address, _):
        host, _, port = address.removeprefix("http://").partition(":")
        client = http.client.HTTPConnection(host, int(port), timeout=PATIENCE_SECONDS)
        client.request("GET", "/login", headers={"X-Forwarded-Proto": proto, "X-Forwarded-For": "203.0.113.9"})
        answer = client.getresponse()
        policy = str(answer.headers["content-security-policy"])
        client.close()
    assert re.findall(r"frame-src (\w+)://", policy) in (["http"], ["https"])


@pytest.mark.parametrize("trusted", [["127.0.0.1"], ["127.0.0.9", "10.0.0.0/8"], []])
def test_only_trusted_proxies_have_as_many_connections_as_their_clients(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: list[str]
) -> None:
    monkeypatch.setattr(serving, "MOST_FROM_ONE_PLACE", 3)
    monkeypatch.setattr(Connection, "head_seconds", PATIENCE_SECONDS)
    with (
        running(tmp_path, needs_login=True, trusted_proxies=read_networks(trusted)) as (address, _),
        ExitStack() as open_,
    ):
        host, _, port = address.removeprefix("http://").partition(":")
        silent = [
            open_.enter_context(closing(socket.create_connection((host, int(port)), PATIENCE_SECONDS)))
            for _ in range(6)
        ]
        assert _answers(silent[-1])
        is_closed = not _answers(silent[0])
    assert is_closed == (trusted != ["127.0.0.1"])


def _answers(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return connection.recv(100).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


SECRET = "s3cret"
ODD_PROXIES = (
    f"socks5://me:{SECRET}@127.0.0.1:1", f"me:{SECRET}@127.0.0.1:1", f"http://me:{SECRET}@", f"http://me:{SECRET}@h:99999",
    f"http://me:{SECRET}@h:port", f"http://me:{SECRET}/x@h:1", f"http://me:{SECRET}#x@h:1", f"http://me:{SECRET}@[::1",
    f"http://me:{SECRET}@a b:1", f"http://me:{SECRET}@127.0.0.1:1",
)  # fmt: skip


@pytest.mark.parametrize("proxy", ODD_PROXIES)
def test_the_password_of_a_proxy_is_neither_said_nor_stored(proxy: str, tmp_path: Path, capfdbinary: Any) -> None:
    folder = tmp_path / "archive"
    for command in (("visit", "http://far.invalid/"), ("log", "http://far.invalid/"), ("doctor",)):
        options = [] if command[0] == "log" else ["--proxy", proxy]
        done = call(capfdbinary, "--archive", folder, *command, *options)
        said = done.out.decode() + done.err
        assert SECRET not in said, command
        assert "unexpected error" not in said, command
    assert not any(SECRET.encode() in file.read_bytes() for file in folder.rglob("*") if file.is_file())
