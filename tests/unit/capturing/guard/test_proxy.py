import base64
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from pagestrata.capturing.guard.proxy import GuardLimits, GuardProxy
from pagestrata.capturing.http.fetch import fetch
from pagestrata.errors import CaptureError
from servers import Asked, serving
from warcs import message


def talk(guard: GuardProxy, request: bytes, *, credential: str | None = None) -> bytes:
    """Send raw bytes and read until the proxy closes."""
    if credential is None:
        credential = base64.b64encode(f"{guard.username}:{guard.password}".encode()).decode()
    request = request.replace(b"\r\n\r\n", f"\r\nProxy-Authorization: Basic {credential}\r\n\r\n".encode(), 1)
    with open_to(guard) as connection:
        connection.sendall(request)
        return drained(connection)


def open_to(guard: GuardProxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(guard.server.rpartition(":")[2])), timeout=5)


def drained(connection: socket.socket) -> bytes:
    parts = []
    while part := connection.recv(65536):
        parts.append(part)
    return b"".join(parts)


@pytest.fixture
def guard() -> Iterator[GuardProxy]:
    with GuardProxy() as guard:
        yield guard


@pytest.fixture
def open_guard() -> Iterator[GuardProxy]:
    with GuardProxy(allow_private=True, limits=GuardLimits(idle_seconds=0.5, head_seconds=0.5)) as guard:
        yield guard


