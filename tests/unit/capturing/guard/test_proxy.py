from __future__ import annotations

import asyncio
import base64
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from pagestrata.capturing.guard.messages import MARK_HEADER
from pagestrata.capturing.guard.peers import UNWANTED_BYTES
from pagestrata.capturing.guard.proxy import GuardLimits, GuardProxy
from pagestrata.capturing.guard.routes import PagePass, PageRules, Upstream
from pagestrata.capturing.http.fetch import fetch
from servers import Asked, serving
from warcs import message


class Guarded:
    """A guard that runs in a thread of its own, with one page admitted."""

    def __init__(self, rules: PageRules, limits: GuardLimits | None = None) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.guard = GuardProxy(limits=limits)
        self.run(self.guard.start())
        self.page: PagePass = self.guard.admit(rules)

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def close(self) -> None:
        self.run(self.guard.close())
        self.run(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", int(self.guard.server.rpartition(":")[2])), timeout=60)

    def head(self, line: str, *, password: str | None = None, more: str = "") -> bytes:
        credential = base64.b64encode(f"page:{password or self.page.password}".encode()).decode()
        return f"{line} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic {credential}\r\n{more}\r\n".encode()

    def ask(self, line: str, **options: str) -> bytes:
        """The answer to one request after which the connection is closed."""
        more = options.pop("more", "") + "Connection: close\r\n"
        with self.connect() as connection:
            connection.sendall(self.head(line, more=more, **options))
            return drained(connection)


def drained(connection: socket.socket) -> bytes:
    """What still comes, up to the end of the connection, however it ends."""
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def received(connection: socket.socket, end: bytes) -> bytes:
    found = b""
    while not found.endswith(end):
        part = connection.recv(65536)
        assert part, found
        found += part
    return found


@contextmanager
def guarded(rules: PageRules | None = None, limits: GuardLimits | None = None) -> Iterator[Guarded]:
    found = Guarded(rules or PageRules(allow_private=True), limits)
    try:
        yield found
    finally:
        found.close()


@pytest.fixture
def open_guard() -> Iterator[Guarded]:
    with guarded() as found:
        yield found


def test_a_request_without_the_pass_is_turned_away(open_guard: Guarded) -> None:
    with serving(message()) as server:
        assert open_guard.ask(f"GET {server.url}", password="wrong").startswith(b"HTTP/1.1 407 ")
        assert server.asked == []
        assert open_guard.ask(f"GET {server.url}").startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize("framing", ["Content-Length: 9\r\n", "Transfer-Encoding: chunked\r\n"])
def test_a_form_that_is_turned_away_may_be_sent_again_on_its_connection(open_guard: Guarded, framing: str) -> None:
    """A browser sends a form first without the pass; a connection that is cut meanwhile loses the form."""
    body = b"name=text" if "Length" in framing else b"5\r\nname=\r\n4\r\ntext\r\n0\r\n\r\n"
    with serving(message()) as server, open_guard.connect() as connection:
        connection.sendall(open_guard.head(f"POST {server.url}", password="wrong", more=framing))
        assert received(connection, b"\r\n\r\n").startswith(b"HTTP/1.1 407 ")
        for part in (body[:4], body[4:]):
            connection.sendall(part)
            time.sleep(0.05)
        connection.sendall(open_guard.head(f"POST {server.url}", more=framing + "Connection: close\r\n") + body)
        assert drained(connection).startswith(b"HTTP/1.1 200 OK")


def test_a_large_body_that_is_turned_away_ends_its_connection(open_guard: Guarded) -> None:
    framing = f"Content-Length: {100 * UNWANTED_BYTES}\r\n"
    with open_guard.connect() as connection:
        connection.sendall(open_guard.head("POST http://a.test/", password="wrong", more=framing))
        assert received(connection, b"\r\n\r\n").startswith(b"HTTP/1.1 407 ")
        with pytest.raises(ConnectionError):
            connection.sendall(bytes(100 * UNWANTED_BYTES))


def test_a_pass_ends_with_its_page(open_guard: Guarded) -> None:
    old = open_guard.page
    open_guard.run(open_guard.guard.dismiss(old))
    open_guard.page = open_guard.guard.admit(PageRules(allow_private=True))
    with serving(message()) as server:
        assert open_guard.ask(f"GET {server.url}", password=old.password).startswith(b"HTTP/1.1 407 ")
        assert open_guard.ask(f"GET {server.url}").startswith(b"HTTP/1.1 200 OK")


def test_what_a_page_left_open_is_closed_with_it(open_guard: Guarded) -> None:
    release = threading.Event()

    def wait(_: Asked) -> bytes:
        release.wait(60)
        return message()

    with serving(wait) as server, open_guard.connect() as connection:
        connection.sendall(open_guard.head(f"CONNECT localhost:{server.port}"))
        received(connection, b"\r\n\r\n")
        open_guard.run(open_guard.guard.dismiss(open_guard.page))
        assert drained(connection) == b""
        release.set()


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254", "0x7f000001", "127.1"]
)
@pytest.mark.parametrize(("form", "address"), [("GET http://{}/", "http://{}/x"), ("CONNECT {}:443", "https://{}/x")])
def test_private_addresses_are_refused_with_a_reason(host: str, form: str, address: str) -> None:
    with guarded(PageRules()) as found:
        answer = found.ask(form.format(host))
        mark = f"{MARK_HEADER}: {found.page.mark} BlockedByClient".encode()
        noted = found.page.unreached(address.format(host))
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert mark in answer
    assert answer.endswith(b"\r\n\r\n"), "the guard says nothing that a page could show"
    assert noted is not None
    assert "private address" in noted.message


