import h11
import pytest

from pagestrata.capturing.guard.messages import MARK_HEADER, own_answer, read_request
from pagestrata.errors import RefusedError


def asked(method: str, target: str, **headers: str) -> h11.Request:
    named = [(name.replace("_", "-"), value) for name, value in headers.items()]
    return h11.Request(method=method, target=target, headers=[("Host", "x"), *named])


def test_tunnels_and_http_addresses_are_understood() -> None:
    tunnel = read_request(asked("CONNECT", "Example.org:443"))
    assert (tunnel.is_tunnel, tunnel.host, tunnel.port) == (True, "example.org", 443)
    plain = read_request(asked("GET", "http://example.org/a?b"))
    assert (plain.is_tunnel, plain.host, plain.port) == (False, "example.org", 80)
    assert read_request(asked("GET", "http://[::1]:8080/")).host == "::1"


@pytest.mark.parametrize(
    ("method", "target"),
    [("GET", "/page"), ("GET", "https://example.org/"), ("GET", "file:///etc/passwd"), ("CONNECT", "example.org"),
     ("CONNECT", "example.org:port"), ("GET", "http://"), ("GET", "http://[::1/")],
)  # fmt: skip
def test_other_targets_are_no_requests(method: str, target: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_request(asked(method, target))


@pytest.mark.parametrize("port", [22, 25, 6667])
def test_ports_of_other_protocols_are_refused(port: int) -> None:
    with pytest.raises(RefusedError, match="belongs to another protocol"):
        read_request(asked("CONNECT", f"example.org:{port}")).check()


def test_the_server_sees_no_trace_of_the_guard() -> None:
    request = read_request(
        asked("GET", "http://example.org/a?b", Proxy_Authorization="Basic x", Proxy_Connection="keep-alive", X_Kept="1")
    )
    sent = request.for_server()
    assert sent.target == b"/a?b"
    assert sent.headers.raw_items() == [(b"Host", b"x"), (b"X-Kept", b"1")]
    assert read_request(asked("GET", "http://example.org")).for_server().target == b"/"


def test_another_proxy_gets_the_whole_address_and_its_own_credential() -> None:
    request = read_request(asked("GET", "http://example.org/a", Proxy_Authorization="Basic x"))
    sent = request.for_upstream("Basic y")
    assert sent.target == b"http://example.org/a"
    assert (b"Proxy-Authorization", b"Basic y") in sent.headers.raw_items()
    assert b"Basic x" not in dict(sent.headers.raw_items()).values()
    assert request.for_upstream(None).headers.raw_items() == [(b"Host", b"x")]


@pytest.mark.parametrize(
    ("method", "target", "expected"),
    [
        ("GET", "http://pki.test/ca.crt", True),
        ("GET", "http://pki.test/CA.P7C?x=1", True),
        ("GET", "http://pki.test/generate_204", False),
        ("GET", "http://pki.test:8080/ca.crt", False),
        ("POST", "http://pki.test/ca.crt", False),
        ("CONNECT", "pki.test:443", False),
    ],
)
def test_requests_for_certificates_are_known_by_their_form(method: str, target: str, expected: bool) -> None:
    assert read_request(asked(method, target)).is_for_certificate is expected


def test_own_answers_are_marked_and_have_no_words() -> None:
    answer = own_answer(502, mark="secret", reason="TimedOut")
    headers = dict(answer.headers)
    assert headers[MARK_HEADER.lower().encode()] == b"secret TimedOut"
    assert headers[b"content-length"] == b"0"
    assert b"proxy-authenticate" in dict(own_answer(407).headers)
    assert MARK_HEADER.lower().encode() not in dict(own_answer(407).headers)