def test_a_request_without_the_password_is_turned_away(open_guard: GuardProxy) -> None:
    with serving(message()) as server:
        request = f"GET {server.url} HTTP/1.1\r\n\r\n".encode()
        assert talk(open_guard, request, credential="d3Jvbmc6d3Jvbmc=").startswith(b"HTTP/1.1 407 ")
        assert server.asked == []
        assert talk(open_guard, request).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254", "0x7f000001", "127.1"]
)
@pytest.mark.parametrize("form", ["GET http://{}/ HTTP/1.1", "CONNECT {}:443 HTTP/1.1"])
def test_private_addresses_are_refused_with_a_reason(guard: GuardProxy, host: str, form: str) -> None:
    answer = talk(guard, form.format(host).encode() + b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert b"X-Pagestrata-Refused: refused: private address" in answer
    assert "private address" in (guard.refusal_of(f"https://{host}/page") or "")


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


def test_a_name_that_leads_inside_is_refused(guard: GuardProxy, names: dict[str, list[str]]) -> None:
    names["public.example"] = ["192.168.0.1"]
    answer = talk(guard, b"CONNECT public.example:443 HTTP/1.1\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert "public.example is 192.168.0.1" in (guard.refusal_of("https://public.example/") or "")
    assert guard.refusal_of("https://other.example/") is None


def test_the_connection_goes_to_the_vetted_address(open_guard: GuardProxy, names: dict[str, list[str]]) -> None:
    names["rebinding.example"] = ["127.0.0.1", "127.255.255.254"]
    with serving(message(b"first answer")) as server:
        answer = talk(open_guard, f"GET http://rebinding.example:{server.port}/ HTTP/1.1\r\n\r\n".encode())
    assert answer.endswith(b"first answer")
    assert names["rebinding.example"] == ["127.255.255.254"]


def test_plain_requests_are_forwarded_in_origin_form(open_guard: GuardProxy) -> None:
    with serving(message(b"page", headers={"Connection": "keep-alive"})) as server:
        answer = talk(open_guard, f"GET {server.url}a?b=c HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert server.asked[0].path == "/a?b=c"
    assert "proxy-authorization" not in server.asked[0].headers
    assert b"Connection: close" in answer
    assert b"keep-alive" not in answer


def test_tunnels_carry_bytes_both_ways(open_guard: GuardProxy) -> None:
    with serving(lambda asked: b"HTTP/1.1 200 OK\r\n\r\n" + asked.path.encode()) as server:
        credential = base64.b64encode(f"{open_guard.username}:{open_guard.password}".encode()).decode()
        with open_to(open_guard) as connection:
            head = f"CONNECT localhost:{server.port} HTTP/1.1\r\nProxy-Authorization: Basic {credential}\r\n\r\n"
            connection.sendall(head.encode())
            assert connection.recv(1000) == b"HTTP/1.1 200 Connection established\r\n\r\n"
            connection.sendall(b"GET /inside HTTP/1.1\r\n\r\n")
            assert drained(connection).endswith(b"/inside")


def test_the_product_fetches_through_it(open_guard: GuardProxy) -> None:
    with serving(message(b"through")) as server:
        assert fetch(server.url, allow_private=True, proxy=open_guard.proxy_url).body == b"through"


def test_unreachable_hosts_are_told(open_guard: GuardProxy) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert talk(open_guard, f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n".encode()).startswith(b"HTTP/1.1 502 ")
    answer = talk(open_guard, b"GET http://nowhere.invalid/ HTTP/1.1\r\n\r\n")
    assert b"unknown host nowhere.invalid" in answer


@pytest.mark.parametrize("raw", [b"rubbish\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"X" * 70_000])
def test_bad_requests_are_told(open_guard: GuardProxy, raw: bytes) -> None:
    with open_to(open_guard) as connection:
        connection.sendall(raw)
        assert connection.recv(12) == b"HTTP/1.1 400"


def test_a_silent_client_is_dropped(open_guard: GuardProxy) -> None:
    started = time.monotonic()
    with open_to(open_guard) as connection:
        assert drained(connection) == b""
    assert 0.4 < time.monotonic() - started < 4


def test_an_idle_tunnel_is_closed_but_a_busy_one_is_not(open_guard: GuardProxy) -> None:
    def answer(asked: Asked) -> bytes:
        asked.send(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(5):
            asked.send(b"tick ")
            time.sleep(0.2)
        time.sleep(2 if asked.path == "/idle" else 0)
        return b"end"

    credential = base64.b64encode(f"{open_guard.username}:{open_guard.password}".encode()).decode()
    with serving(answer) as server:
        for path, complete in (("/busy", True), ("/idle", False)):
            with open_to(open_guard) as connection:
                head = f"CONNECT localhost:{server.port} HTTP/1.1\r\nProxy-Authorization: Basic {credential}\r\n\r\n"
                connection.sendall(head.encode() + f"GET {path} HTTP/1.1\r\n\r\n".encode())
                assert drained(connection).endswith(b"end") is complete


def test_connections_are_limited() -> None:
    with GuardProxy(limits=GuardLimits(connections=2)) as guard, open_to(guard), open_to(guard):
        time.sleep(0.1)
        with open_to(guard) as third:
            assert third.recv(12) == b"HTTP/1.1 503"


def test_an_upstream_proxy_is_used_with_its_credentials() -> None:
    def answer(asked: Asked) -> bytes:
        if asked.path == "page.invalid:443":
            asked.send(b"HTTP/1.1 200 Fine\r\n\r\n")
            return b"tunnelled"
        return message(b"by proxy")

    with serving(answer) as far, GuardProxy(upstream=f"http://me:secret@127.0.0.1:{far.port}") as guard:
        assert talk(guard, b"GET http://page.invalid/x HTTP/1.1\r\n\r\n").endswith(b"by proxy")
        assert talk(guard, b"CONNECT page.invalid:443 HTTP/1.1\r\n\r\n").endswith(b"tunnelled")
        assert talk(guard, b"CONNECT 10.0.0.1:443 HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 403")
    assert far.asked[0].path == "http://page.invalid/x"
    assert {asked.headers["proxy-authorization"] for asked in far.asked} == {"Basic bWU6c2VjcmV0"}
    assert len(far.asked) == 2


def test_an_upstream_that_refuses_is_passed_on() -> None:
    refusal = b"HTTP/1.1 407 Who are you\r\n\r\n"
    with serving(refusal) as far, GuardProxy(upstream=f"http://127.0.0.1:{far.port}") as guard:
        assert talk(guard, b"CONNECT page.invalid:443 HTTP/1.1\r\n\r\n") == refusal


def test_an_upstream_that_cannot_be_used_is_an_error() -> None:
    with pytest.raises(CaptureError, match=r"cannot be used for the browser; give an http:// one"):
        GuardProxy(upstream="https://proxy.example")


def test_nothing_is_left_behind() -> None:
    before = threading.active_count()
    with GuardProxy() as guard, open_to(guard):
        talk(guard, b"CONNECT 10.0.0.1:443 HTTP/1.1\r\n\r\n")
    assert threading.active_count() == before
    with pytest.raises(ConnectionRefusedError):
        open_to(guard)