def test_a_recorded_page_reaches_nothing() -> None:
    with guarded(PageRules(recorded=True)) as found, serving(message()) as server:
        assert found.ask(f"GET {server.url}").startswith(b"HTTP/1.1 403 ")
        assert found.ask(f"GET {server.url}ca.crt", password="none").startswith(b"HTTP/1.1 407 ")
        assert server.asked == []


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Answers of the name server, one after the other, the last one again and again."""
    answers: dict[str, list[str]] = {}
    real = socket.getaddrinfo

    def look_up(host: str, *rest: Any, **options: Any) -> Any:
        if host not in answers:
            return real(host, *rest, **options)
        address = answers[host].pop(0) if len(answers[host]) > 1 else answers[host][0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return answers


def test_a_name_that_leads_inside_is_refused(names: dict[str, list[str]]) -> None:
    names["public.example"] = ["192.168.0.1"]
    with guarded(PageRules()) as found:
        assert found.ask("CONNECT public.example:443").startswith(b"HTTP/1.1 403 ")
        noted = found.page.unreached("https://public.example/")
        assert noted is not None
        assert "public.example is 192.168.0.1" in noted.message


def test_the_connection_goes_to_the_vetted_address(open_guard: Guarded, names: dict[str, list[str]]) -> None:
    names["rebinding.example"] = ["127.0.0.1", "127.255.255.254"]
    with serving(message(b"first answer")) as server:
        for _ in range(2):  # a name keeps its meaning as long as the page lasts
            assert b"first answer" in open_guard.ask(f"GET http://rebinding.example:{server.port}/")
    assert names["rebinding.example"] == ["127.255.255.254"]


def test_plain_requests_are_forwarded_in_origin_form(open_guard: Guarded) -> None:
    with serving(message(b"page", headers={"Connection": "keep-alive"})) as server:
        answer = open_guard.ask(f"GET {server.url}a?b=c")
    assert server.asked[0].path == "/a?b=c"
    assert "proxy-authorization" not in server.asked[0].headers
    assert b"keep-alive" not in answer


def test_one_connection_carries_many_requests(open_guard: Guarded) -> None:
    page = message(b"page", headers={"Content-Length": "4"})
    with serving(page) as server, open_guard.connect() as connection:
        for number in range(3):
            connection.sendall(open_guard.head(f"GET {server.url}{number}"))
            assert received(connection, b"page").startswith(b"HTTP/1.1 200 OK")
    assert [asked.path for asked in server.asked] == ["/0", "/1", "/2"]


class Echo(BaseHTTPRequestHandler):
    """Answers with the body of the request, which it reads to its end."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        if self.headers["Transfer-Encoding"] == "chunked":
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return None


