import ipaddress
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.capturing.guard.addresses import _look_up, check_url, is_public, parse_address, resolve_public
from pagestrata.errors import CaptureError, InputError, RefusedError


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTPS://Example.org", "https://example.org/"),
        ("http://user:secret@example.org:8080/x?y#z", "http://example.org:8080/x?y"),
        ("http://134744072/", "http://8.8.8.8/"),
        ("http://0x8.0x8.0x8.0x8/", "http://8.8.8.8/"),
        ("http://010.8.8.8/", "http://8.8.8.8/"),
        ("http://[2606:4700::1111]/", "http://[2606:4700::1111]/"),
    ],
)
def test_public_addresses_are_normalised(url: str, expected: str) -> None:
    assert check_url(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "FILE:/etc/passwd",
        "data:text/html,<p>x",
        "javascript:alert(1)",
        "ftp://example.org/",
        "chrome://settings",
        "about:blank",
        "view-source:http://example.org/",
        "ws://example.org/",
        "blob:http://example.org/1",
    ],
)
@pytest.mark.parametrize("allow_private", [True, False])
def test_other_schemes_are_refused_even_with_permission(url: str, allow_private: bool) -> None:
    with pytest.raises(RefusedError, match=r"refused: .*: addresses are not visited .*; use http or https"):
        check_url(url, allow_private=allow_private)


PRIVATE = [
    "127.0.0.1",
    "127.1",
    "127.1.2.3",
    "2130706433",
    "0x7f000001",
    "0X7F.0.0.1",
    "0177.0.0.1",
    "0",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "[::1]",
    "[::]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fec0::1]",
    "[3fff::1]",
    "[ff02::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::10.0.0.1]",
    "[2002:7f00:1::]",
    "[2001:db8::1]",
    "localhost",
    "LOCALHOST.",
    "app.localhost",
    "printer.local",
    "metadata.google.internal",
    "router.home.arpa",
    "%31%32%37.0.0.1",
    "①②⑦.0.0.1",
]


@pytest.mark.parametrize("host", PRIVATE)
def test_private_hosts_need_permission(host: str) -> None:
    with pytest.raises(RefusedError, match=r"refused: private address: .*; give --allow-private"):
        check_url(f"http://{host}/")
    assert check_url(f"http://{host}/", allow_private=True).startswith("http://")


@pytest.mark.parametrize("port", [1, 22, 25, 6667, 10080])
def test_ports_of_other_protocols_are_refused(port: int) -> None:
    with pytest.raises(RefusedError, match=rf"port {port} of example.org belongs to another protocol"):
        check_url(f"http://example.org:{port}/", allow_private=True)


@pytest.mark.parametrize("url", ["http://", "http:///path", "example.org", "http://1.2.3.4.5/", "http://256.1.1.1/",
                                 "http://08.1.1.1/", "http://4294967296/", "http://[::g]/"])  # fmt: skip
def test_text_that_is_no_address_is_an_input_error(url: str) -> None:
    with pytest.raises(InputError):
        check_url(url, allow_private=True)


def test_names_that_only_look_like_numbers_stay_names() -> None:
    assert parse_address("1e100.net") is None
    assert parse_address("example.0xyz") is None


@given(st.ip_addresses(v=4))
def test_ipv4_addresses_are_private_in_every_disguise(address: ipaddress.IPv4Address) -> None:
    number = int(address)
    spellings = (str(number), hex(number), ".".join(oct(b).replace("o", "") if b else "0" for b in address.packed))
    assert {parse_address(spelling) for spelling in spellings} == {address}
    disguises = (f"::ffff:{address}", f"64:ff9b::{address}")
    assert {is_public(ipaddress.IPv6Address(text)) for text in disguises} == {is_public(address)}


def test_resolving_refuses_private_addresses_and_returns_them_with_permission() -> None:
    with pytest.raises(RefusedError, match=r"private address: localhost is (127|::1)"):
        resolve_public("localhost")
    assert all(address.is_loopback for address in resolve_public("localhost", allow_private=True))
    assert resolve_public("8.8.8.8") == [ipaddress.IPv4Address("8.8.8.8")]


def test_an_unknown_host_is_a_capture_error() -> None:
    with pytest.raises(CaptureError, match=r"unknown host nowhere\.invalid .*; check its spelling"):
        resolve_public("nowhere.invalid")


def test_a_host_that_is_no_name_is_a_capture_error() -> None:
    with pytest.raises(CaptureError, match=r"unknown host"):
        resolve_public("a" * 70 + ".example")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.", "news.localhost"])
def test_localhost_is_this_machine_where_no_file_says_so(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror("Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert [str(address) for address in _look_up(host)] == ["127.0.0.1"]
    with pytest.raises(CaptureError, match="unknown host"):
        _look_up("localhost.example")
