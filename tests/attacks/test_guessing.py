"""Guessing passwords: many at once, at other forms than the login, and behind a proxy; and what a new password ends."""

from __future__ import annotations

import http.client
import re
import ssl
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from attacks.canaries import PATIENCE_SECONDS
from pagestrata.errors import PagestrataError
from pagestrata.store.archive import open_archive
from pagestrata.web.context import WebContext
from pagestrata.web.refusals import NotAllowedError, TooManyRequestsError
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import (
    FAILURES_OF_A_NAME,
    FAILURES_OF_AN_ADDRESS,
    Person,
    Role,
    add_user,
    begin_session,
    log_in,
)
from pagestrata.web.security.peers import read_networks
from web_fixtures import BASE, NOW, client_of, post, running, token_of, web_context

PASSWORD = "a long password"
CERTIFICATE = Path(__file__).parents[1] / "localhost.pem"


def test_guesses_at_the_same_time_are_counted_before_they_are_judged(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive, ThreadPoolExecutor(48) as pool:
        add_user(archive, "ada", PASSWORD, Role.ADMIN, now=NOW)
        attempts, begin = WebContext(archive=archive).attempts, threading.Barrier(48)

        def guess(number: int) -> type[PagestrataError] | None:
            begin.wait()
            try:
                log_in(archive, attempts, "ada", f"guess number {number}", address="1", now=NOW)
            except PagestrataError as error:
                return type(error)
            return None

        outcome = Counter(pool.map(guess, range(48)))
    assert outcome == {NotAllowedError: FAILURES_OF_A_NAME, TooManyRequestsError: 48 - FAILURES_OF_A_NAME}


def test_guesses_from_all_addresses_of_one_customer_count_together(tmp_path: Path) -> None:
    """Who has one IPv6 address usually has 2**64 of them."""
    with open_archive(tmp_path) as archive:
        attempts = WebContext(archive=archive).attempts

        def guess(number: int, address: str) -> type[PagestrataError]:
            with pytest.raises(PagestrataError) as error:
                log_in(archive, attempts, f"name {number}", "a guess", address=address, now=NOW)
            return error.type

        for number in range(FAILURES_OF_AN_ADDRESS):
            assert guess(number, f"2001:db8::{number:x}:1") is NotAllowedError
        assert guess(99, "2001:db8::ffff") is TooManyRequestsError
        assert guess(99, "2001:db8:0:1::1") is NotAllowedError


@contextmanager
def logged_in(folder: Path) -> Iterator[tuple[Any, WebContext]]:
    """The client of a user, with a token and a session elsewhere."""
    with web_context(folder) as context, client_of(context) as client:
        add_user(context.archive, "ada", PASSWORD, Role.ADMIN, now=NOW)
        form = {"csrf_token": token_of(client, "/login"), "name": "ada", "password": PASSWORD}
        assert client.post("/login", data=form, headers={"Origin": BASE}).status_code == 303
        yield client, context


def test_the_old_password_is_guessed_no_more_often_than_at_the_login(tmp_path: Path) -> None:
    with logged_in(tmp_path) as (client, _):
        form = {"old": "a guess", "password": "another password"}
        statuses = [post(client, "/account", form).status_code for _ in range(FAILURES_OF_A_NAME + 1)]
        assert statuses == [400] * FAILURES_OF_A_NAME + [429]
        assert post(client, "/account", {**form, "old": PASSWORD}).status_code == 429


@pytest.mark.parametrize("kept", [[], ["tokens"], ["sessions", "tokens"]])
def test_a_new_password_ends_tokens_and_sessions_unless_they_are_kept(tmp_path: Path, kept: list[str]) -> None:
    with logged_in(tmp_path) as (client, context):
        accounts = context.archive.accounts
        elsewhere = begin_session(context.archive, "ada", now=NOW)
        ada = Person(name="ada", role=Role.ADMIN, way="session")
        make_token(context.archive, ada, label="backup", scope="admin", now=NOW)
        form = {"old": PASSWORD, "password": "another password", "keep": kept}
        assert post(client, "/account", form).status_code == 303
        assert bool(accounts.tokens()) == ("tokens" in kept)
        assert (accounts.in_session(elsewhere, now=NOW) is not None) == ("sessions" in kept)
        assert client.get("/").status_code == 200  # one's own goes on


@contextmanager
def https_before(address: str) -> Iterator[int]:
    """A web server that speaks https before the application, as the documentation sets one up: its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            before = self.headers.get("X-Forwarded-For")
            said = {
                **{name: value for name, value in self.headers.items() if not name.lower().startswith("x-forwarded")},
                "X-Forwarded-For": f"{before}, {self.client_address[0]}" if before else self.client_address[0],
                "X-Forwarded-Proto": "https",
            }
            inside = http.client.HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE_SECONDS)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            inside.request(self.command, self.path, body, said)
            answer = inside.getresponse()
            content = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in {"content-length", "connection", "date", "server"}:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            inside.close()

        do_POST = do_GET  # noqa: N815 - as the library calls it

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def ask(port: int, method: str, path: str, body: str = "", *, source: str, **headers: str) -> tuple[int, str, str]:
    """The status, headers and text of an answer through the web server, for a client at this address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # whose certificate it is does not matter here
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    client = http.client.HTTPSConnection(
        "127.0.0.1", port, timeout=PATIENCE_SECONDS, context=context, source_address=(source, 0)
    )
    kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    client.request(method, path, body or None, {**kind, **sent})
    answer = client.getresponse()
    text = answer.read().decode("utf-8", "replace")
    client.close()
    return answer.status, str(answer.headers), text


def log_in_through(port: int, name: str, password: str, *, source: str, **headers: str) -> tuple[int, str]:
    _, said, page = ask(port, "GET", "/login", source=source)
    cookie = re.findall(r"pagestrata_session=[^;]+", said)[0]
    token = re.findall(r'name="csrf-token" content="([0-9a-f]+)"', page)[0]
    form = urlencode({"csrf_token": token, "name": name, "password": password})
    origin = f"https://127.0.0.1:{port}"
    status, said, _ = ask(port, "POST", "/login", form, source=source, Cookie=cookie, Origin=origin, **headers)
    return status, said


@pytest.mark.parametrize("trusted", [["127.0.0.1"], []])
def test_behind_https_cookies_are_secure_and_each_client_counts_for_itself(tmp_path: Path, trusted: list[str]) -> None:
    with running(tmp_path, needs_login=True, trusted_proxies=read_networks(trusted)) as (address, context):
        add_user(context.archive, "ada", PASSWORD, Role.ADMIN, now=context.clock())
        with https_before(address) as port:
            for number in range(FAILURES_OF_AN_ADDRESS):
                context.attempts.reserve(
                    {f"name {number}": 5, f"address {'127.0.0.2' if trusted else '127.0.0.1'}": 99}, now=context.clock()
                )
            spoofed = {"X_Forwarded_For": "203.0.113.7"}
            assert log_in_through(port, "ada", PASSWORD, source="127.0.0.2", **spoofed)[0] == 429
            status, said = log_in_through(port, "ada", PASSWORD, source="127.0.0.3")
    if trusted:
        assert status == 303
        assert re.search(r"set-cookie: pagestrata_session=[^\n]*; Secure", said, re.IGNORECASE)
    else:
        assert status == 429  # nobody else's word is taken for who asks


def test_even_without_trust_a_browser_that_came_by_https_keeps_its_cookie_there(tmp_path: Path) -> None:
    with running(tmp_path, needs_login=True) as (address, context):
        add_user(context.archive, "ada", PASSWORD, Role.ADMIN, now=context.clock())
        with https_before(address) as port:
            status, said = log_in_through(port, "ada", PASSWORD, source="127.0.0.3")
    assert status == 303
    assert re.search(r"set-cookie: pagestrata_session=[^\n]*; Secure", said, re.IGNORECASE)