@pytest.mark.parametrize(
    ("framing", "body"),
    [("Content-Length: 5\r\n", b"words"), ("Transfer-Encoding: chunked\r\n", b"5\r\nwords\r\n0\r\n\r\n")],
)
def test_a_body_is_passed_on_and_not_one_byte_more(open_guard: Guarded, framing: str, body: bytes) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            with open_guard.connect() as connection:
                request = open_guard.head(f"POST http://127.0.0.1:{server.server_port}/form", more=framing) + body
                for _ in range(2):
                    connection.sendall(request)
                    assert received(connection, b"words").startswith(b"HTTP/1.1 200 OK\r\n")
            open_guard.run(open_guard.guard.dismiss(open_guard.page))
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        (b"HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nhi", b"HTTP/1.1 999 Odd\r\n"),
        (b"HTTP/1.0 200 OK\r\n\r\nuntil the end", b"until the end"),
        (b"HTTP/1.1 200 OK\r\nbad header\r\n\r\nas it came", b"\r\nbad header\r\n\r\nas it came"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nas it came", b"Content-Length: many\r\n\r\nas it came"),
        ("HTTP/1.1 200 OK\r\nX-Name: Grüße\r\nContent-Length: 0\r\n\r\n".encode("latin-1"), b"Gr\xfc\xdfe"),
    ],
)
def test_answers_that_browsers_understand_arrive(open_guard: Guarded, raw: bytes, seen: bytes) -> None:
    with serving(raw) as server:
        assert seen in open_guard.ask(f"GET {server.url}")


@pytest.mark.parametrize("raw", [b"", b"SSH-2.0-OpenSSH\r\n\r\n"])
def test_a_server_that_speaks_no_http_is_hung_up_on(open_guard: Guarded, raw: bytes) -> None:
    with serving(raw) as server:
        assert open_guard.ask(f"GET {server.url}") == b""


def test_tunnels_carry_bytes_both_ways(open_guard: Guarded) -> None:
    with (
        serving(lambda asked: b"HTTP/1.1 200 OK\r\n\r\n" + asked.path.encode()) as server,
        open_guard.connect() as connection,
    ):
        connection.sendall(open_guard.head(f"CONNECT localhost:{server.port}"))
        assert received(connection, b"\r\n\r\n").startswith(b"HTTP/1.1 200 Connection established\r\n")
        connection.sendall(b"GET /inside HTTP/1.1\r\n\r\n")
        assert drained(connection).endswith(b"/inside")


def test_the_product_fetches_through_it(open_guard: Guarded) -> None:
    proxy = open_guard.guard.server.replace("//", f"//page:{open_guard.page.password}@")
    with serving(message(b"through")) as server:
        assert fetch(server.url, allow_private=True, proxy=proxy).body == b"through"


def test_servers_that_are_not_reached_are_noted(open_guard: Guarded) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    for line, url, reason in (
        (f"CONNECT 127.0.0.1:{port}", f"https://127.0.0.1:{port}/", "ConnectionRefused"),
        (f"GET http://127.0.0.1:{port}/", f"http://127.0.0.1:{port}/", "ConnectionRefused"),
        ("GET http://nowhere.invalid/", "http://nowhere.invalid/", "NameNotResolved"),
        ("GET http://1.2.3.4.5/", "http://1.2.3.4.5/", "NameNotResolved"),
        ("CONNECT nowhere.invalid:22", "http://nowhere.invalid:22/", "BlockedByClient"),
    ):
        assert reason.encode() in open_guard.ask(line)
        noted = open_guard.page.unreached(url)
        assert noted is not None
        assert noted.reason == reason


@pytest.mark.parametrize(
    "raw", [b"rubbish\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET http://a/ HTTP/1.1\r\n: x\r\n\r\n"]
)
def test_bad_requests_are_answered_as_such(open_guard: Guarded, raw: bytes) -> None:
    with open_guard.connect() as connection:
        connection.sendall(raw)
        assert drained(connection).startswith(b"HTTP/1.1 400")


def test_a_head_without_end_is_cut_off() -> None:
    with guarded(limits=GuardLimits(head_bytes=1000)) as found, found.connect() as connection:
        connection.sendall(b"GET http://a/ HTTP/1.1\r\nX: " + b"y" * 2000)
        assert drained(connection).startswith(b"HTTP/1.1 400")


def test_a_silent_client_is_dropped() -> None:
    with guarded(limits=GuardLimits(idle_seconds=0.2)) as found, found.connect() as connection:
        assert drained(connection) == b""


