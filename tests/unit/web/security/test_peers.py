import os
import socket
import sys

import pytest

from pagestrata.errors import UsageError
from pagestrata.web.security.peers import Peer, customer_of, is_forwarded, is_in, peer_uid, place_of, read_networks

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@linux
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_the_kernel_says_who_opened_a_connection(family):
    host = "127.0.0.1" if family == socket.AF_INET else "::1"
    with (
        socket.create_server((host, 0), family=family) as server,
        socket.create_connection(server.getsockname()[:2]) as client,
    ):
        places = client.getsockname()[:2], server.getsockname()[:2]
        assert peer_uid(*places) == os.getuid()
        assert Peer(*places).is_ours
        assert not Peer(("127.0.0.1", 1), server.getsockname()[:2]).is_ours
    assert peer_uid(*places) is None  # its user is forgotten with it


@linux
def test_a_socket_for_both_kinds_of_addresses_is_found():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_INET6) as client:
        client.connect(("::ffff:127.0.0.1", server.getsockname()[1]))
        assert peer_uid(("127.0.0.1", client.getsockname()[1]), server.getsockname()) == os.getuid()


LINE = (
    "   0: 0100007F:{:04X} 0100007F:1F90 {} 00000000:00000000 00:00000000 00000000  {}        0 {} 1 0 20 4 30 10 -1\n"
)


@pytest.mark.skipif(sys.byteorder != "little", reason="the table is written in the machine's order")
def test_connections_that_lost_their_user_are_nobodys(tmp_path):
    table = tmp_path / "tcp"
    table.write_text(
        "  sl  local_address rem_address\n"
        + LINE.format(1000, "01", 1000, 77)
        + LINE.format(1001, "06", 0, 0)
        + LINE.format(1002, "01", 0, 0)
    )
    found = [peer_uid(("127.0.0.1", port), ("127.0.0.1", 8080), tables=[table]) for port in (1000, 1001, 1002, 1003)]
    assert found == [1000, None, None, None]
    assert peer_uid(("127.0.0.1", 1000), ("127.0.0.1", 8080), tables=[tmp_path / "none"]) is None


def test_without_both_ends_nobody_is_recognised():
    assert not Peer(None, ("127.0.0.1", 80)).is_ours
    assert not Peer(("testclient", 80), None).is_ours


def test_what_a_proxy_sends():
    assert is_forwarded({"x-forwarded-for": "203.0.113.9"})
    assert not is_forwarded({"host": "localhost"})


def test_addresses_and_networks():
    networks = read_networks(["127.0.0.1", "10.0.0.0/8", "::1"])
    assert all(is_in(address, networks) for address in ("127.0.0.1", "10.2.3.4", "::1"))
    assert not any(is_in(address, networks) for address in ("127.0.0.2", "11.0.0.1", "::2", "testclient", ""))
    assert not is_in("127.0.0.1", ())


def test_what_is_none_is_refused_with_advice():
    with pytest.raises(UsageError, match=r"'\*' is neither an address nor a network; write for example 127.0.0.1"):
        read_networks(["*"])


def test_what_counts_as_one_place():
    assert place_of("127.0.0.1") == place_of("127.9.9.9") == place_of("::1") == place_of("::ffff:127.0.0.1")
    assert place_of("203.0.113.1") != place_of("203.0.113.2")
    assert place_of("2001:db8::1") == place_of("2001:db8::ffff") != place_of("2001:db8:0:1::1")
    assert place_of("testclient") == "testclient"


def test_one_customer_has_a_whole_network():
    assert customer_of("127.0.0.1") != customer_of("127.0.0.2")
    assert customer_of("2001:db8::1%eth0") == customer_of("2001:db8::ffff") == "2001:db8::/64"
    assert customer_of("::ffff:203.0.113.1") == "203.0.113.1"
    assert customer_of("testclient") == "testclient"