def test_an_idle_tunnel_is_closed() -> None:
    release = threading.Event()

    def wait(_: Asked) -> bytes:
        release.wait(60)
        return b"too late"

    with guarded(limits=GuardLimits(idle_seconds=2)) as found, serving(wait) as server:
        with found.connect() as connection, suppress(ConnectionError):
            connection.sendall(found.head(f"CONNECT localhost:{server.port}") + b"GET / HTTP/1.1\r\n\r\n")
            assert b"too late" not in drained(connection)
        release.set()


def test_connections_are_limited() -> None:
    with guarded(limits=GuardLimits(connections=2)) as found, found.connect() as first, found.connect() as second:
        for connection in (first, second):  # an answer shows that it was accepted
            connection.sendall(found.head("GET http://nowhere.invalid/"))
            received(connection, b"\r\n\r\n")
        assert found.ask("GET http://nowhere.invalid/").startswith(b"HTTP/1.1 503")


def upstream(port: int, credential: str | None = None) -> Upstream:
    return Upstream(host="127.0.0.1", port=port, tls=False, credential=credential)


def test_an_upstream_proxy_on_localhost_is_found_where_no_file_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    look_up = socket.getaddrinfo

    def unknown(host: Any, *given: Any, **named: Any) -> Any:
        if host == "localhost":
            raise socket.gaierror("Name or service not known")
        return look_up(host, *given, **named)

    with serving(message(b"by proxy")) as far:
        rules = PageRules(upstream=Upstream(host="localhost", port=far.port, tls=False, credential=None))
        with guarded(rules) as found:
            monkeypatch.setattr(socket, "getaddrinfo", unknown)
            said = found.ask("GET http://93.184.215.14/x")
    assert b"by proxy" in said


def test_an_upstream_proxy_is_used_with_its_credentials() -> None:
    def answer(asked: Asked) -> bytes:
        if asked.path == "page.invalid:443":
            asked.send(b"HTTP/1.1 200 Fine\r\n\r\n")
            return b"tunnelled"
        return message(b"by proxy")

    with serving(answer) as far, guarded(PageRules(upstream=upstream(far.port, "Basic bWU6c2VjcmV0"))) as found:
        assert b"by proxy" in found.ask("GET http://page.invalid/x")
        assert found.ask("CONNECT page.invalid:443").endswith(b"tunnelled")
        assert found.ask("CONNECT 10.0.0.1:443").startswith(b"HTTP/1.1 403")
    assert far.asked[0].path == "http://page.invalid/x"
    assert {asked.headers["proxy-authorization"] for asked in far.asked} == {"Basic bWU6c2VjcmV0"}
    assert len(far.asked) == 2


@pytest.mark.parametrize("line", ["CONNECT page.invalid:443", "GET http://page.invalid/"])
def test_an_upstream_that_wants_other_credentials_does_not_get_the_pass(line: str) -> None:
    refusal = b"HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n"
    with serving(refusal) as far, guarded(PageRules(upstream=upstream(far.port))) as found:
        assert found.ask(line).startswith(b"HTTP/1.1 502")
    assert "proxy-authorization" not in far.asked[0].headers


def certificate_authority(body: bytes) -> Callable[[Asked], bytes]:
    return lambda asked: message(body if asked.path == "http://pki.invalid/ca.crt" else b"other")


@pytest.mark.parametrize(("size", "arrives"), [(1000, True), (200_000, False)])
def test_the_browser_itself_gets_certificates_of_public_hosts(size: int, arrives: bool) -> None:
    with serving(certificate_authority(b"c" * size)) as far, guarded(PageRules(upstream=upstream(far.port))) as found:
        answer = found.ask("GET http://pki.invalid/ca.crt", password="none")
        assert (answer.count(b"c" * size) == 1) is arrives
        assert found.ask("GET http://127.0.0.1/ca.crt", password="none").startswith(b"HTTP/1.1 403")
        for other in ("GET http://pki.invalid/other", "CONNECT pki.invalid:443", "GET http://pki.invalid:81/ca.crt"):
            assert found.ask(other, password="none").startswith(b"HTTP/1.1 407")


def test_nothing_is_left_behind() -> None:
    before = threading.active_count()
    with guarded() as found, found.connect():
        found.ask("CONNECT 10.0.0.1:22")
        server = found.guard.server
    assert threading.active_count() == before
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(server.rpartition(":")[2])), timeout=60)
